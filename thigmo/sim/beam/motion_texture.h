// Motion textures: noise in two dimensions, along whose rows every branch finds the sway of its own
// that wind gives it, for ever and without repeating itself.
//
// Based on [Habel2009], sec. 5.3 and 5.4, with another projection. A straight line through noise
// has the sum of the noise's spectrum across the line, so a texture that is alike in all directions
// gives lines with most of their variance below the resonance (docs/beam.md). Here the spectrum
// along x is the wanted one, that along y is flat and narrow, and branches run along x and drift
// slowly along y.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "thigmo/base/vector.h"

namespace thigmo {

using Vec2 = Eigen::Vector2d;

/// What drives the branches: the same force at all frequencies, or gusts, whose density falls with
/// f^(−5/3) above a sixteenth of the branch's frequency, as it does in every wind above a few
/// hundredths of a hertz.
enum class Drive { white, gusts };

/// What straight lines between texels leave of the amplitude of a wave, in the mean.
double line_response(double waves, size_t texels);

/// Density of the sway at a frequency in units of the branch's own, [Habel2009] eq. 14 and 15; not
/// normalised.
double sway_density(Drive drive, double damping_ratio, double ratio);

/// Its sum over what a texture holds: variance in units of the static response's, where the drive
/// has a density of 1 at the branch's frequency.
double sway_variance(Drive drive, double damping_ratio);

/// How waves lie in a texture: along its rows, each with the spectrum wanted, while rows differ
/// slowly; or in all directions alike, as [Habel2009] has it, for comparison.
enum class Weave { rows, isotropic };
constexpr std::array<const char*, 2> weave_names = {"rows", "isotropic"};

/// Layers of textures that differ in damping alone: their waves have the same phases, so between
/// two layers lies the texture of a damping between theirs. Every layer and channel has unit
/// variance and no mean; channels are the two directions across a branch.
struct MotionTexture {
    static constexpr std::array<double, 6> damping_ratios = {0.025, 0.05, 0.1, 0.2, 0.4, 0.8};

    size_t width = 0, height = 0;  // texels, after which it repeats
    double own_waves = 0;          // of a branch's own frequency along the width
    std::vector<Vec2f> texels;     // [layer][row][column]

    const Vec2f& at(size_t layer, size_t row, size_t column) const {
        return texels[(layer * height + row) * width + column];
    }
};

MotionTexture make_motion_texture(Weave weave, Drive drive, uint64_t seed);

/// Where a damping ratio lies among the layers, 0 … their number − 1.
double layer_of(double damping_ratio);

/// Root of sway_variance at a place among the layers: a straight line between theirs.
double sway_gain(Drive drive, double layer);

/// Straight lines between texels, rows and layers; place in widths and heights, any numbers.
Vec2f sample(const MotionTexture& texture, double layer, const Vec2& place);

/// How a branch runs through the texture: where it begins, and how far it gets in one period of its
/// own, in widths and heights.
struct Trajectory {
    Vec2 begin = Vec2::Zero();
    Vec2 period = Vec2::Zero();
};
/// Along the rows with a slow drift across them, or in any direction, by the texture's weave;
/// another one for every seed.
Trajectory draw_trajectory(Weave weave, uint64_t seed);

}  // namespace thigmo
