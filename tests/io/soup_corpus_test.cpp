// Hostile files kept in tests/corpus/mesh: each gives its line or what is sound in it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tests/message.h"
#include "tests/places.h"
#include "thigmo/io/soup_file.h"

namespace thigmo {
namespace {

/// What becomes of a file: the error after its name, or the triangles and warnings that it has.
std::string outcome(const std::filesystem::path& path) {
    std::string text;
    const std::string error = message([&] {
        Progress progress;
        const Soup soup = read_soup(path, progress);
        size_t triangles = 0;
        for (const SoupPart& part : soup.parts) triangles += part.mesh.triangles.size();
        text = fmt::format("{} triangles", triangles);
        for (const std::string& warning : soup.log.warnings) text += "; " + warning;
    });
    return text.empty() ? error.substr(path.string().size() + 2) : text;
}

TEST(SoupCorpus, EveryHostileFileGivesItsLine) {
    const std::string far = "triangles left out: a corner is not finite or farther than 1e9 away";
    const std::string unknown = "faces left out: they name vertices that do not exist";
    const std::string none = "found no triangles, expected a mesh";
    const std::string list = "found a list of more values than the file has, expected fewer";
    const std::string ended = "found its end, expected more values";
    const std::map<std::string, std::string> expected = {
        {"brackets.gltf", ":266: found '[', expected values nested less deep"},
        {"bytes.obj", none + " (1 " + unknown + "; 1 points left out)"},
        {"count_far.gltf", "found accessors[0] of 1000000000 rows, expected at most 90000000"},
        {"cut.glb", "found JSON of 388 bytes, expected at most 180, as the file has"},
        {"cut_bytes.ply", ended},
        {"cycle.gltf", "found node 0 in two places, expected one at most"},
        {"device.gltf", "found no file '/dev/zero', expected the bytes of its mesh"},
        {"double_far.ply", none + " (1 " + far + ")"},
        {"few_normals.gltf", "1 triangles; mesh '': NORMAL of 1 vertices left out, expected 3"},
        {"head.glb", "found its end, expected the header of a GLB"},
        {"indices_far.gltf", "1 triangles; 2 " + unknown},
        {"indices_far.obj", "2 triangles; 4 " + unknown},
        {"json_far.glb", "found JSON of 4294967280 bytes, expected at most 388, as the file has"},
        {"list_below.ply", list},
        {"list_far.ply", list},
        {"list_far_bytes.ply", list},
        {"loop.obj", "1 triangles"},
        {"nan.obj", "1 triangles; 1 " + far},
        {"nan.ply", none + " (1 " + far + "; 1 " + unknown + ")"},
        {"no_rows.ply", none},
        {"no_values.ply", none},
        {"rows_far.ply", ended},
        {"rows_past_all.ply",
         "found 'element face 99999999999999999999', expected a number of rows"},
        {"same_corners.obj", "1 triangles"},
        {"scale_far.gltf",
         "1 triangles; 1 nodes left out with all below them: their transform is flat or not "
         "finite"},
        {"stride_far.gltf", "found accessors[0] of 3 rows, expected what fits into 36 bytes"},
        {"two_parents.gltf", "found node 1 in two places, expected one at most"},
    };
    size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_folder() + "/corpus/mesh")) {
        ++files;
        const std::string name = entry.path().filename().string();
        ASSERT_TRUE(expected.contains(name)) << name;
        EXPECT_EQ(outcome(entry.path()), expected.at(name)) << name;
    }
    EXPECT_EQ(files, expected.size());
}

}  // namespace
}  // namespace thigmo
