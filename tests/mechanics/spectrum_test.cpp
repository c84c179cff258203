// Spectra, coherence and profile against closed forms.
#include "thigmo/mechanics/spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "thigmo/mechanics/fourier.h"

namespace thigmo {
namespace {

constexpr Spectrum spectra[] = {Spectrum::kaimal, Spectrum::von_karman};
constexpr WindComponent components[] = {WindComponent::u, WindComponent::v, WindComponent::w};

TEST(SpectrumTest, variance_is_one) {
    // Midpoints on a logarithmic axis from 1e-9 to 1e9; the tail beyond is below 1e-6.
    for (const Spectrum spectrum : spectra)
        for (const WindComponent component : components) {
            double sum = 0;
            constexpr double step = 0.01;
            for (double x = std::log(1e-9); x < std::log(1e9); x += step) {
                const double f = std::exp(x + step / 2);
                sum += f * step * spectral_density(spectrum, component, f, 60, 8);
            }
            EXPECT_NEAR(sum, 1, 2e-5);
            EXPECT_NEAR(spectral_share(spectrum, component, 0, 1e9, 60, 8), 1, 2e-5);
        }
}

TEST(SpectrumTest, scale_sets_the_lowest_frequencies) {
    for (const Spectrum spectrum : spectra)
        for (const WindComponent component : components)
            EXPECT_DOUBLE_EQ(spectral_density(spectrum, component, 0, 60, 8), 4 * 60. / 8);
}

TEST(SpectrumTest, falls_with_the_power_of_five_thirds) {
    for (const Spectrum spectrum : spectra)
        for (const WindComponent component : components) {
            const double ratio = spectral_density(spectrum, component, 2e4, 60, 8) /
                                 spectral_density(spectrum, component, 1e4, 60, 8);
            EXPECT_NEAR(std::log2(ratio), -5. / 3, 1e-4);
        }
}

TEST(SpectrumTest, kaimal_at_a_point) {
    // f L/U = 1: f S = 4/7^(5/3)
    EXPECT_NEAR(spectral_density(Spectrum::kaimal, WindComponent::v, 2, 4, 8) * 2,
                4 / std::pow(7, 5. / 3), 1e-15);
}

TEST(SpectrumTest, von_karman_across_follows_from_along) {
    // Isotropy: S_v(f) = (S_u − f dS_u/df)/2, with L_v = L_u/2.
    const auto along = [](double f) {
        return spectral_density(Spectrum::von_karman, WindComponent::u, f, 60, 8);
    };
    for (const double f : {0.01, 0.1, 1.0}) {
        const double h = 1e-5 * f, slope = (along(f + h) - along(f - h)) / (2 * h);
        EXPECT_NEAR(spectral_density(Spectrum::von_karman, WindComponent::w, f, 30, 8),
                    (along(f) - f * slope) / 2, 1e-8);
    }
}

TEST(SpectrumTest, shares_add_up) {
    for (const Spectrum spectrum : spectra) {
        const auto share = [&](double a, double b) {
            return spectral_share(spectrum, WindComponent::w, a, b, 60, 8);
        };
        EXPECT_NEAR(share(0, 0.1) + share(0.1, 3), share(0, 3), 1e-7);
        EXPECT_NEAR(share(0.1, 0.1001),
                    1e-4 * spectral_density(spectrum, WindComponent::w, 0.10005, 60, 8), 1e-9);
    }
}

TEST(SpectrumTest, coherence_decays) {
    EXPECT_DOUBLE_EQ(coherence(0.3, 0, 56.7, 8), 1);
    // Fast gusts: Davenport's exp(−12 f r/U).
    EXPECT_NEAR(coherence(5, 0.1, 1e9, 8), std::exp(-0.75), 1e-12);
    // Slow gusts reach L/1.44.
    EXPECT_NEAR(coherence(0, 56.7 / 1.44, 56.7, 8), std::exp(-1), 1e-12);
}

TEST(SpectrumTest, profile_is_logarithmic) {
    EXPECT_DOUBLE_EQ(log_profile(10, 8, 10, 0.03), 8);
    EXPECT_NEAR(log_profile(0.03 * std::numbers::e, 8, 10, 0.03), 8 / std::log(10 / 0.03), 1e-12);
    for (const double z : {0.03, 0.0, -5.0}) EXPECT_EQ(log_profile(z, 8, 10, 0.03), 0);
}

TEST(SpectrumTest, scales_stop_growing_at_60_metres) {
    EXPECT_TRUE(integral_scales(10).isApprox(Vec3(56.7, 18.9, 4.62), 1e-12));
    EXPECT_TRUE(integral_scales(60).isApprox(integral_scales(200)));
}

TEST(FourierTest, finds_a_wave_and_gives_it_back) {
    for (const size_t n : {8u, 15u, 64u}) {
        std::vector<double> wave(n);
        for (size_t j = 0; j < n; ++j)
            wave[j] = 0.5 + std::sin(2 * std::numbers::pi * 3 * static_cast<double>(j) /
                                     static_cast<double>(n));
        const auto half = fourier(wave);
        ASSERT_EQ(half.size(), n / 2 + 1);
        const double whole = static_cast<double>(n);
        for (size_t k = 0; k < half.size(); ++k) {
            const std::complex<double> expected = k == 0   ? 0.5 * whole
                                                  : k == 3 ? std::complex(0.0, -whole / 2)
                                                           : 0.0;
            EXPECT_LT(std::abs(half[k] - expected), 1e-12 * whole) << k;
        }
        const auto back = inverse_fourier(half, n);
        for (size_t j = 0; j < n; ++j) EXPECT_NEAR(back[j] / whole, wave[j], 1e-12);
    }
}

}  // namespace
}  // namespace thigmo
