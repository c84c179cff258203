// Stalks: how fast what hangs on them swings and twists.
#include "thigmo/sim/stalk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/plants.h"
#include "thigmo/sim/rigid_part.h"

namespace thigmo {
namespace {

/// A row of the sapling that is a leaf.
DomainId leaf_of(const Plant& plant) {
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.kind[domain] == Kind::leaf) return domain;
    return {};
}

/// A ball of even density, held at `arm` from its middle (m), along x.
Solid ball(double mass, double radius, double arm) {
    return shifted({mass, Vec3::Zero(), 0.4 * mass * radius * radius * Mat3::Identity()},
                   Vec3(arm, 0, 0));
}

/// Frequencies (Hz) of a twist and two swings, each alone.
Vec3 frequencies(const Vec3& stiffness, const Solid& hung) {
    const Vec3 inertia = hung.inertia.diagonal();
    return stiffness.cwiseQuotient(inertia).cwiseSqrt() / (2 * std::numbers::pi);
}

/// A pendulum as long as the ball is wide makes 0.7 swings a second; wood twists by a fifth of it.
TEST(Stalk, a_fruit_held_in_its_middle_swings_and_twists_as_if_it_hung) {
    Plant plant = samples::sapling();
    const DomainId fruit = leaf_of(plant);
    plant.domains.kind[fruit] = Kind::fruit;
    const Plate plate = make_plate(plant.shapes[plant.domains.shape[fruit]]);
    for (const double arm : {0.0, 1e-7, 1e-3}) {
        const Solid hung = ball(2, 0.15, arm);
        const Vec3 found = frequencies(stalk_stiffness(plant, fruit, plate, hung), hung);
        EXPECT_GT(found.minCoeff(), 0.15) << arm;
        EXPECT_LT(found.maxCoeff(), 3) << arm;
    }
}

TEST(Stalk, what_hangs_is_held_by_its_weight_alone) {
    Plant plant = samples::sapling();
    const DomainId fruit = leaf_of(plant);
    plant.domains.kind[fruit] = Kind::fruit;
    const Plate plate = make_plate(plant.shapes[plant.domains.shape[fruit]]);
    const Vec3 k = stalk_stiffness(plant, fruit, plate, ball(2, 0.15, 0.15));
    EXPECT_NEAR(k.y(), 2 * standard_gravity * 0.15 / leaf_sag, 1e-12);
    EXPECT_EQ(k.y(), k.z());
}

}  // namespace
}  // namespace thigmo
