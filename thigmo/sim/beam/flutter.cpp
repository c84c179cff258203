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
constexpr size_t width = FlutterTexture::width, stride = FlutterTexture::stride,
                 most = FlutterTexture::most_waves;

/// Density of the waves in a plane whose lines have the density f^(−5/3) of wind: its exponent is
/// one less. Below two waves it is flat.
double amplitude(double waves) {
    if (waves == 0 || waves > static_cast<double>(most)) return 0;
    return std::pow(4 + waves * waves, -2.0 / 3);
}

/// One channel of one plane, scaled so that the lines between texels have unit variance.
void fill(FlutterTexture& texture, size_t plane, Eigen::Index channel, uint64_t seed) {
    constexpr size_t each_way = 2 * most + 1;
    std::vector<Complex> waves((most + 1) * each_way);
    double drawn = 0, left = 0;  // Σ|a|², at texels and of the lines between
    Random random(seed);
    for (size_t k = 0; k <= most; ++k)
        for (size_t w = 0; w < each_way; ++w) {
            const double across = static_cast<double>(w) - static_cast<double>(most);
            const double real = random.normal(), imaginary = random.normal();
            // What straight lines between texels take away is added beforehand.
            const double kept =
                line_response(static_cast<double>(k), width) * line_response(across, width);
            waves[k * each_way + w] = amplitude(std::hypot(static_cast<double>(k), across)) / kept *
                                      Complex(real, imaginary);
            drawn += std::norm(waves[k * each_way + w]);
            left += std::norm(kept * waves[k * each_way + w]);
        }
    Vec4f* const first = texture.texels.data() + plane * width * stride;
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
            for (size_t i = 0; i < stride; ++i)
                first[row * stride + i][channel] = static_cast<float>(series[i % width]);
        }
    });
    double square = 0;
    for (size_t row = 0; row < width; ++row)
        for (size_t i = 0; i < width; ++i)
            square += std::pow(double(first[row * stride + i][channel]), 2);
    const auto scale = static_cast<float>(1 / std::sqrt(left / drawn * square / (width * width)));
    for (size_t i = 0; i < width * stride; ++i) first[i][channel] *= scale;
}

/// Where places lie along one axis of the texture: the texel before, and how far beyond it.
struct Cells {
    std::array<int32_t, flutter_block> texel;
    std::array<float, flutter_block> share;

    Cells(FlutterFloats places, float drift, float per_texel) {
        for (size_t i = 0; i < flutter_block; ++i) {
            const float at = (places[i] + drift) * per_texel;
            const auto cut = static_cast<int32_t>(at);
            const int32_t whole = cut - (at < static_cast<float>(cut) ? 1 : 0);
            texel[i] = whole & static_cast<int32_t>(width - 1);
            share[i] = at - static_cast<float>(whole);
        }
    }
};
static_assert((width & (width - 1)) == 0);

/// Two texels side by side.
using Pair = Eigen::Array<float, 8, 1>;

/// Adds straight lines between the four texels of a plane, × a weight: their sum is still that of
/// both halves of a pair.
void add_plane(const FlutterTexture& texture, size_t plane, const Cells& x, const Cells& y,
               float weight, std::span<Pair> out) {
    if (weight == 0) return;  // the wind blows across the plane
    const Vec4f* const first = texture.texels.data() + plane * width * stride;
    Pair left, right;
    left << 1, 1, 1, 1, 0, 0, 0, 0;
    right << -1, -1, -1, -1, 1, 1, 1, 1;
    constexpr auto mask = static_cast<int32_t>(width - 1);
    for (size_t i = 0; i < out.size(); ++i) {
        const auto row = static_cast<size_t>(y.texel[i]),
                   above = static_cast<size_t>((y.texel[i] + 1) & mask),
                   column = static_cast<size_t>(x.texel[i]);
        const Eigen::Map<const Pair> low(first[row * stride + column].data()),
            high(first[above * stride + column].data());
        const float v = weight * y.share[i];
        out[i] += (left + x.share[i] * right) * ((weight - v) * low + v * high);
    }
}

}  // namespace

FlutterTexture make_flutter_texture(double leaf, uint64_t seed) {
    FlutterTexture texture;
    texture.tile = static_cast<float>(4 * leaf * static_cast<double>(most));
    texture.texels.assign(3 * width * stride, Vec4f::Zero());
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
    const auto drift = [&](double moment) -> Vec3 {
        return controls.place - law.inside * moment * controls.wind.mean;
    };
    flutter.drift = {drift(moments.now), drift(moments.before)};
    flutter.shares = {static_cast<float>(moments.share), static_cast<float>(moments.share_before)};
    const double stir = speed * (law.calm_stir + controls.wind.turbulence);
    flutter.strength =
        static_cast<float>(controls.flutter * stir / (stir + law.half_stir)) * law.strengths;
    const double force = std::pow(speed / law.yielding, 2);
    flutter.wind = (controls.flutter * force * direction).cast<float>();
    return flutter;
}

void sample(const FlutterTexture& texture, const Flutter& flutter, FlutterFloats x, FlutterFloats y,
            FlutterFloats z, size_t count, Vec4f* out) {
    std::array<Pair, flutter_block> room;
    const std::span<Pair> sums = std::span(room).first(count);
    for (Pair& sum : sums) sum.setZero();
    const float per_texel = static_cast<float>(width) / texture.tile;
    for (size_t moment = 0; moment < 2; ++moment) {
        const float share = flutter.shares[moment];
        if (share == 0) continue;
        // Of whole tiles nothing is left, and so no digit is lost after days.
        const Vec3 tiles = flutter.drift[moment] / double(texture.tile);
        const Vec3f drift =
            (double(texture.tile) * (tiles - tiles.array().floor().matrix())).cast<float>();
        const Cells cx(x, drift.x(), per_texel), cy(y, drift.y(), per_texel),
            cz(z, drift.z(), per_texel);
        add_plane(texture, 0, cy, cz, share * flutter.weights[0], sums);
        add_plane(texture, 1, cx, cz, share * flutter.weights[1], sums);
        add_plane(texture, 2, cx, cy, share * flutter.weights[2], sums);
    }
    for (size_t i = 0; i < count; ++i) out[i] = sums[i].head<4>() + sums[i].tail<4>();
}

Vec3f sample(const FlutterTexture& texture, const Flutter& flutter, const Vec3f& place) {
    std::array<float, flutter_block> x{}, y{}, z{};
    Vec4f found;
    x[0] = place.x();
    y[0] = place.y();
    z[0] = place.z();
    sample(texture, flutter, x, y, z, 1, &found);
    return found.head<3>();
}

}  // namespace thigmo
