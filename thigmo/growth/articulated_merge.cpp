// Small bodies merged into their parents, based on [Garcia2023] 5.2.3.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/growth/articulated.h"

namespace thigmo::turtle {
namespace {

double mass_of(const SketchSegment& segment, const Articulation& stated) {
    if (stated.mass > 0) return stated.mass;
    const double radius = 0.5 * segment.start_width;
    return stated.density * std::numbers::pi * radius * radius *
           (segment.end - segment.start).norm();
}

Vec3 centre_of(const SketchSegment& segment, const Articulation& stated) {
    if (stated.mass > 0) return stated.centre;
    return stated.frame.conjugate() * (0.5 * (segment.end - segment.start));
}

/// Diagonal about the start. Of a cylinder: m r²/2 along it, m (r²/4 + ℓ²/3) across.
Vec3 inertia_of(const SketchSegment& segment, const Articulation& stated) {
    if (stated.mass > 0) return stated.inertia;
    const double m = mass_of(segment, stated), r = 0.5 * segment.start_width;
    const double l2 = (segment.end - segment.start).squaredNorm();
    return m * Vec3(r * r / 2, r * r / 4 + l2 / 3, r * r / 4 + l2 / 3);
}

/// Diagonal inertia, moved from a point to the origin `offset` away from it by way of the centre of
/// mass c: I + m (|d + c|² − |c|²) with each axis' own component left out.
Vec3 moved(const Vec3& inertia, double mass, const Vec3& centre, const Vec3& offset) {
    const auto aside = [](const Vec3& d) {
        return Vec3(d.squaredNorm() * Vec3::Ones() - d.cwiseProduct(d));
    };
    return inertia + mass * (aside(offset + centre) - aside(centre));
}

void unite(const SketchSegment& small, const Articulation& part, SketchSegment& segment,
           Articulation& whole) {
    const double m1 = mass_of(segment, whole), m2 = mass_of(small, part);
    const Quat turn = whole.frame.conjugate() * part.frame;
    const Vec3 offset = whole.frame.conjugate() * (small.start - segment.start);
    const Vec3 centre = turn * centre_of(small, part);
    const Mat3 tensor = turn.toRotationMatrix() * inertia_of(small, part).asDiagonal() *
                        turn.toRotationMatrix().transpose();
    const Vec3 inertia = inertia_of(segment, whole) + moved(tensor.diagonal(), m2, centre, offset);
    whole.centre = (m1 * centre_of(segment, whole) + m2 * (offset + centre)) / (m1 + m2);
    whole.inertia = inertia;
    whole.mass = m1 + m2;
}

/// The segment on which each one hangs: the one before it in its part, else the part's place.
std::vector<uint32_t> bearers(const Sketch& sketch) {
    std::vector<uint32_t> last(sketch.parts.size(), no_row), bearer;
    for (uint32_t i = 0; i < sketch.segments.size(); ++i) {
        const uint32_t part = sketch.segments[i].part;
        bearer.push_back(last[part] != no_row ? last[part] : sketch.parts[part].segment);
        last[part] = i;
    }
    return bearer;
}

/// What has become of the bodies. Rows are segments of the sketch before the merge.
struct Merge {
    std::vector<uint32_t> bearer;
    std::vector<uint32_t> home;     // the segment that each has become part of
    std::vector<Vec3> end;          // the point at which parts hang on each
    std::vector<uint8_t> off_axis;  // taken over by an axis other than its own
};

/// What hung on a body that an other axis took over hangs where that body did.
void follow_homes(Merge& merge) {
    for (size_t i = 0; i < merge.home.size(); ++i) {
        const uint32_t on = merge.home[i];
        if (on == i) continue;
        merge.off_axis[i] = merge.off_axis[i] | merge.off_axis[on];
        if (merge.off_axis[i] != 0) merge.end[i] = merge.end[on];
        merge.home[i] = merge.home[on];
    }
}

/// The place on a segment that is nearest to a point.
double share_of(const SketchSegment& segment, const Vec3& point) {
    if (point == segment.end) return 1;
    const Vec3 d = segment.end - segment.start;
    return std::clamp(d.dot(point - segment.start) / d.squaredNorm(), 0.0, 1.0);
}

/// Drops the merged segments, the parts that lost their last one, and rehangs what they bore.
void compact(const Merge& merge, Sketch& sketch) {
    const std::vector<uint32_t>& home = merge.home;
    std::vector<uint32_t> new_segment(sketch.segments.size(), no_row);
    std::vector<uint8_t> kept_part(sketch.parts.size(), 0);
    uint32_t count = 0;
    for (uint32_t i = 0; i < home.size(); ++i)
        if (home[i] == i) {
            new_segment[i] = count++;
            kept_part[sketch.segments[i].part] = 1;
        }
    Sketch packed;
    std::vector<uint32_t> new_part(sketch.parts.size(), no_row);
    for (uint32_t i = 0; i < sketch.parts.size(); ++i) {
        SketchPart part = sketch.parts[i];
        if (!part.shape.exists() && kept_part[i] == 0) continue;
        if (part.parent != no_row) {
            const uint32_t on = home[part.segment];
            part.along = share_of(sketch.segments[on], merge.end[part.segment]);
            part.segment = new_segment[on];
            part.parent = new_part[sketch.segments[on].part];
        }
        new_part[i] = static_cast<uint32_t>(packed.parts.size());
        packed.parts.push_back(part);
    }
    for (uint32_t i = 0; i < home.size(); ++i)
        if (home[i] == i) {
            SketchSegment segment = sketch.segments[i];
            segment.part = new_part[segment.part];
            packed.parts[segment.part].last = new_segment[i];
            packed.segments.push_back(segment);
            packed.articulations.push_back(sketch.articulations[i]);
        }
    sort_parts(packed);
    sketch = std::move(packed);
}

}  // namespace

size_t merge_small_bodies(double least_mass, double least_length, Sketch& sketch) {
    const size_t count = sketch.segments.size();
    Merge merge{bearers(sketch), std::vector<uint32_t>(count), std::vector<Vec3>(count),
                std::vector<uint8_t>(count, 0)};
    for (size_t i = 0; i < count; ++i) merge.end[i] = sketch.segments[i].end;
    size_t merged = 0;
    for (size_t i = count; i-- > 0;) {
        merge.home[i] = static_cast<uint32_t>(i);
        const uint32_t bearer = merge.bearer[i];
        SketchSegment& segment = sketch.segments[i];
        const bool small = mass_of(segment, sketch.articulations[i]) < least_mass ||
                           (segment.end - segment.start).norm() < least_length;
        if (!small || bearer == no_row) continue;
        SketchSegment& parent = sketch.segments[bearer];
        const bool same_axis = parent.part == segment.part;
        if (same_axis && (segment.end - parent.start).norm() < 1e-9) continue;  // folded back
        unite(segment, sketch.articulations[i], parent, sketch.articulations[bearer]);
        if (same_axis) parent.end = segment.end;
        merge.off_axis[i] = same_axis ? 0 : 1;
        merge.home[i] = bearer;
        ++merged;
    }
    follow_homes(merge);
    if (merged > 0) compact(merge, sketch);
    return merged;
}

}  // namespace thigmo::turtle
