// Polygon soup as a plant that stands.
#include "thigmo/plant/soup.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

Soup two_parts() {
    Soup soup;
    soup.name = "two";
    Look red, green;
    red.colour = {1, 0, 0};
    green.colour = {0, 1, 0};
    const LookId first = soup.looks.push_back(red), second = soup.looks.push_back(green);
    SoupPart part;
    part.name = "stem";
    part.look = second;
    part.mesh.positions = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
    part.mesh.normals = {{0, 0, 1}, {0, 0, 2}, {0, 0, 0}, {0, 0, 1}};
    part.mesh.uvs.assign(4, Vec2f(0.5f, 0.25f));
    part.mesh.triangles = {{1, 2, 3}};
    soup.parts.push_back(part);
    part.name = "empty";
    part.mesh.triangles.clear();
    soup.parts.push_back(part);
    part.name = "leaf";
    part.look = first;
    part.mesh.triangles = {{0, 1, 2}, {1, 2, 3}};
    soup.parts.push_back(part);
    return soup;
}

}  // namespace

TEST(Soup, EveryPartWithTrianglesIsAProp) {
    const Plant plant = as_plant(two_parts());
    ASSERT_EQ(find_fault(plant), "");
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_EQ(plant.name, "two");
    for (const DomainId domain : plant.domains.rows())
        EXPECT_EQ(plant.domains.kind[domain], Kind::prop);
    EXPECT_EQ(plant.domains.look[DomainId(size_t{0})], LookId(1));
    EXPECT_EQ(plant.shapes[ShapeId(size_t{0})].name, "stem");
    EXPECT_EQ(plant.shapes[ShapeId(1)].name, "leaf");
}

TEST(Soup, VerticesThatNoTriangleUsesAreLeftOut) {
    const TriangleMesh mesh = as_plant(two_parts()).shapes[ShapeId(size_t{0})].mesh;
    EXPECT_EQ(mesh.positions, (std::vector<Vec3f>{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}));
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
    EXPECT_EQ(mesh.normals[0], Vec3f(0, 0, 1));
}

TEST(Soup, PartsArePlacedAsAsked) {
    const Plant plant =
        as_plant(two_parts(), {Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0, Vec3::UnitX())), 0.01});
    EXPECT_TRUE(bounds(plant).min().isApprox(Vec3(1, 2, 3)));
    EXPECT_TRUE(bounds(plant).max().isApprox(Vec3(1.09, 2.09, 3.09)));
}

}  // namespace thigmo
