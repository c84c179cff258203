// Small motions of a plant's branches, each clamped where it grows: bodies on elastic joints, the
// same as the articulated simulator's, and passes over those that grow from one branch.
//
// A motion is told by three numbers x to a body. Its joint turns by C½ x, C the joint's compliance,
// so that the elastic energy is ½ xᵀx; accelerations then make the forces A ẍ, and modes are the
// eigenvectors of A.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/sim/beam/settings.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

using Mat63 = Eigen::Matrix<double, 6, 3>;

/// A body in the plant's axes.
struct SwayBody {
    int parent = -1;                // −1: the base
    DomainId domain;                // whose joint it hangs on
    Vec3 at = Vec3::Zero();         // its joint
    Vec3 arm = Vec3::Zero();        // from the parent's joint
    Solid own;                      // about its joint
    Solid outboard;                 // with all that it carries, about its joint
    Mat3 stiffness = Mat3::Zero();  // of its joint (N m/rad)
    Mat3 root = Mat3::Zero();       // C½, where weight pulls back too
    Mat3 pull = Mat3::Zero();       // share of that pull in the energy of the three numbers
    Mat3 damping = Mat3::Zero();    // N m s/rad
    uint32_t air = 0, air_end = 0;  // rows of what meets the air on it
    /// Drag on it, force and moment about its joint: per velocity and spin of the body, and per
    /// velocity of the gusts at the reference height along x, y and z. Both per speed of the wind
    /// there.
    Mat6 dragged = Mat6::Zero();
    Mat63 gusted = Mat63::Zero();
};

/// What meets the air at a place, in the settings' wind.
struct AirPart {
    Vec3 at = Vec3::Zero();
    Vec3 axis = Vec3::Zero();  // of a cylinder, 0: none
    /// Drag per squared speed at the reference height (kg/m), over what reconfiguration leaves of
    /// the whole plant's drag there.
    double force = 0;
    Mat3 slope = Mat3::Zero();  // of the drag over velocities, per speed at the reference height
    double gust = 1;            // its gusts over those at the reference height
    double gusts = 1;           // turbulence intensity over that at the reference height
    double vogel = 0;  // exponent of its drag beyond the square, at the speed that it meets

    /// Force of a wind along a unit vector.
    Vec3 force_of(const Vec3& wind) const {
        const Vec3 across = wind - axis.dot(wind) * axis;
        return force * across.norm() * across;
    }
    /// Force with gusts beside it, in units of the mean wind's speed at the reference height.
    Vec3 force_of(const Vec3& wind, const Vec3& change) const {
        const Vec3 felt = wind + gusts * change;
        const double before = wind.norm(), now = felt.norm();
        const double kept = vogel != 0 && before > 0 ? std::pow(now / before, vogel) : 1;
        return kept * force_of(felt);
    }
};

/// A small motion of the bodies of a branch: their turns, and displacements of their joints.
struct SwayMotion {
    std::vector<Vec3> turn, shift;
};

/// Forces on the bodies of a branch, and moments about their joints; reused.
struct SwayForces {
    std::vector<Vec3> force, moment;
};

struct SwayTree {
    SwayTree(const Plant& plant, const BeamSettings& settings);

    /// Bodies of a domain and of all that grows from it.
    struct Range {
        size_t first = 0, end = 0;
        size_t size() const { return end - first; }
    };
    Range of(Rows<DomainId> domains) const;

    /// Finds how a range's bodies move with their coordinates x.
    void move(Range range, const double* x, SwayMotion& motion) const;
    /// A x from the motion of x.
    void inertia(Range range, const SwayMotion& motion, SwayForces& forces, double* out) const;
    /// Forces by an acceleration of everything along d, with the sign of its motion.
    void accelerate(Range range, const Vec3& d, double* out) const;
    /// Displacement of a point that goes with a body; none: the base.
    Vec3 displacement(Range range, const SwayMotion& motion, int body, const Vec3& point) const;
    /// Displacement of a point in a motion of all bodies.
    Vec3 displacement(const SwayMotion& motion, int body, const Vec3& point) const {
        return displacement({0, bodies.size()}, motion, body, point);
    }

    std::vector<SwayBody> bodies;
    std::vector<AirPart> air;       // by body
    std::vector<size_t> first;      // body of a domain or of the next that has one
    Column<SegmentId, int> at_end;  // body that a segment's end goes with
    Column<DomainId, double> mass;  // of a domain with all that grows from it (kg)
    double vogel = 0;               // exponent of the whole, in the mean over its drag
    Vec3 gravity = Vec3::Zero();
    double roughness = 0;  // z0 of the wind's profile (m); 0: the same at all heights

    /// Squared speed of the mean wind at a height over that at another one.
    double height_share(double before, double now) const;
};

}  // namespace thigmo
