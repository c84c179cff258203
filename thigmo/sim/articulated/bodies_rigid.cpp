// Bodies reduced to rods, what they hold in the air, and angles as rotations.
#include <cmath>

#include "thigmo/sim/articulated/bodies_parts.h"

namespace thigmo {
namespace {

/// Whether the centre lies on x and the inertia is that diagonal, but for rounding.
bool is_nearly(const Bodies& bodies, BodyId body, const Vec3& diagonal) {
    constexpr double tolerance = 1e-9;
    const Vec3& c = bodies.centre[body];
    const Mat3& J = bodies.inertia[body];
    const Mat3 plain = diagonal.asDiagonal();
    const double size = c.norm() + std::sqrt(J.trace() / bodies.mass[body]);
    return c.tail<2>().norm() <= tolerance * size && (J - plain).norm() <= tolerance * J.norm();
}

}  // namespace

void make_rod(Bodies& bodies, BodyId body) {
    Mat3& inertia = bodies.inertia[body];
    const Vec3 d = inertia.diagonal();
    const double mean = 0.5 * (d.y() + d.z());
    inertia = Vec3(d.x(), mean, mean).asDiagonal();
    bodies.centre[body] = Vec3(bodies.centre[body].x(), 0, 0);
}

void make_blade(Bodies& bodies, BodyId body) {
    const Vec3 d = bodies.inertia[body].diagonal();
    bodies.inertia[body] = d.asDiagonal();
    bodies.centre[body] = Vec3(bodies.centre[body].x(), 0, 0);
}

bool is_nearly_rod(const Bodies& bodies, BodyId body) {
    const Vec3 d = bodies.inertia[body].diagonal();
    return is_nearly(bodies, body, Vec3(d.x(), d.y(), d.y()));
}

bool is_nearly_blade(const Bodies& bodies, BodyId body) {
    return is_nearly(bodies, body, bodies.inertia[body].diagonal());
}

void hold_foliage(Bodies& bodies, BodyId body, const FoliageDrag& drag) {
    bodies.foliage.resize(bodies.size());
    bodies.foliage_centre.resize(bodies.size(), Vec3::Zero());
    bodies.foliage_vogel.resize(bodies.size());
    bodies.area[body] += drag.area;
    if (drag.k <= 0) return;
    const double sum = bodies.foliage[body] + drag.k;
    bodies.foliage_centre[body] += drag.k / sum * (drag.centre - bodies.foliage_centre[body]);
    bodies.foliage_vogel[body] += drag.k / sum * (drag.vogel - bodies.foliage_vogel[body]);
    bodies.foliage[body] = sum;
}

Vec3 rotation_vector(const Vec3& angles) {
    if (angles.isZero(0)) return Vec3::Zero();
    const Quat turn = Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
                      Eigen::AngleAxisd(angles.x(), Vec3::UnitX()) *
                      Eigen::AngleAxisd(angles.z(), Vec3::UnitZ());
    const Eigen::AngleAxisd whole(turn);
    return whole.angle() * whole.axis();
}

}  // namespace thigmo
