// Directions: by compass angles, and drawn around an axis.
#pragma once

#include <cmath>
#include <numbers>

#include "thigmo/base/vector.h"

namespace thigmo {

/// Unit vector towards an azimuth (0 is +Z, 90 is +X) and an elevation above the horizon.
inline Vec3f compass_direction(double azimuth_deg, double elevation_deg) {
    const double a = azimuth_deg * std::numbers::pi / 180,
                 e = elevation_deg * std::numbers::pi / 180;
    return Vec3(std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)).cast<float>();
}

/// `local` (z along the axis) turned so that z becomes the unit vector `axis`.
inline Vec3f around(const Vec3f& axis, const Vec3f& local) {
    // Duff et al. 2017: an orthonormal basis without a branch at the poles.
    const float sign = std::copysign(1.0f, axis.z());
    const float a = -1 / (sign + axis.z()), b = axis.x() * axis.y() * a;
    const Vec3f s(1 + sign * axis.x() * axis.x() * a, sign * b, -sign * axis.x());
    const Vec3f t(b, sign + axis.y() * axis.y() * a, -axis.y());
    return local.x() * s + local.y() * t + local.z() * axis;
}

/// Cosine-distributed about the unit vector `axis`.
inline Vec3f cosine_direction(const Vec3f& axis, const Vec2f& u) {
    const float r = std::sqrt(u.x()), angle = 2 * std::numbers::pi_v<float> * u.y();
    return around(axis, {r * std::cos(angle), r * std::sin(angle), std::sqrt(1 - u.x())});
}

/// Uniform in the cone about the unit vector `axis` whose half angle has the given cosine.
inline Vec3f cone_direction(const Vec3f& axis, float cosine, const Vec2f& u) {
    const float z = 1 - u.x() * (1 - cosine), r = std::sqrt(std::max(0.0f, 1 - z * z));
    const float angle = 2 * std::numbers::pi_v<float> * u.y();
    return around(axis, {r * std::cos(angle), r * std::sin(angle), z});
}

}  // namespace thigmo
