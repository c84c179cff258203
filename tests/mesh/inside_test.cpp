// Lines through boxes of known places.
#include "thigmo/mesh/inside.h"

#include <gtest/gtest.h>

namespace thigmo {
namespace {

/// The box between two corners, its triangles looking outwards.
struct BoxSurface {
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;

    void add(const Vec3& low, const Vec3& high) {
        const auto first = static_cast<uint32_t>(positions.size());
        for (uint32_t k = 0; k < 8; ++k)
            positions.emplace_back(k & 1 ? high.x() : low.x(), k & 2 ? high.y() : low.y(),
                                   k & 4 ? high.z() : low.z());
        for (const auto& [a, b, c, d] : std::vector<std::array<uint32_t, 4>>{{0, 4, 6, 2},
                                                                             {1, 3, 7, 5},
                                                                             {0, 1, 5, 4},
                                                                             {2, 6, 7, 3},
                                                                             {0, 2, 3, 1},
                                                                             {4, 5, 7, 6}}) {
            triangles.push_back({first + a, first + b, first + c});
            triangles.push_back({first + a, first + c, first + d});
        }
    }
};

LineGrid one_line(int axis, double u, double v) {
    return {axis, {u - 10, u}, {v - 10, v}};
}

Stretches at_last(const BoxSurface& box, const LineGrid& grid) {
    return find_inside(box.positions, box.triangles, grid).back();
}

void expect_stretches(const Stretches& found, const Stretches& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i)
        for (size_t k = 0; k < 2; ++k) EXPECT_NEAR(found[i][k], expected[i][k], 1e-9);
}

}  // namespace

TEST(Inside, LinesEnterAndLeaveABox) {
    BoxSurface box;
    box.add({1, 2, 3}, {2, 4, 6});
    expect_stretches(at_last(box, one_line(0, 3, 4)), {{1, 2}});  // at y 3, z 4
    expect_stretches(at_last(box, one_line(1, 4, 1.5)), {{2, 4}});
    expect_stretches(at_last(box, one_line(2, 1.5, 3)), {{3, 6}});
    EXPECT_TRUE(at_last(box, one_line(2, 2.5, 3)).empty());
}

TEST(Inside, BoxesInEachOtherAreOne) {
    BoxSurface box;
    box.add({0, 0, 0}, {1, 1, 1});
    box.add({0, 0, 0.5}, {1, 1, 2});
    box.add({0, 0, 3}, {1, 1, 4});
    expect_stretches(at_last(box, one_line(2, 0.5, 0.5)), {{0, 2}, {3, 4}});
    for (Triangle& triangle : box.triangles) std::swap(triangle[0], triangle[1]);
    expect_stretches(at_last(box, one_line(2, 0.5, 0.5)), {{0, 2}, {3, 4}});
}

TEST(Inside, AnOpenBoxHasNone) {
    BoxSurface box;
    box.add({0, 0, 0}, {1, 1, 1});
    box.triangles.resize(10);  // without its top
    EXPECT_TRUE(at_last(box, one_line(2, 0.5, 0.5)).empty());
}

TEST(Inside, StretchesMeetAndPart) {
    const Stretches a = {{0, 2}, {3, 5}}, b = {{1, 4}};
    EXPECT_EQ(common(a, b), (Stretches{{1, 2}, {3, 4}}));
    EXPECT_EQ(without(a, b), (Stretches{{0, 1}, {4, 5}}));
    EXPECT_EQ(between(a, 1, 3.5), (Stretches{{1, 2}, {3, 3.5}}));
    EXPECT_EQ(without(a, {}), a);
}

}  // namespace thigmo
