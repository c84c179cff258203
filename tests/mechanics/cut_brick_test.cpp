// Few points for a cloud: its moments, and weights that are never negative.
#include "thigmo/mechanics/cut_brick.h"

#include <gtest/gtest.h>

#include <cmath>

namespace thigmo {
namespace {

/// Points of a grid of n³ over the brick for which `inside` holds.
template <class Inside>
std::vector<BrickPoint> cloud_of(int n, Inside inside) {
    std::vector<BrickPoint> cloud;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                const Vec3 at = (Vec3(i, j, k) + Vec3::Constant(0.5)) * 2 / n - Vec3::Ones();
                if (inside(at)) cloud.push_back({at, 8.0 / (n * n * n)});
            }
    return cloud;
}

double moment(std::span<const BrickPoint> points, int a, int b, int c) {
    double sum = 0;
    for (const BrickPoint& point : points)
        sum += point.weight * std::pow(point.local.x(), a) * std::pow(point.local.y(), b) *
               std::pow(point.local.z(), c);
    return sum;
}

void expect_moments(std::span<const BrickPoint> found, std::span<const BrickPoint> cloud,
                    int degree, double close) {
    for (int a = 0; a <= degree; ++a)
        for (int b = 0; a + b <= degree; ++b)
            for (int c = 0; a + b + c <= degree; ++c)
                EXPECT_NEAR(moment(found, a, b, c), moment(cloud, a, b, c), close) << a << b << c;
    for (const BrickPoint& point : found) EXPECT_GE(point.weight, 0);
}

}  // namespace

TEST(CutBrick, AWholeBrickHasGaussPoints) {
    const std::vector<BrickPoint> whole = cloud_of(10, [](const Vec3&) { return true; });
    const std::vector<BrickPoint> strain = strain_rule(whole), mass = mass_rule(whole);
    EXPECT_TRUE(std::ranges::equal(strain, brick_strain_points()));
    EXPECT_TRUE(std::ranges::equal(mass, brick_mass_points()));
}

TEST(CutBrick, ARoundRodIsWeightedAtGaussPoints) {
    const std::vector<BrickPoint> rod =
        cloud_of(48, [](const Vec3& at) { return at.head<2>().norm() < 1; });
    const std::vector<BrickPoint> strain = strain_rule(rod);
    ASSERT_EQ(strain.size(), size_t{brick_points});
    for (int a = 0; a <= 2; ++a)
        for (int b = 0; b <= 2; ++b)
            for (int c = 0; c <= 1; ++c)
                EXPECT_NEAR(moment(strain, a, b, c), moment(rod, a, b, c), 1e-12);
    EXPECT_NEAR(moment(strain, 2, 0, 0), 2 * M_PI / 4, 0.02);  // ∫x² of a disc of radius 1
    expect_moments(mass_rule(rod), rod, 4, 1e-10);
}

TEST(CutBrick, ACornerIsMatchedByItsOwnPoints) {
    const std::vector<BrickPoint> corner =
        cloud_of(20, [](const Vec3& at) { return at.sum() < -1.6; });
    const std::vector<BrickPoint> strain = strain_rule(corner);
    ASSERT_EQ(strain.size(), size_t{3 * brick_points});
    expect_moments({strain.data(), 2 * brick_points}, corner, 4, 1e-9);
    expect_moments(strain, corner, 2, 1e-3);
    for (size_t i = 0; i < 2 * brick_points; ++i)
        EXPECT_TRUE(strain[i].weight == 0 || strain[i].local.sum() < -1.6) << i;
}

TEST(CutBrick, FewPointsAreKept) {
    const std::vector<BrickPoint> two = {{{-0.5, 0, 0}, 1}, {{0.5, 0, 0}, 2}};
    EXPECT_EQ(mass_rule(two), two);
}

}  // namespace thigmo
