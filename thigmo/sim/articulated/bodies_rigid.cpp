// Bodies reduced to rods, and angles as rotations.
#include "thigmo/sim/articulated/bodies_parts.h"

namespace thigmo {

void make_rod(Bodies& bodies, BodyId body) {
    Mat3& inertia = bodies.inertia[body];
    const Vec3 d = inertia.diagonal();
    const double mean = 0.5 * (d.y() + d.z());
    inertia = Vec3(d.x(), mean, mean).asDiagonal();
    bodies.centre[body] = Vec3(bodies.centre[body].x(), 0, 0);
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
