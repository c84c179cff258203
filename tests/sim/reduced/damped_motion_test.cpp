// Damped and preloaded bodies: of which order their steps are, and that a state brings its preload.
#include <gtest/gtest.h>

#include "samples/papers/solid_rods.h"
#include "samples/plants.h"
#include "thigmo/sim/fem/fem.h"
#include "thigmo/sim/reduced/reduced.h"

namespace thigmo {
namespace {

/// The tip of a metre's rod that is let go under so much gravity, damped by so much of critical,
/// after so many steps of 0.2 s in all.
template <class Settings>
Vec3 tip_after(int steps, double gravity, double damping, Settings settings) {
    papers::CutRod rod;
    rod.domains = 2;
    Plant plant = make(rod);
    for (Material& material : plant.materials) material.damping_ratio = damping;
    settings.footing.shape = GivenShape::unloaded;
    papers::Trial trial(plant, settings);
    trial.gravity = Vec3(0, -gravity, 0);
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(trial.step(0.2 / steps));
    return trial.end(SegmentId(plant.segments.size() - 1));
}

ReducedSettings exactly() {
    ReducedSettings settings;
    settings.tolerance = 1e-12;
    settings.most_iterates = 50;
    settings.most_pieces = 1;
    return settings;
}

TEST(DampedMotion, steps_are_of_second_order) {
    std::vector<Vec3> tips;
    for (const int steps : {12, 24, 48}) tips.push_back(tip_after(steps, 10, 0.1, exactly()));
    EXPECT_LT(tips.back().y(), -0.08);
    const double order = std::log2((tips[0] - tips[1]).norm() / (tips[1] - tips[2]).norm());
    EXPECT_NEAR(order, 2, 0.1);
}

/// What bends by a third of its length within a few steps is not held back by their length.
TEST(DampedMotion, sixty_steps_a_second_go_as_far_as_many) {
    const Vec3 few = tip_after(12, 50, 0.1, exactly()), many = tip_after(384, 50, 0.1, exactly());
    EXPECT_LT(many.y(), -0.35);
    EXPECT_LT((few - many).norm(), 0.002);
}

/// There the stress of every element is viscous, and a turn as a whole strains none.
TEST(DampedMotion, is_that_of_full_elements) {
    for (const double gravity : {5.0, 50.0})
        for (const double damping : {0.1, 0.3}) {
            const double fem = tip_after(24, gravity, damping, FemSettings()).y(),
                         reduced = tip_after(24, gravity, damping, exactly()).y(),
                         undamped = tip_after(24, gravity, 0, exactly()).y();
            EXPECT_NEAR(reduced, fem, 0.02 * std::abs(fem)) << gravity << ' ' << damping;
            EXPECT_LT(undamped, 1.08 * fem) << gravity << ' ' << damping;
        }
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
