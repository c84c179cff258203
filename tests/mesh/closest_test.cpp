// Nearest points and meetings of triangles, against constructed cases and other ways to ask.
#include "thigmo/mesh/closest.h"

#include <gtest/gtest.h>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using Corners = std::array<Vec3, 3>;

Vec3 random_point(Random& random) {
    return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}
Corners random_triangle(Random& random) {
    return {random_point(random), random_point(random), random_point(random)};
}

TEST(ClosestShare, IsTheFootOrAnEnd) {
    const Vec3 a(0, 0, 0), b(2, 0, 0);
    EXPECT_EQ(closest_share({0.5, 3, 1}, a, b), 0.25);
    EXPECT_EQ(closest_share({-1, 1, 0}, a, b), 0);
    EXPECT_EQ(closest_share({9, 1, 0}, a, b), 1);
    EXPECT_EQ(closest_share({9, 1, 0}, a, a), 0);
    EXPECT_EQ(closest_on_segment({0.5, 3, 1}, a, b), Vec3(0.5, 0, 0));
}

TEST(ClosestOnTriangle, InsideOverAnEdgeAndAtACorner) {
    const Corners triangle = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    EXPECT_TRUE(closest_on_triangle({0.25, 0.25, 2}, triangle).isApprox(Vec3(0.25, 0.25, 0)));
    EXPECT_TRUE(closest_on_triangle({0.5, -1, 2}, triangle).isApprox(Vec3(0.5, 0, 0)));
    EXPECT_TRUE(closest_on_triangle({1, 1, -1}, triangle).isApprox(Vec3(0.5, 0.5, 0)));
    EXPECT_TRUE(closest_on_triangle({3, -1, 0}, triangle).isApprox(Vec3(1, 0, 0)));
}

TEST(ClosestOnTriangle, OfATriangleWithoutAreaIsOnItsSides) {
    const Corners line = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(3, 0, 0)};
    EXPECT_TRUE(closest_on_triangle({2, 1, 0}, line).isApprox(Vec3(2, 0, 0)));
    const Corners point = {Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 1)};
    EXPECT_EQ(closest_on_triangle({2, 1, 0}, point), Vec3(1, 1, 1));
}

/// No point of a fine grid on the triangle is nearer, and some is nearly as near.
TEST(ClosestOnTriangle, AgreesWithAGridOfPoints) {
    Random random(3);
    for (int round = 0; round < 50; ++round) {
        const auto& [a, b, c] = random_triangle(random);
        const Vec3 p = 2 * random_point(random);
        const double found = (closest_on_triangle(p, {a, b, c}) - p).norm();
        double least = INFINITY;
        constexpr int side = 60;
        for (int i = 0; i <= side; ++i)
            for (int j = 0; j <= side - i; ++j)
                least = std::min(least, (a + (b - a) * i / side + (c - a) * j / side - p).norm());
        EXPECT_LE(found, least + 1e-12);
        EXPECT_GE(found, least - 0.1);
    }
}

const Corners flat = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};

TEST(TrianglesMeet, WhereOnePiercesTheOther) {
    EXPECT_TRUE(triangles_meet(flat, {Vec3(0.2, 0.2, -1), Vec3(0.3, 0.2, 1), Vec3(0.2, 0.3, 1)}));
}

TEST(TrianglesMeet, WhereTheyTouch) {
    EXPECT_TRUE(triangles_meet(flat, {Vec3(1, 0, 0), Vec3(2, 0, 1), Vec3(2, 1, 1)}));  // corner
    EXPECT_TRUE(triangles_meet(flat, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)}));  // edge
    EXPECT_TRUE(triangles_meet(flat, {Vec3(0.2, 0.2, 0), Vec3(0, 0, 1), Vec3(1, 0, 1)}));
    EXPECT_TRUE(triangles_meet(flat, flat));
}

TEST(TrianglesMeet, NotWhereAMillionthIsBetween) {
    constexpr double gap = 1e-6;
    EXPECT_FALSE(triangles_meet(flat, {Vec3(1 + gap, 0, 0), Vec3(2, 0, 1), Vec3(2, 1, 1)}));
    EXPECT_FALSE(triangles_meet(flat, {Vec3(0.2, 0.2, gap), Vec3(0, 0, 1), Vec3(1, 0, 1)}));
    EXPECT_FALSE(triangles_meet(flat, {Vec3(0, -gap, 0), Vec3(1, -gap, 0), Vec3(0, -gap, 1)}));
}

TEST(TrianglesMeet, InOnePlane) {
    EXPECT_TRUE(triangles_meet(flat, {Vec3(0.2, 0.2, 0), Vec3(0.3, 0.2, 0), Vec3(0.2, 0.3, 0)}));
    EXPECT_TRUE(triangles_meet(flat, {Vec3(-1, 0.5, 0), Vec3(2, 0.5, 0), Vec3(2, 0.6, 0)}));
    EXPECT_FALSE(triangles_meet(flat, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 2, 0)}));
    EXPECT_FALSE(
        triangles_meet(flat, {Vec3(0.5, 0.5 + 1e-6, 0), Vec3(1, 1, 0), Vec3(0.5 + 1e-6, 1, 0)}));
}

TEST(TrianglesMeet, InParallelPlanesNever) {
    EXPECT_FALSE(triangles_meet(flat, {Vec3(0, 0, 1e-6), Vec3(1, 0, 1e-6), Vec3(0, 1, 1e-6)}));
}

TEST(TrianglesMeet, FarFromTheOriginAsNearIt) {
    const Vec3 far(1e5, -2e5, 3e5);
    const auto moved = [&](Corners t) {
        for (Vec3& corner : t) corner += far;
        return t;
    };
    EXPECT_TRUE(triangles_meet(moved(flat),
                               moved({Vec3(0.2, 0.2, -1), Vec3(0.3, 0.2, 1), Vec3(0.2, 0.3, 1)})));
    EXPECT_FALSE(
        triangles_meet(moved(flat), moved({Vec3(0, 0, 1e-4), Vec3(1, 0, 1e-4), Vec3(0, 1, 1e-4)})));
}

/// Whether a segment passes through a triangle, in general position.
bool pierces(const Vec3& from, const Vec3& to, const Corners& t) {
    Mat3 m;
    m << from - to, t[1] - t[0], t[2] - t[0];
    const Vec3 at = m.colPivHouseholderQr().solve(from - t[0]);
    return at.x() >= 0 && at.x() <= 1 && at.y() >= 0 && at.z() >= 0 && at.y() + at.z() <= 1;
}

TEST(TrianglesMeet, AsOftenAsASidePierces) {
    Random random(11);
    int met = 0;
    for (int round = 0; round < 4000; ++round) {
        const Corners a = random_triangle(random), b = random_triangle(random);
        bool truth = false;
        for (size_t i = 0; i < 3; ++i)
            truth = truth || pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a);
        EXPECT_EQ(triangles_meet(a, b), truth) << round;
        EXPECT_EQ(triangles_meet(b, a), truth) << round;
        met += truth;
    }
    EXPECT_GT(met, 500);
}

}  // namespace
}  // namespace thigmo
