// Small mesh files, written and read back as soup.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "thigmo/base/file.h"
#include "thigmo/io/soup_file.h"

namespace thigmo::soup_test {

/// A test with a folder of its own.
class SoupFiles : public testing::Test {
  protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        write_file(folder_ / name, bytes);
        return folder_ / name;
    }
    Soup read(const std::string& name, const SoupSettings& settings = {}) const {
        Progress progress;
        return read_soup(folder_ / name, progress, settings);
    }
    Soup read_text(const std::string& name, const std::string& text,
                   const SoupSettings& settings = {}) const {
        write(name, text);
        return read(name, settings);
    }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("soup_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

/// The corners of a triangle.
inline std::vector<Vec3f> corners(const SoupPart& part, size_t triangle) {
    std::vector<Vec3f> positions;
    for (const uint32_t corner : part.mesh.triangles.at(triangle))
        positions.push_back(part.mesh.positions.at(corner));
    return positions;
}

/// Twice the area of a triangle, as a vector that points to its outside.
inline Vec3f outside(const SoupPart& part, size_t triangle) {
    const std::vector<Vec3f> p = corners(part, triangle);
    return (p[1] - p[0]).cross(p[2] - p[0]);
}

/// A glTF of one triangle (0,0,0), (1,0,0), (0,1,0) shown by the nodes given, as JSON text.
inline std::string gltf(const std::string& nodes, const std::string& roots,
                        const std::string& more = "") {
    // Three positions of three floats each, base64.
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" + roots +
           R"(]}],"nodes":[)" + nodes +
           R"(],"meshes":[{"name":"blade","primitives":[{"attributes":)"
           R"({"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,)"
           R"("type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,)"
           R"("byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;)"
           R"(base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}])" +
           more + "}";
}

}  // namespace thigmo::soup_test
