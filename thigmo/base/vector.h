// Vectors, rotations and boxes: Eigen's, under the names used throughout.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace thigmo {

using Vec2f = Eigen::Vector2f;
using Vec3f = Eigen::Vector3f;
using Vec4f = Eigen::Vector4f;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using Box = Eigen::AlignedBox3d;

/// A rigid motion x ↦ rotation·x + translation.
struct Rigid {
    Quat rotation = Quat::Identity();
    Vec3 translation = Vec3::Zero();

    Vec3 operator*(const Vec3& x) const { return rotation * x + translation; }
};

/// Where a shape stands: x ↦ rotation·(scale·x) + position.
struct Placement {
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();
    double scale = 1.0;

    Vec3 operator*(const Vec3& x) const { return rotation * (scale * x) + position; }
};
// With other alignment a program and the library would disagree about every plant.
static_assert(sizeof(Placement) == 80 && alignof(Placement) == 16);

}  // namespace thigmo
