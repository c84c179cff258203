// Files of few bytes that ask for much: refused before anything is taken.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/io/soup_files.h"
#include "tests/message.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

class SoupCost : public soup_test::SoupFiles {
  protected:
    std::string refusal(const std::string& name, const std::string& bytes) const {
        const std::string path = write(name, bytes).string();
        return message([&] { read(name); }).substr(path.size() + 2);
    }
};

/// A glTF of one triangle, its accessors replaced or more of them added.
std::string with_accessor(const std::string& accessor, const std::string& nodes) {
    std::string text = soup_test::gltf(nodes, "0");
    const std::string end = "\"min\":[0,0,0],\"max\":[1,1,0]}";
    text.insert(text.find(end) + end.size(), "," + accessor);
    return text;
}

constexpr const char* grows =
    "found what takes over 140 MB to read, expected a mesh that takes memory in proportion to its "
    "file";

TEST_F(SoupCost, rejects_vertices_that_no_byte_stands_for) {
    std::string text = soup_test::gltf(R"({"mesh":0})", "0");
    text.replace(text.find("\"bufferView\":0,"), 15, "");
    text.replace(text.find("\"count\":3"), 9, "\"count\":29000000");
    EXPECT_EQ(refusal("far.gltf", text), grows);
}

TEST_F(SoupCost, rejects_more_instances_than_its_bytes_pay_for) {
    EXPECT_EQ(refusal("many.gltf",
                      with_accessor(R"({"componentType":5126,"count":4000000,"type":"VEC3"})",
                                    R"({"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":)"
                                    R"({"attributes":{"TRANSLATION":1}}}})")),
              grows);
}

TEST_F(SoupCost, rejects_more_nodes_than_its_bytes_pay_for) {
    std::string nodes = R"({"mesh":0})";
    for (int i = 0; i < 600000; ++i) nodes += ",{}";
    EXPECT_THAT(refusal("many.gltf", soup_test::gltf(nodes, "0")),
                HasSubstr("MB to read, expected a mesh that takes memory in proportion"));
}

TEST_F(SoupCost, rejects_keys_that_no_byte_stands_for) {
    EXPECT_EQ(
        refusal("keys.gltf",
                with_accessor(R"({"componentType":5126,"count":60000000,"type":"VEC4"})",
                              R"({"mesh":0})")
                    .insert(1, R"("animations":[{"channels":[{"sampler":0,"target":{"node":0}}],)"
                               R"("samplers":[{"output":1}]}],)")),
        grows);
}

TEST_F(SoupCost, rejects_vectors_that_overlap) {
    std::string text = soup_test::gltf(R"({"mesh":0})", "0");
    text.replace(text.find("\"byteLength\":36}]"), 17, "\"byteLength\":36,\"byteStride\":4}]");
    EXPECT_EQ(refusal("near.gltf", text),
              "found accessors[0] of 12 bytes, 4 apart, expected vectors beside each other");
}

TEST_F(SoupCost, rejects_more_sparse_rows_than_there_are) {
    std::string text = soup_test::gltf(R"({"mesh":0})", "0");
    text.replace(text.find("\"count\":3"), 9, "\"count\":2");
    text.insert(text.find("\"min\":[0,0,0]"),
                R"("sparse":{"count":3,"indices":{"bufferView":0,"componentType":5121},)"
                R"("values":{"bufferView":0}},)");
    EXPECT_EQ(refusal("sparse.gltf", text),
              "found 3 sparse rows of 2, expected no more than there are");
}

TEST_F(SoupCost, rejects_vertices_of_one_byte) {
    constexpr size_t count = 3'200'000;
    const std::string head = fmt::format(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty char x\nend_header\n",
        count);
    EXPECT_EQ(refusal("char.ply", head + std::string(count, '\1')),
              "found what takes over 242 MB to read, expected a mesh that takes memory in "
              "proportion to its file");
}

TEST_F(SoupCost, MaterialFilesOfOneNameAreReadOnce) {
    write("a.mtl", "newmtl a\nKd 1 0 0\n");
    std::string text = "mtllib a.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (int i = 0; i < 100000; ++i) text += "mtllib b.mtl\n";
    const Soup soup = read_text("many.obj", text);
    EXPECT_EQ(soup.looks[soup.parts.at(0).look].colour, Vec3f(1, 0, 0));
    EXPECT_THAT(soup.log.warnings, testing::ElementsAre("material file 'b.mtl' is missing"));
}

}  // namespace
}  // namespace thigmo
