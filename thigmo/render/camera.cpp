// Framing in closed form.
#include "thigmo/render/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "thigmo/render/direction.h"

namespace thigmo {
namespace {

constexpr double margin = 0.06;  // of the half picture, free on each side

Box box_around(std::span<const Vec3f> points) {
    Box box;
    for (const Vec3f& point : points) box.extend(point.cast<double>());
    return box;
}

/// Trees are seen from near eye height, a flower in a pot from above.
double natural_elevation_deg(double height) {
    return std::clamp(7 - 3 * std::log(height / 3), 2.0, 14.0);
}

/// Rings about the vertical axis through `centre` that hold every point at any azimuth.
std::vector<Vec3f> swept_rings(std::span<const Vec3f> points, const Vec3& centre, const Box& box) {
    constexpr size_t layers = 128, around = 48;
    const double bottom = box.min().y(), height = std::max(box.sizes().y(), 1e-9);
    std::array<double, layers> radius;
    radius.fill(-1);
    for (const Vec3f& point : points) {
        const double share = (point.y() - bottom) / height * layers;
        const auto layer = static_cast<size_t>(std::clamp(share, 0.0, layers - 1.0));
        const double r = std::hypot(point.x() - centre.x(), point.z() - centre.z());
        radius[layer] = std::max(radius[layer], r);
    }
    std::vector<Vec3f> rings;
    // A polygon around the circle: its corners stand outside by 1/cos.
    const double outside = 1 / std::cos(std::numbers::pi / around);
    for (size_t layer = 0; layer < layers; ++layer)
        for (size_t i = 0; radius[layer] >= 0 && i < around; ++i)
            for (const size_t edge : {layer, layer + 1}) {
                const double a = 2 * std::numbers::pi * static_cast<double>(i) / around;
                const double y = bottom + height * static_cast<double>(edge) / layers;
                const Vec3 arm(std::sin(a), 0, std::cos(a));
                const Vec3 corner = Vec3(centre.x(), y, centre.z()) + outside * radius[layer] * arm;
                rings.push_back(corner.cast<float>());
            }
    return rings;
}

/// With c the shift of the camera along an axis of the picture, d its distance and t the tangent of
/// the half angle, a point at (y, z) is seen when |y − c| ≤ t·(z + d). So c + t·d ≥ y − t·z and
/// t·d − c ≥ −y − t·z; both hold with equality for the tightest frame.
struct Span {
    double above = -1e300, below = -1e300;

    void add(double y, double z, double t) {
        above = std::max(above, y - t * z);
        below = std::max(below, -y - t * z);
    }
    double distance(double t) const { return (above + below) / (2 * t); }
    double shift() const { return (above - below) / 2; }
};

}  // namespace

Camera look_at(const Vec3& eye, const Vec3& target, double fov_deg, double aspect) {
    const Vec3 forward = (target - eye).normalized();
    // Straight up or down, the top of the picture is -Z or +Z.
    const bool steep = std::abs(forward.y()) > 1 - 1e-9;
    const Vec3 sky = steep ? Vec3(0, 0, forward.y() > 0 ? 1 : -1) : Vec3::UnitY();
    const Vec3 right = forward.cross(sky).normalized();
    const double t = std::tan(fov_deg * std::numbers::pi / 360);
    return {eye.cast<float>(),
            right.cast<float>(),
            right.cross(forward).cast<float>(),
            forward.cast<float>(),
            static_cast<float>(t * aspect),
            static_cast<float>(t)};
}

Camera frame_points(std::span<const Vec3f> points, const View& view, double aspect) {
    const Box box = points.empty() ? Box(Vec3(-1, 0, -1), Vec3(1, 2, 1)) : box_around(points);
    const Vec3 centre = box.center();
    if (view.eye) {
        const double fov =
            2 * std::atan(std::tan(view.fov_deg * std::numbers::pi / 360) / view.zoom);
        return look_at(*view.eye, view.target.value_or(centre), fov * 180 / std::numbers::pi,
                       aspect);
    }
    const double elevation =
        view.elevation_deg.value_or(natural_elevation_deg(std::max(box.sizes().maxCoeff(), 1e-6)));
    const Vec3 outwards = compass_direction(view.azimuth_deg, elevation).cast<double>();
    Camera camera = look_at(centre + outwards, centre, view.fov_deg, aspect);

    std::vector<Vec3f> kept;
    if (view.all_round || points.empty()) {
        std::vector<Vec3f> corners;
        for (int i = 0; i < 8; ++i)
            corners.push_back(box.corner(static_cast<Box::CornerType>(i)).cast<float>());
        kept = swept_rings(points.empty() ? std::span<const Vec3f>(corners) : points, centre, box);
        points = kept;
    }
    const Vec3 right = camera.right.cast<double>(), up = camera.up.cast<double>();
    const double tan_x = camera.tan_x * (1 - margin), tan_y = camera.tan_y * (1 - margin);
    Span across, upright;
    double nearest = 1e300;
    for (const Vec3f& point : points) {
        const Vec3 p = point.cast<double>() - centre;
        const double depth = -p.dot(outwards);
        across.add(p.dot(right), depth, tan_x);
        upright.add(p.dot(up), depth, tan_y);
        nearest = std::min(nearest, depth);
    }
    const double size = std::max(box.sizes().norm(), 1e-6);
    double distance = std::max(across.distance(tan_x), upright.distance(tan_y));
    distance = std::max(distance, 0.05 * size - nearest);
    const Vec3 target = centre + across.shift() * right + upright.shift() * up;
    camera.eye = (target + distance * outwards).cast<float>();
    camera.tan_x = static_cast<float>(camera.tan_x / view.zoom);
    camera.tan_y = static_cast<float>(camera.tan_y / view.zoom);
    return camera;
}

Camera centre_on(const Camera& camera, const Vec3& target) {
    const Vec3f offset = target.cast<float>() - camera.eye;
    Camera moved = camera;
    moved.eye += offset - offset.dot(camera.forward) * camera.forward;
    return moved;
}

Camera orbit(const Camera& camera, const Vec3& centre, double angle_deg) {
    const double angle = angle_deg * std::numbers::pi / 180;
    const Eigen::Matrix3f turn =
        Eigen::AngleAxisd(angle, Vec3::UnitY()).toRotationMatrix().cast<float>();
    Camera moved = camera;
    moved.eye = centre.cast<float>() + turn * (camera.eye - centre.cast<float>());
    moved.right = turn * camera.right;
    moved.up = turn * camera.up;
    moved.forward = turn * camera.forward;
    return moved;
}

}  // namespace thigmo
