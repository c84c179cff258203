// Swept solids and their sections against closed forms.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <numbers>

#include "thigmo/mechanics/section_fit.h"
#include "thigmo/mechanics/sweep.h"

namespace thigmo {
namespace {

/// A crooked, tapering rod with n bricks.
SolidMesh crooked(size_t n, double radius) {
    std::vector<SweptSection> sections;
    for (size_t s = 0; s <= 2 * n; ++s) {
        const double t = static_cast<double>(s) / static_cast<double>(2 * n);
        const double r = radius * (1 - 0.5 * t);
        sections.push_back({{0.2 * std::sin(2 * t), t, 0.1 * t * t}, r, r});
    }
    return sweep(sections, SectionOutline::ellipse, Vec3::UnitX(),
                 std::vector<SolidMaterial>(n, SolidMaterial{}));
}

SolidMesh straight(size_t n, double half_width, double half_thickness, SectionOutline outline) {
    std::vector<SweptSection> sections;
    for (size_t s = 0; s <= 2 * n; ++s)
        sections.push_back({{0, static_cast<double>(s) / static_cast<double>(2 * n), 0},
                            half_width,
                            half_thickness});
    return sweep(sections, outline, Vec3::UnitX(), std::vector<SolidMaterial>(n, SolidMaterial{}));
}

Vec3 apply(const SolidMesh& mesh, const SectionFit& fit, const BrickValues& weights, const Mat3& F,
           const Vec3& shift) {
    Vec3 sum = Vec3::Zero();
    for (int b = 0; b < brick_nodes; ++b)
        sum +=
            weights[b] * (F * mesh.nodes[mesh.bricks[fit.brick][static_cast<size_t>(b)]] + shift);
    return sum;
}

TEST(Sweep, a_round_rod_has_its_mass_and_second_moments) {
    const SolidMesh mesh = straight(3, 0.03, 0.03, SectionOutline::ellipse);
    double mass = 0, second = 0;
    for (const BrickNodes& brick : mesh.bricks)
        for (const BrickPoint& point : brick_mass_points()) {
            const BrickPlace place = brick_place(mesh.nodes, brick, point.local);
            mass += mesh.materials[0].density * point.weight * place.volume;
            second += point.weight * place.volume * place.point.x() * place.point.x();
            EXPECT_NEAR(place.axis.y(), 1, 1e-12);
        }
    const double r = 0.03, pi = std::numbers::pi;
    EXPECT_NEAR(mass, 1000 * pi * r * r, 1e-6 * 1000 * pi * r * r);
    EXPECT_NEAR(second, pi / 4 * std::pow(r, 4), 1e-6 * std::pow(r, 4));
}

TEST(Sweep, a_blade_is_wide_where_it_is_told) {
    const SolidMesh mesh = straight(1, 0.05, 0.001, SectionOutline::rectangle);
    double x = 0, z = 0;
    for (const Vec3& node : mesh.nodes) {
        x = std::max(x, node.x());
        z = std::max(z, node.z());
    }
    EXPECT_NEAR(x, 0.05, 1e-12);
    EXPECT_NEAR(z, 0.001, 1e-12);
}

TEST(Sweep, sections_that_cross_are_not_sound) {
    EXPECT_TRUE(is_sound(crooked(6, 0.03)));
    EXPECT_FALSE(is_sound(crooked(6, 5)));
}

TEST(SectionFit, a_section_of_a_straight_rod_lies_where_it_is_asked_for) {
    const SolidMesh mesh = straight(4, 0.03, 0.03, SectionOutline::ellipse);
    const SectionFit fit = fit_section(mesh, 2, -0.5);
    EXPECT_NEAR((fit.centre - Vec3(0, 0.5625, 0)).norm(), 0, 1e-14);
    EXPECT_NEAR(std::abs(fit.axes.col(2).y()), 1, 1e-12);
    const double side = 2 * 0.8760679374 * 0.03;
    EXPECT_NEAR(fit.spread.x(), side * side / 12, 1e-12);
    EXPECT_NEAR(fit.mean.sum(), 1, 1e-14);
    EXPECT_NEAR(fit.moment.colwise().sum().norm(), 0, 1e-14);
    EXPECT_NEAR(fit.slope.sum(), 0, 1e-12);
}

TEST(SectionFit, ties_follow_every_affine_motion) {
    const SolidMesh mesh = crooked(5, 0.05);
    Mat3 F;
    F << 0.2, -1.1, 0.3, 0.9, 0.1, -0.4, 0.5, 0.2, 1.3;
    const Vec3 shift(0.3, -0.2, 0.5), point(0.4, 0.9, -0.3);
    for (const double zeta : {-1.0, -0.3, 0.4, 1.0}) {
        const SectionFit fit = fit_section(mesh, 3, zeta);
        const Vec3 tied = apply(mesh, fit, tie(fit, point), F, shift);
        EXPECT_NEAR((tied - (F * point + shift)).norm(), 0, 1e-11) << zeta;
    }
}

TEST(SectionFit, the_moments_polar_rotation_is_the_turn) {
    const SolidMesh mesh = crooked(5, 0.05);
    const Mat3 R = Eigen::AngleAxisd(1.9, Vec3(1, 2, -1).normalized()).toRotationMatrix();
    const SectionFit fit = fit_section(mesh, 1, 0.2);
    Mat3 moment = Mat3::Zero();
    for (int b = 0; b < brick_nodes; ++b)
        moment += R * mesh.nodes[mesh.bricks[1][static_cast<size_t>(b)]] * fit.moment.row(b);
    EXPECT_NEAR((moment - R * fit.rest).norm(), 0, 1e-15);
}

}  // namespace
}  // namespace thigmo
