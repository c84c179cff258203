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

/// Straight lines between four texels; place in tiles.
Vec4f sample_plane(const FlutterTexture& texture, size_t plane, float x, float y) {
    const float column = (x - std::floor(x)) * width, row = (y - std::floor(y)) * width;
    const auto i = static_cast<size_t>(column), j = static_cast<size_t>(row);
    const size_t i0 = i % width, i1 = (i + 1) % width, j0 = j % width, j1 = (j + 1) % width;
    const float u = column - static_cast<float>(i), v = row - static_cast<float>(j);
    const Vec4f low = (1 - u) * texture.at(plane, j0, i0) + u * texture.at(plane, j0, i1);
    const Vec4f high = (1 - u) * texture.at(plane, j1, i0) + u * texture.at(plane, j1, i1);
    return (1 - v) * low + v * high;
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

Flutter make_flutter(const BeamControls& controls, double period, double time) {
    // Inside a crown the air is slower than before it.
    constexpr double inside = 0.4;
    const double speed = controls.wind.mean.norm();
    Flutter flutter;
    if (!(speed > 0)) return flutter;
    const Vec3 direction = controls.wind.mean / speed;
    const Vec3f across = Vec3f::Ones() - direction.cast<float>().cwiseAbs();
    const Vec3f weights = across / across.norm();
    flutter.weights = {weights.x(), weights.y(), weights.z()};
    const Moments moments(time, period);
    flutter.drift = {(-inside * moments.now * controls.wind.mean).cast<float>(),
                     (-inside * moments.before * controls.wind.mean).cast<float>()};
    flutter.shares = {static_cast<float>(moments.share), static_cast<float>(moments.share_before)};
    const double stir = speed * (0.3 + controls.wind.turbulence);
    flutter.strength =
        static_cast<float>(controls.flutter * stir / (stir + 4)) * Vec3f(0.35f, 0.2f, 0.4f);
    flutter.wind =
        (controls.flutter * 0.6 * speed * speed / (speed * speed + 64) * direction).cast<float>();
    return flutter;
}

Vec3f sample(const FlutterTexture& texture, const Flutter& flutter, const Vec3f& place) {
    Vec4f sum = Vec4f::Zero();
    for (size_t moment = 0; moment < 2; ++moment) {
        if (flutter.shares[moment] == 0) continue;
        const Vec3f at = (place + flutter.drift[moment]) / texture.tile;
        const Vec4f field = flutter.weights[0] * sample_plane(texture, 0, at.y(), at.z()) +
                            flutter.weights[1] * sample_plane(texture, 1, at.x(), at.z()) +
                            flutter.weights[2] * sample_plane(texture, 2, at.x(), at.y());
        sum += flutter.shares[moment] * field;
    }
    return sum.head<3>();
}

LeafTurn turn_of(const Leaf& leaf, const Flutter& flutter, const Vec3f& sampled) {
    const Vec3f turns = flutter.strength.cwiseProduct(sampled);
    const Vec3f yield = leaf.along.cross(flutter.wind);
    return {0.5f *
            (yield - turns.x() * leaf.across + turns.y() * leaf.out + turns.z() * leaf.along)};
}

}  // namespace thigmo
