// Integrals over a section by nine Gauss points.
#include "thigmo/mechanics/section_fit.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace thigmo {
namespace {

struct SectionPoint {
    BrickPlace place;
    Vec3 normal = Vec3::Zero();
    double area = 0;
};

std::array<SectionPoint, 9> section_points(const SolidMesh& mesh, const BrickNodes& brick,
                                           double zeta) {
    const std::array<double, 3> at = {-std::sqrt(0.6), 0, std::sqrt(0.6)};
    const std::array<double, 3> weights = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    std::array<SectionPoint, 9> points;
    for (size_t k = 0; k < points.size(); ++k) {
        const Vec3 local(at[k % 3], at[k / 3], zeta);
        points[k].place = brick_place(mesh.nodes, brick, local);
        const BrickGradients by_local = brick_gradients(local);
        Vec3 along_xi = Vec3::Zero(), along_eta = Vec3::Zero();
        for (int b = 0; b < brick_nodes; ++b) {
            const Vec3& node = mesh.nodes[brick[static_cast<size_t>(b)]];
            along_xi += by_local(b, 0) * node;
            along_eta += by_local(b, 1) * node;
        }
        const Vec3 across = along_xi.cross(along_eta);
        points[k].normal = across.normalized();
        points[k].area = weights[k % 3] * weights[k / 3] * across.norm();
    }
    return points;
}

SectionFit fit_points(uint32_t brick, const std::array<SectionPoint, 9>& points) {
    SectionFit fit;
    fit.brick = brick;
    double area = 0;
    Vec3 normal = Vec3::Zero();
    for (const SectionPoint& point : points) {
        area += point.area;
        fit.mean += point.area * point.place.values;
        fit.centre += point.area * point.place.point;
        normal += point.area * point.normal;
    }
    fit.mean /= area;
    fit.centre /= area;
    normal.normalize();
    for (const SectionPoint& point : points) {
        const double share = point.area / area;
        const Vec3 arm = point.place.point - fit.centre;
        fit.moment += share * (point.place.values - fit.mean) * arm.transpose();
        fit.rest += share * arm * arm.transpose();
        fit.slope += share * (point.place.gradients * normal);
    }
    // In the plane across the normal alone: a section between two that lean is not quite flat.
    const Mat3 flat = Mat3::Identity() - normal * normal.transpose();
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(flat * fit.rest * flat);
    fit.axes << solver.eigenvectors().col(2), solver.eigenvectors().col(1), normal;
    fit.spread << solver.eigenvalues()[2], solver.eigenvalues()[1], 0;
    return fit;
}

}  // namespace

SectionFit fit_section(const SolidMesh& mesh, uint32_t brick, double zeta) {
    return fit_points(brick, section_points(mesh, mesh.bricks[brick], zeta));
}

SectionFit fit_section(const SolidMesh& mesh, uint32_t brick, const Vec3& local, const Mat3& axes) {
    const std::array<double, 3> at = {-std::sqrt(0.6), 0, std::sqrt(0.6)};
    const std::array<double, 3> weights = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    const BrickGradients by_local = brick_gradients(local);
    Vec3 normal = Vec3::Zero();
    for (int b = 0; b < brick_nodes; ++b)
        normal += by_local.row(b).dot(axes.col(2)) *
                  mesh.nodes[mesh.bricks[brick][static_cast<size_t>(b)]];
    std::array<SectionPoint, 9> points;
    for (size_t k = 0; k < points.size(); ++k) {
        const Vec3 there = local + at[k % 3] * axes.col(0) + at[k / 3] * axes.col(1);
        points[k] = {brick_place(mesh.nodes, mesh.bricks[brick], there), normal.normalized(),
                     weights[k % 3] * weights[k / 3]};
    }
    return fit_points(brick, points);
}

BrickValues tie(const SectionFit& section, const Vec3& point) {
    const Vec3 arm = section.axes.transpose() * (point - section.centre);
    BrickValues weights = section.mean + arm.z() * section.slope;
    for (int k = 0; k < 2; ++k) {
        const Vec3 axis = section.axes.col(k);
        // A section that is not quite flat has moments along its normal too.
        const double lean = section.axes.col(2).dot(section.rest * axis);
        weights += arm[k] / section.spread[k] * (section.moment * axis - lean * section.slope);
    }
    return weights;
}

}  // namespace thigmo
