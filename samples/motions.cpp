// Swings by sines, carried from parents to children.
#include "samples/motions.h"

#include <cmath>

#include "thigmo/base/random.h"
#include "thigmo/io/drawn_parts.h"
#include "thigmo/plant/walk.h"

namespace thigmo::samples {
namespace {

Rigid after(const Rigid& second, const Rigid& first) {
    return {(second.rotation * first.rotation).normalized(), second * first.translation};
}

Rigid swing_about(const Vec3& point, Key key, double time, double angle) {
    Random random(key);
    const Vec3 axis =
        Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) + 1e-3);
    const double rate = random.uniform(2, 8), phase = random.uniform(0, 6.28);
    const Quat turn(Eigen::AngleAxisd(angle * std::sin(rate * time + phase), axis.normalized()));
    return {turn, point - turn * point};
}

}  // namespace

Pose swing(const Plant& plant, double time, double angle, double shape_angle) {
    Pose pose = rest_pose(plant);
    const Column<SegmentId, SegmentId> parents = segment_parents(plant);
    for (const SegmentId segment : plant.segments.rows()) {
        const Rigid above = parents[segment].exists() ? pose.segments[parents[segment]] : Rigid{};
        const Vec3& start = plant.segments.start[segment];
        pose.segments[segment] =
            after(above, swing_about(start, plant.segments.key[segment], time, angle));
    }
    for (const DomainId domain : plant.domains.rows()) {
        if (!plant.domains.shape[domain].exists()) continue;
        const SegmentId by = carrier(plant, domain);
        pose.shapes[domain] = after(by.exists() ? pose.segments[by] : Rigid{},
                                    swing_about(plant.domains.placement[domain].position,
                                                plant.domains.key[domain], time, shape_angle));
    }
    return pose;
}

void carry(const Rigid& motion, Pose& pose) {
    for (Rigid& row : pose.segments) row = after(motion, row);
    for (Rigid& row : pose.shapes) row = after(motion, row);
}

}  // namespace thigmo::samples
