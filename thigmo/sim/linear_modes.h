// Small motions of a plant as any simulator has it: modes and sag, in one form for all.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "thigmo/sim/simulators.h"

namespace thigmo {

/// A mode of unit modal mass.
struct LinearMode {
    double frequency = 0;         // Hz
    Column<SegmentId, Vec3> end;  // displacements of the segments' ends
    Vec3 drive = Vec3::Zero();    // modal force per acceleration of everything (√kg)
};

struct LinearModes {
    std::vector<LinearMode> modes;  // lowest first
    Eigen::MatrixXd damping;        // of the modes on each other (1/s)
    std::string failure;            // why there are none
};

/// The lowest modes of the plant held at its base, unloaded and in still space. The beam simulator,
/// whose branches sway by themselves, has two of every branch, which carries the rest as one body:
/// they stand for all modes of the branch, and white noise moves its tip as far as those do.
LinearModes find_linear_modes(const Plant& plant, const SimulatorSettings& settings, size_t count);

/// Displacements of the segments' ends under weight, in the first order; none for the beam
/// simulator, which draws the given shape as it stands.
Column<SegmentId, Vec3> find_linear_sag(const Plant& plant, const SimulatorSettings& settings,
                                        const Vec3& gravity);

/// Square of the cosine between two fields of displacements, 0…1: the modal assurance criterion.
double shape_likeness(const Column<SegmentId, Vec3>& a, const Column<SegmentId, Vec3>& b);

/// The mode that is most like another one, of which `modes` may be another simulator's. Points at
/// the ends of few segments do not tell all shapes apart; so frequencies count too:
///
///     1 − likeness + |ln(f/f₀)|        is least
///
/// `modes` must not be empty.
size_t likest_mode(const std::vector<LinearMode>& modes, const LinearMode& other);

/// Root mean square of a segment's end along some unit directions, in the sum, where the base is
/// shaken along each of them by white noise of a one-sided density (m²/s⁴/Hz). The state of the
/// damped modes is y′ = A y + B w; its covariance P solves A P + P Aᵀ + B Bᵀ = 0.
double shaken_rms(const LinearModes& modes, SegmentId tip, std::span<const Vec3> directions,
                  double density);

// Of each simulator.
LinearModes linear_modes(const Plant& plant, const ArticulatedSettings& settings, size_t count);
LinearModes linear_modes(const Plant& plant, const BeamSettings& settings, size_t count);
LinearModes linear_modes(const Plant& plant, const ReducedSettings& settings, size_t count);
LinearModes linear_modes(const Plant& plant, const FemSettings& settings, size_t count);
Column<SegmentId, Vec3> linear_sag(const Plant& plant, const ArticulatedSettings& settings,
                                   const Vec3& gravity);
Column<SegmentId, Vec3> linear_sag(const Plant& plant, const ReducedSettings& settings,
                                   const Vec3& gravity);
Column<SegmentId, Vec3> linear_sag(const Plant& plant, const FemSettings& settings,
                                   const Vec3& gravity);

}  // namespace thigmo
