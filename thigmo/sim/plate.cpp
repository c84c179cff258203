// Moments of a triangle mesh with an even thin cover.
#include "thigmo/sim/plate.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/drag.h"

namespace thigmo {
namespace {

/// ∫ x xᵀ dA and ∫ x dA over the triangles: A/12 (s sᵀ + aaᵀ + bbᵀ + ccᵀ) with s = a + b + c.
struct SurfaceMoments {
    double area = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
};

SurfaceMoments surface_moments(const TriangleMesh& mesh) {
    SurfaceMoments sum;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = mesh.positions[i].cast<double>(), b = mesh.positions[j].cast<double>(),
                   c = mesh.positions[k].cast<double>(), s = a + b + c;
        const double area = 0.5 * (b - a).cross(c - a).norm();
        sum.area += area;
        sum.first += area / 3 * s;
        sum.second +=
            area / 12 *
            (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
    return sum;
}

/// Axes with x along the axis, turned about it so that the inertia has no product across it.
Quat principal_turn(const Vec3& axis, const Mat3& inertia) {
    const Quat along = Quat::FromTwoVectors(Vec3::UnitX(), axis);
    const Mat3 R = along.toRotationMatrix(), J = R.transpose() * inertia * R;
    const double angle = 0.5 * std::atan2(2 * J(1, 2), J(1, 1) - J(2, 2));
    return along * Quat(Eigen::AngleAxisd(angle, Vec3::UnitX()));
}

}  // namespace

Plate make_plate(const Shape& shape) {
    Plate plate;
    const SurfaceMoments sum = surface_moments(shape.mesh);
    // A mesh without area is a point where it is attached; its thickness gives it inertia.
    const Vec3 centroid = sum.area > 0 ? Vec3(sum.first / sum.area) : Vec3(Vec3::Zero());
    const Mat3 second = sum.area > 0 ? Mat3(sum.second / sum.area) : Mat3(Mat3::Zero());
    const double own = shape.thickness * shape.thickness / 12;  // of the plate about itself
    plate.solid = {1, centroid, (second.trace() + own) * Mat3::Identity() - second};
    plate.centre = centroid.norm();
    if (plate.centre > 1e-3 * shape.thickness) plate.axis = centroid / plate.centre;
    plate.turn = principal_turn(plate.axis, plate.solid.inertia);
    plate.length = std::max(plate.centre, shape.thickness);
    for (const Vec3f& position : shape.mesh.positions)
        plate.length = std::max(plate.length, position.cast<double>().dot(plate.axis));
    plate.width = shape.area / plate.length;
    const Mat3 R = plate.turn.toRotationMatrix();
    plate.inertia = (R.transpose() * plate.solid.inertia * R).diagonal();
    return plate;
}

double shown_area(const Plant& plant, DomainId domain) {
    const double scale = plant.domains.placement[domain].scale;
    const bool fruit = plant.domains.kind[domain] == Kind::fruit;
    return (fruit ? body_share : blade_share) * plant.shapes[plant.domains.shape[domain]].area *
           scale * scale;
}

}  // namespace thigmo
