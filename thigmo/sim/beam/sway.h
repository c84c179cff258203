// How every branch is bent at a time: by the mean wind, the slow swell of its strength, and the
// sway that gusts excite. No state but the time.
//
// Based on [Habel2009], sec. 5.
#pragma once

#include <algorithm>
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
/// above it, and none means 1.
struct BeamControls {
    BeamWind wind{};
    std::vector<double> damping;    // ratio; none: each branch's own, of its wood and the wind
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
    float behind = 0;                 // s by which the swell comes later than to the world's origin
    float gusts = 1;                  // as `Branch::gusts`
    float compliance = 1;             // 1/stiffness
    float unit = 0;                   // amplitude per squared speed
    float steep = 0;                  // slope of the tip per amplitude
    float hardening = 0;              // as `Branch::hardening`
    std::array<float, 2> gust{0, 0};  // amplitude of the sways along the wind, root mean square
    uint32_t stem = 0;                // row of the branch with whose sways its own are in step
    /// Shares of the stem's sways in its own (`Branch::in_step`), and what is left for its own.
    Eigen::Matrix2f in_step = Eigen::Matrix2f::Zero();
    Vec2f alone = Vec2f::Ones();
    double layer = 0;  // of the motion texture
    /// Through the texture, in widths and heights, and of each sway per second.
    Vec2 begin = Vec2::Zero();
    std::array<Vec2, 2> speed{Vec2::Zero(), Vec2::Zero()};
};

/// What bends depend on beside the time; refreshed when controls change.
struct Gale {
    double speed = 0;
    Vec3 direction = Vec3::UnitX();
    double lean = 0;    // squared speed with reconfiguration (m²/s²)
    double across = 1;  // sway across the wind over that along it
    size_t orders = 0;  // of branches
    double swell = 0;   // of the speed, root mean square over its mean
    double period = 0;
    Vec3 place = Vec3::Zero();  // of the plant in the wind (m)
    std::vector<BranchGale> branches;
};
/// The direction of the wind for a branch that those below it have turned towards the wind.
///
/// A pendulum that a wind w leans by a slope q hangs along h + q w; in its own frame the wind then
/// comes along w + q h. Where several are borne by each other q grows faster than their sum; with
/// an eighth of its square they together turn past the wind by a few degrees at the most.
template <class Scalar>
Eigen::Matrix<Scalar, 3, 1> felt_wind(const Eigen::Matrix<Scalar, 3, 1>& wind,
                                      const Eigen::Matrix<Scalar, 3, 1>& borne, Scalar pressure) {
    const Eigen::Matrix<Scalar, 3, 1> turned = pressure * borne;
    const Eigen::Matrix<Scalar, 3, 1> felt = wind + (1 + turned.norm() / 8) * turned;
    const Scalar size = felt.norm();
    return size > Scalar(1e-6) ? Eigen::Matrix<Scalar, 3, 1>(felt / size) : wind;  // into the wind
}

/// What a branch keeps of the amplitude `free` by which small bending would lean it, and of its
/// change with the wind. Far out it leans with the cube root of the wind's pressure, as beams do
/// that stiffen with the square of their way; and one whose tip steepens by `steep` per amplitude
/// comes to lie along the wind's part `along` it, and never passes it.
template <class Scalar>
struct Lean {
    Scalar share = 1, slope = 1;
};
using BranchLean = Lean<double>;

template <class Scalar>
Lean<Scalar> lean_of(Scalar free, Scalar steep, Scalar along, Scalar hardening) {
    const Scalar far = 1 + free * hardening, cube = std::cbrt(far);
    const Scalar held = 1 / (cube * cube);
    const Scalar yields = 1 / (1 + held * free * steep * std::max(Scalar(0), along));
    return {held * yields, held * (far + 2) / (3 * far) * yields * yields};
}

/// Gusts across the wind over those along it, in the squares of their densities at the frequencies
/// of branches, where turbulence is alike in all directions.
constexpr double lateral_density = 4.0 / 3;

/// InputError where controls by branch are not as many as the branches.
Gale make_gale(const BeamPlant& plant, const BeamSettings& settings, const BeamControls& controls);

/// Waves of the slow swell: periods (s) without a common multiple, and phases with which the wind
/// is as strong as in its mean over the first two, five, ten, twenty and forty seconds.
struct SwellWave {
    double period, phase;
};
constexpr std::array<SwellWave, 5> swell_waves = {
    {{61.7, 0.868}, {34.1, 2.66}, {19.3, 4.268}, {11.9, 1.763}, {7.3, 3.575}}};

/// The speed of the wind at a place and time over its mean: a slow swell that travels with it.
double swell_at(const Gale& gale, const Vec3& place, double time);

/// Bends of all branches; `factors` multiplies the stiffness of each, all 1 where it is empty.
void find_bends(const BeamPlant& plant, const MotionTexture& texture, const Gale& gale,
                std::span<const double> factors, double time, std::vector<Bend>& out);

}  // namespace thigmo
