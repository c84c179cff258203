// The camera: where it stands, and how it frames a plant.
#pragma once

#include <optional>
#include <span>

#include "thigmo/base/vector.h"

namespace thigmo {

/// Where the camera looks from. Azimuth 0 looks from +Z, 90 from +X.
struct View {
    double azimuth_deg = 30;
    std::optional<double> elevation_deg;  // unset: low before a tree, higher before a small plant
    double fov_deg = 30;                  // vertical
    double zoom = 1;                      // 1 frames the whole plant
    std::optional<Vec3> eye;              // where the camera stands; unset: where it sees all
    std::optional<Vec3> target;           // that it looks at from there; unset: the plant's middle
    bool all_round = false;               // frame the plant for every azimuth at once
};

/// A pinhole; right, up and forward are orthonormal, the tangents those of the half angles.
struct Camera {
    Vec3f eye = Vec3f::Zero();
    Vec3f right = Vec3f::UnitX(), up = Vec3f::UnitY(), forward = -Vec3f::UnitZ();
    float tan_x = 1, tan_y = 1;

    /// Unit direction through a point of the picture: -1…1 from left to right, bottom to top.
    Vec3f direction(float x, float y) const {
        return (forward + x * tan_x * right + y * tan_y * up).normalized();
    }
};

/// A camera at `eye` that looks at `target`; aspect is width over height.
Camera look_at(const Vec3& eye, const Vec3& target, double fov_deg, double aspect);

/// The camera at the view's eye or, where that is not set, the nearest one in the view's direction
/// that sees every point, with a small margin.
Camera frame_points(std::span<const Vec3f> points, const View& view, double aspect);

/// The camera moved, without a turn, to where `target` is in the middle of its picture.
Camera centre_on(const Camera& camera, const Vec3& target);

/// The camera carried round the upright axis through `centre`, towards growing azimuth.
Camera orbit(const Camera& camera, const Vec3& centre, double angle_deg);

}  // namespace thigmo
