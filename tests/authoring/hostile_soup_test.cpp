// Soups that no plant looks like: a sound plant comes of them, or one sentence.
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "samples/soups.h"
#include "tests/message.h"
#include "thigmo/authoring/author.h"
#include "thigmo/plant/check.h"

namespace thigmo {
namespace {

Authored make(const Soup& soup, double scale = 1) {
    AuthorSettings settings;
    settings.scale = scale;
    Progress progress;
    return author(soup, settings, {}, progress);
}

void expect_sound(const Soup& soup) {
    for (const AuthoredPlant& made : make(soup).plants) EXPECT_EQ(find_fault(made.plant), "");
}

Soup sapling() {
    return samples::loosen(samples::sapling()).soup;
}

/// Another part of one triangle.
void add_triangle(Soup& soup, LookId look, const std::array<Vec3f, 3>& corners) {
    SoupPart& part = soup.parts.emplace_back();
    part.look = look;
    part.mesh.positions.assign(corners.begin(), corners.end());
    part.mesh.normals.assign(3, Vec3f::UnitY());
    part.mesh.uvs.assign(3, Vec2f::Zero());
    part.mesh.triangles = {{0, 1, 2}};
}

TEST(HostileSoup, LeavesThatAreNothingButCopiesOfOthersAreLeaves) {
    Soup soup = sapling();
    const LookId other = soup.looks.push_back(Look());
    const std::array<Vec3f, 3> corners = {Vec3f(0.1f, 1, 0), Vec3f(0.2f, 1, 0),
                                          Vec3f(0.1f, 1.1f, 0)};
    add_triangle(soup, soup.parts.back().look, corners);
    add_triangle(soup, other, corners);
    expect_sound(soup);
}

TEST(HostileSoup, TrianglesWithoutAreaAreShapesOfNone) {
    Soup soup = sapling();
    add_triangle(soup, soup.parts.back().look,
                 {Vec3f(0.1f, 1, 0), Vec3f(0.1f, 1, 0), Vec3f(0.1f, 1, 0)});
    add_triangle(soup, soup.parts.back().look,
                 {Vec3f(0, 1, 0), Vec3f(0.1f, 1, 0), Vec3f(0.2f, 1, 0)});
    expect_sound(soup);
}

TEST(HostileSoup, rejects_a_mesh_without_size) {
    EXPECT_EQ(message([] { make(sapling(), 1e-9); }),
              "sapling: found a mesh of 1.66e-09 m, expected 0.0001 … 100000 m from corner to "
              "corner");
    EXPECT_EQ(message([] { make(sapling(), 1e9); }),
              "sapling: found a mesh of 1.66e+09 m, expected 0.0001 … 100000 m from corner to "
              "corner");
}

TEST(HostileSoup, rejects_a_mesh_far_away) {
    Soup soup = sapling();
    for (SoupPart& part : soup.parts)
        for (Vec3f& position : part.mesh.positions) position.x() += 2e5f;
    EXPECT_EQ(message([&] { make(soup); }),
              "sapling: found a mesh 2e+05 m from its origin, expected at most 100000 m");
}

}  // namespace
}  // namespace thigmo
