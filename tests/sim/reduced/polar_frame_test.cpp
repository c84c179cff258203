// Frames on deforming faces, solid and plane, turned far: rotation against a singular value
// decomposition, velocities and accelerations against differences of the motion.
#include "thigmo/sim/reduced/polar_frame.h"

#include <gtest/gtest.h>

#include "tests/sim/reduced/made_domain.h"

namespace thigmo {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Ride = Eigen::Matrix<double, 6, Eigen::Dynamic>;

TEST(NearestRotation, is_that_of_the_singular_value_decomposition) {
    Random random(1);
    const Vec3 stretches[] = {{1, 1, 1},       {1, 0.9, 0.5}, {2, 1, 0},       {1, 1, 0},
                              {1, 0.01, 0},    {1, 1e-4, 0},  {1, 1e-6, 0},    {1, 0.5, -0.2},
                              {1e-6, 8e-7, 0}, {1e6, 3e5, 2}, {1, 1e-4, 1e-5}, {1, 0.99, 0.98}};
    for (const Vec3& s : stretches)
        for (const double angle : {0.0, 1e-9, 0.1, 1.0, 2.0, 3.0, 3.1415926, 3.141592653589793}) {
            const Vec3 axis = Vec3(random_matrix(random, 3, 1)).normalized();
            const ExactMat turn = rotation((angle * axis).cast<Exact>());
            const ExactMat frame = rotation(Vec3(random_matrix(random, 3, 1)).cast<Exact>());
            const ExactMat A = turn * frame * s.cast<Exact>().asDiagonal() * frame.transpose();
            const Mat3 rounded = A.cast<double>();
            Mat3 Q;
            ASSERT_TRUE(nearest_rotation(rounded, Q)) << s.transpose();
            const ExactMat exact = exact_polar(rounded.cast<Exact>());
            const double worst = double((Q.cast<Exact>() - exact).cwiseAbs().maxCoeff());
            // Rounding of A itself turns Q by the ratio of its stretches.
            EXPECT_LT(worst, 2e-15 * (1 + s[0] / (s[1] + s[2]))) << s.transpose() << " " << angle;
            EXPECT_LT((Q.transpose() * Q - Mat3::Identity()).norm(), 2e-15);
            EXPECT_GT(Q.determinant(), 0);
        }
}

TEST(NearestRotation, has_none_for_a_line_a_point_or_an_inverted_ball) {
    Mat3 Q;
    EXPECT_FALSE(nearest_rotation(Vec3(1, 0, 0).asDiagonal().toDenseMatrix(), Q));
    EXPECT_FALSE(nearest_rotation(Mat3::Zero(), Q));
    EXPECT_FALSE(nearest_rotation(-Mat3::Identity(), Q));
    EXPECT_FALSE(nearest_rotation(Mat3::Constant(NAN), Q));
}

struct Case {
    MadeNodes nodes;
    Mount mount;
    Eigen::VectorXd q, qdot, qddot;
    Vec6 twist, acceleration;
};

Case make_case(Random& random, int r, double thickness, double angle) {
    const Vec3 axis = Vec3(random_matrix(random, 3, 1)).normalized();
    Case c{random_nodes(random, r, 9, random_matrix(random, 3, 1), thickness, angle * axis, 0.1),
           {rotation(Vec3(random_matrix(random, 3, 1)).cast<Exact>()).cast<double>(),
            random_matrix(random, 3, 1)},
           random_matrix(random, r, 1),
           random_matrix(random, r, 1),
           random_matrix(random, r, 1),
           random_matrix(random, 6, 1),
           random_matrix(random, 6, 1)};
    c.q[0] = 1;
    return c;
}

/// Turn from the child's axes at time 0, and place in those axes, at time t of a motion with the
/// case's velocities and accelerations.
Eigen::Matrix<Exact, 6, 1> child_moves(const Case& c, const ExactFrame& start, Exact t) {
    const auto along = [&](const auto& rate, const auto& change) {
        return (rate.template cast<Exact>() * t + change.template cast<Exact>() * (t * t / 2))
            .eval();
    };
    const ExactVector q = c.q.cast<Exact>() + along(c.qdot, c.qddot);
    const Eigen::Matrix<Exact, 6, 1> moved = along(c.twist, c.acceleration);
    const ExactFrame body{rotation(moved.head<3>()), moved.tail<3>()};
    const ExactFrame child = mounted_frame(c.nodes, c.mount, q, body);
    Eigen::Matrix<Exact, 6, 1> out;
    out << turn_of(start.R.transpose() * child.R), start.R.transpose() * (child.x - start.x);
    return out;
}

/// X of the recursion.
Eigen::Matrix<double, 6, 6> shift_of(const MountedFrame& frame) {
    Mat3 cross;
    for (int k = 0; k < 3; ++k) cross.col(k) = frame.arm.cross(Vec3::Unit(k));
    Eigen::Matrix<double, 6, 6> X;
    X << frame.turn, Mat3::Zero(), -frame.turn * cross, frame.turn;
    return X;
}

void check(const Case& c) {
    const auto r = c.q.size();
    MountedFrame frame;
    Ride J(6, r);
    const std::span<const double> q(c.q.data(), size_t(r)), qdot(c.qdot.data(), size_t(r));
    ASSERT_TRUE(
        mount(face_of(c.nodes), c.mount, q, qdot, c.twist.head<3>(), frame, {J.data(), 6, r}));
    const ExactFrame start = mounted_frame(c.nodes, c.mount, c.q.cast<Exact>(), {});
    EXPECT_LT((frame.turn.transpose() - start.R.cast<double>()).norm(), 1e-14);
    EXPECT_LT((frame.arm - start.x.cast<double>()).norm(), 1e-14);
    EXPECT_LT((frame.rate - J * c.qdot).norm(), 1e-13 * J.norm());
    const auto [speed, change] =
        derivatives([&](Exact t) { return child_moves(c, start, t); }, Exact(0.005L));
    const Eigen::Matrix<double, 6, 6> X = shift_of(frame);
    const Vec6 twist = X * (c.twist + frame.rate);
    const Vec6 acceleration = X * (c.acceleration + J * c.qddot) + frame.drift;
    EXPECT_LT((twist - speed.cast<double>()).norm(), 1e-12 * twist.norm());
    EXPECT_LT((acceleration - change.cast<double>()).norm(), 1e-11 * acceleration.norm());
    // Every column of J on its own.
    for (Eigen::Index k = 0; k < r; ++k) {
        Case still = c;
        still.qdot = Eigen::VectorXd::Unit(r, k);
        still.qddot.setZero();
        still.twist.setZero();
        still.acceleration.setZero();
        const auto column =
            derivatives([&](Exact t) { return child_moves(still, start, t); }, Exact(0.005L)).first;
        EXPECT_LT((X * J.col(k) - column.cast<double>()).norm(), 1e-12 * (1 + J.col(k).norm()));
    }
}

TEST(PolarFrame, moves_as_differences_say_on_a_solid_face_turned_far) {
    Random random(2);
    for (const int r : {1, 3, 4, 6, 10, 14, 20, 32}) check(make_case(random, r, 1, 1.36));  // 78°
}

TEST(PolarFrame, moves_as_differences_say_on_a_plane_face_turned_far) {
    Random random(3);
    for (const int r : {1, 3, 4, 6, 10, 14, 20, 32}) check(make_case(random, r, 0, 1.13));  // 65°
}

TEST(PolarFrame, at_rest_is_the_mount) {
    Random random(4);
    const int r = 5;
    Case c = make_case(random, r, 0, 1);
    c.q.setZero();
    MountedFrame frame;
    Ride J(6, r);
    const std::span<const double> q(c.q.data(), r);
    const MovingFace face = face_of(c.nodes);
    ASSERT_TRUE(mount(face, c.mount, q, q, Vec3::Zero(), frame, {J.data(), 6, r}));
    EXPECT_LT((frame.turn - c.mount.axes.transpose()).norm(), 1e-15);
    EXPECT_LT((frame.arm - face.centre - c.mount.origin).norm(), 1e-15);
    EXPECT_EQ(frame.drift, Vec6::Zero());
}

TEST(PolarFrame, says_where_a_face_has_no_turn) {
    const std::vector<Mat3> modes = {Mat3::Identity()};
    const MovingFace line =
        make_face(Vec3::Zero(), Vec3(1, 0, 0).asDiagonal().toDenseMatrix(), Vec3::Zero(), modes);
    MountedFrame frame;
    Ride J(6, 1);
    const double still = 0;
    EXPECT_FALSE(mount(line, {}, {&still, 1}, {&still, 1}, Vec3::Zero(), frame, {J.data(), 6, 1}));
}

}  // namespace
}  // namespace thigmo
