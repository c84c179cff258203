// The branches of a plant as beams: how each is shaped, how it swings by itself, and how far a wind
// bends it. Constants only.
//
// Based on [Habel2009], sec. 4 and 5. Every flexible domain with segments is one; it is clamped to
// the branch that it grows from. What grows from it swings with it when its frequencies are found,
// and goes with it as a rigid body when it is drawn.
#pragma once

#include <array>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/sim/beam/settings.h"

namespace thigmo {

using BranchId = RowId<struct BranchTag>;

/// The rest centreline: a cubic in the share x of its length, through the base.
struct RestCurve {
    Vec3 base = Vec3::Zero();
    Vec3 c1 = Vec3::Zero(), c2 = Vec3::Zero(), c3 = Vec3::Zero();  // m

    Vec3 at(double x) const { return base + x * (c1 + x * (c2 + x * c3)); }
    Vec3 slope(double x) const { return c1 + x * (2 * c2 + x * 3 * c3); }
};

struct Branch {
    DomainId domain;
    BranchId parent;     // none: stands on the ground
    double along = 0;    // of the parent's length, where it grows
    uint16_t order = 0;  // branches before it on the way from the root
    double length = 1;   // m, along the centreline
    double taper = 1;    // least_taper … 1, of the tapered beam that bends most like it
    RestCurve curve;
    /// x from base to tip; y the direction of its main sway, z that of the other one.
    Quat frame;
    std::array<double, 2> frequency = {1, 1};  // Hz, along y and z, clamped at the base
    double mass = 0;        // kg, with everything that grows from it, [Habel2009] eq. 16
    double modal_mass = 0;  // kg: of a body at the tip that swings with as much energy
    /// Share of a shaking base's acceleration that the tip of each sway takes part with. One sway
    /// stands for all modes of the branch: white noise makes its tip sway as far as they do
    /// together.
    std::array<double, 2> participation = {0, 0};
    double damping = 0.05;   // ratio, of its wood and all that grows from it
    double air_damping = 0;  // ratio per m/s of the wind at the reference height
    double gusts = 1;        // turbulence intensity where its drag is, over the reference's
    /// Sway in gusts over that of one damped oscillator, root mean square, along y and z: all modes
    /// together, in gusts that do not push all of it at once.
    std::array<double, 2> sway = {1, 1};
    /// The branch that stands on the ground and bears it; none: it stands there itself.
    BranchId stem;
    /// Shares of the stem's two sways (columns) in its own (rows), as both are driven by the same
    /// gusts; what is left of each row's square is a sway of its own.
    Eigen::Matrix2d in_step = Eigen::Matrix2d::Zero();
    /// Shares of its tip's lean and sway that it is drawn with: less than 1 where a limp end goes
    /// much further than the beam that bends most like the branch.
    double lean_share = 1, sway_share = 1;
    /// Way of the tip per squared speed of a steady wind across it (m/(m/s)²), while it is small.
    double lean = 0;
    /// By how much it leans less as it leans far, beside what lies along the wind: 1 over the
    /// amplitude of `Bend` that it would come near to in the strongest wind.
    double hardening = 0;
    /// How the branches that bear it turn towards a wind, ((m/s)⁻²): Σ of their chords' directions
    /// × the slope, per squared speed, to which they lean where the next one grows.
    Vec3 borne = Vec3::Zero();
    Trajectory run;  // through the motion texture
};

using Branches = Column<BranchId, Branch>;

/// Way of the tip across the branch per amplitude of a bend, while it is small (m): where a branch
/// is crooked its pieces turn as far, and its tip goes less far.
double unit_way(const Branch& branch);

/// Amplitude of the branch's bend per squared speed of a wind across it, while it is small.
inline double unit_of(const Branch& branch) {
    return branch.lean / unit_way(branch);
}

/// Whether the domain bends: it is flexible and has segments.
inline bool is_branch(const Plant& plant, DomainId domain) {
    return plant.domains.flexible[domain] != 0 && !plant.domains.segments[domain].empty();
}

/// Where a domain sits: on which branch, and how far along; on the ground where there is none.
struct Ride {
    BranchId branch;
    double along = 0;
};

/// Parents before children. A domain that is a branch rides on itself, at its base.
struct BeamPlant {
    Branches branches;
    Column<DomainId, Ride> rides;
    double vogel = 0;  // exponent of the whole, in the mean over its drag
};
BeamPlant build_branches(const Plant& plant, const BeamSettings& settings);

/// Frequency (Hz) of a leafy branch of a broad-leaved tree, 2.55 L^(−0.59) with L in metres
///                                                             [Coder2000], [Habel2009] eq. 17
double coder_frequency(double length);

}  // namespace thigmo
