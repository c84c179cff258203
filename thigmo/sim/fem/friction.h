// Friction under a base that slides on the ground.
#pragma once

#include <cmath>

#include "thigmo/base/vector.h"

namespace thigmo {

/// Below this speed (m/s) a sliding base creeps: friction grows with speed up to its most.
constexpr double creep_speed = 1e-4;

/// R u/√(u² + u₀²) against a velocity u along the ground.
inline Vec3 friction_force(const Vec3& velocity, double most) {
    const Vec3 along(velocity.x(), 0, velocity.z());
    return -most / std::sqrt(along.squaredNorm() + creep_speed * creep_speed) * along;
}

/// −∂F/∂v of it.
inline Mat3 friction_slope(const Vec3& velocity, double most) {
    const Vec3 along(velocity.x(), 0, velocity.z());
    const double speed2 = along.squaredNorm() + creep_speed * creep_speed;
    const Mat3 ground = Vec3(1, 0, 1).asDiagonal();
    return most / std::sqrt(speed2) * (ground - along * along.transpose() / speed2);
}

}  // namespace thigmo
