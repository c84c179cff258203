// Blended poses: the one, the other, and what hangs together between them.
#include "thigmo/scene/crossfade.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// Every segment turned about its start by so much more than the one it hangs on.
Pose bent(const Plant& plant, const Vec3& axis, double angle) {
    Pose pose = rest_pose(plant);
    const Column<SegmentId, SegmentId> parents = segment_parents(plant);
    const Quat turn(Eigen::AngleAxisd(angle, axis));
    for (const SegmentId row : plant.segments.rows()) {
        const Vec3& joint = plant.segments.start[row];
        const Rigid on = parents[row].exists() ? pose.segments[parents[row]] : Rigid{};
        const Quat own = turn * on.rotation;
        pose.segments[row] = {own, on * joint - own * joint};
    }
    for (const DomainId row : plant.domains.rows())
        if (const SegmentId on = plant.domains.attachment[row].segment;
            on.exists() && plant.domains.segments[row].empty())
            pose.shapes[row] = pose.segments[on];
    return pose;
}

double apart(const Plant& plant, const Pose& a, const Pose& b) {
    double most = 0;
    for (const SegmentId row : plant.segments.rows())
        most = std::max(most, (a.segments[row] * plant.segments.end[row] -
                               b.segments[row] * plant.segments.end[row])
                                  .norm());
    return most;
}

TEST(Crossfade, goes_from_one_pose_to_the_other) {
    const Plant plant = samples::sapling();
    const Pose a = bent(plant, Vec3::UnitZ(), 0.3), b = bent(plant, Vec3::UnitX(), 0.4);
    Crossfade fade(plant, 1);
    fade.keep(0, b);
    Pose none = a, all = a;
    fade.blend(0, 0, none);
    fade.blend(0, 1, all);
    EXPECT_EQ(apart(plant, none, a), 0);
    EXPECT_LT(apart(plant, all, b), 1e-6);
    EXPECT_GT(apart(plant, a, b), 0.1);
}

TEST(Crossfade, keeps_joints_together_between_poses_far_apart) {
    const Plant plant = samples::sapling();
    Crossfade fade(plant, 1);
    fade.keep(0, bent(plant, Vec3::UnitX(), 0.5));
    Pose half = bent(plant, Vec3::UnitX(), -0.5);
    fade.blend(0, 0.5, half);
    const Column<SegmentId, SegmentId> parents = segment_parents(plant);
    for (const SegmentId row : plant.segments.rows()) {
        if (!parents[row].exists()) continue;
        const Vec3& joint = plant.segments.start[row];
        EXPECT_LT((half.segments[row] * joint - half.segments[parents[row]] * joint).norm(), 1e-6);
    }
    EXPECT_LT(apart(plant, half, rest_pose(plant)), 1e-6);
}

}  // namespace
}  // namespace thigmo
