// Small motions in one form for all simulators.
#include "thigmo/sim/linear_modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/papers/rods.h"

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

LinearMode mode_of(double frequency, const Vec3& end, const Vec3& drive = Vec3::Zero()) {
    LinearMode mode;
    mode.frequency = frequency;
    mode.end.push_back(end);
    mode.drive = drive;
    return mode;
}

TEST(LinearModesTest, shapes_are_alike_up_to_a_factor) {
    const Column<SegmentId, Vec3> a = {{1, 0, 0}, {2, 0, 0}}, b = {{-3, 0, 0}, {-6, 0, 0}},
                                  c = {{2, 0, 0}, {-1, 0, 0}};
    EXPECT_NEAR(shape_likeness(a, b), 1, 1e-12);
    EXPECT_NEAR(shape_likeness(a, c), 0, 1e-12);
    EXPECT_EQ(shape_likeness(a, {Vec3::Zero(), Vec3::Zero()}), 0);
}

TEST(LinearModesTest, likest_mode_is_that_of_the_shape_and_then_of_the_frequency) {
    const std::vector<LinearMode> modes = {mode_of(1, {1, 0, 0}), mode_of(1.1, {0, 1, 0}),
                                           mode_of(9, {0, 1, 0})};
    EXPECT_EQ(likest_mode(modes, mode_of(1, {0, 2, 0})), 1u);
    EXPECT_EQ(likest_mode(modes, mode_of(8, {0, 2, 0})), 2u);
    EXPECT_EQ(likest_mode(modes, mode_of(1.5, {3, 0.1, 0})), 0u);
}

TEST(LinearModesTest, white_noise_shakes_an_oscillator_as_is_known) {
    // σ² = S/(8 ζ ω³) for a one-sided density S per Hz.
    const double f = 2, omega = 2 * pi * f, zeta = 0.05, density = 0.3;
    LinearModes modes;
    modes.modes = {mode_of(f, {0, 0.5, 0}, {0, 3, 0})};
    modes.damping = Eigen::MatrixXd::Constant(1, 1, 2 * zeta * omega);
    const Vec3 directions[] = {Vec3::UnitY(), Vec3::UnitZ()};
    EXPECT_NEAR(shaken_rms(modes, SegmentId(size_t{0}), directions, density),
                1.5 * std::sqrt(density / (8 * zeta * std::pow(omega, 3))), 1e-12);
    // Far apart, two modes add their squares.
    modes.modes.push_back(mode_of(50 * f, {0, 0.5, 0}, {0, 1000, 0}));
    modes.damping = Eigen::Vector2d(2 * zeta * omega, 2 * zeta * 50 * omega).asDiagonal();
    const double slow = density / (8 * zeta * std::pow(omega, 3)),
                 fast = density / (8 * zeta * std::pow(50 * omega, 3));
    EXPECT_NEAR(shaken_rms(modes, SegmentId(size_t{0}), directions, density) /
                    std::sqrt(2.25 * slow + 250000 * fast),
                1, 0.01);
}

/// A level cantilever of 24 segments, by its closed forms, in every simulator.
class LinearRod : public testing::TestWithParam<const char*> {
  protected:
    static constexpr size_t segments = 24;
    Plant plant_ = papers::rod({}, segments, Vec3::UnitX());
    SimulatorSettings settings_ = settings_for(GetParam(), {});
    double mass_ = papers::Beam{}.density * pi * papers::Beam{}.radius * papers::Beam{}.radius *
                   papers::Beam{}.length;
};

TEST_P(LinearRod, has_the_first_mode_of_a_beam) {
    const LinearModes found = find_linear_modes(plant_, settings_, 2);
    ASSERT_EQ(found.modes.size(), 2u) << found.failure;
    const papers::Beam beam;
    const double second = pi * std::pow(beam.radius, 4) / 4;
    const double f = 1.8751041 * 1.8751041 / (2 * pi * beam.length * beam.length) *
                     std::sqrt(beam.young * second * beam.length / mass_);
    for (const LinearMode& mode : found.modes) {
        EXPECT_NEAR(mode.frequency / f, 1, 0.015);
        // Of unit modal mass: the tip moves by 2/√m, and 0.613 of the mass takes part.
        EXPECT_NEAR(mode.end.back().norm() * std::sqrt(mass_), 2, 0.06);
        EXPECT_NEAR(mode.drive.squaredNorm() / mass_, 0.6131, 0.02);
        EXPECT_LT(std::abs(mode.end.back().x()), 1e-3 * mode.end.back().norm());
    }
    EXPECT_NEAR(found.damping(0, 0) / (2 * 0.05 * 2 * pi * f), 1, 0.05);
    EXPECT_NEAR(found.damping(0, 1) / found.damping(0, 0), 0, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(all, LinearRod, testing::Values("articulated", "beam", "reduced", "fem"),
                         [](const auto& each) { return std::string(each.param); });

class LinearSag : public LinearRod {};

TEST_P(LinearSag, is_that_of_a_beam) {
    const Vec3 gravity(0, -9.81, 0);
    const papers::Beam beam;
    const double expected = mass_ * 9.81 * std::pow(beam.length, 3) /
                            (8 * beam.young * pi * std::pow(beam.radius, 4) / 4);
    const Column<SegmentId, Vec3> sag = find_linear_sag(plant_, settings_, gravity);
    EXPECT_NEAR(-sag.back().y() / expected, 1, 0.01);
    EXPECT_GT(sag[SegmentId(size_t{0})].y(), 0.02 * sag.back().y());
}

INSTANTIATE_TEST_SUITE_P(all, LinearSag, testing::Values("articulated", "reduced", "fem"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace thigmo
