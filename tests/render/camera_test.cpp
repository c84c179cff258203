// Framing: everything inside the picture, and nothing wasted.
#include "thigmo/render/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

/// Where a point falls in the picture: -1…1 inside.
Vec2f project(const Camera& camera, const Vec3f& point) {
    const Vec3f d = point - camera.eye;
    const float depth = d.dot(camera.forward);
    return {d.dot(camera.right) / (depth * camera.tan_x),
            d.dot(camera.up) / (depth * camera.tan_y)};
}

std::vector<Vec3f> corners(const Vec3f& low, const Vec3f& high) {
    std::vector<Vec3f> points;
    for (int i = 0; i < 8; ++i)
        points.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                            i & 4 ? high.z() : low.z());
    return points;
}

}  // namespace

TEST(Camera, LooksAlongItsAxes) {
    const Camera camera = look_at({0, 0, 5}, Vec3::Zero(), 90, 2);
    EXPECT_TRUE(camera.right.isApprox(Vec3f::UnitX()));
    EXPECT_TRUE(camera.up.isApprox(Vec3f::UnitY()));
    EXPECT_FLOAT_EQ(camera.tan_y, 1);
    EXPECT_FLOAT_EQ(camera.tan_x, 2);
    EXPECT_TRUE(camera.direction(1, 0).isApprox(Vec3f(2, 0, -1).normalized()));
}

TEST(Camera, StandsWhereItIsPutAndLooksAtTheMiddleOrATarget) {
    const std::vector<Vec3f> box = corners({-1, 0, -1}, {1, 2, 1});
    View view;
    view.eye = Vec3(3, 4, 5);
    Camera camera = frame_points(box, view, 1.5);
    EXPECT_TRUE(camera.eye.isApprox(Vec3f(3, 4, 5)));
    EXPECT_LT(project(camera, {0, 1, 0}).norm(), 1e-5);
    EXPECT_FLOAT_EQ(camera.tan_y, static_cast<float>(std::tan(15 * std::numbers::pi / 180)));
    view.target = Vec3(7, 0, 0);
    view.zoom = 2;
    camera = frame_points(box, view, 1.5);
    EXPECT_LT(project(camera, {7, 0, 0}).norm(), 1e-5);
    EXPECT_NEAR(camera.tan_y, std::tan(15 * std::numbers::pi / 180) / 2, 1e-6);
}

TEST(Camera, CentredOnAPointKeepsDirectionAndDistance) {
    const Camera camera = look_at({0, 0, 5}, Vec3::Zero(), 40, 1);
    const Camera moved = centre_on(camera, {2, 1, -3});
    EXPECT_TRUE(moved.eye.isApprox(Vec3f(2, 1, 5)));
    EXPECT_EQ(moved.forward, camera.forward);
    EXPECT_LT(project(moved, {2, 1, -3}).norm(), 1e-6);
}

TEST(Camera, AzimuthZeroLooksFromPlusZAndNinetyFromPlusX) {
    const std::vector<Vec3f> box = corners({-1, 0, -1}, {1, 2, 1});
    View view;
    view.elevation_deg = 0;
    view.azimuth_deg = 0;
    EXPECT_GT(frame_points(box, view, 1).eye.z(), 3);
    view.azimuth_deg = 90;
    EXPECT_GT(frame_points(box, view, 1).eye.x(), 3);
    view.elevation_deg = 90;
    EXPECT_GT(frame_points(box, view, 1).eye.y(), 3);
}

TEST(Camera, FramesEveryPointTightlyFromAllSides) {
    const std::vector<Vec3f> box = corners({-1, 0.5f, -3}, {2, 4, 1});
    for (const double aspect : {0.5, 1.0, 16.0 / 9})
        for (const double elevation : {-90.0, -20.0, 0.0, 35.0, 90.0})
            for (double azimuth = 0; azimuth < 360; azimuth += 15) {
                View view;
                view.azimuth_deg = azimuth;
                view.elevation_deg = elevation;
                const Camera camera = frame_points(box, view, aspect);
                float widest = 0;
                for (const Vec3f& point : box) {
                    ASSERT_GT((point - camera.eye).dot(camera.forward), 0);
                    const Vec2f at = project(camera, point);
                    widest = std::max(widest, at.cwiseAbs().maxCoeff());
                }
                ASSERT_LE(widest, 0.941f) << azimuth << ' ' << elevation << ' ' << aspect;
                ASSERT_GE(widest, 0.939f) << azimuth << ' ' << elevation << ' ' << aspect;
            }
}

TEST(Camera, OneOrbitShowsTheWholePlantFromEverySide) {
    const std::vector<Vec3f> points = corners({-0.2f, 0, -3}, {1, 4, 0.5f});
    View view;
    view.all_round = true;
    const Camera start = frame_points(points, view, 1.5);
    float widest = 0;
    for (double turn = 0; turn < 360; turn += 1) {
        const Camera camera = orbit(start, {0.4, 2, -1.25}, turn);
        for (const Vec3f& point : points)
            widest = std::max(widest, project(camera, point).cwiseAbs().maxCoeff());
    }
    EXPECT_LE(widest, 0.945f);
    EXPECT_GE(widest, 0.9f);
}

TEST(Camera, OrbitTurnsTowardsGrowingAzimuth) {
    const Camera camera = orbit(look_at({0, 1, 5}, {0, 1, 0}, 30, 1), {0, 0, 0}, 90);
    EXPECT_TRUE(camera.eye.isApprox(Vec3f(5, 1, 0), 1e-5f));
    EXPECT_TRUE(camera.forward.isApprox(-Vec3f::UnitX(), 1e-5f));
}

TEST(Camera, ZoomNarrowsTheView) {
    const std::vector<Vec3f> box = corners({-1, 0, -1}, {1, 2, 1});
    View view;
    const Camera whole = frame_points(box, view, 1);
    view.zoom = 4;
    const Camera near = frame_points(box, view, 1);
    EXPECT_FLOAT_EQ(near.tan_y, whole.tan_y / 4);
    EXPECT_EQ(near.eye, whole.eye);
}

TEST(Camera, FramesASinglePointWithoutDividingByZero) {
    const std::vector<Vec3f> point = {Vec3f(1, 2, 3)};
    for (const bool all_round : {false, true}) {
        View view;
        view.all_round = all_round;
        EXPECT_TRUE(frame_points(point, view, 1).eye.allFinite());
        EXPECT_TRUE(frame_points({}, view, 1).eye.allFinite());
    }
}

}  // namespace thigmo
