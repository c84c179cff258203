// Where tubes begin, and the knots between spans.
#include "thigmo/plant/centreline_spans.h"

#include <algorithm>
#include <cmath>

namespace thigmo::centreline {
namespace {

constexpr double least_length = 1e-9;  // shorter segments (m) have no direction

/// Of the parent's tube near the attachment (m): where two segments meet, the thinner one's.
double radius_at(const Plant& plant, Rows<SegmentId> run, const Attachment& at) {
    const Segments& segments = plant.segments;
    double radius = (1 - at.along) * segments.start_radius[at.segment] +
                    at.along * segments.end_radius[at.segment];
    if (at.along > 0.5 && at.segment != run.back())
        radius = std::min(radius, segments.start_radius[SegmentId(at.segment.value + 1)]);
    if (at.along < 0.5 && at.segment != run.front())
        radius = std::min(radius, segments.end_radius[SegmentId(at.segment.value - 1)]);
    return radius;
}

/// A foot on the ground: sunk until the whole ring is below the point where the stem begins.
Base root_base(const Span& first) {
    const double rise = std::max(first.direction.y(), 0.0);
    const double tilt = std::sqrt(std::max(0.0, 1 - rise * rise)) / std::max(rise, 0.1);
    const double depth = std::min(tilt + 0.1, 1.0) * first.start_radius;
    return {first.start - depth * first.direction, first.start_radius, first.segment};
}

/// The place that lies `distance` before another, at most the beginning of the axis.
Attachment go_back(const Segments& segments, Rows<SegmentId> run, Attachment at, double distance) {
    for (;;) {
        const double length = (segments.end[at.segment] - segments.start[at.segment]).norm();
        if (at.along * length >= distance && length > 0)
            return {at.segment, at.along - distance / length};
        if (at.segment == run.front()) return {at.segment, 0.0};
        distance -= at.along * length;
        at = {SegmentId(at.segment.value - 1), 1.0};
    }
}

Knot join(const Span& before, const Span& after) {
    Knot knot;
    // The tangent of a parabola through three points: the shorter span weighs more.
    const Vec3 mean = after.length * before.direction + before.length * after.direction;
    const double size = mean.norm(), whole = before.length + after.length;
    knot.tangent = size > 0.05 * whole ? Vec3(mean / size) : after.direction;
    knot.radius = 0.5 * (before.end_radius + after.start_radius);
    knot.sine[0] = knot.tangent.cross(before.direction).norm();
    knot.sine[1] = knot.tangent.cross(after.direction).norm();
    return knot;
}

}  // namespace

double dome_height(double tip_radius, double last_length) {
    return std::min(tip_radius, 0.5 * last_length);
}

Base find_base(const Plant& plant, DomainId domain, const Span& first) {
    const Domains& domains = plant.domains;
    const Attachment& on = domains.attachment[domain];
    if (!on.segment.exists()) return root_base(first);
    const Segments& segments = plant.segments;
    const Rows<SegmentId> run = domains.segments[domains.parent[domain]];
    const Vec3 axis = segments.end[on.segment] - segments.start[on.segment];
    const double length = axis.norm(), around = radius_at(plant, run, on);
    const bool thick = first.start_radius > 0.5 * around;
    double back = 0, dome = 0;
    if (thick) {
        const double beside = length > 0 ? std::max(0.0, axis.dot(first.direction) / length) : 0.0;
        back = beside * beside * std::min(first.start_radius, around);
    }
    if (on.segment == run.back())
        dome = dome_height(segments.end_radius[on.segment], length) - (1 - on.along) * length;
    const Attachment at = go_back(segments, run, on, std::max({back, dome, 0.0}));
    const double inside = 0.9 * radius_at(plant, run, at);
    // A thick branch at the tip carries on from the parent's own radius: no shoulder is left.
    const bool carries_on = thick && dome > 0;
    const Vec3 start = segments.start[at.segment], end = segments.end[at.segment];
    return {start + at.along * (end - start),
            carries_on ? inside : std::min(first.start_radius, inside), at.segment};
}

void collect_spans(const Plant& plant, DomainId domain, std::vector<Span>& spans) {
    const Segments& segments = plant.segments;
    for (const SegmentId segment : plant.domains.segments[domain]) {
        const Vec3 axis = segments.end[segment] - segments.start[segment];
        const double length = axis.norm();
        if (!(length > least_length)) continue;
        spans.push_back({segments.start[segment], axis / length, length,
                         segments.start_radius[segment], segments.end_radius[segment], segment,
                         false});
    }
}

void add_base(const Base& base, std::vector<Span>& spans) {
    const Span& first = spans.front();
    const Vec3 axis = first.start - base.point;
    const double length = axis.norm();
    if (length <= std::max(0.05 * base.radius, least_length)) return;
    spans.insert(spans.begin(),
                 {base.point, axis / length, length, base.radius, base.radius, base.follows, true});
}

void collect_knots(const std::vector<Span>& spans, double base_radius, std::vector<Knot>& knots) {
    knots.push_back({spans.front().direction, base_radius, {0, 0}});
    for (size_t i = 0; i + 1 < spans.size(); ++i) knots.push_back(join(spans[i], spans[i + 1]));
    knots.push_back({spans.back().direction, spans.back().end_radius, {0, 0}});
}

}  // namespace thigmo::centreline
