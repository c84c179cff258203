// Synthesis of the leaves' field, and how it turns them.
#include "thigmo/sim/beam/flutter.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/fourier.h"

namespace thigmo {
namespace {

using Complex = std::complex<double>;
constexpr size_t width = FlutterTexture::width, most = FlutterTexture::most_waves;

/// Density of the waves in a plane whose lines have the density f^(−5/3) of wind: its exponent is
/// one less. Below two waves it is flat.
double amplitude(double waves) {
    if (waves == 0 || waves > static_cast<double>(most)) return 0;
    return std::pow(4 + waves * waves, -2.0 / 3);
}

/// One channel of one plane, scaled to unit variance.
void fill(FlutterTexture& texture, size_t plane, Eigen::Index channel, uint64_t seed) {
    constexpr size_t each_way = 2 * most + 1;
    std::vector<Complex> waves((most + 1) * each_way);
    Random random(seed);
    for (size_t k = 0; k <= most; ++k)
        for (size_t w = 0; w < each_way; ++w) {
            const double across = static_cast<double>(w) - static_cast<double>(most);
            const double real = random.normal(), imaginary = random.normal();
            waves[k * each_way + w] =
                amplitude(std::hypot(static_cast<double>(k), across)) * Complex(real, imaginary);
        }
    Vec4f* const first = texture.texels.data() + plane * width * width;
    parallel_chunks(width, 16, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            std::vector<Complex> spectrum(width / 2 + 1, 0);
            for (size_t w = 0; w < each_way; ++w) {
                const double across = static_cast<double>(w) - static_cast<double>(most);
                const Complex turn =
                    std::polar(1.0, 2 * std::numbers::pi * across * static_cast<double>(row) /
                                        static_cast<double>(width));
                for (size_t k = 0; k <= most; ++k) spectrum[k] += turn * waves[k * each_way + w];
            }
            const auto series = inverse_fourier(spectrum, width);
            for (size_t i = 0; i < width; ++i)
                first[row * width + i][channel] = static_cast<float>(series[i]);
        }
    });
    double square = 0;
    for (size_t i = 0; i < width * width; ++i)
        square += double(first[i][channel]) * first[i][channel];
    const auto scale = static_cast<float>(1 / std::sqrt(square / (width * width)));
    for (size_t i = 0; i < width * width; ++i) first[i][channel] *= scale;
}

using Floats = std::array<float, flutter_block>;
using Indices = std::array<int32_t, flutter_block>;

/// Where places lie along one axis of the texture: the texel before, and how far beyond it.
struct Cells {
    Indices before, after;
    Floats share;

    Cells(const Floats& places, float drift, float per_texel) {
        for (size_t i = 0; i < flutter_block; ++i) {
            const float at = (places[i] + drift) * per_texel;
            const float whole = std::floor(at);
            const auto texel = static_cast<int32_t>(whole);
            constexpr auto mask = static_cast<int32_t>(width - 1);
            before[i] = texel & mask;
            after[i] = (texel + 1) & mask;
            share[i] = at - whole;
        }
    }
};
static_assert((width & (width - 1)) == 0);

/// Adds straight lines between the four texels of a plane, × a weight.
void add_plane(const FlutterTexture& texture, size_t plane, const Cells& x, const Cells& y,
               float weight, size_t count, Vec4f* out) {
    const Vec4f* const first = texture.texels.data() + plane * width * width;
    for (size_t i = 0; i < count; ++i) {
        const Vec4f *low = first + y.before[i] * static_cast<int32_t>(width),
                    *high = first + y.after[i] * static_cast<int32_t>(width);
        const float u = x.share[i], v = weight * y.share[i], w = weight - v;
        out[i] += (w * (1 - u)) * low[x.before[i]] + (w * u) * low[x.after[i]] +
                  ((v * (1 - u)) * high[x.before[i]] + (v * u) * high[x.after[i]]);
    }
}

}  // namespace

FlutterTexture make_flutter_texture(double leaf, uint64_t seed) {
    FlutterTexture texture;
    texture.tile = static_cast<float>(4 * leaf * static_cast<double>(most));
    texture.texels.assign(3 * width * width, Vec4f::Zero());
    for (size_t plane = 0; plane < 3; ++plane)
        for (size_t channel = 0; channel < 3; ++channel)
            fill(texture, plane, static_cast<Eigen::Index>(channel),
                 mix(seed, 3 * plane + channel));
    return texture;
}

FlutterTexture leaf_texture(const BeamSettings& settings, double leaf) {
    return make_flutter_texture(leaf, mix(settings.seed, 0x6c656166u));
}

Flutter make_flutter(const BeamControls& controls, double period, double time) {
    const LeafLaw law;
    const double speed = controls.wind.mean.norm();
    Flutter flutter;
    if (!(speed > 0)) return flutter;
    const Vec3 direction = controls.wind.mean / speed;
    const Vec3f across = Vec3f::Ones() - direction.cast<float>().cwiseAbs();
    const Vec3f weights = across / across.norm();
    flutter.weights = {weights.x(), weights.y(), weights.z()};
    const Moments moments(time, period);
    flutter.drift = {(-law.inside * moments.now * controls.wind.mean).cast<float>(),
                     (-law.inside * moments.before * controls.wind.mean).cast<float>()};
    flutter.shares = {static_cast<float>(moments.share), static_cast<float>(moments.share_before)};
    const double stir = speed * (law.calm_stir + controls.wind.turbulence);
    flutter.strength =
        static_cast<float>(controls.flutter * stir / (stir + law.half_stir)) * law.strengths;
    const double force = std::pow(speed / law.yielding, 2);
    flutter.wind = (controls.flutter * force * direction).cast<float>();
    return flutter;
}

void sample(const FlutterTexture& texture, const Flutter& flutter, std::span<const Vec4f> places,
            Vec4f* out) {
    Floats x{}, y{}, z{};
    for (size_t i = 0; i < places.size(); ++i) {
        x[i] = places[i][0];
        y[i] = places[i][1];
        z[i] = places[i][2];
        out[i].setZero();
    }
    const float per_texel = static_cast<float>(width) / texture.tile;
    for (size_t moment = 0; moment < 2; ++moment) {
        const float share = flutter.shares[moment];
        if (share == 0) continue;
        const Vec3f& drift = flutter.drift[moment];
        const Cells cx(x, drift.x(), per_texel), cy(y, drift.y(), per_texel),
            cz(z, drift.z(), per_texel);
        add_plane(texture, 0, cy, cz, share * flutter.weights[0], places.size(), out);
        add_plane(texture, 1, cx, cz, share * flutter.weights[1], places.size(), out);
        add_plane(texture, 2, cx, cy, share * flutter.weights[2], places.size(), out);
    }
}

Vec3f sample(const FlutterTexture& texture, const Flutter& flutter, const Vec3f& place) {
    const Vec4f at(place.x(), place.y(), place.z(), 0);
    Vec4f found;
    sample(texture, flutter, {&at, 1}, &found);
    return found.head<3>();
}

}  // namespace thigmo
