// Forms: sheets, tubes, forks and lumps told apart by their shape alone.
#include "thigmo/authoring/form.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/authoring/made_soup.h"

namespace thigmo {
namespace {

using made::End, made::straight;

Form form_of(const TriangleMesh& mesh) {
    const SoupSurface surface = join_parts(made::soup_of({mesh}), 1);
    std::vector<uint32_t> all(mesh.triangles.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return find_form(surface, all);
}

FormKind kind(const TriangleMesh& mesh) {
    const Form form = form_of(mesh);
    return kind_of(form, form.area);
}

/// Two halves of a leaf that meet in its midrib, with `angle` between them.
TriangleMesh folded(double angle) {
    const double x = std::sin(0.5 * angle), z = std::cos(0.5 * angle);
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {0, 1, 0}};
    for (const double side : {-x, x}) {
        mesh.positions.emplace_back(0.3f *
                                    Vec3f(static_cast<float>(side), 1, static_cast<float>(z)));
        mesh.positions.emplace_back(
            Vec3f(0.3f * static_cast<float>(side), 0.7f, 0.3f * static_cast<float>(z)));
    }
    mesh.triangles = {{0, 1, 2}, {1, 3, 2}, {1, 0, 4}, {1, 4, 5}};
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    mesh.uvs.resize(6, Vec2f::Zero());
    return mesh;
}

TEST(Form, OfATubeIsLongAndClosed) {
    const TriangleMesh mesh = made::mesh_of(straight({0, 0, 0}, {0, 2, 0}, 0.05, 0.05, 33));
    const Form form = form_of(mesh);
    EXPECT_NEAR(form.area, area(mesh), 1e-6);
    EXPECT_NEAR(form.centre.y(), 1, 1e-6);
    EXPECT_LT(form.flatness, 1e-3);
    EXPECT_GE(form.closed, 0.75);
    EXPECT_GT(form.aspect, 0.7);
    EXPECT_NEAR(form.length, 2, 0.1);
    EXPECT_NEAR(form.radius, 0.05, 0.01);
    EXPECT_NEAR(form.curves, 1, 0.2);
}

TEST(Form, TubesOfAnyEndAndBendAreTubes) {
    for (const End base : {End::open, End::capped})
        for (const End tip : {End::open, End::capped, End::pointed}) {
            made::Tube tube = straight({0, 0, 0}, {0.5, 2, 0}, 0.06, 0.02, 17);
            tube.base = base;
            tube.tip = tip;
            EXPECT_EQ(kind(made::mesh_of(tube)), FormKind::tube);
            tube.sides = 4;
            EXPECT_EQ(kind(made::mesh_of(tube)), FormKind::tube);
        }
    EXPECT_EQ(kind(made::mesh_of(made::quarter(1, 0.05))), FormKind::tube);
}

TEST(Form, OfACardIsFlat) {
    const Form form = form_of(made::card({0, 0, 0}, Vec3::UnitX(), 2 * Vec3::UnitY()));
    EXPECT_NEAR(form.flatness, 1, 1e-6);
    EXPECT_NEAR(form.boundary_share, 0.8, 1e-12);
    EXPECT_EQ(form.length, 0);  // plain: its contours are not asked for
    EXPECT_EQ(kind_of(form, form.area), FormKind::sheet);
}

TEST(Form, CrossedCardsAreASheet) {
    TriangleMesh cross = made::card({0, 0, 0}, Vec3::UnitX(), Vec3::UnitY());
    append(made::card({0, 0, 0}, Vec3::UnitZ(), Vec3::UnitY()), cross);
    EXPECT_EQ(kind(cross), FormKind::sheet);
}

TEST(Form, AFoldedLeafIsASheetHoweverSharply) {
    for (const double degrees : {170.0, 90.0, 20.0, 3.0})
        EXPECT_EQ(kind(folded(degrees * std::numbers::pi / 180)), FormKind::sheet) << degrees;
}

TEST(Form, AFlatClosedLeafIsASheet) {
    // A tube pressed to a twentieth of its width.
    TriangleMesh leaf = made::mesh_of([] {
        made::Tube tube = straight({0, 0, 0}, {0, 2, 0}, 0.1, 0.1, 17);
        tube.base = tube.tip = End::capped;
        return tube;
    }());
    for (Vec3f& p : leaf.positions) p.z() *= 0.05f;
    EXPECT_EQ(kind(leaf), FormKind::sheet);
}

TEST(Form, BodiesAreLumps) {
    EXPECT_EQ(kind(made::ball(Vec3::Zero(), 1)), FormKind::lump);
    EXPECT_EQ(kind(made::pot(0.3, 0.4)), FormKind::lump);
}

TEST(Form, WoodInOneSkinIsAFork) {
    const TriangleMesh wood = made::skin({{{0, 0, 0}, {0, 2, 0}, 0.1},
                                          {{0, 1, 0}, {1, 1.8, 0}, 0.07},
                                          {{0, 1.4, 0}, {-1, 2.2, 0}, 0.07}},
                                         0.05);
    EXPECT_EQ(boundary_edges(wood), 0u);
    EXPECT_EQ(kind(wood), FormKind::fork);
}

TEST(Form, WithoutAreaIsNothing) {
    EXPECT_EQ(kind(made::card({0, 0, 0}, Vec3::UnitX(), Vec3::Zero())), FormKind::nothing);
    EXPECT_EQ(kind(TriangleMesh{}), FormKind::nothing);
}

}  // namespace
}  // namespace thigmo
