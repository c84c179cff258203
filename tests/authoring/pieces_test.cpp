// Surfaces and pieces: what is joined, what stays apart, and what lies in one place twice.
#include "thigmo/authoring/pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/authoring/made_soup.h"
#include "tests/authoring/spoiled_soup.h"
#include "thigmo/authoring/patch.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using made::card, made::soup_of, made::straight, made::unwelded;

size_t count_pieces(const Soup& soup) {
    SoupSurface surface = join_parts(soup, 1);
    return find_pieces(surface).size();
}

TriangleMesh joined(const std::vector<TriangleMesh>& meshes) {
    TriangleMesh all;
    for (const TriangleMesh& mesh : meshes) append(mesh, all);
    return all;
}

const TriangleMesh tube = made::mesh_of(straight({0, 0, 0}, {0, 2, 0}, 0.1, 0.1));

TEST(SoupSurface, HasEveryPartInOrderAndToScale) {
    Soup soup = soup_of({tube, card({1, 0, 0}, Vec3::UnitX(), Vec3::UnitY())});
    const SoupSurface surface = join_parts(soup, 0.01);
    EXPECT_EQ(surface.mesh.triangles.size(), tube.triangles.size() + 2);
    EXPECT_EQ(surface.part.front(), 0u);
    EXPECT_EQ(surface.part.back(), 1u);
    EXPECT_NEAR(surface.box.max().y(), 0.02, 1e-7);
    EXPECT_NEAR(surface.diagonal, surface.box.diagonal().norm(), 1e-12);
}

TEST(SoupSurface, WithoutTrianglesIsEmpty) {
    SoupSurface surface = join_parts(Soup{}, 1);
    EXPECT_EQ(surface.diagonal, 0);
    EXPECT_EQ(find_pieces(surface).size(), 0u);
}

TEST(SoupSurface, WeldsAMillionthOfTheDiagonalAndNoMore) {
    for (const auto& [gap, welds] : {std::pair(0.5e-6, true), {3e-6, false}}) {
        // Two squares side by side on a diagonal of √5.
        TriangleMesh mesh = joined({card({0.5, 0, 0}, Vec3::UnitX(), Vec3::UnitY()),
                                    card({1.5, 0, 0}, Vec3::UnitX(), Vec3::UnitY())});
        for (const size_t i : {4u, 7u}) mesh.positions[i].x() += static_cast<float>(gap * 2.2);
        const SoupSurface surface = join_parts(soup_of({mesh}), 1);
        EXPECT_EQ(surface.welded[4] == 1u, welds);
        EXPECT_EQ(surface.welded[7] == 2u, welds);
    }
}

/// A tip thinner than the tolerance keeps its ring.
TEST(SoupSurface, NeverWeldsMoreThanATenthOfAnEdge) {
    TriangleMesh mesh = made::mesh_of(straight({0, 0, 0}, {0, 1000, 0}, 10, 4e-4));
    const SoupSurface surface = join_parts(soup_of({mesh}), 1);
    for (uint32_t i = 0; i < mesh.positions.size(); ++i) EXPECT_EQ(surface.welded[i], i);
}

TEST(SoupSurface, DuplicatesStandForEachOther) {
    TriangleMesh mesh = card(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY());
    mesh.triangles.push_back({2, 1, 0});  // the back of the first
    mesh.triangles.push_back({0, 1, 2});
    const SoupSurface surface = join_parts(soup_of({mesh}), 1);
    EXPECT_EQ(surface.duplicates, (std::vector<uint32_t>{0, 1, 0, 0}));
}

/// The other sides of polygons, cut from another corner; with vertices of their own.
TEST(SoupSurface, CopiesOfAPolygonStandForEachOtherHoweverTheyAreCut) {
    TriangleMesh quad = card(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY());
    quad.positions[2].z() += 0.3f;
    quad.triangles = {{0, 1, 2}, {0, 2, 3}};
    TriangleMesh back = quad;
    back.triangles = {{3, 1, 0}, {3, 2, 1}};
    EXPECT_EQ(join_parts(soup_of({quad, back}), 1).duplicates, (std::vector<uint32_t>{0, 1, 0, 0}));
    TriangleMesh hexagon;
    for (int i = 0; i < 6; ++i)
        hexagon.positions.emplace_back(std::cos(1.0472f * static_cast<float>(i)), 0.f,
                                       std::sin(1.0472f * static_cast<float>(i)));
    hexagon.normals.assign(6, Vec3f::UnitY());
    hexagon.uvs.assign(6, Vec2f::Zero());
    hexagon.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    TriangleMesh other = hexagon;
    other.triangles = {{5, 4, 3}, {1, 5, 3}, {3, 2, 1}, {5, 1, 0}};
    const std::vector<uint32_t> of = join_parts(soup_of({hexagon, other}), 1).duplicates;
    for (uint32_t triangle = 0; triangle < 8; ++triangle)
        EXPECT_EQ(of[triangle] == triangle, triangle < 4) << triangle;
}

TEST(SoupSurface, ABudOfFourFacesIsNoQuadDrawnTwice) {
    TriangleMesh bud;
    bud.positions = {{0, 0, 0}, {1, 0, 0.5f}, {0, 0, 1}, {0.3f, 0.8f, 0.5f}};
    bud.normals.assign(4, Vec3f::UnitY());
    bud.uvs.assign(4, Vec2f::Zero());
    bud.triangles = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    EXPECT_EQ(join_parts(soup_of({bud}), 1).duplicates, (std::vector<uint32_t>{0, 1, 2, 3}));
}

/// A tube with some faces drawn again inside, as another look has them: the tube stays whole.
TEST(SoupSurface, OfTwoLooksTheOneThatGoesOnStands) {
    TriangleMesh inside = tube;
    inside.triangles.resize(20);
    for (Triangle& corners : inside.triangles) std::swap(corners[0], corners[1]);
    Soup soup;
    made::add(soup, inside, "", "moss");
    made::add(soup, tube, "", "bark");
    // The middle of everything lies beside the tube, half of which faces it.
    made::add(soup, made::moved(tube, {{5, 0, 0}, Quat::Identity(), 1}), "", "bark");
    const SoupSurface surface = join_parts(soup, 1);
    for (uint32_t triangle = 0; triangle < surface.duplicates.size(); ++triangle)
        EXPECT_EQ(surface.duplicates[triangle], triangle < 20 ? triangle + 20 : triangle);
}

TEST(SoupSurface, OfTwoLooksTheOneThatFacesOutwardsStands) {
    // A box's side, drawn inside as wood and outside as leaf.
    TriangleMesh front = card({0, 0, 1}, Vec3::UnitX(), Vec3::UnitY()), back = front;
    for (Triangle& corners : back.triangles) std::swap(corners[0], corners[1]);
    Soup soup;
    made::add(soup, back, "", "wood");
    made::add(soup, front, "", "leaf");
    made::add(soup, card({0, 0, -1}, -Vec3::UnitX(), Vec3::UnitY()), "", "leaf");
    const SoupSurface surface = join_parts(soup, 1);
    EXPECT_EQ(surface.duplicates, (std::vector<uint32_t>{2, 3, 2, 3, 4, 5}));
}

TEST(Pieces, AreNumberedByTheirFirstTriangles) {
    SoupSurface surface =
        join_parts(soup_of({card({0, 0, 5}, Vec3::UnitX(), Vec3::UnitY()), tube}), 1);
    const Pieces pieces = find_pieces(surface);
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_EQ(pieces[PieceId(0)].size(), 2u);
    EXPECT_EQ(pieces[PieceId(1)].front(), 2u);
    for (const PieceId piece : pieces.rows())
        for (const uint32_t triangle : pieces[piece]) EXPECT_EQ(pieces.of[triangle], piece);
}

TEST(Pieces, TubesThatShareOneVertexStayTwo) {
    // The second tube's first vertex is the first one's.
    TriangleMesh other = made::mesh_of(straight({0.2, 0, 0}, {2.2, 0, 0}, 0.1, 0.1));
    const Vec3f shift = tube.positions[0] - other.positions[0];
    for (Vec3f& p : other.positions) p += shift;
    EXPECT_EQ(count_pieces(soup_of({tube, other})), 2u);
}

TEST(Pieces, AnEdgeOfThreeFacesJoinsNothing) {
    const Vec3 up = Vec3::UnitY();
    std::vector<TriangleMesh> fins;
    for (const Vec3& out : {Vec3(1, 0, 0), Vec3(-0.5, 0, 0.8), Vec3(-0.5, 0, -0.8)})
        fins.push_back(card(0.5 * out, out, up));
    EXPECT_EQ(count_pieces(soup_of({joined(fins)})), 3u);
    fins.pop_back();
    EXPECT_EQ(count_pieces(soup_of({joined(fins)})), 1u);
}

/// The file's own vertices keep a tube whole where another one's ring lies on its own.
TEST(Pieces, WhatTheFileJoinsStaysJoined) {
    const TriangleMesh next = made::mesh_of(straight({0, 1, 0}, {0, 3, 0}, 0.1, 0.3));
    EXPECT_EQ(count_pieces(soup_of({tube, next})), 2u);
}

TEST(Pieces, SeamsOfTexturesAreWelded) {
    EXPECT_EQ(count_pieces(soup_of({unwelded(tube)})), 1u);
}

TEST(Pieces, AnotherLookIsAnotherPiece) {
    Soup soup;
    made::add(soup, made::mesh_of(straight({0, 0, 0}, {0, 1, 0}, 0.1, 0.1)), "", "bark");
    made::add(soup, made::mesh_of(straight({0, 1, 0}, {0, 2, 0}, 0.1, 0.1)), "", "moss");
    EXPECT_EQ(count_pieces(soup), 2u);
    soup.parts[1].look = soup.parts[0].look;
    EXPECT_EQ(count_pieces(soup), 1u);
}

TEST(Pieces, DuplicatesGoWithTheOneThatStandsForThem) {
    TriangleMesh twice = tube;
    twice.triangles.insert(twice.triangles.end(), tube.triangles.begin(), tube.triangles.end());
    SoupSurface surface = join_parts(soup_of({twice}), 1);
    const Pieces pieces = find_pieces(surface);
    ASSERT_EQ(pieces.size(), 1u);
    EXPECT_EQ(pieces[PieceId(0)].size(), 2 * tube.triangles.size());
}

TEST(Pieces, NoisyDustIsWeldedUntilNoMoreEdgesClose) {
    std::vector<TriangleMesh> tubes;
    for (int i = 0; i < 6; ++i)
        tubes.push_back(
            unwelded(made::mesh_of(straight({0.5 * i, 0, 0}, {0.5 * i, 2, 0}, 0.1, 0.05))));
    TriangleMesh dust = joined(tubes);
    const double diagonal = bounds(dust).diagonal().norm();
    Random random(2);
    for (Vec3f& p : dust.positions)
        for (int axis = 0; axis < 3; ++axis)
            p[axis] += static_cast<float>(1e-6 * diagonal * random.normal());
    SoupSurface surface = join_parts(soup_of({dust}), 1);
    EXPECT_EQ(find_pieces(surface).size(), 6u);
    EXPECT_GT(surface.weld_tolerance, 2e-6 * diagonal);
}

/// Tubes as they are unrolled for a texture: the two sides of the seam have vertices of their own.
TEST(Pieces, ShakenSeamsCloseAmongManyLeaves) {
    constexpr uint32_t sides = 8;
    TriangleMesh seamed = tube;
    const auto rings = static_cast<uint32_t>(tube.positions.size()) / sides;
    for (uint32_t ring = 0; ring < rings; ++ring) {
        const auto second = static_cast<uint32_t>(seamed.positions.size());
        seamed.positions.push_back(tube.positions[ring * sides]);
        seamed.normals.push_back(tube.normals[ring * sides]);
        seamed.uvs.push_back(tube.uvs[ring * sides]);
        for (Triangle& corners : seamed.triangles)
            if (std::ranges::any_of(corners, [&](uint32_t c) { return c % sides == sides - 1; }))
                std::ranges::replace(corners, ring * sides, second);
    }
    for (const double share : {1e-6, 2e-6, 5e-6}) {
        std::vector<TriangleMesh> all = {seamed};
        for (int i = 0; i < 200; ++i)
            all.push_back(card({0.3, 0.01 * i, 0}, {0.1, 0, 0}, {0, 0, 0.1}));
        Soup soup = soup_of(all);
        made::shake(share, 3, soup);
        SoupSurface surface = join_parts(soup, 1);
        const Pieces pieces = find_pieces(surface);
        EXPECT_EQ(pieces.size(), 201u);
        EXPECT_EQ(make_patch(surface, pieces[PieceId(0)]).loops.size(), 2u) << share;
    }
}

TEST(Pieces, CardsAreNoDust) {
    std::vector<TriangleMesh> cards;
    for (int i = 0; i < 30; ++i) {
        TriangleMesh one = card({0.3 * i, 0, 0}, 0.2 * Vec3::UnitX(), Vec3::UnitY());
        one.triangles.pop_back();
        cards.push_back(one);
    }
    SoupSurface surface = join_parts(soup_of({joined(cards)}), 1);
    EXPECT_EQ(find_pieces(surface).size(), 30u);
}

}  // namespace
}  // namespace thigmo
