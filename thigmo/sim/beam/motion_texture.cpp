// Synthesis and sampling of motion textures.
#include "thigmo/sim/beam/motion_texture.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/fourier.h"
#include "thigmo/mechanics/oscillator.h"

namespace thigmo {
namespace {

using Complex = std::complex<double>;

/// The waves of a texture: `along` of them at most along the width, `across` each way.
struct Waves {
    size_t width, height;  // texels
    double own;
    size_t along, across;
    size_t each_way() const { return 2 * across + 1; }
};
/// A wave of the branch's own frequency has 26 texels, the fastest has 8.
constexpr Waves row_waves = {1024, 128, 40, 120, 8};
/// As [Habel2009] 5.4: up to twice the own frequency, at 8 texels.
constexpr Waves isotropic_waves = {256, 256, 16, 32, 32};
constexpr const Waves& waves_of(Weave weave) {
    return weave == Weave::rows ? row_waves : isotropic_waves;
}

/// Variance of harmonic k of the width: the density over the harmonic's own width.
double harmonic_variance(Drive drive, double damping_ratio, size_t k) {
    constexpr int parts = 8;  // a resonance may be narrower than a harmonic
    double sum = 0;
    for (int i = 0; i < parts; ++i) {
        const double at = static_cast<double>(k) - 0.5 + (i + 0.5) / parts;
        sum += sway_density(drive, damping_ratio, at / row_waves.own);
    }
    return sum / parts / row_waves.own;
}

/// Amplitudes of the waves: [harmonic][wave across].
using Amplitudes = std::vector<double>;

/// Where the waves lie along the rows, those across are alike; lines between texels weaken both.
double row_amplitude(Drive drive, double damping_ratio, size_t along, double across) {
    if (along == 0) return 0;
    return std::sqrt(harmonic_variance(drive, damping_ratio, along)) /
           line_response(static_cast<double>(along), row_waves.width) /
           line_response(across, row_waves.height);
}

double isotropic_amplitude(Drive drive, double damping_ratio, size_t along, double across) {
    const double ratio = std::hypot(static_cast<double>(along), across) / isotropic_waves.own;
    return ratio > 0 && ratio <= 2 ? std::sqrt(sway_density(drive, damping_ratio, ratio)) : 0;
}

Amplitudes amplitudes_of(Weave weave, Drive drive, double damping_ratio) {
    const Waves& waves = waves_of(weave);
    const auto amplitude = weave == Weave::rows ? row_amplitude : isotropic_amplitude;
    Amplitudes amplitudes;
    for (size_t k = 0; k <= waves.along; ++k)
        for (size_t w = 0; w < waves.each_way(); ++w)
            amplitudes.push_back(
                amplitude(drive, damping_ratio, k,
                          static_cast<double>(w) - static_cast<double>(waves.across)));
    return amplitudes;
}

/// Noise of unit variance, the same for all layers of a channel: [harmonic][wave across].
std::vector<Complex> draw_noise(const Waves& waves, uint64_t seed) {
    std::vector<Complex> noise((waves.along + 1) * waves.each_way());
    Random random(seed);
    for (Complex& value : noise) {
        const double real = random.normal();
        value = {real, random.normal()};
    }
    return noise;
}

/// Of a row, a share of the height up.
std::vector<Complex> row_spectrum(const Waves& waves, const std::vector<Complex>& noise,
                                  const Amplitudes& amplitudes, double height) {
    std::vector<Complex> turns;
    for (size_t w = 0; w < waves.each_way(); ++w)
        turns.push_back(
            std::polar(1.0, 2 * std::numbers::pi * height *
                                (static_cast<double>(w) - static_cast<double>(waves.across))));
    std::vector<Complex> spectrum(waves.width / 2 + 1, 0);
    for (size_t k = 0; k <= waves.along; ++k)
        for (size_t w = 0; w < waves.each_way(); ++w) {
            const size_t i = k * waves.each_way() + w;
            spectrum[k] += amplitudes[i] * turns[w] * noise[i];
        }
    return spectrum;
}

/// One channel of one layer, scaled to unit variance.
void fill(MotionTexture& texture, size_t layer, Eigen::Index channel, const Waves& waves,
          const std::vector<Complex>& noise, const Amplitudes& amplitudes) {
    const size_t texels = waves.width * waves.height;
    Vec2f* const first = texture.texels.data() + layer * texels;
    parallel_chunks(waves.height, 8, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const double height = static_cast<double>(row) / static_cast<double>(waves.height);
            const auto series =
                inverse_fourier(row_spectrum(waves, noise, amplitudes, height), waves.width);
            for (size_t i = 0; i < waves.width; ++i)
                first[row * waves.width + i][channel] = static_cast<float>(series[i]);
        }
    });
    double square = 0;
    for (size_t i = 0; i < texels; ++i) square += double(first[i][channel]) * first[i][channel];
    const auto scale = static_cast<float>(1 / std::sqrt(square / static_cast<double>(texels)));
    for (size_t i = 0; i < texels; ++i) first[i][channel] *= scale;
}

/// Texel before a place in repeats, the one after it, and the share of the latter.
struct Between {
    size_t before, after;
    float share;
    Between(double place, size_t texels) {
        const double at = (place - std::floor(place)) * static_cast<double>(texels);
        before = std::min(static_cast<size_t>(at), texels - 1);
        after = before + 1 == texels ? 0 : before + 1;
        share = static_cast<float>(at - static_cast<double>(before));
    }
};

Vec2f sample_layer(const MotionTexture& texture, size_t layer, const Between& x, const Between& y) {
    const auto along = [&](size_t row) {
        const Vec2f &a = texture.at(layer, row, x.before), &b = texture.at(layer, row, x.after);
        return Vec2f(a + x.share * (b - a));
    };
    const Vec2f low = along(y.before), high = along(y.after);
    return low + y.share * (high - low);
}

}  // namespace

double line_response(double waves, size_t texels) {
    const double x = std::numbers::pi * waves / static_cast<double>(texels);
    return x == 0 ? 1 : std::pow(std::sin(x) / x, 2);
}

double sway_density(Drive drive, double damping_ratio, double ratio) {
    const double force =
        drive == Drive::white ? 1 : std::pow((1.0 / 16 + ratio) / (17.0 / 16), -5.0 / 3);
    return force * response_shape(ratio, damping_ratio);
}

double sway_variance(Drive drive, double damping_ratio) {
    double sum = 0;
    for (size_t k = 1; k <= row_waves.along; ++k) sum += harmonic_variance(drive, damping_ratio, k);
    return sum;
}

MotionTexture make_motion_texture(Weave weave, Drive drive, uint64_t seed) {
    const Waves& waves = waves_of(weave);
    MotionTexture texture{waves.width, waves.height, waves.own, {}};
    texture.texels.resize(texture.damping_ratios.size() * waves.width * waves.height);
    for (Eigen::Index channel = 0; channel < 2; ++channel) {
        const auto noise = draw_noise(waves, mix(seed, static_cast<uint64_t>(channel)));
        for (size_t layer = 0; layer < texture.damping_ratios.size(); ++layer)
            fill(texture, layer, channel, waves, noise,
                 amplitudes_of(weave, drive, texture.damping_ratios[layer]));
    }
    return texture;
}

double layer_of(double damping_ratio) {
    const auto& ratios = MotionTexture::damping_ratios;
    const auto above = std::ranges::upper_bound(ratios, damping_ratio);
    if (above == ratios.begin()) return 0;
    if (above == ratios.end()) return static_cast<double>(ratios.size() - 1);
    const double low = *(above - 1), high = *above;
    return static_cast<double>(above - 1 - ratios.begin()) +
           std::log(damping_ratio / low) / std::log(high / low);
}

double sway_gain(Drive drive, double layer) {
    constexpr size_t layers = MotionTexture::damping_ratios.size();
    static const auto gains = [] {
        std::array<std::array<double, layers>, 2> all{};
        for (const Drive each : {Drive::white, Drive::gusts})
            for (size_t i = 0; i < layers; ++i)
                all[static_cast<size_t>(each)][i] =
                    std::sqrt(sway_variance(each, MotionTexture::damping_ratios[i]));
        return all;
    }();
    const std::array<double, layers>& own = gains[static_cast<size_t>(drive)];
    const auto below = std::min(static_cast<size_t>(layer), layers - 2);
    const double share = layer - static_cast<double>(below);
    return (1 - share) * own[below] + share * own[below + 1];
}

Vec2f sample(const MotionTexture& texture, double layer, const Vec2& place) {
    const Between column(place.x(), texture.width), row(place.y(), texture.height);
    const auto below =
        std::min(static_cast<size_t>(layer), MotionTexture::damping_ratios.size() - 1);
    const auto share = static_cast<float>(layer - static_cast<double>(below));
    const Vec2f low = sample_layer(texture, below, column, row);
    if (share == 0) return low;
    return low + share * (sample_layer(texture, below + 1, column, row) - low);
}

Trajectory draw_trajectory(Weave weave, uint64_t seed) {
    Random random(seed);
    Trajectory run;
    run.begin.x() = random.uniform();
    run.begin.y() = random.uniform();
    const Waves& waves = waves_of(weave);
    // Rows: half a wave across per width, so that spectra are smeared by half a harmonic; a little
    // more or less, so that no two branches keep company.
    const double drift = random.uniform(0.4, 0.6) / static_cast<double>(row_waves.across);
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    const Vec2 direction =
        weave == Weave::rows ? Vec2(1, drift) : Vec2(std::cos(angle), std::sin(angle));
    run.period = direction / waves.own;
    return run;
}

}  // namespace thigmo
