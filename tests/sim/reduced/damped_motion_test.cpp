// Damped and preloaded bodies: of which order their steps are, and that a state brings its preload.
#include <gtest/gtest.h>

#include "samples/papers/solid_rods.h"
#include "samples/plants.h"
#include "thigmo/sim/reduced/reduced.h"

namespace thigmo {
namespace {

/// The tip of a rod that is let go under five times its weight, which bends it by a third of its
/// length, damped by a tenth of critical, after so many steps of 0.2 s in all.
Vec3 tip_after(int steps) {
    papers::CutRod rod;
    rod.domains = 2;
    Plant plant = make(rod);
    for (Material& material : plant.materials) material.damping_ratio = 0.1;
    ReducedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.tolerance = 1e-12;
    settings.most_iterates = 50;
    settings.most_pieces = 1;
    papers::Trial trial(plant, settings);
    trial.gravity = Vec3(0, -50, 0);
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(trial.step(0.2 / steps));
    return trial.end(SegmentId(plant.segments.size() - 1));
}

TEST(DampedMotion, steps_are_of_second_order_far_from_rest) {
    std::vector<Vec3> tips;
    for (const int steps : {96, 192, 384, 768}) tips.push_back(tip_after(steps));
    EXPECT_LT(tips.back().y(), -0.2);
    const double order = std::log2((tips[1] - tips[2]).norm() / (tips[2] - tips[3]).norm());
    EXPECT_GT(order, 1.8);
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
