// Damped and preloaded bodies: of which order their steps are, and that a state brings its preload.
#include <gtest/gtest.h>

#include "samples/papers/solid_rods.h"
#include "samples/plants.h"
#include "thigmo/sim/fem/fem.h"
#include "thigmo/sim/reduced/reduced.h"

namespace thigmo {
namespace {

papers::CutRod rod_of(size_t domains, double crook) {
    papers::CutRod rod;
    rod.domains = domains;
    rod.crook = crook;
    return rod;
}

/// How far the tip of a metre's rod goes that is let go under gravity, damped by so much of
/// critical, in so many steps of 0.2 s in all.
template <class Settings>
Vec3 fallen(const papers::CutRod& rod, const Vec3& gravity, double damping, int steps,
            Settings settings) {
    Plant plant = make(rod);
    for (Material& material : plant.materials) material.damping_ratio = damping;
    settings.footing.shape = GivenShape::unloaded;
    papers::Trial trial(plant, settings);
    const SegmentId tip(plant.segments.size() - 1);
    const Vec3 before = trial.end(tip);
    trial.gravity = gravity;
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(trial.step(0.2 / steps));
    return trial.end(tip) - before;
}

ReducedSettings exactly() {
    ReducedSettings settings;
    settings.tolerance = 1e-12;
    settings.most_iterates = 50;
    settings.most_pieces = 1;
    return settings;
}

TEST(DampedMotion, steps_are_of_second_order) {
    std::vector<Vec3> ways;
    for (const int steps : {12, 24, 48})
        ways.push_back(fallen(rod_of(2, 0), Vec3(0, -10, 0), 0.1, steps, exactly()));
    EXPECT_LT(ways.back().y(), -0.08);
    const double order = std::log2((ways[0] - ways[1]).norm() / (ways[1] - ways[2]).norm());
    EXPECT_NEAR(order, 2, 0.1);
}

/// What bends by a third of its length within a few steps is not held back by their length, and
/// the stiff shapes that follow it leave the steps their order.
TEST(DampedMotion, sixty_steps_a_second_go_as_far_as_many) {
    const Vec3 gravity(0, -50, 0);
    const Vec3 many = fallen(rod_of(2, 0), gravity, 0.1, 384, exactly());
    EXPECT_LT(many.y(), -0.35);
    std::vector<double> off;
    for (const int steps : {12, 24, 48})
        off.push_back((fallen(rod_of(2, 0), gravity, 0.1, steps, exactly()) - many).norm());
    EXPECT_LT(off[0], 0.0015);
    EXPECT_GT(std::log2(off[0] / off[1]), 1.8);
    EXPECT_GT(std::log2(off[1] / off[2]), 1.8);
}

/// There the stress of every element is viscous, and a turn as a whole strains none.
TEST(DampedMotion, is_that_of_full_elements) {
    for (const double gravity : {5.0, 50.0}) {
        const Vec3 down(0, -gravity, 0);
        const double undamped = fallen(rod_of(2, 0), down, 0, 24, exactly()).y();
        for (const double damping : {0.1, 0.3}) {
            const double fem = fallen(rod_of(2, 0), down, damping, 24, FemSettings()).y(),
                         reduced = fallen(rod_of(2, 0), down, damping, 24, exactly()).y();
            EXPECT_NEAR(reduced / fem, 1, gravity > 10 ? 0.008 : 0.02) << gravity << ' ' << damping;
            EXPECT_LT(undamped, 1.08 * fem) << gravity << ' ' << damping;
        }
    }
}

/// Bends of a crooked rod are mixed with stretch, the more the higher their frequency.
TEST(DampedMotion, of_crooked_rods_is_that_of_full_elements) {
    for (const size_t domains : {1, 2, 3})
        for (const Vec3& gravity : {Vec3(0, -30, 0), Vec3(0, 0, -30)}) {
            const papers::CutRod rod = rod_of(domains, 0.5);
            const double fem = fallen(rod, gravity, 0.2, 24, FemSettings()).norm(),
                         reduced = fallen(rod, gravity, 0.2, 24, exactly()).norm(),
                         undamped = fallen(rod, gravity, 0, 24, exactly()).norm();
            EXPECT_NEAR(reduced / fem, 1, 0.05) << domains << ' ' << gravity.transpose();
            EXPECT_GT(undamped, 1.15 * fem) << domains << ' ' << gravity.transpose();
        }
}

/// A domain made four times as stiff while it moves has the viscosity of one that always was: β
/// stays, and so ζ doubles with the frequency.
TEST(DampedMotion, goes_with_the_factor_of_stiffness) {
    Plant soft = make(rod_of(2, 0)), stiff = soft;
    for (Material& material : soft.materials) material.damping_ratio = 0.1;
    for (Material& material : stiff.materials) {
        material.damping_ratio = 0.2;
        material.young *= 4;
        material.shear *= 4;
    }
    ReducedSettings settings = exactly();
    settings.footing.shape = GivenShape::unloaded;
    papers::Trial factor(soft, settings), itself(stiff, settings);
    factor.simulator().set_stiffness(Column<DomainId, double>(soft.domains.size(), 4.0));
    const SegmentId tip(soft.segments.size() - 1);
    factor.gravity = itself.gravity = Vec3(0, -20, 0);
    for (int i = 0; i < 12; ++i) EXPECT_TRUE(factor.step(1.0 / 60) && itself.step(1.0 / 60));
    EXPECT_LT(itself.end(tip).y(), -0.015);
    EXPECT_LT((factor.end(tip) - itself.end(tip)).norm(), 1e-6);
}

/// A state that is restored into a simulator made for another gravity goes on to the bit.
TEST(DampedMotion, a_state_brings_its_preload) {
    const Plant plant = samples::sapling();
    ReducedSettings settings, other;
    other.models = settings.models;
    other.footing.gravity = Vec3(2, -4, 1);
    const auto first = make_reduced(plant, settings, {}), second = make_reduced(plant, other, {});
    Loads loads;
    loads.gravity = Vec3(1, -9.81, 0);
    for (int i = 0; i < 5; ++i) first->step(1.0 / 60, loads);
    std::vector<double> state, a, b;
    first->save(state);
    second->restore(state);
    for (int i = 0; i < 5; ++i) {
        first->step(1.0 / 60, loads);
        second->step(1.0 / 60, loads);
    }
    first->save(a);
    second->save(b);
    EXPECT_NE(a, state);
    EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace thigmo
