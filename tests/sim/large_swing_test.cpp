// Large swings and jumps of what acts, at sixty steps a second: judged by the same simulator in far
// smaller steps.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/papers/solid_rods.h"
#include "samples/papers/trial.h"

namespace thigmo {
namespace {

constexpr int frames_a_second = 60;

/// A metre's rod along +X.
Plant rod_of(double young) {
    papers::CutRod rod;
    rod.beam.young = young;
    return make(rod);
}

ReducedSettings undamped_reduced() {
    ReducedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.damping = false;
    return settings;
}

/// What acts on a rod, by the time in the middle of a step.
using Acts = void (*)(papers::Trial& trial, double time);

struct Swing {
    std::vector<Vec3> tips;        // after every frame
    std::vector<double> energies;  // likewise, without gravity's
};

Swing swing_of(double young, const SimulatorSettings& settings, Acts acts, double seconds,
               int steps) {
    papers::Trial trial(rod_of(young), settings);
    const SegmentId tip(trial.plant().segments.size() - 1);
    Swing out;
    const auto all = static_cast<int>(std::lround(seconds * frames_a_second)) * steps;
    const double dt = 1.0 / (frames_a_second * steps);
    for (int i = 0; i < all; ++i) {
        acts(trial, (i + 0.5) * dt);
        EXPECT_TRUE(trial.step(dt));
        if ((i + 1) % steps != 0) continue;
        out.tips.push_back(trial.end(tip));
        out.energies.push_back(trial.simulator().energy(Vec3::Zero()).total());
    }
    return out;
}

double apart(const Swing& a, const Swing& b) {
    double most = 0;
    for (size_t i = 0; i < a.tips.size(); ++i)
        most = std::max(most, (a.tips[i] - b.tips[i]).norm());
    return most;
}

/// Distance that the tip swings from side to side.
double width(const Swing& swing) {
    const auto less = [](const Vec3& a, const Vec3& b) { return a.y() < b.y(); };
    const auto [low, high] = std::minmax_element(swing.tips.begin(), swing.tips.end(), less);
    return high->y() - low->y();
}

void fall(papers::Trial& trial, double) {
    trial.gravity = Vec3(0, -9.81, 0);
}

constexpr double soft = 5e7;  // Pa: a rod of 0.6 Hz

/// The tip is pulled aside for a second, softly on and off: the rod then swings by 1.4 m.
void pull_aside(papers::Trial& trial, double time) {
    const double bending = papers::Beam{1, 0.01, soft, 1000}.bending();
    const double s = time < 1 ? std::sin(std::numbers::pi * time) : 0;
    const SegmentId tip(trial.plant().segments.size() - 1);
    trial.gravity.setZero();
    trial.pulls = {{tip, 2 * bending * s * s * Vec3::UnitY()}};
}

/// That shall hold to it at their default settings, undamped.
std::vector<SimulatorSettings> both() {
    return {undamped_reduced(), papers::undamped()};
}

/// Settings that solve each step to rounding: a judge in many small steps must not add up what the
/// default tolerance leaves in each.
SimulatorSettings solved_fully(SimulatorSettings settings) {
    if (auto* const reduced = std::get_if<ReducedSettings>(&settings)) reduced->tolerance = 1e-12;
    return settings;
}

/// Its tip goes from (1, 0) to (0, −1) within half a second.
TEST(LargeSwing, a_limp_rod_falls_right_to_three_millimetres) {
    const double limp = 1e7;
    for (const SimulatorSettings& settings : both()) {
        const Swing exact = swing_of(limp, solved_fully(settings), fall, 0.5, 16),
                    found = swing_of(limp, settings, fall, 0.5, 1);
        EXPECT_GT((exact.tips.back() - Vec3(1, 0, 0)).norm(), 1.3);
        EXPECT_LT(apart(found, exact), 0.003);
    }
}

TEST(LargeSwing, steps_are_of_second_order_and_right_to_three_millimetres) {
    for (const SimulatorSettings& settings : both()) {
        const Swing exact = swing_of(soft, solved_fully(settings), pull_aside, 3, 16);
        EXPECT_GT(width(exact), 1.4);
        double before = 0;
        for (const int steps : {1, 2, 4}) {
            const double off = apart(swing_of(soft, settings, pull_aside, 3, steps), exact);
            if (before > 0)
                EXPECT_GT(std::log2(before / off), 1.8) << steps;
            else
                EXPECT_LT(off, 0.003);
            before = off;
        }
    }
}

/// A base that is thrust aside and stopped again, from rest and to rest.
void thrust(papers::Trial& trial, double time) {
    trial.gravity.setZero();
    trial.base.acceleration = Vec3(0, time < 0.05 || time > 0.45 ? 0 : time < 0.25 ? 10 : -10, 0);
}

TEST(LargeSwing, a_base_whose_acceleration_jumps_gives_no_energy_away) {
    for (const SimulatorSettings& settings : both()) {
        const Swing exact = swing_of(1e8, settings, thrust, 1, 64);
        EXPECT_GT(exact.energies.back(), 0.3);
        for (const int steps : {1, 2, 4}) {
            const Swing found = swing_of(1e8, settings, thrust, 1, steps);
            const double gain = found.energies.back() / exact.energies.back() - 1;
            EXPECT_LT(gain, 0.001) << steps;
            EXPECT_GT(gain, -0.004) << steps;
            EXPECT_LT((found.tips.back() - exact.tips.back()).norm(), 0.002) << steps;
        }
    }
}

/// What a load does at once, when it comes, turns over and goes.
void strike(papers::Trial& trial, double time) {
    trial.gravity.setZero();
    trial.pulls.clear();
    if (time < 0.05 || time > 0.45) return;
    const SegmentId tip(trial.plant().segments.size() - 1);
    trial.pulls = {{tip, Vec3(0, time < 0.25 ? 1 : -1, 0)}};
}

TEST(LargeSwing, a_load_that_jumps_acts_from_then_on) {
    for (const SimulatorSettings& settings : both()) {
        const Swing exact = swing_of(1e8, settings, strike, 1, 64),
                    found = swing_of(1e8, settings, strike, 1, 1);
        EXPECT_GT((exact.tips[26] - Vec3(1, 0, 0)).norm(), 0.2);
        EXPECT_LT((found.tips.back() - exact.tips.back()).norm(), 0.003);
    }
}

TEST(LargeSwing, reduced_keeps_its_energy_for_a_minute) {
    const Swing swing = swing_of(soft, undamped_reduced(), pull_aside, 61, 1);
    const double start = swing.energies[frames_a_second];
    for (size_t i = frames_a_second; i < swing.energies.size(); ++i)
        ASSERT_LT(swing.energies[i], 1.001 * start) << i;
    EXPECT_GT(swing.energies.back(), 0.9 * start);
}

}  // namespace
}  // namespace thigmo
