// Which bodies read one sample of the air.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/plants.h"
#include "samples/trees.h"
#include "thigmo/air/shelter.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/air_reach.h"
#include "thigmo/sim/articulated/bodies.h"

namespace thigmo {
namespace {

/// Joints in the given shape.
Column<BodyId, Vec3> joints_of(const Bodies& bodies) {
    Column<BodyId, Vec3> joint(bodies.size());
    for (const BodyId i : bodies.rows()) {
        const BodyId p = bodies.parent[i];
        joint[i] =
            p.exists() ? Vec3(joint[p] + bodies.given[p] * bodies.offset[i]) : bodies.offset[i];
    }
    return joint;
}

size_t count_samples(const Bodies& bodies) {
    size_t count = 0;
    for (const BodyId i : bodies.rows()) count += bodies.sampled_at[i] == i ? 1 : 0;
    return count;
}

TEST(BodiesAir, is_sampled_within_reach) {
    for (const Plant& plant :
         {samples::binary_tree(1000), samples::chain(300), samples::sapling()}) {
        const Bodies bodies = build_bodies(plant, {});
        const Column<BodyId, Vec3> joint = joints_of(bodies);
        const auto centre = [&](BodyId i) {
            return Vec3(joint[i] + bodies.given[i] * Vec3(bodies.drag_centre[i], 0, 0));
        };
        for (const BodyId i : bodies.rows()) {
            const BodyId at = bodies.sampled_at[i];
            EXPECT_EQ(bodies.sampled_at[at], at);
            EXPECT_TRUE(is_wood(plant.domains.kind[bodies.domain[at]]));
            if (is_wood(plant.domains.kind[bodies.domain[i]]))
                EXPECT_LE((centre(at) - centre(i)).norm(), air_reach(plant) * (1 + 1e-12));
            else
                EXPECT_EQ(at, bodies.sampled_at[bodies.parent[i]]);
        }
    }
}

TEST(BodiesAir, is_sampled_no_oftener_than_needed) {
    // A rod of n bodies that lie l apart, one sample for every 2⌊reach/l⌋ + 1 of them.
    const Plant rod = samples::chain(480);
    const Bodies bodies = build_bodies(rod, {});
    const auto within = std::floor(air_reach(rod) / 0.05 + 1e-9);
    EXPECT_NEAR(static_cast<double>(count_samples(bodies)), 480 / (2 * within + 1), 2);
    // Bodies farther apart than they may share have one each.
    const Plant coarse = samples::chain(20);
    EXPECT_EQ(count_samples(build_bodies(coarse, {})), build_bodies(coarse, {}).size());
}

TEST(BodiesAir, reaches_half_a_cell_of_shelter) {
    const Plant plant = samples::binary_tree(1000);
    EXPECT_DOUBLE_EQ(2 * shelter_cells * air_reach(plant), grown_bounds(plant).sizes().maxCoeff());
}

}  // namespace
}  // namespace thigmo
