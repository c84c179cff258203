// Inverse dynamics, dense matrices, static balance and natural frequencies of bodies on revolute
// joints.
#include <Eigen/Dense>
#include <cmath>

#include "thigmo/sim/articulated/joint_tree.h"

namespace thigmo {

/// Newton and Euler, root to leaves and back: the moments about every joint's axes.
Eigen::VectorXd JointTree::needed_forces(const JointForces& forces,
                                         std::span<const double> qdd) const {
    std::vector<Vec3> turning(size()), linear(size()), moment(size()), push(size());
    for (size_t i = 0; i < size(); ++i) {
        const Frame& frame = frames_[i];
        const JointBody& body = bodies_[i];
        const bool root = body.parent < 0;
        const size_t p = root ? 0 : size_t(body.parent);
        const Vec3 above = root ? forces.base_angular_acceleration : turning[p];
        linear[i] = (root ? Vec3(forces.base_acceleration - forces.gravity) : linear[p]) +
                    above.cross(frame.arm) + frame.linear_drift;
        turning[i] = above + frame.angular_drift;
        for (int k = 0; k < body.axes; ++k)
            turning[i] += frame.turning[size_t(k)] * qdd[first(i) + size_t(k)];
        const Vec3& w = frame.angular;
        push[i] = body.mass *
                  (linear[i] + turning[i].cross(frame.centre) + w.cross(w.cross(frame.centre)));
        moment[i] = frame.inertia * turning[i] + w.cross(frame.inertia * w) +
                    body.mass * frame.centre.cross(linear[i]);
        if (forces.loads.empty()) continue;
        push[i] -= forces.loads[i].force;
        moment[i] -= forces.loads[i].moment;
    }
    Eigen::VectorXd needed{Eigen::Index(coordinates())};
    for (size_t i = size(); i-- > 0;) {
        const Frame& frame = frames_[i];
        for (int k = 0; k < bodies_[i].axes; ++k)
            needed[Eigen::Index(first(i)) + k] = frame.turning[size_t(k)].dot(moment[i]);
        if (bodies_[i].parent < 0) continue;
        const size_t p = size_t(bodies_[i].parent);
        push[p] += push[i];
        moment[p] += moment[i] + frame.arm.cross(push[i]);
    }
    return needed;
}

/// Composite bodies: M_ij = s_i · (what must be supplied about joint i when j alone accelerates).
Eigen::MatrixXd JointTree::mass_matrix() const {
    const auto n = Eigen::Index(coordinates());
    Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n);
    std::vector<double> total(size());
    std::vector<Vec3> first_moment(size());  // about the joint
    std::vector<Mat3> inertia(size());
    for (size_t i = 0; i < size(); ++i) {
        total[i] = bodies_[i].mass;
        first_moment[i] = bodies_[i].mass * frames_[i].centre;
        inertia[i] = frames_[i].inertia;
    }
    for (size_t j = size(); j-- > 0;) {
        for (int k = 0; k < bodies_[j].axes; ++k) {
            const auto column = Eigen::Index(first(j)) + k;
            const Vec3& s = frames_[j].turning[size_t(k)];
            const Vec3 push = s.cross(first_moment[j]);
            Vec3 moment = inertia[j] * s;
            for (int i = int(j); i >= 0; i = bodies_[size_t(i)].parent) {
                for (int l = 0; l < bodies_[size_t(i)].axes; ++l) {
                    const auto row = Eigen::Index(first(size_t(i))) + l;
                    mass(row, column) = mass(column, row) =
                        frames_[size_t(i)].turning[size_t(l)].dot(moment);
                }
                moment += frames_[size_t(i)].arm.cross(push);
            }
        }
        if (bodies_[j].parent < 0) continue;
        const size_t p = size_t(bodies_[j].parent);
        const Mat3 arm = cross_matrix(frames_[j].arm), first_j = cross_matrix(first_moment[j]);
        total[p] += total[j];
        first_moment[p] += first_moment[j] + total[j] * frames_[j].arm;
        inertia[p] += inertia[j] - arm * first_j - first_j * arm - total[j] * arm * arm;
    }
    return mass;
}

/// ∂²V/∂q_i∂q_j = −g · (s_i × (s_j × Σ m (x − x_j))), the sum over j's subtree, i nearer the root.
Eigen::MatrixXd JointTree::gravity_hessian(const Vec3& gravity) const {
    const auto n = Eigen::Index(coordinates());
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(n, n);
    std::vector<double> total(size(), 0.0);
    std::vector<Vec3> first_moment(size(), Vec3::Zero());
    for (size_t j = size(); j-- > 0;) {
        total[j] += bodies_[j].mass;
        first_moment[j] += bodies_[j].mass * frames_[j].centre;
        for (int k = 0; k < bodies_[j].axes; ++k) {
            const auto column = Eigen::Index(first(j)) + k;
            const Vec3 swept = frames_[j].turning[size_t(k)].cross(first_moment[j]);
            for (int i = int(j); i >= 0; i = bodies_[size_t(i)].parent) {
                const int last = i == int(j) ? k : bodies_[size_t(i)].axes - 1;
                for (int l = 0; l <= last; ++l) {
                    const auto row = Eigen::Index(first(size_t(i))) + l;
                    hessian(row, column) = hessian(column, row) =
                        -gravity.dot(frames_[size_t(i)].turning[size_t(l)].cross(swept));
                }
            }
        }
        if (bodies_[j].parent < 0) continue;
        const size_t p = size_t(bodies_[j].parent);
        total[p] += total[j];
        first_moment[p] += first_moment[j] + total[j] * frames_[j].arm;
    }
    return hessian;
}

Eigen::VectorXd JointTree::stiffness() const {
    Eigen::VectorXd all{Eigen::Index(coordinates())};
    for (size_t i = 0; i < size(); ++i)
        all.segment(Eigen::Index(first(i)), bodies_[i].axes) =
            bodies_[i].stiffness.head(bodies_[i].axes);
    return all;
}

namespace {

Eigen::VectorXd spring_moments(const JointTree& tree) {
    Eigen::VectorXd moments{Eigen::Index(tree.coordinates())};
    for (size_t i = 0; i < tree.size(); ++i)
        for (int k = 0; k < tree.body(i).axes; ++k) {
            const size_t at = tree.first(i) + size_t(k);
            moments[Eigen::Index(at)] =
                tree.body(i).stiffness[k] * (tree.angles()[at] - tree.body(i).spring_rest[k]);
        }
    return moments;
}

}  // namespace

bool settle(JointTree& tree, const Vec3& gravity, double tolerance) {
    const auto n = Eigen::Index(tree.coordinates());
    const std::vector<double> still(size_t(n), 0.0);
    const JointForces forces{.gravity = gravity};
    Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(tree.angles().data(), n);
    const auto move_to = [&](const Eigen::VectorXd& angles) {
        tree.set_state({angles.data(), size_t(n)}, still);
        return tree.energy(gravity).total();
    };
    double energy = move_to(q);
    double last = INFINITY;
    for (int round = 0; round < 200; ++round) {
        const Eigen::VectorXd left = tree.needed_forces(forces, still) + spring_moments(tree);
        const double size = left.lpNorm<Eigen::Infinity>();
        if (!(size < INFINITY)) return false;
        // Goes on to the rounding floor: near it a step costs nothing and gains digits.
        if (size <= tolerance && size >= 0.5 * last) return true;
        last = size;
        Eigen::MatrixXd hessian = tree.gravity_hessian(gravity);
        hessian.diagonal() += tree.stiffness();
        Eigen::LLT<Eigen::MatrixXd> factor(hessian);
        for (double shift = tree.stiffness().maxCoeff() * 1e-3; factor.info() != Eigen::Success;
             shift *= 10) {
            hessian.diagonal().array() += shift;
            factor.compute(hessian);
        }
        const Eigen::VectorXd step = -factor.solve(left);
        double share = 1;
        double next = move_to(q + step);
        // Rounding of the energy hides the last steps' gain: those are taken whole.
        while (!(next <= energy + 1e-12 * std::abs(energy)) && share > 1e-6) {
            share *= 0.5;
            next = move_to(q + share * step);
        }
        q += share * step;
        energy = next;
    }
    return last <= tolerance;
}

Eigen::VectorXd natural_frequencies(const JointTree& tree, const Vec3& gravity) {
    Eigen::MatrixXd stiffness = tree.gravity_hessian(gravity);
    stiffness.diagonal() += tree.stiffness();
    // The largest eigenvalues of L⁻¹ M L⁻ᵀ are 1/ω² of the lowest modes, found to full precision.
    const Eigen::LLT<Eigen::MatrixXd> factor(stiffness);
    Eigen::MatrixXd flexibility = factor.matrixL().solve(tree.mass_matrix());
    flexibility = factor.matrixL().solve(flexibility.transpose().eval());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(flexibility,
                                                                Eigen::EigenvaluesOnly);
    return solver.eigenvalues().reverse().cwiseInverse().cwiseSqrt();
}

}  // namespace thigmo
