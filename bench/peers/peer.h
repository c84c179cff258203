// Another library that moves the same bodies as the articulated simulator, to be timed beside it.
//
// Plain numbers only: some of these libraries must be compiled with other flags than ours, under
// which Eigen's types have another layout.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

namespace thigmo::peers {

/// A rigid body on an elastic ball joint. Its axes: x along it; its origin is its joint.
struct PeerBody {
    int parent = -1;                 // -1: the ground
    double offset[3] = {0, 0, 0};    // of the joint from the parent's joint, in the parent's axes
    double rest[4] = {1, 0, 0, 0};   // w x y z, from body to parent's axes where springs are slack
    double start[4] = {1, 0, 0, 0};  // beyond rest when time begins, from turned to rest axes
    double length = 0, mass = 0;
    double centre[3] = {0, 0, 0};   // of mass, in body axes
    double inertia[3] = {0, 0, 0};  // about that, principal
    double stiffness[3] = {0, 0, 0}, damping[3] = {0, 0, 0};
};

struct PeerModel {
    std::vector<PeerBody> bodies;  // parents first
    double gravity[3] = {0, 0, 0};
};

class Peer {
  public:
    virtual ~Peer() = default;
    /// Back to where time begins, without motion.
    virtual void reset() = 0;
    /// The least that the library must do to advance its bodies by dt.
    virtual void step(double dt) = 0;
    /// Every body's joint position and rotation matrix by rows: 12 numbers a body.
    virtual void frames(std::vector<double>& out) = 0;
};

std::unique_ptr<Peer> make_dart(const PeerModel& model);
std::unique_ptr<Peer> make_bullet(const PeerModel& model);
std::unique_ptr<Peer> make_simbody(const PeerModel& model);
std::unique_ptr<Peer> make_mujoco(const PeerModel& model);

/// Rotation vector of a unit quaternion w x y z.
static inline void rotation_vector(const double q[4], double out[3]) {
    const double sign = q[0] < 0 ? -1 : 1;
    const double s = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double factor = s < 1e-9 ? 2 : 2 * std::atan2(s, sign * q[0]) / s;
    for (int i = 0; i < 3; ++i) out[i] = sign * factor * q[i + 1];
}

/// Torque of a joint in the body's axes, for libraries that have no springs of their own: q turns
/// from rest, w is the relative angular velocity.
static inline void joint_torque(const PeerBody& body, const double q[4], const double w[3],
                                double out[3]) {
    double turn[3];
    rotation_vector(q, turn);
    for (int i = 0; i < 3; ++i) out[i] = -body.stiffness[i] * turn[i] - body.damping[i] * w[i];
}

}  // namespace thigmo::peers
