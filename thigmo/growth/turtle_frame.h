// The turtle's orientation: heading, left and up, right-handed (U = H × L).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/vector.h"

namespace thigmo::turtle {

constexpr double radians(double degrees) {
    return degrees * (std::numbers::pi / 180);
}

struct TurtleFrame {
    Vec3 heading = Vec3::UnitY();
    Vec3 left = -Vec3::UnitX();
    Vec3 up = Vec3::UnitZ();

    /// Of a shape that grows along +Y and faces +Z: +Y to the heading, +Z up.
    Quat shape_rotation() const { return rotation(-left, heading, up); }
    /// x heading, y left, z up.
    Quat body_rotation() const { return rotation(heading, left, up); }

  private:
    static Quat rotation(const Vec3& x, const Vec3& y, const Vec3& z) {
        Mat3 columns;
        columns << x, y, z;
        return Quat(columns).normalized();
    }
};

/// Turns a towards b, both of them in their plane.
inline void rotate_towards(Vec3& a, Vec3& b, double sine, double cosine) {
    const Vec3 turned = cosine * a + sine * b;
    b = cosine * b - sine * a;
    a = turned;
}

inline void rotate_towards(Vec3& a, Vec3& b, double angle) {
    rotate_towards(a, b, std::sin(angle), std::cos(angle));
}

/// Rolls so that left is level and up as near to +Y as it can be; leaves a vertical turtle alone.
inline void roll_level(TurtleFrame& frame) {
    const Vec3 left = Vec3::UnitY().cross(frame.heading);
    if (left.squaredNorm() < 1e-18) return;
    frame.left = left.normalized();
    frame.up = frame.heading.cross(frame.left);
}

/// [Prusinkiewicz1990] p. 58: the heading turns towards T by α = e |H × T|.
inline void bend_abop(TurtleFrame& frame, const Vec3& T, double e) {
    const Vec3 axis = frame.heading.cross(T);
    const double sine = axis.norm();
    if (sine < 1e-12) return;
    const Eigen::AngleAxisd turn(e * sine, axis / sine);
    for (Vec3* v : {&frame.heading, &frame.left, &frame.up}) *v = turn * *v;
}

/// As cpfg bends: by the sine e T·U towards up, then by e T·L towards left.
inline void bend_cpfg(TurtleFrame& frame, const Vec3& T, double e) {
    for (Vec3* side : {&frame.up, &frame.left}) {
        const double sine = std::clamp(e * T.dot(*side), -1.0, 1.0);
        rotate_towards(frame.heading, *side, sine, std::sqrt(1 - sine * sine));
    }
}

}  // namespace thigmo::turtle
