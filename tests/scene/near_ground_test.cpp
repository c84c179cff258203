// Contact points near the ground, against a look at all of them.
#include "thigmo/scene/near_ground.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "samples/plants.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

TEST(NearGround, no_low_point_is_missed_and_few_others_found) {
    const Plant plant = samples::sapling();
    const auto simulator = make_simulator(plant, ArticulatedSettings{}, {});
    std::vector<AirSample> air;
    for (int k = 0; k < 40; ++k) {
        simulator->air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(20, -3, 4);
        Loads loads;
        loads.air = air;
        simulator->step(1. / 60, loads);
    }
    const ContactPoints points = contact_points(plant);
    const ContactGroups groups = group_contacts(plant, points);
    Pose all, some;
    simulator->pose(all);
    const auto height_in = [](const Pose& pose, const ContactPoint& at) {
        const Rigid& motion = at.table == Load::Table::segments ? pose.segments[SegmentId(at.row)]
                                                                : pose.shapes[DomainId(at.row)];
        return (motion * at.point).y() - at.radius;
    };
    for (const double height : {-1., 0.1, 0.5, 0.8, 1., 3.}) {
        std::vector<uint32_t> near;
        find_near_ground(plant, points, groups, *simulator, height, some, near);
        EXPECT_TRUE(std::ranges::is_sorted(near));
        for (uint32_t i = 0; i < points.size(); ++i) {
            const bool found = std::ranges::binary_search(near, i);
            EXPECT_TRUE(found || height_in(all, points[i]) >= height) << height;
            EXPECT_TRUE(!found || height_in(all, points[i]) <= height + 1) << height;
        }
        for (const uint32_t i : near)
            EXPECT_NEAR(height_in(some, points[i]), height_in(all, points[i]), 1e-14);
    }
}

}  // namespace
}  // namespace thigmo
