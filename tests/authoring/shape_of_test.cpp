// Meshes cut out, blades in a space of their own, cards cut finer, and how much alpha leaves.
#include "thigmo/authoring/shape_of.h"

#include <gtest/gtest.h>

#include "tests/authoring/made_soup.h"
#include "thigmo/authoring/cover.h"
#include "thigmo/authoring/merge.h"

namespace thigmo {
namespace {

using made::card;

TEST(MeshOf, HasTheVerticesThatItUses) {
    const SoupSurface surface = join_parts(made::soup_of({card({0, 0, 0}, {1, 0, 0}, {0, 1, 0}),
                                                          card({5, 0, 0}, {1, 0, 0}, {0, 1, 0})}),
                                           1);
    const std::vector<uint32_t> some = {2, 1};
    const TriangleMesh mesh = mesh_of(surface, some);
    EXPECT_EQ(mesh.positions.size(), 6u);
    ASSERT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(mesh.positions[mesh.triangles[0][1]], Vec3f(5.5f, 0, 0));
    EXPECT_EQ(mesh.uvs[mesh.triangles[0][1]], Vec2f(1, 0));
}

TEST(Refine, KeepsTheSurfaceAndShortensItsEdges) {
    TriangleMesh mesh = card({0, 0, 0}, {1, 0, 0}, {0, 3, 0});
    refine(0.5, 10000, mesh);
    EXPECT_NEAR(area(mesh), 3, 1e-5);
    EXPECT_EQ(bounds(mesh).max(), Vec3(0.5, 3, 0));
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& [i, j] : {std::pair(a, b), {b, c}, {c, a}})
            EXPECT_LE((mesh.positions[i] - mesh.positions[j]).norm(), 0.5f);
    EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
    for (const Vec3f& normal : mesh.normals) EXPECT_NEAR(normal.norm(), 1, 1e-6);
    // Edges are cut once, not once per triangle: no cracks.
    EXPECT_EQ(boundary_edges(mesh), 4u * 8);
}

TEST(Refine, StopsAfterSixRounds) {
    TriangleMesh mesh = card({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    refine(1e-9, 10000, mesh);
    EXPECT_EQ(mesh.triangles.size(), 2u << 12);
}

TEST(Refine, StopsBeforeThereAreTooManyTriangles) {
    TriangleMesh mesh = card({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    refine(1e-9, 100, mesh);
    EXPECT_EQ(mesh.triangles.size(), 32u);
}

TEST(Refine, LeavesFineMeshesAlone) {
    const TriangleMesh before = card({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    TriangleMesh mesh = before;
    refine(2, 10000, mesh);
    EXPECT_EQ(mesh, before);
}

BladePart blade_of(const TriangleMesh& mesh) {
    BladePart blade;
    for (uint32_t i = 0; i < mesh.triangles.size(); ++i) blade.triangles.push_back(i);
    blade.area = area(mesh);
    blade.box = bounds(mesh);
    blade.centre = blade.box.center();
    return blade;
}

TEST(BladeFrame, GrowsUpFromTheAnchorAndFacesForwards) {
    const TriangleMesh mesh = card({1, 2, 3}, {0, 0.5, 0}, {1, 0, 0});
    const SoupSurface surface = join_parts(made::soup_of({mesh}), 1);
    const Rigid frame = blade_frame(surface, blade_of(mesh), {1, 2, 3});
    EXPECT_EQ(frame.translation, Vec3(1, 2, 3));
    EXPECT_LT((frame.rotation * Vec3::UnitY() - Vec3::UnitX()).norm(), 1e-6);
    TriangleMesh moved = mesh;
    move_into(frame, moved);
    EXPECT_NEAR(bounds(moved).min().y(), 0, 1e-6);
    EXPECT_NEAR(bounds(moved).max().y(), 1, 1e-6);
    EXPECT_NEAR(bounds(moved).sizes().z(), 0, 1e-6);
    for (const Vec3f& normal : moved.normals) EXPECT_LT((normal - Vec3f::UnitZ()).norm(), 1e-5f);
    for (size_t i = 0; i < 4; ++i)  // and back
        EXPECT_LT(
            (frame * moved.positions[i].cast<double>() - mesh.positions[i].cast<double>()).norm(),
            1e-6);
}

TEST(BladeFrame, OfABladeAnchoredInItsMiddleOrWithoutANormalIsARotation) {
    const TriangleMesh mesh = card({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const SoupSurface surface = join_parts(made::soup_of({mesh}), 1);
    for (const Vec3& anchor : {Vec3(0, 0.5, 0), Vec3(0, 0.5, 3)}) {
        const Rigid frame = blade_frame(surface, blade_of(mesh), anchor);
        EXPECT_NEAR(frame.rotation.norm(), 1, 1e-9);
        EXPECT_NEAR(frame.rotation.toRotationMatrix().determinant(), 1, 1e-9);
    }
}

/// A picture of 4 × 2 of which only the right half of the upper row is there.
Soup with_alpha() {
    Image image;
    image.width = 4;
    image.height = 2;
    for (int i = 0; i < 8; ++i)
        image.pixels.push_back({0, 200, 0, static_cast<uint8_t>(i == 2 || i == 3 ? 255 : 0)});
    Soup soup = made::soup_of({card({0, 0, 0}, {1, 0, 0}, {0, 1, 0})});
    soup.looks[LookId(0)].texture = soup.textures.push_back({"quarter", encode_png(image)});
    return soup;
}

TEST(Cover, IsTheShareThatAlphaLeaves) {
    const Soup soup = with_alpha();
    Cover cover(soup);
    EXPECT_NEAR(cover.share(LookId(0), soup.parts[0].mesh), 0.25, 0.08);
    TriangleMesh part = soup.parts[0].mesh;
    for (Vec2f& uv : part.uvs) uv = Vec2f(0.55f, 0.55f) + 0.4f * uv;  // above and to the right
    EXPECT_EQ(cover.share(LookId(0), part), 1);
    for (Vec2f& uv : part.uvs) uv += Vec2f(-3, 7);  // the picture repeats
    EXPECT_EQ(cover.share(LookId(0), part), 1);
    for (Vec2f& uv : part.uvs) uv.y() -= 0.5f;
    EXPECT_EQ(cover.share(LookId(0), part), 0.01);  // never nothing
}

TEST(Cover, WithoutAPictureOrAPictureThatIsNoneIsAll) {
    Soup soup = made::soup_of({card({0, 0, 0}, {1, 0, 0}, {0, 1, 0})});
    EXPECT_EQ(Cover(soup).share(LookId(0), soup.parts[0].mesh), 1);
    soup.looks[LookId(0)].texture = soup.textures.push_back({"broken", "no picture"});
    EXPECT_EQ(Cover(soup).share(LookId(0), soup.parts[0].mesh), 1);
}

/// Debris on a merged limb is drawn with the one that takes it in.
TEST(Merge, TakesDebrisAlong) {
    const Soup soup = made::small_tree(2, 0);
    SoupSurface surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(surface);
    const std::vector<Form> forms = find_forms(surface, pieces);
    Limbs limbs = find_limbs(surface, pieces, forms, find_roles(soup, surface, pieces, forms));
    Hierarchy hierarchy = build_hierarchy(surface, {}, 0.1, limbs);
    Anchors anchors;
    Rest rest;
    rest.on_limbs = {{LimbId(0), 1}, {LimbId(1), 7}, {LimbId(2), 9}};
    const size_t all = limbs[LimbId(0)].triangles.size() + limbs[LimbId(1)].triangles.size() +
                       limbs[LimbId(2)].triangles.size();
    merge_limbs({LimbId(0)}, surface, limbs, hierarchy, anchors, rest);
    EXPECT_EQ(limbs[LimbId(0)].triangles.size(), all);
    EXPECT_TRUE(limbs[LimbId(1)].triangles.empty());
    for (const auto& [limb, triangle] : rest.on_limbs) EXPECT_EQ(limb, LimbId(0));
}

}  // namespace
}  // namespace thigmo
