// How far a branch sways when its base is shaken, or in gusts, all its modes together.
#pragma once

#include <complex>

#include "thigmo/sim/beam/branch_modes.h"

namespace thigmo {

/// What a set of damped modes answers to a force: a sum over poles p of what each has of it,
///
///     H(ω) = Σ a_p / (iω − p)
struct Response {
    Eigen::VectorXcd poles, shares;

    std::complex<double> at(double omega) const {
        return (shares.array() / (std::complex<double>(0, omega) - poles.array())).sum();
    }
    /// Variance of the answer to white noise of a one-sided density of 1 per Hz.
    double to_white_noise() const;
};

/// The tip's way along a direction by modal forces; damping as a matrix over the modes (1/s).
Response tip_response(const BranchModes& modes, const Eigen::MatrixXd& damping,
                      const Eigen::VectorXd& force, const Vec3& seen);

/// Gusts as a branch meets them.
struct GustsMet {
    double speed = 8;    // m/s, of the wind at the reference height, with which gusts travel
    double length = 50;  // m, of the gusts along the wind
    double spread = 0;   // m, of the branch's drag about its centre: root mean square by axis
};

/// Gusts slower than this (Hz) are the swell of the wind, which moves all branches together.
constexpr double swell_below = 0.14;
/// Share of the gusts' variance that the swell has, by [Kaimal1972].
double swell_variance(double speed, double length);

/// √(f S) at a frequency far above the gusts' own, as all spectra of wind have it there:
/// (4/6^(5/3))½ (f ℓ/U)^(−1/3).
double inertial_gusts(double frequency, const GustsMet& gusts);

/// Share of a frequency's gusts that pushes all of a branch at once, in the mean over pairs of its
/// parts:
///
///     χ² = 1 / (1 + z² (0.67 + 4.33/(1 + 7z))),   z = 12 √2 s √((f/U)² + (0.12/ℓ)²)
///
/// for a spread s. Within 3 % of the mean of exp(−x²/(x + 0.4)) over normal distances r in a plane,
/// x = 12 r √(…). Far apart that is the coherence of [IEC2005]; near by, the gusts that the air
/// makes are smoother than it tells.
double coherent_share(double frequency, const GustsMet& gusts);

}  // namespace thigmo
