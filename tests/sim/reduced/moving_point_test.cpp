// Points of deforming bodies: their motion, and forces on them against the virtual work they do.
#include "thigmo/sim/reduced/moving_point.h"

#include <gtest/gtest.h>

#include "tests/sim/reduced/made_domain.h"
#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Wide = Eigen::Matrix<double, 6, Eigen::Dynamic>;

std::span<const double> as_span(const Eigen::VectorXd& v) {
    return {v.data(), static_cast<size_t>(v.size())};
}

struct Equation {
    Eigen::Matrix<double, 6, 6> I = Eigen::Matrix<double, 6, 6>::Zero();
    Wide C;
    Eigen::MatrixXd M;
    Vec6 p = Vec6::Zero();
    Eigen::VectorXd p_q;

    explicit Equation(int r)
        : C(Wide::Zero(6, r)), M(Eigen::MatrixXd::Zero(r, r)), p_q(Eigen::VectorXd::Zero(r)) {}
    BodyEquation out() {
        const auto r = p_q.size();
        return {I, {C.data(), 6, r}, {M.data(), r, r}, p, {p_q.data(), r}};
    }
};

TEST(MovingPoint, moves_with_its_modes_and_turns_its_axis) {
    Random random(3);
    for (const int r : {1, 4, 5, 12, 20, 31}) {
        const Eigen::MatrixXd U = random_matrix(random, 3, r), axis = random_matrix(random, 3, r);
        const Vec3 X = random_matrix(random, 3, 1);
        const Eigen::VectorXd q = random_matrix(random, r, 1), v = random_matrix(random, r, 1),
                              a = random_matrix(random, r, 1);
        const auto state_of_made = [&](const MovingPoint& point, const Eigen::VectorXd& rates,
                                       const Eigen::VectorXd& accelerations) {
            return with_blocks(point.of_modes.blocks(), [&]<int B>() {
                return state_of(point,
                                BodyPacks<B>(as_span(q), as_span(rates), as_span(accelerations)));
            });
        };
        const PointState state = state_of_made(make_point(X, U, axis), v, a);
        EXPECT_LT((state.place - X - U * q).norm(), 1e-13);
        EXPECT_LT((state.rate - U * v).norm(), 1e-13);
        EXPECT_LT((state.acceleration - U * a).norm(), 1e-13);
        EXPECT_LT((state.axis_change - axis * q).norm(), 1e-13);
        const PointState plain = state_of_made(make_point(X, U), {}, {});
        EXPECT_EQ(plain.axis_change, Vec3::Zero());
        EXPECT_EQ(plain.rate, Vec3::Zero());
    }
}

/// With P the point's acceleration by (a, q̈): the equation gains Pᵀ slope P and −Pᵀ known. Bodies
/// without coordinates too.
TEST(MovingPoint, forces_stand_in_the_equation_as_their_virtual_work) {
    Random random(4);
    for (const int r : {0, 1, 4, 7, 12, 13, 20, 32}) {
        Eigen::MatrixXd all = Eigen::MatrixXd::Zero(6 + r, 6 + r);
        Eigen::VectorXd pushed = Eigen::VectorXd::Zero(6 + r);
        Equation equation(r);
        for (int n = 0; n < 3; ++n) {
            const Eigen::MatrixXd U = random_matrix(random, 3, r);
            const MovingPoint point = make_point(Vec3::Zero(), U);
            const Mat3 half = random_matrix(random, 3, 3);
            const Vec3 y = random_matrix(random, 3, 1), known = random_matrix(random, 3, 1);
            const Mat3 slope = half * half.transpose();
            with_blocks(point.of_modes.blocks(), [&]<int B>() {
                PackedEquation<B> forces;
                add_force(point, y, 0.5 * known, 0.5 * slope, forces);
                add_force(point, y, 0.5 * known, 0.5 * slope, forces);
                forces.add_to(equation.out());
            });
            Eigen::MatrixXd P(3, 6 + r);
            P << -cross_matrix<double>(y), Mat3::Identity(), U;
            all += P.transpose() * slope * P;
            pushed -= P.transpose() * known;
        }
        EXPECT_LT((equation.I - all.topLeftCorner(6, 6)).norm(), 1e-12) << r;
        EXPECT_LT((equation.C - all.topRightCorner(6, r)).norm(), 1e-12) << r;
        const Eigen::MatrixXd off = equation.M - all.bottomRightCorner(r, r);
        EXPECT_LT(off.triangularView<Eigen::Lower>().toDenseMatrix().norm(), 1e-12) << r;
        EXPECT_LT((equation.p - pushed.head(6)).norm(), 1e-12) << r;
        EXPECT_LT((equation.p_q - pushed.tail(r)).norm(), 1e-12) << r;
    }
}

}  // namespace
}  // namespace thigmo
