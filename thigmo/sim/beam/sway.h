// How every branch is bent at a time: by the mean wind, the slow swell of its strength, and the
// sway that gusts excite. No state but the time.
//
// Based on [Habel2009], sec. 5.
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "thigmo/sim/beam/branches.h"

namespace thigmo {

/// Multipliers by row of the branches; all 1 where they are empty.
struct BranchControls {
    std::vector<double> stiffness{}, damping{}, sway{};
};

/// What may change from frame to frame, by order of branches; the last entry holds for all orders
/// above it, and none means 1 (damping: the settings').
struct BeamControls {
    BeamWind wind{};
    std::vector<double> damping;    // ratio
    std::vector<double> stiffness;  // × the plant's
    std::vector<double> sway;       // of the motion, × this
    double flutter = 1;
    Vec3 place = Vec3::Zero();  // of the plant in the wind (m), in its own axes
    BranchControls branches{};
};
BeamControls controls(const BeamSettings& settings);

/// The texture of the settings' weave and seed.
MotionTexture sway_texture(const BeamSettings& settings);

/// A control's value of an order.
double of_order(const std::vector<double>& values, size_t order, double otherwise);

/// A time and the one a period before it, blended so that motion passes into its own beginning
/// without a jump; the time alone where there is no period.
struct Moments {
    double now = 0, before = 0;          // s
    double share = 1, share_before = 0;  // their squares sum to 1

    Moments(double time, double period);
};

/// A branch bent in one plane: tan θ(x) = amplitude · u′(x), about an axis across it.
struct Bend {
    Vec3 axis = Vec3::UnitZ();
    double amplitude = 0;
};

/// A branch in a gale, in its own frame.
struct BranchGale {
    Vec3f wind = Vec3f::Zero(), borne = Vec3f::Zero();  // as `Gale::direction`, `Branch::borne`
    Vec3f y = Vec3f::UnitY(), z = Vec3f::UnitZ();       // directions of sway, in the plant's space
    float behind = 0;      // s by which the swell comes later than to the world's origin
    float compliance = 1;  // 1/stiffness
    float unit = 0;        // amplitude per squared speed
    float steep = 0;       // slope of the tip per amplitude
    float gust = 0;        // amplitude of the sway, root mean square
    double layer = 0;      // of the motion texture
    Vec2 begin = Vec2::Zero(), speed = Vec2::Zero();  // through it, in widths and heights, and /s
};

/// What bends depend on beside the time; refreshed when controls change.
struct Gale {
    double speed = 0;
    Vec3 direction = Vec3::UnitX();
    double lean = 0;  // squared speed with reconfiguration (m²/s²)
    /// By order: way of the tip per `Branch::lean` and (Hz)^(1/3), root mean square.
    std::vector<double> gust;
    std::vector<double> layer;  // of the motion texture, by order
    double swell = 0;           // of the speed, root mean square over its mean
    double period = 0;
    Vec3 place = Vec3::Zero();  // of the plant in the wind (m)
    std::vector<BranchGale> branches;
};
/// f S/σ² of wind's inertial range is this (f ℓ/U)^(−2/3): 4/6^(5/3), as Kaimal's spectrum has it.
inline const double inertial_density = 4 / std::pow(6, 5.0 / 3);

/// InputError where controls by branch are not as many as the branches.
Gale make_gale(const BeamPlant& plant, const BeamSettings& settings, const BeamControls& controls);

/// Waves of the slow swell: periods (s) without a common multiple, and phases.
struct SwellWave {
    double period, phase;
};
constexpr std::array<SwellWave, 5> swell_waves = {
    {{61.7, 0.3}, {34.1, 2.1}, {19.3, 4.4}, {11.9, 1.2}, {7.3, 5.6}}};
constexpr double swell_share = 0.5;  // of the turbulence that it is, root mean square

/// The speed of the wind at a place and time over its mean: a slow swell that travels with it.
double swell_at(const Gale& gale, const Vec3& place, double time);

/// Bends of all branches; `factors` multiplies the stiffness of each, all 1 where it is empty.
void find_bends(const BeamPlant& plant, const MotionTexture& texture, const Gale& gale,
                std::span<const double> factors, double time, std::vector<Bend>& out);

}  // namespace thigmo
