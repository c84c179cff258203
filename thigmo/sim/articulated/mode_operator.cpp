// Inertia and stiffness of small turns, matrix-free.
#include "thigmo/sim/articulated/mode_operator.h"

#include <Eigen/Cholesky>

#include "thigmo/sim/articulated/standing.h"

namespace thigmo {
namespace {

Vec3 triple(std::span<const double> x, size_t body) {
    return {x[3 * body], x[3 * body + 1], x[3 * body + 2]};
}

void put(const Vec3& v, size_t body, std::span<double> x) {
    for (size_t i = 0; i < 3; ++i) x[3 * body + i] = v[static_cast<Eigen::Index>(i)];
}

}  // namespace

TurnInertia::TurnInertia(const Bodies& bodies) : parent_(bodies.parent.span()) {
    for (const BodyId body : bodies.rows()) {
        // Where a plant hangs on the base makes no difference.
        arm_.push_back(bodies.parent[body].exists() ? given_arm(bodies, body) : Vec3(Vec3::Zero()));
        const Solid own{bodies.mass[body], bodies.mass[body] * bodies.centre[body],
                        bodies.inertia[body]};
        own_.push_back(turned(own, bodies.given[body].toRotationMatrix()));
    }
}

void TurnInertia::joint_motion(const Turns& turns, Turns& out) const {
    out.resize(turns.size());
    for (size_t i = 0; i < turns.size(); ++i) {
        const BodyId parent = parent_[i];
        out[i] = parent.exists() ? Vec3(out[parent.value] + turns[parent.value].cross(arm_[i]))
                                 : Vec3(Vec3::Zero());
    }
}

void TurnInertia::product(const Turns& turns, Turns& out) const {
    joint_motion(turns, motion_);
    const size_t n = turns.size();
    out.resize(n);
    force_.resize(n);
    for (size_t i = 0; i < n; ++i) {
        const Solid& own = own_[i];
        force_[i] = own.mass * motion_[i] + turns[i].cross(own.first);
        out[i] = own.inertia * turns[i] + own.first.cross(motion_[i]);
    }
    for (size_t i = n; i-- > 0;) {
        if (!parent_[i].exists()) continue;
        const size_t parent = parent_[i].value;
        force_[parent] += force_[i];
        out[parent] += arm_[i].cross(force_[i]);
    }
}

SpringStiffness::SpringStiffness(const Bodies& bodies) : parent_(bodies.parent.span()) {
    for (const BodyId body : bodies.rows()) {
        const Mat3 turn = bodies.given[body].toRotationMatrix();
        const Vec3 root = bodies.stiffness[body].cwiseSqrt();
        root_.push_back(turn * root.cwiseInverse().asDiagonal());
        root_inverse_.push_back(root.asDiagonal() * turn.transpose());
    }
}

void SpringStiffness::to_turns(std::span<const double> x, Turns& turns) const {
    turns.resize(root_.size());
    for (size_t i = 0; i < root_.size(); ++i) {
        turns[i] = root_[i] * triple(x, i);
        if (parent_[i].exists()) turns[i] += turns[parent_[i].value];
    }
}

void SpringStiffness::from_forces(const Turns& forces, std::span<double> y) const {
    sum_ = forces;
    for (size_t i = root_.size(); i-- > 0;) {
        if (parent_[i].exists()) sum_[parent_[i].value] += sum_[i];
        put(root_[i].transpose() * sum_[i], i, y);
    }
}

void SpringStiffness::from_turns(const Turns& turns, std::span<double> x) const {
    for (size_t i = 0; i < root_.size(); ++i) {
        Vec3 joint = turns[i];
        if (parent_[i].exists()) joint -= turns[parent_[i].value];
        put(root_inverse_[i] * joint, i, x);
    }
}

void SpringStiffness::to_forces(std::span<const double> y, Turns& forces) const {
    forces.assign(root_.size(), Vec3::Zero());
    for (size_t i = 0; i < root_.size(); ++i) {
        const Vec3 joint = root_inverse_[i].transpose() * triple(y, i);
        forces[i] += joint;
        if (parent_[i].exists()) forces[parent_[i].value] -= joint;
    }
}

TurnBlocks SpringStiffness::blocks() const {
    TurnBlocks all{std::vector<Mat3>(root_.size(), Mat3::Zero()), {}};
    for (size_t i = 0; i < root_.size(); ++i) {
        const Mat3 spring = root_inverse_[i].transpose() * root_inverse_[i];
        all.diagonal[i] += spring;
        if (parent_[i].exists()) all.diagonal[parent_[i].value] += spring;
        all.coupling.push_back(-spring);
    }
    return all;
}

LoadedStiffness::LoadedStiffness(const Bodies& bodies, const Vec3& gravity)
    : parent_(bodies.parent.span()), coupling_(bodies.size(), Mat3::Zero()) {
    const Column<BodyId, Solid> outboard = outboard_solids(bodies);
    std::vector<Mat3> diagonal(bodies.size(), Mat3::Zero());
    for (const BodyId body : bodies.rows()) {
        Mat3& own = diagonal[body.value];
        own +=
            weight_block(gravity, bodies.mass[body] * (bodies.given[body] * bodies.centre[body]));
        const BodyId parent = bodies.parent[body];
        const Quat upper = parent.exists() ? bodies.given[parent] : Quat::Identity();
        const Eigen::AngleAxisd bent((upper * bodies.rest[body]).conjugate() * bodies.given[body]);
        const Vec3 phi = bent.angle() * bent.axis();
        const Mat3 turn = bodies.given[body].toRotationMatrix();
        const Mat3 spring = turn * joint_hessian(bodies.stiffness[body], phi) * turn.transpose();
        own += spring;
        if (!parent.exists()) continue;
        diagonal[parent.value] +=
            spring + weight_block(gravity, outboard[body].mass * given_arm(bodies, body));
        coupling_[body.value] =
            0.5 * cross(turn * joint_moment(bodies.stiffness[body], phi)) - spring;
    }
    factorise(diagonal);
}

/// Leaves to root: D_i = L_i L_iᵀ, coupling C ← C L_i⁻ᵀ, D_parent −= C Cᵀ. No fill in a tree.
void LoadedStiffness::factorise(std::vector<Mat3>& diagonal) {
    lower_.resize(diagonal.size());
    lower_inverse_.resize(diagonal.size());
    for (size_t i = diagonal.size(); i-- > 0;) {
        const Eigen::LLT<Mat3> factor(diagonal[i]);
        if (factor.info() != Eigen::Success) {
            buckles_ = BodyId(i);
            return;
        }
        lower_[i] = factor.matrixL();
        lower_inverse_[i] = factor.matrixL().solve(Mat3::Identity());
        coupling_[i] = coupling_[i] * lower_inverse_[i].transpose();
        if (parent_[i].exists())
            diagonal[parent_[i].value] -= coupling_[i] * coupling_[i].transpose();
    }
}

void LoadedStiffness::to_turns(std::span<const double> x, Turns& turns) const {
    turns.resize(coupling_.size());
    for (size_t i = 0; i < coupling_.size(); ++i) {
        Vec3 right = triple(x, i);
        if (parent_[i].exists()) right -= coupling_[i].transpose() * turns[parent_[i].value];
        turns[i] = lower_inverse_[i].transpose() * right;
    }
}

void LoadedStiffness::from_forces(const Turns& forces, std::span<double> y) const {
    sum_ = forces;
    for (size_t i = coupling_.size(); i-- > 0;) {
        const Vec3 own = lower_inverse_[i] * sum_[i];
        put(own, i, y);
        if (parent_[i].exists()) sum_[parent_[i].value] -= coupling_[i] * own;
    }
}

void LoadedStiffness::from_turns(const Turns& turns, std::span<double> x) const {
    for (size_t i = 0; i < coupling_.size(); ++i) {
        Vec3 own = lower_[i].transpose() * turns[i];
        if (parent_[i].exists()) own += coupling_[i].transpose() * turns[parent_[i].value];
        put(own, i, x);
    }
}

void LoadedStiffness::to_forces(std::span<const double> y, Turns& forces) const {
    forces.assign(coupling_.size(), Vec3::Zero());
    for (size_t i = 0; i < coupling_.size(); ++i) {
        forces[i] += lower_[i] * triple(y, i);
        if (parent_[i].exists()) forces[parent_[i].value] += coupling_[i] * triple(y, i);
    }
}

TurnBlocks LoadedStiffness::blocks() const {
    TurnBlocks all{std::vector<Mat3>(coupling_.size(), Mat3::Zero()), {}};
    for (size_t i = 0; i < coupling_.size(); ++i) {
        all.diagonal[i] += lower_[i] * lower_[i].transpose();
        if (parent_[i].exists())
            all.diagonal[parent_[i].value] += coupling_[i] * coupling_[i].transpose();
        all.coupling.push_back(coupling_[i] * lower_[i].transpose());
    }
    return all;
}

}  // namespace thigmo
