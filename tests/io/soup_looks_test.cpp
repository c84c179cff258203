// Looks of foreign files: colours, pictures beside and inside them, alpha, colours of vertices.
#include <gmock/gmock.h>

#include "samples/plants.h"
#include "tests/io/soup_files.h"
#include "thigmo/io/gltf.h"
#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

using soup_test::gltf;
using testing::ElementsAre;
using testing::HasSubstr;

class SoupLook : public soup_test::SoupFiles {
  protected:
    /// A triangle with uvs and a material of these lines.
    Soup read_material(const std::string& lines) const {
        write("leaf.mtl", "newmtl green leaf\n" + lines);
        return read_text("leaf.obj",
                         "mtllib leaf.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n"
                         "usemtl green leaf\nf 1/1 2/2 3/3\n");
    }
    Image image_of(const Soup& soup, size_t texture = 0) const {
        return decode_image(soup.textures[TextureId(texture)].bytes, "texture");
    }
};

/// Two by two pixels; the lower row is clear where that is asked for.
Image small_image(uint8_t below = 255) {
    Image image = make_image(2, 2, {200, 100, 50, 255});
    image.at(0, 1)[3] = image.at(1, 1)[3] = below;
    return image;
}

/// An uncompressed TGA of one pixel, blue, green, red.
const std::string tga("\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\x18\0\x10\x20\x30", 21);

TEST_F(SoupLook, ColoursOfAnObjAreTakenAsOurOwnAreWritten) {
    const Soup soup = read_material("Kd 0.2 0.5 0.1\nPr 0.3\n");
    ASSERT_EQ(soup.looks.size(), 1u);
    const Look& look = soup.looks[soup.parts[0].look];
    EXPECT_EQ(look.name, "green leaf");
    EXPECT_LT((look.colour - Vec3f(0.2f, 0.5f, 0.1f)).norm(), 1e-6f);
    EXPECT_FLOAT_EQ(look.roughness, 0.3f);
    EXPECT_FALSE(look.texture.exists());
    EXPECT_TRUE(look.two_sided);
}

TEST_F(SoupLook, PicturesBesideTheFileAreTakenAsTheyStand) {
    const std::string png = encode_png(small_image(0));
    write("leaf one.png", png);
    const Soup soup = read_material("Kd 1 1 1\nmap_Kd leaf one.png\n");
    ASSERT_EQ(soup.textures.size(), 1u);
    EXPECT_EQ(soup.textures[TextureId(0)].name, "leaf one");
    EXPECT_EQ(soup.textures[TextureId(0)].bytes, png);
    EXPECT_EQ(soup.looks[LookId(0)].alpha_cutoff, 0.5f);
    EXPECT_TRUE(soup.log.warnings.empty());
}

TEST_F(SoupLook, PicturesOfAnotherMachinesFoldersAreLookedForBesideTheFile) {
    write("leaf.png", encode_png(small_image()));
    EXPECT_EQ(read_material("map_Kd C:\\trees\\oak\\leaf.png\n").textures.size(), 1u);
}

TEST_F(SoupLook, OtherPicturesBecomePng) {
    write("leaf.tga", tga);
    const Soup soup = read_material("map_Kd leaf.tga\n");
    ASSERT_EQ(soup.textures.size(), 1u);
    EXPECT_TRUE(soup.textures[TextureId(0)].bytes.starts_with("\x89PNG"));
    EXPECT_EQ(image_of(soup).at(0, 0), (std::array<uint8_t, 4>{0x30, 0x20, 0x10, 255}));
}

TEST_F(SoupLook, ASeparateMapOfOpacityBecomesTheAlpha) {
    write("leaf.png", encode_png(small_image()));
    Image mask = make_image(4, 4, {255, 255, 255, 255});
    mask.at(0, 0) = {0, 0, 0, 255};
    write("mask.png", encode_png(mask));
    const Soup soup = read_material("map_Kd leaf.png\nmap_d mask.png\n");
    ASSERT_EQ(soup.textures.size(), 1u);
    EXPECT_EQ(image_of(soup).at(0, 0), (std::array<uint8_t, 4>{200, 100, 50, 0}));
    EXPECT_EQ(image_of(soup).at(1, 1), (std::array<uint8_t, 4>{200, 100, 50, 255}));
}

TEST_F(SoupLook, APictureThatIsItsOwnMapOfOpacityStaysAsItIs) {
    const std::string png = encode_png(small_image(0));
    write("leaf.png", png);
    const Soup soup = read_material("map_Kd leaf.png\nmap_d leaf.png\n");
    EXPECT_EQ(soup.textures[TextureId(0)].bytes, png);
}

TEST_F(SoupLook, AMissingPictureIsAWarning) {
    const Soup soup = read_material("map_Kd bark/oak.png\n");
    EXPECT_THAT(soup.log.warnings, ElementsAre("texture 'bark/oak.png' is missing"));
    EXPECT_TRUE(soup.textures.empty());
}

TEST_F(SoupLook, AMissingMaterialFileIsAWarning) {
    const Soup soup = read_text("t.obj",
                                "mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\n"
                                "f 1 2 3\n");
    EXPECT_THAT(soup.log.warnings, ElementsAre("material file 'none.mtl' is missing"));
    EXPECT_EQ(soup.looks[LookId(0)].name, "a");
}

TEST_F(SoupLook, OptionsBeforeAPicturesNameArePassedOver) {
    write("leaf one.png", encode_png(small_image()));
    EXPECT_EQ(read_material("map_Kd -s 2 2 -o 0 0 0 -bm 1 -clamp on -mm 0 1 leaf one.png\n")
                  .textures.size(),
              1u);
}

TEST_F(SoupLook, ADamagedPictureIsAWarning) {
    write("leaf.png", encode_png(small_image()).substr(0, 40));
    const Soup soup = read_material("map_Kd leaf.png\n");
    ASSERT_EQ(soup.log.warnings.size(), 1u);
    EXPECT_THAT(soup.log.warnings[0], HasSubstr("texture 'leaf.png': "));
    EXPECT_TRUE(soup.textures.empty());
}

TEST_F(SoupLook, APictureTooLargeIsAWarning) {
    std::string png = encode_png(make_image(1, 1));
    png[18] = '\x30';  // the width's third byte: 12289 pixels
    write("leaf.png", png);
    const Soup soup = read_material("map_Kd leaf.png\n");
    EXPECT_THAT(soup.log.warnings, ElementsAre("texture 'leaf.png': picture of 12289×1, expected "
                                               "at most 8192 a side; left out"));
}

TEST_F(SoupLook, BlackTimesATextureShowsTheTexture) {
    write("leaf.png", encode_png(small_image()));
    const Soup soup = read_material("Kd 0 0 0\nmap_Kd leaf.png\n");
    EXPECT_EQ(soup.looks[LookId(0)].colour, Vec3f::Ones());
    EXPECT_THAT(soup.log.warnings, ElementsAre("material 'green leaf': black times its texture; "
                                               "the texture is shown as it is"));
}

TEST_F(SoupLook, OurOwnGlbComesBackWithItsPicturesAndAlpha) {
    const Plant plant = samples::sapling();
    write_gltf(plant, {}, folder_ / "sapling.glb");
    const Soup soup = read("sapling.glb");
    ASSERT_EQ(soup.looks.size(), plant.looks.size());
    const Look& leaf = soup.looks[soup.parts[1].look];
    const Look& written = plant.looks[LookId(1)];
    EXPECT_LT((leaf.colour - written.colour).norm(), 1e-6f);
    EXPECT_EQ(leaf.two_sided, written.two_sided);
    EXPECT_FLOAT_EQ(leaf.roughness, written.roughness);
    ASSERT_TRUE(leaf.texture.exists());
    EXPECT_EQ(soup.textures[leaf.texture].bytes, plant.textures[written.texture].bytes);
}

TEST_F(SoupLook, UvsOfAGlbGrowUpwardsAsOurOwn) {
    const Plant plant = samples::sapling();
    write_gltf(plant, {}, folder_ / "sapling.glb");
    const Soup soup = read("sapling.glb");
    const TriangleMesh& leaf = plant.shapes[ShapeId(0)].mesh;
    const TriangleMesh& back = soup.parts[1].mesh;
    for (size_t i = 0; i < leaf.uvs.size(); ++i)
        EXPECT_LT((back.uvs[i] - leaf.uvs[i]).norm(), 1e-6f) << i;
}

TEST_F(SoupLook, TransformsOfATextureAreAppliedButForRotations) {
    write("leaf.png", encode_png(small_image()));
    // Positions serve as uvs: (0, 0), (1, 0), (0, 1), of which v grows down in the file.
    const auto leaf = [&](const std::string& transform) {
        std::string text = gltf(
            R"({"mesh":0})", "0",
            R"(,"extensionsUsed":["KHR_texture_transform"],"images":[{"uri":"leaf.png"}],"textures":[{"source":0}],"materials":[{"name":)"
            R"("m","pbrMetallicRoughness":{"baseColorTexture":{"index":0,"extensions":)"
            R"({"KHR_texture_transform":{)" +
                transform + "}}}}}]");
        const auto replace = [&](const std::string& from, const std::string& to) {
            text.replace(text.find(from), from.size(), to);
        };
        replace(R"("POSITION":0}})", R"("POSITION":0,"TEXCOORD_0":1},"material":0})");
        replace(R"("max":[1,1,0]}])", R"("max":[1,1,0]},{"bufferView":1,"componentType":5126,)"
                                      R"("count":3,"type":"VEC2"}])");
        replace(R"("byteLength":36}],"buffers")",
                R"("byteLength":36},{"buffer":0,"byteLength":36,"byteStride":12}],"buffers")");
        return read_text("leaf.gltf", text);
    };
    const Soup scaled = leaf(R"("scale":[2,4],"offset":[0.5,0.25])");
    EXPECT_THAT(scaled.parts[0].mesh.uvs,
                ElementsAre(Vec2f(0.5f, 0.75f), Vec2f(2.5f, 0.75f), Vec2f(0.5f, -3.25f)));
    EXPECT_THAT(leaf(R"("rotation":1)").log.warnings,
                ElementsAre("material 'm': the rotation of its texture is not applied"));
}

TEST_F(SoupLook, AlphaOfAnOpaqueGltfMaterialCutsNothing) {
    std::string text =
        gltf(R"({"mesh":0})", "0", R"(,"materials":[{"name":"pot","alphaMode":"OPAQUE"}])");
    const std::string attributes = R"({"attributes":)";
    text.replace(text.find(attributes), attributes.size(), R"({"material":0,"attributes":)");
    const Soup soup = read_text("pot.gltf", text);
    EXPECT_EQ(soup.looks[LookId(0)].name, "pot");
    EXPECT_EQ(soup.looks[LookId(0)].alpha_cutoff, 0);
    EXPECT_FALSE(soup.looks[LookId(0)].two_sided);
}

std::string coloured_ply(const std::string& rows) {
    return "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
           "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
           "element face 1\nproperty list uchar int vertex_indices\nend_header\n" +
           rows + "3 0 1 2\n";
}

TEST_F(SoupLook, ColoursOfVerticesGiveTheirMean) {
    const Soup plain =
        read_text("plain.ply", coloured_ply("0 0 0 255 0 0\n1 0 0 255 0 0\n0 1 0 255 0 0\n"));
    EXPECT_LT((plain.looks[plain.parts[0].look].colour - Vec3f(1, 0, 0)).norm(), 1e-6f);
    EXPECT_TRUE(plain.log.warnings.empty());
    const Soup mixed =
        read_text("mixed.ply", coloured_ply("0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n"));
    EXPECT_LT((mixed.looks[mixed.parts[0].look].colour - Vec3f::Constant(1 / 3.f)).norm(), 1e-6f);
    EXPECT_THAT(mixed.log.warnings,
                ElementsAre("mesh '': colours that vary over its vertices; their mean is used"));
}

}  // namespace
}  // namespace thigmo
