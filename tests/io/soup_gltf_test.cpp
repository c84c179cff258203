// glTF: accessors of every kind, faces of every mode, instances and skins; and what is none.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "samples/plants.h"
#include "tests/io/soup_files.h"
#include "tests/message.h"
#include "thigmo/io/gltf.h"

namespace thigmo {
namespace {

using nlohmann::json;
using soup_test::corners, soup_test::gltf, soup_test::outside;
using testing::ElementsAre;

class SoupGltf : public soup_test::SoupFiles {
  protected:
    Soup read_json(const json& root) const { return read_text("t.gltf", root.dump()); }
    /// What is said of it, without its folder.
    std::string refusal(const json& root) const { return refusal(root.dump(), "t.gltf"); }
    std::string refusal(const std::string& text, const std::string& name) const {
        const std::string error = message([&] { read_text(name, text); });
        return error.substr(std::min(folder_.string().size() + 1, error.size()));
    }

    const std::string too_much_ =
        "t.gltf: found what takes over 140 MB to read, expected a mesh that takes memory in "
        "proportion to its file";
    /// A triangle (0,0,0), (1,0,0), (0,1,0) in one node.
    const json plain_ = json::parse(gltf(R"({"name":"a","mesh":0})", "0"));
};

std::string base64(const std::string& bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t bits = 0;
        for (size_t j = i; j < i + 3; ++j)
            bits = bits << 8 | (j < bytes.size() ? static_cast<uint8_t>(bytes[j]) : 0);
        for (size_t j = 0; j < 4; ++j)
            text += i + j > bytes.size() ? '=' : digits[bits >> (18 - 6 * j) & 63];
    }
    return text;
}

/// Adds numbers as a buffer, a view and an accessor of their own; gives its row.
template <class T>
size_t add_numbers(json& root, const std::vector<T>& numbers, int component, const char* type,
                   size_t count, bool normalized = false) {
    const std::string bytes(reinterpret_cast<const char*>(numbers.data()),
                            numbers.size() * sizeof(T));
    root["buffers"].push_back({{"byteLength", bytes.size()},
                               {"uri", "data:application/octet-stream;base64," + base64(bytes)}});
    root["bufferViews"].push_back(
        {{"buffer", root["buffers"].size() - 1}, {"byteLength", bytes.size()}});
    root["accessors"].push_back({{"bufferView", root["bufferViews"].size() - 1},
                                 {"componentType", component},
                                 {"count", count},
                                 {"normalized", normalized},
                                 {"type", type}});
    return root["accessors"].size() - 1;
}

json& primitive(json& root) {
    return root["meshes"][0]["primitives"][0];
}

TEST_F(SoupGltf, IndicesOfEveryWidthNameCorners) {
    json root = plain_;
    primitive(root)["indices"] = add_numbers<uint8_t>(root, {1, 2, 0}, 5121, "SCALAR", 3);
    EXPECT_EQ(read_json(root).parts[0].mesh.triangles[0], (Triangle{1, 2, 0}));
    primitive(root)["indices"] = add_numbers<uint16_t>(root, {2, 0, 1}, 5123, "SCALAR", 3);
    EXPECT_EQ(read_json(root).parts[0].mesh.triangles[0], (Triangle{2, 0, 1}));
    primitive(root)["indices"] =
        add_numbers<uint32_t>(root, {2, 0, 1, 0, 1, 70000}, 5125, "SCALAR", 6);
    const Soup soup = read_json(root);
    EXPECT_EQ(soup.parts[0].mesh.triangles.size(), 1u);
    EXPECT_THAT(soup.log.warnings,
                ElementsAre("1 faces left out: they name vertices that do not exist"));
}

TEST_F(SoupGltf, StripsAndFansKeepTheirOutside) {
    for (const int mode : {5, 6}) {
        json root = plain_;
        primitive(root)["mode"] = mode;
        primitive(root)["attributes"]["POSITION"] =
            mode == 5
                ? add_numbers<float>(root, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, 5126, "VEC3", 4)
                : add_numbers<float>(root, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, 5126, "VEC3", 4);
        const Soup soup = read_json(root);
        ASSERT_EQ(soup.parts[0].mesh.triangles.size(), 2u) << mode;
        EXPECT_NEAR(area(soup.parts[0].mesh), 1, 1e-6) << mode;
        for (const size_t i : {0u, 1u}) EXPECT_GT(outside(soup.parts[0], i).z(), 0) << mode;
    }
}

TEST_F(SoupGltf, PointsAndLinesAreLeftOut) {
    json root = plain_;
    for (const int mode : {0, 1})
        root["meshes"][0]["primitives"].push_back(
            {{"attributes", {{"POSITION", 0}}}, {"mode", mode}});
    EXPECT_THAT(read_json(root).log.warnings, ElementsAre("3 points left out", "1 lines left out"));
}

TEST_F(SoupGltf, IntegersCountAsTheFileSays) {
    json root = plain_;
    primitive(root)["attributes"]["POSITION"] =
        add_numbers<int16_t>(root, {0, 0, 0, 100, 0, 0, 0, -7, 0}, 5122, "VEC3", 3);
    primitive(root)["attributes"]["NORMAL"] =
        add_numbers<int8_t>(root, {0, 0, 127, 0, 0, 127, 0, 0, -128}, 5120, "VEC3", 3, true);
    primitive(root)["attributes"]["COLOR_0"] = add_numbers<uint8_t>(
        root, {255, 0, 51, 9, 255, 0, 51, 9, 255, 0, 51, 9}, 5121, "VEC4", 3, true);
    const Soup soup = read_json(root);
    EXPECT_EQ(corners(soup.parts[0], 0)[1], Vec3f(100, 0, 0));
    EXPECT_EQ(soup.parts[0].mesh.normals[2], Vec3f(0, 0, -1));
    EXPECT_LT((soup.looks[soup.parts[0].look].colour - Vec3f(1, 0, 0.2f)).norm(), 1e-6f);
}

TEST_F(SoupGltf, SparseRowsReplaceOthers) {
    json root = plain_;
    const size_t rows = add_numbers<uint16_t>(root, {2}, 5123, "SCALAR", 1);
    const size_t values = add_numbers<float>(root, {5, 6, 7}, 5126, "VEC3", 1);
    root["accessors"][0]["sparse"] = {
        {"count", 1},
        {"indices",
         {{"bufferView", root["accessors"][rows]["bufferView"]}, {"componentType", 5123}}},
        {"values", {{"bufferView", root["accessors"][values]["bufferView"]}}}};
    EXPECT_THAT(corners(read_json(root).parts[0], 0),
                ElementsAre(Vec3f(0, 0, 0), Vec3f(1, 0, 0), Vec3f(5, 6, 7)));
}

TEST_F(SoupGltf, InstancesStandOncePerPlace) {
    json root = plain_;
    const size_t places = add_numbers<float>(root, {10, 0, 0, 0, 20, 0}, 5126, "VEC3", 2);
    root["nodes"][0]["scale"] = {2, 2, 2};
    root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = places;
    const Soup soup = read_json(root);
    ASSERT_EQ(soup.parts.size(), 2u);
    EXPECT_EQ(soup.parts[0].node, "a");
    EXPECT_EQ(corners(soup.parts[0], 0)[1], Vec3f(22, 0, 0));
    EXPECT_EQ(corners(soup.parts[1], 0)[0], Vec3f(0, 40, 0));
}

TEST_F(SoupGltf, MatricesStandColumnByColumn) {
    json root = plain_;
    root["nodes"][0]["matrix"] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    EXPECT_THAT(corners(read_json(root).parts[0], 0),
                ElementsAre(Vec3f(5, 6, 7), Vec3f(5, 7, 7), Vec3f(4, 6, 7)));
}

TEST_F(SoupGltf, WithoutAScenetheNodesThatAreNobodysChildrenAreShown) {
    json root = json::parse(gltf(R"({"mesh":0},{"mesh":0,"children":[0]})", "1"));
    root.erase("scenes");
    root.erase("scene");
    EXPECT_EQ(read_json(root).parts.size(), 2u);
}

TEST_F(SoupGltf, MeshesWithASkinStandWhereItsJointsPutThem) {
    const Plant plant = samples::sapling();
    GltfSettings skinned;
    skinned.skin = true;
    write_gltf(plant, {}, folder_ / "plain.glb");
    write_gltf(plant, skinned, folder_ / "skinned.glb");
    const Soup plain = read("plain.glb"), with_skin = read("skinned.glb");
    ASSERT_EQ(with_skin.parts.size(), plain.parts.size());
    for (size_t i = 0; i < plain.parts.size(); ++i)
        for (size_t j = 0; j < plain.parts[i].mesh.positions.size(); ++j)
            ASSERT_LT(
                (with_skin.parts[i].mesh.positions[j] - plain.parts[i].mesh.positions[j]).norm(),
                1e-5f);
    // The node of a mesh with a skin does not move it.
    json root = plain_;
    root["nodes"][0]["translation"] = {9, 9, 9};
    root["nodes"][0]["skin"] = 0;
    root["nodes"].push_back({{"translation", {0, 0, 3}}});
    root["scenes"][0]["nodes"].push_back(1);
    root["skins"] = {{{"joints", {1}}}};
    EXPECT_EQ(corners(read_json(root).parts[0], 0)[0], Vec3f(0, 0, 3));
}

TEST_F(SoupGltf, LightThatPassesThroughIsKept) {
    json root = plain_;
    root["materials"] = {
        {{"name", "leaf"},
         {"extensions",
          {{"KHR_materials_diffuse_transmission", {{"diffuseTransmissionFactor", 0.6}}}}}}};
    primitive(root)["material"] = 0;
    const Soup soup = read_json(root);
    EXPECT_FLOAT_EQ(soup.looks[LookId(0)].translucency, 0.6f);
    EXPECT_FLOAT_EQ(soup.looks[LookId(0)].roughness, 1);
}

TEST_F(SoupGltf, BuffersMayLieBesideTheFile) {
    json root = plain_;
    write("mesh data.bin", std::string(36, '\0')
                               .replace(12, 4, std::string("\0\0\x80\x3f", 4))
                               .replace(28, 4, std::string("\0\0\x80\x3f", 4)));
    root["buffers"][0]["uri"] = "mesh%20data.bin";
    EXPECT_EQ(corners(read_json(root).parts[0], 0)[2], Vec3f(0, 1, 0));
    root["buffers"][0]["uri"] = "none.bin";
    EXPECT_EQ(refusal(root), "t.gltf: found no file 'none.bin', expected the bytes of its mesh");
}

TEST_F(SoupGltf, rejects_what_is_no_gltf) {
    EXPECT_EQ(refusal("no glTF at all", "t.glb"), "t.glb:1:1: found 'n', expected a value");
    EXPECT_EQ(refusal("{}", "t.gltf"), "t.gltf: found no asset, expected a glTF");
}

TEST_F(SoupGltf, rejects_a_glb_whose_head_is_wrong) {
    const std::string head("glTF\2\0\0\0\x18\0\0\0\xff\xff\xff\xffJSON", 20);
    EXPECT_EQ(refusal(head + "{  }", "t.glb"),
              "t.glb: found JSON of 4294967295 bytes, expected at most 4, as the file has");
    EXPECT_EQ(refusal(head.substr(0, 19), "t.glb"),
              "t.glb: found its end, expected the header of a GLB");
    EXPECT_EQ(refusal("glTF\1" + head.substr(5), "t.glb"), "t.glb: found version 1, expected 2");
}

TEST_F(SoupGltf, rejects_rows_that_do_not_exist) {
    json root = plain_;
    root["nodes"][0]["mesh"] = 7;
    EXPECT_EQ(refusal(root), "t.gltf: found meshes[7], expected one of 1");
    root["nodes"][0]["mesh"] = "one";
    EXPECT_EQ(refusal(root), "t.gltf: found meshes[-1], expected one of 1");
}

TEST_F(SoupGltf, rejects_nodes_in_two_places) {
    EXPECT_EQ(refusal(json::parse(gltf(R"({"children":[1]},{"children":[0],"mesh":0})", "0"))),
              "t.gltf: found node 0 in two places, expected one at most");
}

TEST_F(SoupGltf, rejects_views_beyond_their_buffer) {
    json root = plain_;
    root["bufferViews"][0]["byteOffset"] = 8;
    EXPECT_EQ(refusal(root),
              "t.gltf: found bufferViews[0] of 36 bytes from 8, expected at most 36 in all");
}

TEST_F(SoupGltf, rejects_accessors_beyond_their_view) {
    json root = plain_;
    root["accessors"][0]["count"] = 4;
    EXPECT_EQ(refusal(root),
              "t.gltf: found accessors[0] of 4 rows, expected what fits into 36 bytes");
    root["accessors"][0]["count"] = 1e9;
    EXPECT_EQ(refusal(root),
              "t.gltf: found accessors[0] of 1000000000 rows, expected at most 90000000");
}

TEST_F(SoupGltf, rejects_vectors_of_another_size) {
    json root = plain_;
    root["accessors"][0]["type"] = "VEC2";
    EXPECT_EQ(refusal(root),
              "t.gltf: found accessors[0] of 'VEC2' and 5126, expected vectors of 3 numbers");
}

TEST_F(SoupGltf, rejects_corners_named_by_fractions) {
    json root = plain_;
    primitive(root)["indices"] = add_numbers<float>(root, {0, 1, 2}, 5126, "SCALAR", 3);
    EXPECT_EQ(refusal(root), "t.gltf: found corners named by fractions, expected whole numbers");
}

TEST_F(SoupGltf, rejects_sparse_rows_that_are_none) {
    json root = plain_;
    json& sparse = root["accessors"][0]["sparse"];
    sparse = {{"count", 5},
              {"indices", {{"bufferView", 0}, {"componentType", 5126}}},
              {"values", {{"bufferView", 0}}}};
    EXPECT_EQ(refusal(root),
              "t.gltf: found sparse rows named by fractions, expected whole numbers");
    sparse["indices"]["componentType"] = 5121;
    EXPECT_EQ(refusal(root), "t.gltf: found 5 sparse rows, expected what fits into 36 bytes");
}

TEST_F(SoupGltf, rejects_modes_that_are_none) {
    json root = plain_;
    primitive(root)["mode"] = 7;
    EXPECT_EQ(refusal(root), "t.gltf: found mode 7, expected 0 … 6");
}

TEST_F(SoupGltf, rejects_packed_meshes) {
    json root = plain_;
    primitive(root)["extensions"]["KHR_draco_mesh_compression"]["bufferView"] = 0;
    EXPECT_EQ(refusal(root),
              "t.gltf: found a mesh packed by KHR_draco_mesh_compression, expected "
              "one that is not packed");
}

TEST_F(SoupGltf, rejects_addresses_without_base64) {
    json root = plain_;
    root["buffers"][0]["uri"] = "data:text/plain,abc";
    EXPECT_EQ(refusal(root), "t.gltf: found an address without base64, expected data:…;base64,…");
}

TEST_F(SoupGltf, rejects_more_instances_than_can_be) {
    json root = plain_;
    root["accessors"].push_back({{"componentType", 5126}, {"count", 5'000'000}, {"type", "VEC3"}});
    root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = 1;
    EXPECT_EQ(refusal(root), too_much_);
}

TEST_F(SoupGltf, rejects_primitives_that_share_too_many_vertices) {
    json root = plain_;
    root["accessors"][0] = {{"componentType", 5126}, {"count", 600'000}, {"type", "VEC3"}};
    for (int i = 0; i < 2; ++i) root["meshes"][0]["primitives"].push_back(primitive(root));
    EXPECT_EQ(refusal(root), too_much_);
}

}  // namespace
}  // namespace thigmo
