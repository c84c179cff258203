// Leaves in wind: each vertex samples a field of gusts that the wind carries past, and turns about
// the leaf's stalk by what it finds there.
//
// Based on [Habel2009], sec. 7. Weights are normalised (eq. 24 makes motion along an axis twice as
// strong as across), and leaves turn instead of shearing, so that none changes its size.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/sim/beam/sway.h"

namespace thigmo {

/// Three planes of noise, yz, xz and xy; the channels are three ways in which leaves turn. The
/// shortest wave is four leaves long, so that the vertices of one agree.
struct FlutterTexture {
    static constexpr size_t width = 128;         // texels each way, after which it repeats
    static constexpr size_t stride = width + 1;  // of rows, which end with their first texel
    static constexpr size_t most_waves = 32;     // along the width
    float tile = 1;                              // m, of the width
    std::vector<Vec4f> texels;  // [plane][row][column of the stride]; the last lane is unused

    const Vec4f& at(size_t plane, size_t row, size_t column) const {
        return texels[(plane * width + row) * stride + column];
    }
};

/// leaf: m, the longest one's.
FlutterTexture make_flutter_texture(double leaf, uint64_t seed);
/// Of the settings' seed.
FlutterTexture leaf_texture(const BeamSettings& settings, double leaf);

/// How the leaves of a plant move at a time.
struct Flutter {
    std::array<float, 3> weights{};                         // of the planes
    std::array<Vec3, 2> drift{Vec3::Zero(), Vec3::Zero()};  // of the field (m), now and before
    std::array<float, 2> shares{1, 0};                      // of the two
    Vec3f strength = Vec3f::Zero();  // rad, root mean square: nodding, swinging, twisting
    Vec3f wind = Vec3f::Zero();      // its direction, × its force over the stalks' stiffness
};

/// How wind moves leaves: gusts cross the crown at a share of the wind's speed; leaves stir with
/// speed × (calm_stir + turbulence), half of all they can at half_stir m/s, and yield to the wind:
/// at `yielding` m/s one that lies across it turns by half a right angle.
struct LeafLaw {
    double inside = 0.4;
    double calm_stir = 0.3, half_stir = 4;
    Vec3f strengths = Vec3f(0.35f, 0.2f, 0.4f);  // rad: nodding, swinging, twisting
    double yielding = 10;                        // m/s
};

Flutter make_flutter(const BeamControls& controls, double period, double time);

/// Numbers of as many vertices, for loops of one kind of work each.
constexpr size_t flutter_block = 64;
using FlutterFloats = std::span<const float, flutter_block>;

/// Turns wanted at `count` places of the plant at rest, of unit variance; the last lanes are
/// unused.
void sample(const FlutterTexture& texture, const Flutter& flutter, FlutterFloats x, FlutterFloats y,
            FlutterFloats z, size_t count, Vec4f* out);
Vec3f sample(const FlutterTexture& texture, const Flutter& flutter, const Vec3f& place);

/// A leaf at rest: where its stalk is, and its axes: along it, across it, out of its surface.
struct Leaf {
    Vec3f pivot = Vec3f::Zero();
    Vec3f along = Vec3f::UnitY(), across = Vec3f::UnitX(), out = Vec3f::UnitZ();
    float supple = 1;  // of the turns that wind gives a thin leaf, the share that it makes
};

/// A turn h: x ↦ x + 2 (h × x + h × (h × x)) / (1 + h²), by 2 atan |h| about h.
struct LeafTurn {
    Vec3f h = Vec3f::Zero();

    Vec3f operator*(const Vec3f& x) const {
        const Vec3f once = h.cross(x);
        return x + 2 / (1 + h.squaredNorm()) * (once + h.cross(once));
    }
};
/// Towards a wind (`Flutter::wind`, as its twig has turned), never past it: a leaf of direction a
/// comes to lie along a + wind.
inline Vec3f lean_of(const Leaf& leaf, const Vec3f& wind) {
    const float along = leaf.along.dot(wind), force = wind.squaredNorm();
    const float length = std::sqrt(std::max(0.f, 1 + force + 2 * along));
    return leaf.along.cross(wind) / (0.1f + length + 1 + along);
}
/// With what the field of gusts wants, as it was sampled.
inline LeafTurn turn_of(const Leaf& leaf, const Flutter& flutter, const Vec3f& lean,
                        const Vec3f& sampled) {
    const Vec3f turns = 0.5f * flutter.strength.cwiseProduct(sampled);
    return {leaf.supple *
            (lean - turns.x() * leaf.across + turns.y() * leaf.out + turns.z() * leaf.along)};
}

}  // namespace thigmo
