// Sums of moments and the polar part of their cross covariance.
#include "thigmo/io/rigid_fit.h"

#include <Eigen/Eigenvalues>

namespace thigmo {
namespace {

/// Share of the points' size with which the fit is drawn towards `near`. Errors hardly grow by it
/// (a willow's wood from 2.3 to 2.6 % of its way). Without it a thin twig that bends now to one
/// side of its line, now to the other, turns by half a turn about that line between two frames.
constexpr double pull = 0.01;

/// The rotation R with the greatest tr(Rᵀ H): the unit quaternion (w x y z) that belongs to the
/// largest eigenvalue of the matrix of sums and differences of H's entries.    [Horn1987] sec. 4A
Quat nearest_turn(const Mat3& H) {
    const Vec3 axis(H(2, 1) - H(1, 2), H(0, 2) - H(2, 0), H(1, 0) - H(0, 1));
    Eigen::Matrix4d sums;
    sums(0, 0) = H.trace();
    sums.bottomLeftCorner<3, 1>() = axis;
    sums.topRightCorner<1, 3>() = axis.transpose();
    sums.bottomRightCorner<3, 3>() = H + H.transpose() - H.trace() * Mat3::Identity();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solved(sums);
    const Eigen::Vector4d q = solved.eigenvectors().col(3);
    return Quat(q[0], q[1], q[2], q[3]).normalized();
}

}  // namespace

Matrix34 matrix34(const Rigid& motion) {
    Matrix34 matrix;
    matrix << motion.rotation.toRotationMatrix(), motion.translation;
    return matrix;
}

void MovedPoints::add(const MovedPoints& other) {
    if (other.empty()) return;
    rest += other.rest;
    square += other.square;
    if (empty())
        moved = other.moved;
    else
        for (size_t i = 0; i < moved.size(); ++i) moved[i] += other.moved[i];
}

MovedPoints moved_points(const Spread& rest, std::span<const Rigid> motions) {
    MovedPoints points;
    if (!(rest(3, 3) > 0)) return points;
    points.rest = rest;
    for (const Rigid& motion : motions) {
        const Matrix34 matrix = matrix34(motion);
        points.moved.push_back(matrix * rest);
        points.square += points.moved.back().cwiseProduct(matrix).sum();
    }
    return points;
}

Rigid fit_rigid(const Spread& rest, const Matrix34& moved, const Rigid& near) {
    const double weight = rest(3, 3);
    if (!(weight > 0)) return near;
    const Vec3 before = rest.topRightCorner<3, 1>() / weight, after = moved.col(3) / weight;
    const double size = rest.topLeftCorner<3, 3>().trace() - weight * before.squaredNorm();
    const Mat3 covariance = moved.leftCols<3>() - weight * after * before.transpose() +
                            pull * size * near.rotation.toRotationMatrix();
    const Quat turn = nearest_turn(covariance);
    return {turn, after - turn * before};
}

double square_error(const MovedPoints& points, std::span<const Rigid> motions) {
    if (points.empty()) return 0;
    double error = points.square;
    for (size_t i = 0; i < motions.size(); ++i) {
        const Matrix34 N = matrix34(motions[i]);
        error += (N * points.rest - 2 * points.moved[i]).cwiseProduct(N).sum();
    }
    return std::max(error, 0.0);
}

}  // namespace thigmo
