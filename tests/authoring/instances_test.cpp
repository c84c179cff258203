// Blades and their instances: copies found by uvs or by form, and how they are placed.
#include "thigmo/authoring/instances.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/authoring/made_soup.h"

namespace thigmo {
namespace {

/// A leaf of six vertices that no turn brings onto itself.
TriangleMesh leaf() {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0},
                      {0.3f, 0.4f, 0.05f},
                      {0.1f, 1.1f, 0.1f},
                      {-0.2f, 0.6f, 0.02f},
                      {0.02f, 0.5f, 0.15f},
                      {0.15f, 0.9f, 0.12f}};
    mesh.uvs = {{0.5f, 0}, {0.9f, 0.4f}, {0.6f, 1}, {0.1f, 0.6f}, {0.5f, 0.5f}, {0.7f, 0.8f}};
    mesh.triangles = {{0, 1, 4}, {1, 5, 4}, {5, 2, 4}, {2, 3, 4}, {3, 0, 4}};
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    return mesh;
}

/// The same with its vertices in another order.
TriangleMesh permuted(const TriangleMesh& mesh, const std::vector<uint32_t>& order) {
    TriangleMesh out;
    std::vector<uint32_t> number(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
        out.positions.push_back(mesh.positions[order[i]]);
        out.normals.push_back(mesh.normals[order[i]]);
        out.uvs.push_back(mesh.uvs[order[i]]);
        number[order[i]] = i;
    }
    for (size_t i = mesh.triangles.size(); i-- > 0;) {  // triangles too
        Triangle corners = mesh.triangles[i];
        for (uint32_t& corner : corners) corner = number[corner];
        out.triangles.push_back(corners);
    }
    return out;
}

const Placement there{{5, 2, 1}, Quat(Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized())), 1.7};

struct Found {
    SoupSurface surface;
    Blades blades;
    Instances instances;
};

Found find(const Soup& soup, const InstanceSettings& settings = {}) {
    Found found;
    found.surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(found.surface);
    Roles roles;
    roles.of.resize(pieces.size());
    found.blades = find_blades(found.surface, pieces, find_forms(found.surface, pieces), roles);
    found.instances = find_instances(found.surface, soup, found.blades, settings);
    return found;
}

/// Every vertex of a copy is where its shape's mesh, placed, has it.
void expect_placed(const Found& found, BladeId blade, double slack) {
    const Instance& instance = found.instances.of[blade];
    const BladeMesh from = blade_mesh(found.surface, found.blades[instance.shape]),
                    to = blade_mesh(found.surface, found.blades[blade]);
    ASSERT_EQ(from.points.size(), to.points.size());
    for (const Vec3& point : from.points) {
        double least = INFINITY;
        for (const Vec3& other : to.points)
            least = std::min(least, (instance.placement * point - other).norm());
        EXPECT_LT(least, slack);
    }
}

constexpr BladeId first(0), second(1);

TEST(FitPoints, FindsAKnownTransform) {
    std::vector<Vec3> from, to;
    for (const Vec3f& p : leaf().positions) {
        from.push_back(p.cast<double>());
        to.push_back(there * from.back());
    }
    const Fit fit = fit_points(from, to, CopyBy::similarity);
    EXPECT_LT(fit.worst, 1e-12);
    EXPECT_NEAR(fit.placement.scale, 1.7, 1e-12);
    EXPECT_LT(fit.placement.rotation.angularDistance(there.rotation), 1e-12);
    EXPECT_LT((fit.placement.position - there.position).norm(), 1e-12);
}

TEST(FitPoints, ByRotationAloneKeepsTheSize) {
    const std::vector<Vec3> from = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    std::vector<Vec3> to;
    for (const Vec3& p : from) to.push_back(2 * p);
    const Fit fit = fit_points(from, to, CopyBy::rotation);
    EXPECT_EQ(fit.placement.scale, 1);
    EXPECT_GT(fit.worst, 0.5);
}

TEST(FitPoints, OfPlanarPointsIsNoMirror) {
    std::vector<Vec3> from = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0.3, 0.4, 0}}, to;
    for (const Vec3& p : from) to.push_back(there * p);
    const Fit fit = fit_points(from, to, CopyBy::similarity);
    EXPECT_LT(fit.worst, 1e-12);
    EXPECT_NEAR(fit.placement.rotation.norm(), 1, 1e-12);
    EXPECT_LT(fit.placement.rotation.angularDistance(there.rotation), 1e-7);
}

TEST(FitPoints, NeverMirrors) {
    std::vector<Vec3> from, to;
    for (const Vec3f& p : leaf().positions) {
        from.push_back(p.cast<double>());
        to.emplace_back(-from.back().x(), from.back().y(), from.back().z());
    }
    EXPECT_GT(fit_points(from, to, CopyBy::similarity).worst, 0.02);
}

TEST(FitPoints, OfPointsInOnePlaceDoesNotFit) {
    const std::vector<Vec3> from(3, Vec3::Ones()), to = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_TRUE(fit_points(from, from, CopyBy::similarity).worst < 1e-12);
    EXPECT_GT(fit_points(from, to, CopyBy::similarity).worst, 0.3);
}

TEST(Instances, MovedTurnedAndScaledIsOneShape) {
    const Found found = find(made::soup_of({leaf(), made::moved(leaf(), there)}));
    ASSERT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.by_uv, 1u);
    EXPECT_EQ(found.instances.of[second].shape, first);
    EXPECT_NEAR(found.instances.of[second].placement.scale, 1.7, 1e-5);
    EXPECT_TRUE(found.instances.of[second].vertex.empty());
    expect_placed(found, second, 1e-5);
}

TEST(Instances, ByRotationAloneACopyOfAnotherSizeHasItsOwnShape) {
    InstanceSettings settings;
    settings.by = CopyBy::rotation;
    Placement turned = there;
    turned.scale = 1;
    const Found found = find(
        made::soup_of({leaf(), made::moved(leaf(), there), made::moved(leaf(), turned)}), settings);
    EXPECT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.of[second].shape, second);
    EXPECT_EQ(found.instances.of[BladeId(2)].shape, first);
}

TEST(Instances, VerticesInAnotherOrderAreFoundByTheirUvs) {
    const std::vector<uint32_t> order = {3, 0, 5, 2, 4, 1};
    const Found found = find(made::soup_of({leaf(), made::moved(permuted(leaf(), order), there)}));
    ASSERT_EQ(found.instances.sets.size(), 1u);
    const Instance& copy = found.instances.of[second];
    EXPECT_EQ(copy.shape, first);
    const BladeMesh a = blade_mesh(found.surface, found.blades[first]),
                    b = blade_mesh(found.surface, found.blades[second]);
    ASSERT_EQ(copy.vertex.size(), 6u);
    for (uint32_t i = 0; i < 6; ++i) EXPECT_EQ(a.uvs[i], b.uvs[copy.vertex[i]]);
    expect_placed(found, second, 1e-5);
}

TEST(Instances, UvsMoreThanAThousandthOffAreAnotherKind) {
    for (const auto& [off, same] : {std::pair(0.8e-3f, true), {1.5e-3f, false}}) {
        TriangleMesh other = made::moved(leaf(), there);
        other.uvs[2].x() += off;
        EXPECT_EQ(find(made::soup_of({leaf(), other})).instances.sets.size(), same ? 1u : 2u);
    }
}

TEST(Instances, OtherTrianglesAreAnotherKind) {
    TriangleMesh other = made::moved(leaf(), there);
    other.triangles[0] = {0, 1, 5};
    other.triangles[1] = {0, 5, 4};
    EXPECT_EQ(find(made::soup_of({leaf(), other})).instances.sets.size(), 2u);
}

TEST(Instances, AnotherLookIsAnotherKind) {
    Soup soup;
    made::add(soup, leaf(), "", "green");
    made::add(soup, made::moved(leaf(), there), "", "red");
    EXPECT_EQ(find(soup).instances.sets.size(), 2u);
}

/// The paper's rule allows any deformation; the mesh is shared only where it fits.
TEST(Instances, ABentCopyCorrespondsButHasItsOwnShape) {
    TriangleMesh bent = made::moved(leaf(), there);
    bent.positions[2] += Vec3f(0.4f, 0, 0.3f);
    const Found found = find(made::soup_of({leaf(), bent, made::moved(bent, there)}));
    EXPECT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.of[second].shape, second);
    EXPECT_EQ(found.instances.of[BladeId(2)].shape, second);
    expect_placed(found, BladeId(2), 1e-5);
}

TEST(Instances, AMirroredCopyHasItsOwnShape) {
    TriangleMesh mirrored = leaf();
    for (Vec3f& p : mirrored.positions) p.x() = 5 - p.x();
    for (Triangle& corners : mirrored.triangles) std::swap(corners[0], corners[1]);
    mirrored.normals = vertex_normals(mirrored.positions, mirrored.triangles);
    const Found found = find(made::soup_of({leaf(), mirrored}));
    EXPECT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.of[second].shape, second);
}

TEST(Instances, APlanarMirroredCopyHasItsOwnShapeAsItsNormalTurns) {
    const TriangleMesh card = made::card({0, 0, 0}, Vec3::UnitX(), 2 * Vec3::UnitY());
    TriangleMesh mirrored = card;
    for (Vec3f& p : mirrored.positions) p.x() = 5 - p.x();
    mirrored.normals = card.normals;
    const Found found = find(made::soup_of({card, mirrored, made::moved(card, there)}));
    EXPECT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.of[second].shape, second);
    EXPECT_EQ(found.instances.of[BladeId(2)].shape, first);
}

Soup without_uvs(std::vector<TriangleMesh> meshes) {
    for (TriangleMesh& mesh : meshes) mesh.uvs.assign(mesh.positions.size(), Vec2f::Zero());
    Soup soup = made::soup_of(meshes);
    for (SoupPart& part : soup.parts) part.has_uvs = false;
    return soup;
}

TEST(Instances, WithoutUvsTheFormTells) {
    const Found found = find(without_uvs({leaf(), made::moved(leaf(), there)}));
    EXPECT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.by_form, 1u);
    EXPECT_EQ(found.instances.by_uv, 0u);
    EXPECT_EQ(found.instances.of[second].shape, first);
    expect_placed(found, second, 1e-5);
}

TEST(Instances, WithoutUvsAndInAnotherOrderTheFormTells) {
    const Found found =
        find(without_uvs({leaf(), made::moved(permuted(leaf(), {3, 0, 5, 2, 4, 1}), there)}));
    EXPECT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.of[second].shape, first);
    expect_placed(found, second, 1e-5);
}

TEST(Instances, WithoutUvsAnotherFormIsAnotherKind) {
    TriangleMesh other = leaf();
    other.positions[2] *= 1.3f;
    EXPECT_EQ(find(without_uvs({leaf(), made::moved(other, there)})).instances.sets.size(), 2u);
}

TEST(Instances, UvsThatCoincideAreAsGoodAsNone) {
    TriangleMesh palette = leaf();
    palette.uvs.assign(palette.positions.size(), Vec2f(0.25f, 0.75f));
    const Found found = find(made::soup_of({palette, made::moved(palette, there)}));
    EXPECT_EQ(found.instances.sets.size(), 1u);
    EXPECT_EQ(found.instances.by_form, 1u);
    EXPECT_EQ(found.instances.of[second].shape, first);
}

/// One form in two colours of a palette: sharing the mesh would paint one like the other.
TEST(Instances, OfOtherColoursByTheirUvsTheMeshIsNotShared) {
    TriangleMesh green = leaf(), red = made::moved(leaf(), there);
    green.uvs.assign(green.positions.size(), Vec2f(0.25f, 0.75f));
    red.uvs.assign(red.positions.size(), Vec2f(0.75f, 0.25f));
    const Found found = find(made::soup_of({green, red}));
    EXPECT_EQ(found.instances.of[second].shape, second);
}

/// A face that one copy has twice is drawn twice there and nowhere else.
TEST(Instances, WithDuplicateFacesTheMeshIsNotShared) {
    TriangleMesh twice = made::moved(leaf(), there);
    twice.triangles.push_back({4, 1, 0});
    const Found found = find(made::soup_of({leaf(), twice}));
    EXPECT_EQ(found.instances.of[second].shape, second);
}

TEST(Blades, CardsThatCrossAreOne) {
    const Vec3 up(0, 1, 0);
    const Found found = find(made::soup_of(
        {made::card({0, 0, 0}, Vec3::UnitX(), up), made::card({0, 0, 0}, Vec3::UnitZ(), up),
         made::card({3, 0, 0}, Vec3::UnitX(), up), made::card({3, 0, 0}, Vec3::UnitZ(), up),
         made::card({6, 0, 0}, Vec3::UnitX(), up)}));
    ASSERT_EQ(found.blades.size(), 3u);
    EXPECT_EQ(found.blades[first].pieces.size(), 2u);
    EXPECT_EQ(found.blades[first].triangles.size(), 4u);
    EXPECT_NEAR(found.blades[first].area, 2, 1e-6);
    EXPECT_LT((found.blades[first].centre - Vec3(0, 0.5, 0)).norm(), 1e-6);
    EXPECT_EQ(found.instances.of[second].set, found.instances.of[first].set);
    EXPECT_EQ(found.instances.sets.size(), 2u);
}

TEST(Blades, CardsOfOtherSizesOrLooksDoNotCross) {
    const Vec3 up(0, 1, 0);
    Soup soup;
    made::add(soup, made::card({0, 0, 0}, Vec3::UnitX(), up), "", "a");
    made::add(soup, made::card({0, 0, 0}, 2 * Vec3::UnitZ(), up), "", "a");
    made::add(soup, made::card({0, 0, 0}, Vec3(1, 0, 1).normalized(), up), "", "b");
    EXPECT_EQ(find(soup).blades.size(), 3u);
}

/// A card whose back is drawn with a look of its own.
TEST(Blades, TheOtherSideOfACardIsABladeOfItsOwnInTheSamePlace) {
    TriangleMesh front = made::card({2, 1, 0}, Vec3::UnitX(), Vec3::UnitY()), back = front;
    for (Triangle& corners : back.triangles) std::swap(corners[0], corners[1]);
    Soup soup;
    made::add(soup, front, "", "front");
    made::add(soup, back, "", "back");
    const Found found = find(soup);
    ASSERT_EQ(found.blades.size(), 2u);
    for (const BladePart& blade : found.blades) {
        EXPECT_NEAR(blade.area, 1, 1e-6);
        EXPECT_LT((blade.centre - Vec3(2, 1.5, 0)).norm(), 1e-6);
        EXPECT_EQ(blade_mesh(found.surface, blade).triangles.size(), 2u);
    }
}

TEST(Blades, WithoutAreaHaveAPlace) {
    const Found found = find(made::soup_of({made::card({2, 1, 0}, Vec3::UnitX(), Vec3::Zero())}));
    for (const BladePart& blade : found.blades) {
        EXPECT_EQ(blade.area, 0);
        EXPECT_NEAR(blade.centre.y(), 1, 1e-6);
    }
}

TEST(Blades, BodiesAreSolid) {
    const Found found = find(made::soup_of(
        {made::ball({0, 0, 0}, 1), made::card({3, 0, 0}, Vec3::UnitX(), Vec3::UnitY())}));
    EXPECT_TRUE(found.blades[first].solid);
    EXPECT_FALSE(found.blades[second].solid);
}

}  // namespace
}  // namespace thigmo
