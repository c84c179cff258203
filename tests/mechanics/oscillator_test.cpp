// The driven oscillator against integration in time and by frequency.
#include "thigmo/mechanics/oscillator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

struct Response {
    double f, amplitude;
};
/// Of 2 kg at 1.5 Hz with a damping of 0.8/s, by integration in time.
constexpr Response responses[] = {{0, 0.0056289546468},  {0.5, 0.00632936829401},
                                  {1, 0.0100799620387},  {1.5, 0.0663145596216},
                                  {2, 0.00716180236017}, {3, 0.00187332119182}};
constexpr double ratio = 0.8 / (4 * std::numbers::pi * 1.5);

TEST(OscillatorTest, answers_as_its_equation_of_motion_does) {
    for (const Response& row : responses)
        EXPECT_NEAR(oscillator_response(row.f, 1.5, ratio, 2), row.amplitude, 1e-12) << row.f;
}

TEST(OscillatorTest, variance_under_white_force_is_the_sum_over_frequencies) {
    double sum = 0;
    for (double f = 5e-4; f < 200; f += 1e-3)
        sum += 3 * std::pow(oscillator_response(f, 1.5, ratio, 2), 2) * 1e-3;
    // σ² = S / (16π⁴ m²) · π / (4ζ f_h³)
    const double variance = 3 / (16 * std::pow(std::numbers::pi, 4) * 4) * std::numbers::pi /
                            (4 * ratio * std::pow(1.5, 3));
    EXPECT_NEAR(variance, sum, 1e-6 * sum);
}

}  // namespace
}  // namespace thigmo
