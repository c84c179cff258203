// Sway: known frequencies and damping are found again.
#include "thigmo/mechanics/sway.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/message.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// A free decay from rest beside an offset.
std::vector<double> decay(double f, double zeta, double step, size_t count, double size = 1) {
    std::vector<double> signal;
    const double omega = turn * f, damped = omega * std::sqrt(1 - zeta * zeta);
    for (size_t i = 0; i < count; ++i) {
        const double t = step * static_cast<double>(i);
        signal.push_back(5 +
                         size * std::exp(-zeta * omega * t) *
                             (std::cos(damped * t) + zeta * omega / damped * std::sin(damped * t)));
    }
    return signal;
}

/// An oscillator in noise, exact at its samples, after a run-in. The noise is white, or slower than
/// a corner frequency (Hz) like gusts.
std::vector<double> noisy(double f, double zeta, double step, size_t count, uint64_t seed,
                          double corner = 0) {
    // Impulses at the samples, each followed by the exact free motion.
    const double omega = turn * f, sigma = zeta * omega,
                 damped = omega * std::sqrt(1 - zeta * zeta);
    const double e = std::exp(-sigma * step), c = std::cos(damped * step),
                 s = std::sin(damped * step);
    Random random(seed);
    std::vector<double> signal;
    double x = 0, v = 0, push = 0;
    const auto run_in = static_cast<size_t>(10 / (sigma * step));
    for (size_t i = 0; i < run_in + count; ++i) {
        push = corner > 0 ? push * (1 - turn * corner * step) + random.normal() : random.normal();
        v += push;
        const double next = e * (x * c + (v + sigma * x) / damped * s);
        v = e * (v * c - (omega * omega * x + sigma * v) / damped * s);
        x = next;
        if (i >= run_in) signal.push_back(x);
    }
    return signal;
}

TEST(PowerSpectrumTest, holds_the_variance) {
    Random random(4);
    std::vector<double> signal(5000);
    for (double& value : signal) value = 3 + 2 * random.normal();
    for (const PowerSpectrum& spectrum : {periodogram(signal, 0.01), welch(signal, 0.01, 8)}) {
        double sum = 0;
        for (const double density : spectrum.density) sum += density * spectrum.resolution();
        EXPECT_NEAR(sum, 4, 0.3);
        EXPECT_NEAR(spectrum.frequency.back(), 50, 1e-9);
    }
}

TEST(PowerSpectrumTest, peak_of_a_sine_is_refined_between_bins) {
    for (const double f : {1.0, 1.013, 1.07}) {
        std::vector<double> sine;
        for (int i = 0; i < 3000; ++i) sine.push_back(std::sin(turn * f * 0.01 * i));
        const auto peak = dominant_frequency(welch(sine, 0.01, 1));
        ASSERT_TRUE(peak);
        EXPECT_NEAR(*peak, f, 1e-3);
    }
}

TEST(SwayTest, free_decay_to_one_percent) {
    for (const double zeta : {0.002, 0.02, 0.1, 0.2})
        for (const double f : {0.4, 2.0}) {
            const Sway sway = measure_sway(decay(f, zeta, 0.02, 1500), 0.02, "tip");
            EXPECT_EQ(sway.method, Sway::Method::free_decay);
            EXPECT_NEAR(sway.damping_ratio / zeta, 1, 0.01) << f << " Hz, " << zeta;
            EXPECT_NEAR(sway.dominant_hz / (f * std::sqrt(1 - zeta * zeta)), 1, 1e-3);
            EXPECT_GT(sway.explained, 0.999);
        }
}

TEST(SwayTest, free_decay_in_noise) {
    std::vector<double> signal = decay(0.7, 0.03, 0.05, 600);
    Random random(8);
    for (double& value : signal) value += 0.02 * random.normal();
    const Sway sway = measure_sway(signal, 0.05, "tip");
    EXPECT_EQ(sway.method, Sway::Method::free_decay);
    EXPECT_NEAR(sway.damping_ratio, 0.03, 0.001);
}

TEST(SwayTest, two_modes_do_not_disturb_each_other) {
    std::vector<double> signal = decay(0.5, 0.03, 0.02, 2000);
    const std::vector<double> second = decay(1.9, 0.01, 0.02, 2000, 0.3);
    for (size_t i = 0; i < signal.size(); ++i) signal[i] += second[i];
    const Sway sway = measure_sway(signal, 0.02, "tip");
    EXPECT_NEAR(sway.dominant_hz, 0.5, 0.001);
    EXPECT_NEAR(sway.damping_ratio, 0.03, 0.0003);
    ASSERT_GE(sway.other_hz.size(), 1u);
    EXPECT_NEAR(sway.other_hz[0], 1.9, 0.002);
}

TEST(SwayTest, a_creep_is_no_sway) {
    // A tip that was let go: most of its way back is the branches' slow return.
    for (const double rate : {0.05, 0.3, 2.0}) {
        std::vector<double> signal = decay(0.5, 0.03, 0.02, 2000);
        for (size_t i = 0; i < signal.size(); ++i)
            signal[i] += 4 * std::exp(-rate * 0.02 * static_cast<double>(i));
        const Sway sway = measure_sway(signal, 0.02, "tip");
        EXPECT_EQ(sway.method, Sway::Method::free_decay);
        EXPECT_NEAR(sway.dominant_hz, 0.5, 0.001) << rate;
        EXPECT_NEAR(sway.damping_ratio, 0.03, 0.0003) << rate;
        for (const double hz : sway.other_hz) EXPECT_GT(hz, 1 / 40.) << rate;
    }
}

TEST(SwayTest, resonance_in_noise_to_its_statistical_error) {
    // 8 records of 300 s: their mean is about three times closer than one.
    for (const double zeta : {0.02, 0.08}) {
        double mean = 0, mean_f = 0, error = 0;
        constexpr int records = 8;
        for (uint64_t seed = 0; seed < records; ++seed) {
            const Sway sway = measure_sway(noisy(0.8, zeta, 0.1, 3000, seed), 0.1, "tip");
            EXPECT_EQ(sway.method, Sway::Method::resonance);
            ASSERT_TRUE(sway.damping_error);
            EXPECT_NEAR(sway.damping_ratio / zeta, 1, 4.5 * *sway.damping_error);
            mean += sway.damping_ratio / zeta / records;
            mean_f += sway.dominant_hz / 0.8 / records;
            error += *sway.damping_error / records;
        }
        EXPECT_NEAR(mean, 1, 0.12) << zeta;
        EXPECT_NEAR(mean_f, 1, 0.01) << zeta;
        EXPECT_NEAR(error, 1 / std::sqrt(turn * 0.8 * zeta * 300), 0.3 * error);
    }
}

TEST(SwayTest, resonance_on_top_of_slow_gusts) {
    // A tree in wind: most of its motion follows the slow gusts, the sway stands on that.
    const Sway sway = measure_sway(noisy(1.0, 0.05, 0.1, 6000, 3, 0.02), 0.1, "tip");
    EXPECT_EQ(sway.method, Sway::Method::resonance);
    EXPECT_NEAR(sway.dominant_hz, 1, 0.03);
    EXPECT_NEAR(sway.damping_ratio, 0.05, 0.015);
}

TEST(SwayTest, a_jolt_that_wind_follows_is_no_free_decay) {
    // Nine tenths of the motion is the jolt's, but the wind goes on.
    std::vector<double> signal = decay(0.5, 0.05, 0.1, 900);
    const std::vector<double> wind = noisy(0.5, 0.05, 0.1, 900, 5);
    double squares = 0;
    for (const double x : wind) squares += x * x / static_cast<double>(wind.size());
    for (size_t i = 0; i < signal.size(); ++i) signal[i] += 0.04 / std::sqrt(squares) * wind[i];
    const Sway sway = measure_sway(signal, 0.1, "tip");
    EXPECT_GT(sway.explained, 0.9);
    EXPECT_EQ(sway.method, Sway::Method::resonance);
}

TEST(SwayTest, rejects_what_does_not_sway) {
    const auto refused = [](const std::vector<double>& signal) {
        return message([&] { measure_sway(signal, 0.01, "tip"); });
    };
    EXPECT_EQ(refused(std::vector<double>(63)), "tip: found 63 samples, expected at least 64");
    EXPECT_EQ(refused(std::vector<double>(500, 2.5)),
              "tip: found a signal that does not move, expected one that sways");
    std::vector<double> ramp;
    for (int i = 0; i < 500; ++i) ramp.push_back(i);
    EXPECT_NE(refused(ramp), "no error");
    EXPECT_EQ(refused(decay(0.4, 0.02, 0.01, 500)),
              "tip: found 2.0 sways of 0.4 Hz, expected at least 3, a longer record");
}

}  // namespace
}  // namespace thigmo
