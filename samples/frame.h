// A plant as a frame of beams in space: the referee of all simulators, which it knows nothing of.
//
// Every segment of a domain that bends is a tapered beam (frame_element.h) in pieces between the
// places where something is attached, and in more of them until the frequencies no longer change.
// Domains that do not bend are rigid bodies, welded to what carries them; a domain that starts away
// from its parent's axis hangs on a rigid arm. Leaves, petals and fruits are rigid blades, welded
// on or on elastic stalks. Displacements are small, and weight is a load without stiffness.
#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo::samples {

struct FrameSettings {
    bool shear = false;   // Timoshenko's shear and rotary inertia, for what is judged as a solid
    bool clamped = true;  // false: nothing holds the roots
    /// Stiffness of every blade's stalk (N m/rad): twist about the line from where it is attached
    /// to its centre of mass, bending about two axes across it. Zero: welded. Empty: all are.
    Column<DomainId, Vec3> stalks{};
    int pieces = 1;         // elements of a segment to begin with
    double settled = 1e-4;  // elements are halved until frequencies change by less; 0: never
};

/// The stalks that blades have: twice the stiffness EI/ℓ of a blade of even width and thickness (a
/// fruit's: none), and at least what holds all that hangs on it, held out level, within half a
/// radian. `stiffness` multiplies them.
Column<DomainId, Vec3> leaf_stalks(const Plant& plant, double stiffness = 1);

/// What moves a point: a node of six degrees of freedom, or the ground, and stalks on it.
struct FrameCarrier {
    int node = -1;  // −1: the ground
    std::vector<int> stalks{};
};
struct FramePoint {
    FrameCarrier carrier{};
    Vec3 at = Vec3::Zero();
};

/// Degrees of freedom: displacement and rotation of every node, then the turn of every stalk beyond
/// what carries it, all in the plant's axes.
struct FrameModel {
    std::vector<Vec3> nodes, pivots;
    Eigen::SparseMatrix<double> stiffness, mass;
    Eigen::MatrixXd weights;  // forces by an acceleration of everything along x, y, z
    Column<SegmentId, FramePoint> start, end;
    Column<DomainId, FramePoint> blades;  // of domains with a shape: where that is placed
    bool clamped = true;
};
FrameModel build_frame(const Plant& plant, const FrameSettings& settings);

/// A small motion of a point.
struct FrameMotion {
    Vec3 displacement = Vec3::Zero(), rotation = Vec3::Zero();
};

struct FrameMode {
    double frequency = 0;  // Hz
    Column<SegmentId, FrameMotion> start, end;
    Column<DomainId, FrameMotion> blades;
    Vec3 drive = Vec3::Zero();  // modal force per acceleration of everything (√kg)
};

/// The lowest modes, of unit modal mass; of a free plant those beyond the motions of a rigid body.
struct FrameModes {
    std::vector<FrameMode> modes;
    int pieces = 1;  // elements of a segment in the end
};
FrameModes find_frame_modes(const Plant& plant, const FrameSettings& settings, size_t count);

/// Displacements of the clamped plant's segment ends under its weight, in the first order.
Column<SegmentId, Vec3> frame_sag(const Plant& plant, const FrameSettings& settings,
                                  const Vec3& gravity);

}  // namespace thigmo::samples
