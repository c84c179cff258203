// What a reader hands over is what comes out, or nothing does.
#include "thigmo/io/soup_stream.h"

#include <gmock/gmock.h>

#include <cstring>
#include <stdexcept>

#include "tests/message.h"

namespace thigmo {
namespace {

std::string bytes_of(const FileScene& scene) {
    std::string bytes;
    write_scene(scene, [&](const void* from, size_t count) {
        bytes.append(static_cast<const char*>(from), count);
    });
    return bytes;
}

FileScene scene_of(const std::string& bytes) {
    size_t at = 0;
    return take_scene(
        [&](void* to, size_t count) {
            if (count > bytes.size() - at) throw std::runtime_error("ended");
            std::memcpy(to, bytes.data() + at, count);
            at += count;
        },
        1 << 20);
}

FileScene leaf() {
    FileMesh mesh;
    mesh.name = "leaf";
    mesh.material = 0;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.uvs = {{0, 0}, {1, 0}, {0, 1}};
    mesh.corners = {0, 1, 2};
    mesh.faces = {3};
    FileScene scene;
    scene.meshes = {mesh};
    scene.materials = {plain_material("green")};
    scene.materials[0].picture = "*0";
    scene.nodes = {{"stem", no_row, Eigen::Affine3d(Eigen::Scaling(2.0)), {0}, true}, {}};
    scene.nodes[1].parent = 0;
    scene.pictures["*0"] = {"leaf.png", "bytes"};
    scene.unit = 0.01;
    scene.up = Up::z;
    scene.turned = Up::x;
    scene.split = true;
    scene.log.warn("one");
    return scene;
}

TEST(SoupStream, GivesBackWhatItTook) {
    const FileScene scene = leaf(), same = scene_of(bytes_of(scene));
    EXPECT_EQ(bytes_of(same), bytes_of(scene));
    EXPECT_EQ(same.meshes[0].uvs, scene.meshes[0].uvs);
    EXPECT_EQ(same.meshes[0].corners, scene.meshes[0].corners);
    EXPECT_EQ(same.materials[0].look.name, "green");
    EXPECT_EQ(same.nodes[0].transform.linear()(1, 1), 2);
    EXPECT_TRUE(same.nodes[0].animated);
    EXPECT_EQ(same.pictures.at("*0").bytes, "bytes");
    EXPECT_EQ(same.up, Up::z);
    EXPECT_EQ(same.turned, Up::x);
    EXPECT_EQ(same.log.warnings, scene.log.warnings);
}

TEST(SoupStream, WarningsAreOneLineEach) {
    FileScene scene = leaf();
    scene.log.warnings = {"one\n\x1b[2Jtwo"};
    EXPECT_THAT(scene_of(bytes_of(scene)).log.warnings,
                testing::ElementsAre(testing::Not(testing::ContainsRegex("[\n\x1b]"))));
}

TEST(SoupStream, rejects_every_front_of_itself) {
    const std::string bytes = bytes_of(leaf());
    for (size_t length = 0; length < bytes.size(); ++length)
        EXPECT_THROW(scene_of(bytes.substr(0, length)), std::runtime_error) << length;
}

TEST(SoupStream, rejects_counts_beyond_what_may_come) {
    std::string bytes = bytes_of(leaf());
    bytes[7] = '\x7f';  // the highest byte of the number of meshes
    EXPECT_THROW(scene_of(bytes), std::runtime_error);
    bytes = bytes_of(leaf());
    bytes[8 + 7] = '\x7f';  // of the letters of the first one's name
    EXPECT_EQ(message([&] {
                  try {
                      scene_of(bytes);
                  } catch (const std::runtime_error& error) {
                      throw InputError(error.what());
                  }
              }),
              "rows without an end");
}

/// Why a scene is not taken.
std::string fault(const FileScene& scene) {
    try {
        scene_of(bytes_of(scene));
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

TEST(SoupStream, rejects_rows_that_do_not_agree) {
    FileScene scene = leaf();
    scene.meshes[0].faces = {4};
    EXPECT_EQ(fault(scene), "faces that do not have their corners");
    scene = leaf();
    scene.meshes[0].uvs.pop_back();
    EXPECT_EQ(fault(scene), "vertices without values");
    scene = leaf();
    scene.nodes[0].parent = 1;
    EXPECT_EQ(fault(scene), "a node before its parent");
    scene = leaf();
    scene.up = static_cast<Up>(3);
    EXPECT_EQ(fault(scene), "no such axis");
}

}  // namespace
}  // namespace thigmo
