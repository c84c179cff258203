// Leaves: outlines of known area, cards that hold all that is painted, bends without stretch.
#include "thigmo/mesh/leaf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "thigmo/mesh/bark.h"
#include "thigmo/mesh/fruit.h"

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

/// Half width √cos·√sin… for exponents 1: the outline is one arch of a sine, of area 2/π · L · W.
SimpleLeaf sine_leaf() {
    SimpleLeaf leaf;
    leaf.form.length = 0.08;
    leaf.form.width = 0.05;
    leaf.form.widest = 0.5;
    leaf.form.base = leaf.form.tip = 1;
    return leaf;
}

/// Whether the card's triangles cover a point of the picture.
bool covered(const TriangleMesh& mesh, const Vec2f& uv) {
    const auto side = [](const Vec2f& a, const Vec2f& b, const Vec2f& p) {
        return (b - a).x() * (p - a).y() - (b - a).y() * (p - a).x();
    };
    for (const auto& [a, b, c] : mesh.triangles)
        if (side(mesh.uvs[a], mesh.uvs[b], uv) >= -1e-6f &&
            side(mesh.uvs[b], mesh.uvs[c], uv) >= -1e-6f &&
            side(mesh.uvs[c], mesh.uvs[a], uv) >= -1e-6f)
            return true;
    return false;
}

double midrib_length(const TriangleMesh& mesh, int columns) {
    double length = 0;
    const auto step = static_cast<size_t>(columns + 1);
    for (size_t i = step / 2 + step; i < mesh.positions.size(); i += step)
        length += static_cast<double>((mesh.positions[i] - mesh.positions[i - step]).norm());
    return length;
}

}  // namespace

TEST(Leaf, AreaIsThatOfTheOutline) {
    EXPECT_NEAR(build_leaf(sine_leaf(), 1).area, 2 / pi * 0.08 * 0.05, 0.01 * 0.08 * 0.05);
}

TEST(Leaf, AreaDoesNotDependOnBendOrResolution) {
    SimpleLeaf leaf = sine_leaf();
    leaf.bend.droop = 1;
    leaf.bend.fold = 0.5;
    leaf.pixels = 512;
    EXPECT_NEAR(build_leaf(leaf, 1).area, build_leaf(sine_leaf(), 1).area, 1e-5);
}

TEST(Leaf, OutlineEndsAtBaseAndTipAndIsWidestWhereItSays) {
    const LeafForm form = sine_leaf().form;
    EXPECT_LE(look_up(form, 0, -1e-6).margin, 0);
    EXPECT_LE(look_up(form, 0, form.length + 1e-6).margin, 0);
    EXPECT_NEAR(look_up(form, 0, 0.04).margin, 0.025, 1e-12);
    EXPECT_GT(look_up(form, 0.0249, 0.04).margin, 0);
    EXPECT_LT(look_up(form, 0.0251, 0.04).margin, 0);
}

TEST(Leaf, CardCoversAllThatIsPainted) {
    SimpleLeaf leaf = sine_leaf();
    leaf.stalk = 0.02;
    leaf.form.lobes = 4;
    leaf.form.lobe_depth = 0.5;
    leaf.bend.rows = 4;
    const Foliage foliage = build_leaf(leaf, 1);
    const Image& image = foliage.image;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (image.at(x, y)[3] >= 128) {
                const Vec2f uv(
                    (static_cast<float>(x) + 0.5f) / static_cast<float>(image.width),
                    1 - (static_cast<float>(y) + 0.5f) / static_cast<float>(image.height));
                ASSERT_TRUE(covered(foliage.mesh, uv)) << x << ' ' << y;
            }
}

TEST(Leaf, OneRowOfOneColumnIsTwoTrianglesAsWideAsTheLeaf) {
    SimpleLeaf leaf = sine_leaf();
    leaf.bend.rows = leaf.bend.columns = 1;
    const TriangleMesh mesh = build_leaf(leaf, 1).mesh;
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_NEAR((mesh.positions[1] - mesh.positions[0]).norm(), 0.05f, 0.002f);
    EXPECT_NEAR((mesh.positions[1] + mesh.positions[0]).norm(), 0, 1e-6f);
    for (const Vec3f& normal : mesh.normals) EXPECT_NEAR(normal.z(), 1, 1e-6f);
}

TEST(Leaf, BendingKeepsTheLengthOfTheMidrib) {
    SimpleLeaf leaf = sine_leaf();
    const double flat = midrib_length(build_leaf(leaf, 1).mesh, 2);
    leaf.bend.rows = 12;
    leaf.bend.droop = 1.2;
    leaf.bend.curl = 0.8;
    EXPECT_NEAR(midrib_length(build_leaf(leaf, 1).mesh, 2), flat, 0.005 * flat);
}

TEST(Leaf, DroopsDownAndFacesUp) {
    SimpleLeaf leaf = sine_leaf();
    leaf.bend.droop = 0.8;
    const TriangleMesh mesh = build_leaf(leaf, 1).mesh;
    EXPECT_LT(mesh.positions.back().z(), -0.01f);
    for (const Vec3f& normal : mesh.normals) EXPECT_GT(normal.z(), 0.5f);
}

TEST(Leaf, ColourReachesBeyondTheOutline) {
    SimpleLeaf leaf = sine_leaf();
    leaf.face.mottle = leaf.face.relief = 0;
    leaf.face.vein = leaf.face.edge = leaf.face.colour;
    const Image image = build_leaf(leaf, 1).image;
    for (const auto& pixel : image.pixels) {
        EXPECT_NEAR(pixel[0], 255 * 0.35, 2);
        EXPECT_NEAR(pixel[1], 255 * 0.48, 2);
    }
}

TEST(Leaf, SameSeedSameBytes) {
    const SimpleLeaf leaf = sine_leaf();
    EXPECT_EQ(encode_png(build_leaf(leaf, 4).image), encode_png(build_leaf(leaf, 4).image));
    EXPECT_NE(build_leaf(leaf, 4).image, build_leaf(leaf, 5).image);
}

TEST(Leaf, CompoundLeafIsTheSumOfItsLeaflets) {
    CompoundLeaf leaf;
    leaf.leaflet = sine_leaf();
    leaf.leaflet.stalk_width = 1e-4;
    leaf.leaflet.pixels = 512;
    leaf.rachis = 0.12;
    leaf.smallest = 1;
    // Five leaflets that hardly overlap.
    EXPECT_NEAR(build_compound_leaf(leaf, 1).area, 5 * 2 / pi * 0.08 * 0.05, 0.03 * 5 * 0.004);
}

TEST(Leaf, CrossedCardsShareOneTexture) {
    Shoot shoot;
    shoot.needle.length = 0.02;
    shoot.needle.width = 0.002;
    shoot.cards = 1;
    const Foliage one = build_shoot(shoot, 1);
    shoot.cards = 3;
    const Foliage three = build_shoot(shoot, 1);
    EXPECT_EQ(three.mesh.triangles.size(), 3 * one.mesh.triangles.size());
    EXPECT_EQ(three.image, one.image);
    EXPECT_NEAR(three.area, 3 * one.area, 1e-12);
}

TEST(Fruit, IsClosedAndWeighsWhatItsVolumeDoes) {
    Fruit cone;  // two cones base to base: volume π r² L / 3, silhouette r L
    cone.length = 0.06;
    cone.width = 0.02;
    const Foliage foliage = build_fruit(cone, 1);
    EXPECT_EQ(boundary_edges(foliage.mesh), 0u);
    EXPECT_NEAR(foliage.area, 0.01 * 0.06, 1e-12);
    EXPECT_NEAR(foliage.area * foliage.thickness, pi * 0.01 * 0.01 * 0.06 / 3, 1e-12);
    for (size_t i = 0; i + 2 < foliage.mesh.positions.size(); ++i) {
        const Vec3f& at = foliage.mesh.positions[i];
        EXPECT_GT(foliage.mesh.normals[i].dot(Vec3f(at.x(), 0, at.z())), 0) << "faces inwards";
    }
}

TEST(Bark, TilesWithoutASeam) {
    for (size_t kind = 0; kind < bark_names.size(); ++kind) {
        Bark bark;
        bark.kind = static_cast<BarkKind>(kind);
        bark.pixels = 128;
        const Image image = paint_bark(bark, 3);
        // Across the tile's edge neighbours differ no more than they do within.
        double edge = 0, within = 0;
        for (int y = 0; y < image.height; ++y) {
            edge += std::abs(image.at(0, y)[1] - image.at(127, y)[1]);
            for (int x = 0; x < 127; ++x)
                within += std::abs(image.at(x, y)[1] - image.at(x + 1, y)[1]) / 127.0;
        }
        EXPECT_LT(edge, 1.5 * within + 128) << bark_names[kind];
    }
}

}  // namespace thigmo
