// Inertia and velocity terms of a deforming body against sums over its masses.
#include "thigmo/sim/reduced/moving_body.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vec6 = Eigen::Matrix<double, 6, 1>;

MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

/// Nodes with a consistent mass matrix.
struct Nodes {
    MatrixXd mass;
    std::vector<Vec3> X;
    std::vector<MatrixXd> U;
};

Nodes random_nodes(Random& random, int r, int count) {
    Nodes nodes;
    const MatrixXd root = random_matrix(random, count, count);
    nodes.mass = root * root.transpose();
    for (int a = 0; a < count; ++a) {
        nodes.X.push_back(random_matrix(random, 3, 1));
        nodes.U.push_back(random_matrix(random, 3, r));
    }
    return nodes;
}

BodyIntegrals integrals_of(const Nodes& nodes, int r) {
    BodyIntegrals body = make_body_integrals(r);
    for (size_t a = 0; a < nodes.X.size(); ++a) {
        add_mass(body, nodes.mass(Eigen::Index(a), Eigen::Index(a)), nodes.X[a], nodes.U[a]);
        for (size_t b = 0; b < a; ++b)
            add_pair(body, nodes.mass(Eigen::Index(a), Eigen::Index(b)), nodes.X[a], nodes.U[a],
                     nodes.X[b], nodes.U[b]);
    }
    return body;
}

struct State {
    VectorXd q, qdot;
    Vec6 twist;
};

State random_state(Random& random, int r) {
    return {random_matrix(random, r, 1), random_matrix(random, r, 1), random_matrix(random, 6, 1)};
}

/// [I C; Cᵀ M] and (p, p_q).
struct Equation {
    MatrixXd matrix;
    VectorXd bias;
};

std::span<const double> span_of(const VectorXd& v) {
    return {v.data(), size_t(v.size())};
}

Equation equation_of(const BodyIntegrals& body, const State& state) {
    const int r = body.size;
    Eigen::Matrix<double, 6, 6> I;
    MatrixXd C(6, r), M(r, r);
    Vec6 p;
    VectorXd p_q(r);
    inertia_and_bias(body, span_of(state.q), span_of(state.qdot), state.twist.head<3>(),
                     {I, {C.data(), 6, r}, {M.data(), r, r}, p, {p_q.data(), r}});
    Equation out{MatrixXd(6 + r, 6 + r), VectorXd(6 + r)};
    out.matrix.topLeftCorner<6, 6>() = I;
    out.matrix.topRightCorner(6, r) = C;
    out.matrix.bottomLeftCorner(r, 6) = C.transpose();
    out.matrix.bottomRightCorner(r, r) = M;
    out.bias.head<6>() = p;
    out.bias.tail(r) = p_q;
    return out;
}

using Jacobian = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// Velocity of a node is J (V, q̇), its acceleration J (a, q̈) + b.
Jacobian jacobian(const Nodes& nodes, const State& state, size_t a) {
    const Vec3 y = nodes.X[a] + nodes.U[a] * state.q;
    Jacobian J(3, 6 + state.q.size());
    for (int axis = 0; axis < 3; ++axis) J.col(axis) = Vec3::Unit(axis).cross(y);
    J.middleCols<3>(3).setIdentity();
    J.rightCols(state.q.size()) = nodes.U[a];
    return J;
}

Vec3 convective(const Nodes& nodes, const State& state, size_t a) {
    const Vec3 y = nodes.X[a] + nodes.U[a] * state.q, w = state.twist.head<3>();
    return w.cross(w.cross(y)) + 2 * w.cross(Vec3(nodes.U[a] * state.qdot));
}

Equation sum_over_nodes(const Nodes& nodes, const State& state) {
    const auto n = 6 + state.q.size();
    Equation out{MatrixXd::Zero(n, n), VectorXd::Zero(n)};
    for (size_t a = 0; a < nodes.X.size(); ++a)
        for (size_t b = 0; b < nodes.X.size(); ++b) {
            const double m = nodes.mass(Eigen::Index(a), Eigen::Index(b));
            const Jacobian J = jacobian(nodes, state, a);
            out.matrix += m * J.transpose() * jacobian(nodes, state, b);
            out.bias += m * J.transpose() * convective(nodes, state, b);
        }
    return out;
}

constexpr int sizes[] = {1, 2, 4, 5, 6, 10, 14, 20, 32};

TEST(MovingBody, inertia_and_bias_are_sums_over_its_nodes) {
    for (const int r : sizes) {
        Random random{uint64_t(r)};
        const Nodes nodes = random_nodes(random, r, 12);
        const BodyIntegrals body = integrals_of(nodes, r);
        const State state = random_state(random, r);
        const Equation ours = equation_of(body, state), exact = sum_over_nodes(nodes, state);
        EXPECT_LT((ours.matrix - exact.matrix).norm(), 3e-15 * exact.matrix.norm()) << r;
        EXPECT_LT((ours.bias - exact.bias).norm(), 3e-15 * exact.bias.norm()) << r;
        EXPECT_EQ(ours.matrix, ours.matrix.transpose());
        VectorXd speed(6 + r);
        speed.head<6>() = state.twist;
        speed.tail(r) = state.qdot;
        const double T = 0.5 * speed.dot(exact.matrix * speed);
        EXPECT_NEAR(kinetic_energy(body, span_of(state.q), span_of(state.qdot), state.twist), T,
                    1e-14 * exact.matrix.norm() * speed.squaredNorm());
    }
}

/// Without forces, T of a free body is constant: Ṫ = (V, q̇)·(matrix (a, q̈) + ½ d(matrix)/dt (V,
/// q̇)), with V̇ = (ω̇, a_lin − ω×v), vanishes along the accelerations of its equation.
TEST(MovingBody, bias_does_no_work) {
    const int r = 6;
    Random random(77);
    const BodyIntegrals body = integrals_of(random_nodes(random, r, 12), r);
    const State state = random_state(random, r);
    const Equation equation = equation_of(body, state);
    const VectorXd a = equation.matrix.ldlt().solve(-equation.bias);
    const auto energy = [&](double t) {
        State at = state;
        at.q += t * state.qdot;
        at.qdot += t * a.tail(r);
        const Vec3 w = state.twist.head<3>(), v = state.twist.tail<3>();
        at.twist.head<3>() += t * a.head<3>();
        at.twist.tail<3>() += t * (a.segment<3>(3) - w.cross(v));
        return kinetic_energy(body, span_of(at.q), span_of(at.qdot), at.twist);
    };
    const double h = 1e-3;
    const double rate = (8 * (energy(h) - energy(-h)) - energy(2 * h) + energy(-2 * h)) / (12 * h);
    EXPECT_NEAR(rate, 0, 1e-10 * energy(0));
}

TEST(MovingBody, scales_and_adds_as_its_masses_do) {
    const int r = 5;
    Random random(5);
    Nodes nodes = random_nodes(random, r, 8);
    const Nodes others = random_nodes(random, r, 8);
    const BodyIntegrals body =
        scaled(integrals_of(nodes, r), 2.5, 3) + scaled(integrals_of(others, r), 1, 1);
    nodes.mass *= 2.5;
    for (Vec3& X : nodes.X) X *= 3;
    const State state = random_state(random, r);
    const Equation ours = equation_of(body, state), one = sum_over_nodes(nodes, state),
                   other = sum_over_nodes(others, state);
    EXPECT_LT((ours.matrix - one.matrix - other.matrix).norm(), 3e-15 * one.matrix.norm());
    EXPECT_LT((ours.bias - one.bias - other.bias).norm(), 3e-15 * one.bias.norm());
}

}  // namespace
}  // namespace thigmo
