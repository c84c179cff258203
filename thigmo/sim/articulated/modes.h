// Natural frequencies and mode shapes of a whole plant, matrix-free.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "thigmo/plant/pose.h"
#include "thigmo/sim/articulated/bodies.h"

namespace thigmo {

struct Mode {
    double frequency = 0;  // Hz
    double within = 0;     // bound of the frequency's relative error, of find_root_modes
    /// Turn of every body in the plant's axes (rad), scaled to a modal mass of 1 kg m².
    Column<BodyId, Vec3> turn;
    /// The share of this mode in the moment at the plant's foot, 0…1; over all modes of the plant
    /// they sum to 1. With M the inertia, φ the mode and r the plant turned as a whole about its
    /// foot by 1 rad about each of two axes across the trunk there:
    ///
    ///     share = Σ (φᵀMr)² / (φᵀMφ) / Σ rᵀMr
    ///
    /// ω² φᵀMr is the bending moment that the swaying mode makes at the foot: what a strain gauge
    /// there feels of it.
    double root_moment_share = 0;
    double twist_share = 0;   // of the elastic energy, in twist of joints; bending has the rest
    DomainId domain;          // that has the most of the motion's energy,
    double domain_share = 0;  // and how much of it
    BodyId furthest;          // body whose tip moves most
};

/// How the plant sways after it was pulled aside at half of its height and let go; of
/// find_root_modes.
/// Where leafy twigs sway as slowly as the stem, its sway is spread over many modes near to each
/// other, and no single one tells how the plant sways.
struct StemSway {
    double frequency = 0;  // Hz: where modes, each spread by 5 %, have the most of the displacement
    double share = 0;      // of the displacement, in all modes within 10 % of it
};

struct Modes {
    std::vector<Mode> modes;  // lowest first
    StemSway sway;            // share 0: not known
    std::string failure;      // why there are none: the plant buckles, or no convergence
    DomainId buckles;         // the domain that does
};

/// The lowest modes of the plant clamped at its base, undamped, in still space; with `gravity`
/// those of the plant as it stands loaded by that (`rest` of the bodies as GivenShape::standing
/// gives it).
Modes find_modes(const Bodies& bodies, size_t count, const std::optional<Vec3>& gravity = {});

/// The modes with the largest root_moment_share instead, lowest first: Lanczos' method begins with
/// the plant turned as a whole about its foot, and so never meets the thousands of twigs and leaves
/// that sway alone. Where the trunk's sway is spread over many modes near to each other, one of
/// those here stands for several, and `within` tells how far they may lie from it.
Modes find_root_modes(const Bodies& bodies, size_t count, const std::optional<Vec3>& gravity = {});

/// The plant bent as a mode bends it: every body turned by `amplitude` (1 m² kg)^½ times its turn
/// in the mode, with what hangs on it.
Pose mode_pose(const Plant& plant, const Bodies& bodies, const Mode& mode, double amplitude);

}  // namespace thigmo
