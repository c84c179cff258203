// Joints and attachments of chains of cylinders.
#include "thigmo/io/qsm_joints.h"

#include <algorithm>

namespace thigmo {
namespace {

constexpr double least_gap = 1e-3;   // m
constexpr double least_share = 0.1;  // of a cylinder's length that closing a gap must leave

void note_gap(double gap, const Cylinder& after, QsmGaps& gaps) {
    if (gap <= least_gap) return;
    ++gaps.count;
    if (gap > gaps.largest || (gap == gaps.largest && after.id < gaps.largest_id)) {
        gaps.largest = gap;
        gaps.largest_id = after.id;
    }
}

/// Whether a cylinder moved to these ends still points its own way and is not squashed.
bool is_sound(const Vec3& from, const Vec3& to, const Cylinder& cylinder) {
    return (to - from).dot(cylinder.along) > least_share * cylinder.along.squaredNorm();
}

Vec3 find_joint(const Vec3& from, const Cylinder& here, const Cylinder& after) {
    const Vec3 end = here.end(), gap = after.start - end;
    const double first = here.along.norm(), second = after.along.norm();
    for (const double share : {first / (first + second), 0.0, 1.0}) {
        const Vec3 joint = end + share * gap;
        if (is_sound(from, joint, here) && is_sound(joint, after.end(), after)) return joint;
    }
    return is_sound(from, end, here) ? end : Vec3(from + here.along);
}

struct Nearest {
    SegmentId segment;
    double along = 0;
    Vec3 on_axis;
    double outside = 0;  // distance beyond the surface (m), negative inside
};

Nearest find_nearest(const Segments& segments, SegmentId segment, const Vec3& point) {
    const Vec3& start = segments.start[segment];
    const Vec3 axis = segments.end[segment] - start;
    const double along = std::clamp((point - start).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
    const Vec3 on_axis = start + along * axis;
    return {segment, along, on_axis, (point - on_axis).norm() - segments.start_radius[segment]};
}

}  // namespace

QsmHold find_qsm_hold(const Segments& segments, Rows<SegmentId> parent, SegmentId segment,
                      const Cylinder& first, QsmGaps& gaps) {
    Nearest best = find_nearest(segments, segment, first.start);
    for (const uint32_t row : {segment.value - 1, segment.value + 1}) {
        if (best.outside <= 0 || !parent.contains(SegmentId(row))) continue;
        const Nearest other = find_nearest(segments, SegmentId(row), first.start);
        if (other.outside < best.outside) best = other;
    }
    note_gap(best.outside, first, gaps);
    QsmHold hold{{best.segment, best.along}, first.start};
    if (best.outside > 0)
        hold.start = best.on_axis + segments.start_radius[best.segment] *
                                        (first.start - best.on_axis).normalized();
    return hold;
}

void join_qsm_chain(std::span<const Cylinder> chain, const Vec3& start, QsmGaps& gaps,
                    std::vector<Vec3>& points) {
    points.assign(1, start);
    for (size_t i = 0; i + 1 < chain.size(); ++i) {
        note_gap((chain[i + 1].start - chain[i].end()).norm(), chain[i + 1], gaps);
        points.push_back(find_joint(points.back(), chain[i], chain[i + 1]));
    }
    const Cylinder& last = chain.back();
    points.push_back(is_sound(points.back(), last.end(), last) ? last.end()
                                                               : Vec3(points.back() + last.along));
}

}  // namespace thigmo
