// Sways of several modes together: closed forms of one oscillator, and what gusts leave of it.
#include "thigmo/sim/beam/gust_response.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

/// Modes whose tips all move by 1 along y.
BranchModes modes_of(const std::vector<double>& frequencies, double ratio) {
    BranchModes modes;
    const auto n = static_cast<Eigen::Index>(frequencies.size());
    modes.squares.resize(n);
    modes.tip = Vec3::UnitY().replicate(1, n);
    modes.damping = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
        const double omega = 2 * std::numbers::pi * frequencies[static_cast<size_t>(k)];
        modes.squares[k] = omega * omega;
        modes.damping(k, k) = 2 * ratio * omega;
    }
    return modes;
}

Response response_of(const BranchModes& modes) {
    return tip_response(modes, modes.damping, Eigen::VectorXd::Ones(modes.size()), Vec3::UnitY());
}

TEST(GustResponse, one_mode_answers_as_a_damped_oscillator) {
    const double omega = 2 * std::numbers::pi * 1.5, ratio = 0.1;
    const Response own = response_of(modes_of({1.5}, ratio));
    EXPECT_NEAR(own.to_white_noise(), 1 / (8 * ratio * std::pow(omega, 3)),
                1e-9 / std::pow(omega, 3));
    for (const double w : {0.0, 4.0, omega, 20.0}) {
        const std::complex<double> expected =
            1.0 / std::complex<double>(omega * omega - w * w, 2 * ratio * omega * w);
        EXPECT_LT(std::abs(own.at(w) - expected), 1e-9 * std::abs(expected));
    }
}

TEST(GustResponse, modes_far_apart_add_their_variances) {
    const double one = response_of(modes_of({1}, 0.02)).to_white_noise(),
                 other = response_of(modes_of({9}, 0.02)).to_white_noise();
    EXPECT_NEAR(response_of(modes_of({1, 9}, 0.02)).to_white_noise(), one + other,
                0.01 * (one + other));
}

TEST(GustResponse, two_modes_at_one_frequency_are_one_of_twice_the_force) {
    const double one = response_of(modes_of({2}, 0.1)).to_white_noise();
    EXPECT_NEAR(response_of(modes_of({2, 2.0001}, 0.1)).to_white_noise(), 4 * one, 0.01 * one);
}

TEST(GustResponse, a_slow_resonance_has_the_variance_of_the_inertial_range) {
    // Lightly damped sway has a variance of f S π/(4ζ).
    const GustsMet gusts{8, 50, 0};
    const double ratio = 0.02;
    const double narrow = std::pow(inertial_gusts(4, gusts), 2) * std::numbers::pi / (4 * ratio);
    EXPECT_NEAR(gust_variance(response_of(modes_of({4}, ratio)), gusts) / narrow, 1.15, 0.15);
}

TEST(GustResponse, wide_crowns_feel_less_of_quick_gusts) {
    const Response quick = response_of(modes_of({2}, 0.05));
    double last = INFINITY;
    for (const double spread : {0.0, 0.1, 0.5, 2.0}) {
        const double own = gust_variance(quick, {8, 50, spread});
        EXPECT_LT(own, last);
        last = own;
    }
    // Far apart parts are pushed one by one: the share falls with the area.
    const double far = gust_variance(quick, {8, 50, 20}),
                 farther = gust_variance(quick, {8, 50, 40});
    EXPECT_NEAR(far / farther, 4, 0.3);
}

TEST(GustResponse, the_swell_has_the_slow_part_of_the_gusts) {
    EXPECT_NEAR(swell_variance(8, 50), 1 - std::pow(1 + 6 * swell_below * 50 / 8, -2.0 / 3), 1e-12);
}

}  // namespace
}  // namespace thigmo
