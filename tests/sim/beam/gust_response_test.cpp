// Sways of several modes together: closed forms of one oscillator, and what gusts leave of it.
#include "thigmo/sim/beam/gust_response.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <memory>
#include <numbers>
#include <vector>

#include "thigmo/air/wind.h"
#include "thigmo/mechanics/spectrum.h"

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

/// Gusts at places (m) across the wind, sampled in time, as the air makes them: their mean squared
/// over the mean of their squares, at frequencies about one (Hz).
double sampled_share(const std::vector<double>& places, double frequency) {
    WindSettings wind;
    const std::unique_ptr<Air> air = make_air(wind);
    constexpr size_t steps = 4096;
    constexpr double dt = 1.0 / 16;
    std::vector<std::vector<double>> series(places.size(), std::vector<double>(steps));
    std::vector<AirSample> samples(places.size());
    for (size_t i = 0; i < steps; ++i) {
        for (size_t k = 0; k < places.size(); ++k) samples[k].point = Vec3(0, 5, places[k]);
        air->sample(samples, static_cast<double>(i) * dt);
        for (size_t k = 0; k < places.size(); ++k) series[k][i] = samples[k].wind.x();
    }
    double together = 0, alone = 0;
    for (double f = frequency / 1.3; f < frequency * 1.3; f += 1 / (steps * dt)) {
        std::complex<double> sum = 0;
        for (const std::vector<double>& own : series) {
            std::complex<double> wave = 0;
            for (size_t i = 0; i < steps; ++i)
                wave += own[i] *
                        std::polar(1.0, -2 * std::numbers::pi * f * dt * static_cast<double>(i));
            sum += wave / static_cast<double>(places.size());
            alone += std::norm(wave) / static_cast<double>(places.size());
        }
        together += std::norm(sum);
    }
    return together / alone;
}

TEST(GustResponse, wide_crowns_feel_less_of_quick_gusts) {
    double last = INFINITY;
    for (const double spread : {0.0, 0.1, 0.5, 2.0}) {
        const double own = coherent_share(2, {8, 50, spread});
        EXPECT_LT(own, last);
        last = own;
    }
    EXPECT_EQ(coherent_share(2, {8, 50, 0}), 1);
    // Far apart parts are pushed one by one: the share falls with the area.
    EXPECT_NEAR(coherent_share(2, {8, 50, 20}) / coherent_share(2, {8, 50, 40}), 4, 0.3);
}

TEST(GustResponse, parts_feel_as_much_at_once_as_the_airs_own_gusts) {
    // Two places r apart: χ² is the mean over pairs, themselves among them, of the coherence.
    const double length = integral_scales(10)[0];
    for (const auto& [r, f] : {std::pair(0.4, 0.5), {0.4, 1.0}, {1.0, 0.5}, {0.2, 2.0}}) {
        const double x = 12 * r * std::hypot(f / 8, 0.12 / length);
        EXPECT_NEAR(sampled_share({0, r}, f), 0.5 + 0.5 * std::exp(-x * x / (x + 0.4)), 0.07)
            << r << " m, " << f << " Hz";
    }
}

TEST(GustResponse, the_swell_has_the_slow_part_of_the_gusts) {
    EXPECT_NEAR(swell_variance(8, 50), 1 - std::pow(1 + 6 * swell_below * 50 / 8, -2.0 / 3), 1e-12);
}

}  // namespace
}  // namespace thigmo
