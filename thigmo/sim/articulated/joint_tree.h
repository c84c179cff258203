// Rigid bodies on revolute joints in generalised coordinates: the mechanics of [Garcia2023]
// chapter 4, and what the validations with one or a few joints are computed with.
//
// A joint turns about one axis or about up to three in a row (Euler angles; singular where two of
// three come into line). A body's frame has its origin at its joint.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "thigmo/sim/articulated/settings.h"
#include "thigmo/sim/simulator.h"
#include "thigmo/sim/tree_recursion.h"

namespace thigmo {

struct JointBody {
    int parent = -1;               // a smaller number, or the base
    Vec3 place = Vec3::Zero();     // of the joint, in the parent's frame
    Quat rest = Quat::Identity();  // from the body's axes to the parent's when all angles are 0
    int axes = 1;                  // 0 (rigid on the parent) … 3
    /// The joint turns about axis[0] first; each axis stands in the frame that the turns before it
    /// left behind.
    std::array<Vec3, 3> axis = {Vec3::UnitZ(), Vec3::UnitZ(), Vec3::UnitZ()};
    double mass = 1;
    Vec3 centre = Vec3::Zero();
    Mat3 inertia = Mat3::Identity();  // about the centre
    Vec3 stiffness = Vec3::Zero();    // of every axis (N m/rad)
    Vec3 damping = Vec3::Zero();      // N m s/rad
    Vec3 spring_rest = Vec3::Zero();  // angles at which the springs are slack
};

/// What acts from outside during a step, all held constant over it.
struct JointForces {
    Vec3 gravity = Vec3(0, -9.81, 0);
    Vec3 base_acceleration = Vec3::Zero();
    Vec3 base_angular_acceleration = Vec3::Zero();
    std::span<const Wrench> loads = {};  // per body, at its joint, in the world; or empty
};

class JointTree {
  public:
    /// The base is held: it moves as it is driven. Or it is free: it has no mass of its own, so
    /// that a body must be rigid on it.
    explicit JointTree(std::vector<JointBody> bodies, bool free_base = false);

    size_t size() const { return bodies_.size(); }
    size_t coordinates() const { return recursion_.coordinates(); }
    const JointBody& body(size_t i) const { return bodies_[i]; }
    size_t first(size_t i) const { return recursion_.first(i); }
    /// Stiffness, damping and springs' rest may change at any time; masses and places may not.
    void set_springs(size_t i, const Vec3& stiffness, const Vec3& damping, const Vec3& rest);

    std::span<const double> angles() const { return q_; }
    std::span<const double> velocities() const { return qd_; }
    /// Of the last step; what TR-BDF2 goes on from.
    std::span<const double> accelerations() const { return qdd_; }
    void set_state(std::span<const double> angles, std::span<const double> velocities);
    /// To go on exactly from a saved state.
    void set_accelerations(std::span<const double> accelerations);
    const Start& base() const { return base_; }
    void set_base(const Start& base);

    /// One step with one of the integrators. False where it fails (axes in line, not a number):
    /// the state is as before.
    bool step(Integrator integrator, double dt, const JointForces& forces);
    /// The body with which the last step that failed did so; −1 for the base.
    int failed() const { return failed_; }
    /// Accelerations now, with springs taken at q + s + c2 q̈ and damping at e + c1 q̈ (see
    /// docs/recursion.md); the parameters of one stage of any integrator.
    struct Stage {
        std::span<const double> q, qd, s, e;
        double c1 = 0, c2 = 0;
    };
    bool solve(const Stage& stage, const JointForces& forces, std::span<double> accelerations);
    /// Explicit accelerations of the present state.
    bool solve(const JointForces& forces, std::span<double> accelerations);

    Rigid frame(size_t i) const { return {Quat(frames_[i].axes), frames_[i].origin}; }
    Vec3 angular_velocity(size_t i) const { return frames_[i].angular; }
    /// Of a point of body i, all in the world.
    Vec3 velocity(size_t i, const Vec3& point) const;
    Energy energy(const Vec3& gravity) const;
    /// After a step or solve: what the joint of body i carried.
    Wrench carried(size_t i) const;

    /// Generalised forces that the state needs for given accelerations, springs left out: inverse
    /// dynamics, M q̈ + Coriolis + gravity's gradient − loads.
    Eigen::VectorXd needed_forces(const JointForces& forces, std::span<const double> qdd) const;
    /// Dense, O(n²).
    Eigen::MatrixXd mass_matrix() const;
    /// Of gravity's energy; dense.
    Eigen::MatrixXd gravity_hessian(const Vec3& gravity) const;
    Eigen::VectorXd stiffness() const;

  private:
    struct Frame {
        Mat3 axes;  // body's to the world's
        Vec3 origin, velocity, angular;
        Vec3 arm;                     // of the joint from the parent's, in the world
        std::array<Vec3, 3> turning;  // axes of the joint, in the world
        Vec3 centre;                  // from the joint, in the world
        Mat3 inertia;                 // about the joint, in the world
        Vec3 angular_drift;
        Vec3 linear_drift;
    };
    struct Scratch {
        std::vector<double> q, qd, s, e, a1, a2;
    };

    void place(std::span<const double> q, std::span<const double> qd);
    Frame placed(const Frame& parent, const JointBody& body, const double* q,
                 const double* qd) const;
    Frame base_frame() const;
    bool advance(Integrator integrator, double dt, const JointForces& forces);
    bool semi_implicit_euler(double dt, const JointForces& forces);
    bool backward_euler(double dt, const JointForces& forces);
    bool midpoint(double dt, const JointForces& forces);
    bool tr_bdf2(double dt, const JointForces& forces);
    bool rosenbrock(double dt, const JointForces& forces);
    int first_not_finite() const;
    void advance_base(double dt, const JointForces& forces);

    std::vector<JointBody> bodies_;
    Start base_;
    bool free_base_ = false;
    int failed_ = -1;
    std::vector<double> q_, qd_, qdd_;
    std::vector<double> old_q_, old_qd_, old_qdd_;
    bool started_ = false;  // qdd_ holds the accelerations that the state goes on from
    std::vector<Frame> frames_;
    TreeRecursion<double> recursion_;
    Scratch scratch_;
};

/// Turns the joints until springs and gravity balance: Newton on the energy, dense, O(n³), for
/// chains and small plants. False if the largest moment left over stays above `tolerance` (N m).
bool settle(JointTree& tree, const Vec3& gravity, double tolerance = 1e-12);

/// Circular frequencies ω (rad/s) of small oscillations about the present pose, smallest first,
/// gravity's stiffness included: eigenvalues of K^−½ M K^−½. Dense.
Eigen::VectorXd natural_frequencies(const JointTree& tree, const Vec3& gravity);

}  // namespace thigmo
