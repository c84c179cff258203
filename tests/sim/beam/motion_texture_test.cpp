// Sway taken from motion textures has the spectrum that was asked for.
#include "thigmo/sim/beam/motion_texture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "thigmo/mechanics/fourier.h"
#include "thigmo/mechanics/power_spectrum.h"

namespace thigmo {
namespace {

const MotionTexture& white() {
    static const MotionTexture texture = make_motion_texture(Weave::rows, Drive::white, 1);
    return texture;
}
const MotionTexture& gusts() {
    static const MotionTexture texture = make_motion_texture(Weave::rows, Drive::gusts, 1);
    return texture;
}

/// Of branches spread over the texture, at 1 Hz for 400 s.
std::vector<double> series(const MotionTexture& texture, double layer, int branch,
                           Weave weave = Weave::rows) {
    const Trajectory run = draw_trajectory(weave, static_cast<uint64_t>(branch));
    std::vector<double> found;
    for (int i = 0; i < 8192; ++i)
        found.push_back(sample(texture, layer, run.begin + i * 0.05 * run.period)[branch % 2]);
    return found;
}

/// Share of the variance below a frequency, in the mean over branches.
double share_below(const MotionTexture& texture, double layer, double frequency,
                   Weave weave = Weave::rows) {
    double below = 0, all = 0;
    for (int branch = 0; branch < 24; ++branch) {
        const PowerSpectrum found = periodogram(series(texture, layer, branch, weave), 0.05);
        for (size_t i = 1; i < found.frequency.size(); ++i) {
            all += found.density[i];
            if (found.frequency[i] < frequency) below += found.density[i];
        }
    }
    return below / all;
}

TEST(MotionTextureTest, every_layer_has_unit_variance_and_no_mean) {
    for (size_t layer = 0; layer < MotionTexture::damping_ratios.size(); ++layer)
        for (Eigen::Index channel = 0; channel < 2; ++channel) {
            double sum = 0, square = 0;
            for (size_t row = 0; row < gusts().height; ++row)
                for (size_t i = 0; i < gusts().width; ++i) {
                    const double value = gusts().at(layer, row, i)[channel];
                    sum += value;
                    square += value * value;
                }
            const auto texels = static_cast<double>(gusts().width * gusts().height);
            EXPECT_NEAR(sum / texels, 0, 1e-5);
            EXPECT_NEAR(square / texels, 1, 1e-4);
        }
}

TEST(MotionTextureTest, resonance_is_where_it_belongs) {
    // An underdamped branch has a tenth of its variance below 0.8 of its frequency, and a texture
    // that is alike in all directions gives 0.6 [Habel2009].
    EXPECT_NEAR(share_below(white(), layer_of(0.05), 0.8), 0.105, 0.02);
    EXPECT_NEAR(share_below(white(), layer_of(0.2), 0.8), 0.360, 0.03);
}

TEST(MotionTextureTest, an_isotropic_weave_puts_most_of_the_sway_below_the_resonance) {
    const auto isotropic = make_motion_texture(Weave::isotropic, Drive::white, 1);
    EXPECT_NEAR(share_below(isotropic, layer_of(0.05), 0.8, Weave::isotropic), 0.6, 0.05);
}

TEST(MotionTextureTest, density_is_wind_times_response_at_each_frequency) {
    const double zeta = 0.1;
    std::vector<double> sum;
    double resolution = 0;
    for (int branch = 0; branch < 24; ++branch) {
        const PowerSpectrum found = welch(series(gusts(), layer_of(zeta), branch), 0.05, 8);
        sum.resize(found.density.size());
        for (size_t i = 0; i < sum.size(); ++i) sum[i] += found.density[i] / 24;
        resolution = found.resolution();
    }
    for (const double f : {0.2, 0.5, 0.8, 1.0, 1.3, 2.0}) {
        const size_t centre = static_cast<size_t>(std::lround(f / resolution));
        double near = 0;
        for (size_t i = centre - 2; i <= centre + 2; ++i) near += sum[i] / 5;
        const double wanted =
            sway_density(Drive::gusts, zeta, f) / sway_variance(Drive::gusts, zeta);
        EXPECT_NEAR(near / wanted, 1, 0.3) << f;
    }
}

TEST(MotionTextureTest, lines_between_texels_are_within_a_percent_of_the_wave) {
    for (size_t layer = 0; layer < MotionTexture::damping_ratios.size(); ++layer) {
        std::vector<double> row;
        for (size_t i = 0; i < gusts().width; ++i) row.push_back(gusts().at(layer, 40, i)[0]);
        const auto spectrum = fourier(row);
        double error = 0, square = 0;
        for (int i = 0; i < 700; ++i) {
            const double x = (i + 0.37) / 700;
            double wave = 0;  // the waves of which the texels make lines
            for (size_t k = 1; k <= 120; ++k) {
                const double angle = std::numbers::pi * static_cast<double>(k) / 1024;
                const double lines = std::pow(std::sin(angle) / angle, 2);
                const double turn = 2 * std::numbers::pi * static_cast<double>(k) * x;
                wave += 2 * lines / 1024 * (spectrum[k] * std::polar(1.0, turn)).real();
            }
            const double line = sample(gusts(), static_cast<double>(layer), {x, 40.0 / 128})[0];
            error += (line - wave) * (line - wave);
            square += wave * wave;
        }
        EXPECT_LT(std::sqrt(error / square), 0.01) << MotionTexture::damping_ratios[layer];
    }
}

TEST(MotionTextureTest, between_two_layers_lies_a_texture_of_a_damping_between) {
    for (const double zeta : {0.035, 0.07, 0.14, 0.28, 0.56}) {
        double square = 0;
        const auto found = series(gusts(), layer_of(zeta), 3);
        for (const double value : found) square += value * value;
        const auto low = series(gusts(), std::floor(layer_of(zeta)), 3);
        double square_low = 0;
        for (const double value : low) square_low += value * value;
        EXPECT_NEAR(std::sqrt(square / square_low), 1, 0.12) << zeta;
    }
    const double zeta = 0.0707;
    EXPECT_NEAR(share_below(white(), layer_of(zeta), 0.8), 0.147, 0.02);
}

TEST(MotionTextureTest, layers_are_found_by_damping) {
    EXPECT_EQ(layer_of(0.001), 0);
    EXPECT_EQ(layer_of(0.1), 2);
    EXPECT_NEAR(layer_of(0.1 * std::numbers::sqrt2), 2.5, 1e-12);
    EXPECT_EQ(layer_of(0.8), 5);
    EXPECT_EQ(layer_of(3), 5);
}

TEST(MotionTextureTest, branches_sway_each_for_itself) {
    double worst = 0;
    for (int branch = 0; branch < 8; ++branch) {
        const auto a = series(gusts(), 2, 2 * branch), b = series(gusts(), 2, 2 * branch + 2);
        double product = 0, square_a = 0, square_b = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            product += a[i] * b[i];
            square_a += a[i] * a[i];
            square_b += b[i] * b[i];
        }
        worst = std::max(worst, std::abs(product) / std::sqrt(square_a * square_b));
    }
    EXPECT_LT(worst, 0.4);
}

TEST(MotionTextureTest, the_sum_of_a_white_density_is_the_closed_form) {
    // ∫₀^∞ = π/4ζ; what is left out above three and below 1/80 of the frequency is small.
    EXPECT_NEAR(sway_variance(Drive::white, 0.05), std::numbers::pi / 0.2, 0.03);
}

}  // namespace
}  // namespace thigmo
