// Files that are no meshes: one line each, and no other harm.
#include <gmock/gmock.h>

#include "tests/io/soup_files.h"
#include "tests/message.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

class SoupErrors : public soup_test::SoupFiles {
  protected:
    /// What is said of the file, without its folder.
    std::string refusal(const std::string& name) const {
        std::string text = message([&] { read(name); });
        const std::string folder = folder_.string() + "/";
        if (text.starts_with(folder)) text.erase(0, folder.size());
        return text;
    }
    std::string refusal(const std::string& name, const std::string& bytes) const {
        write(name, bytes);
        return refusal(name);
    }
};

TEST_F(SoupErrors, rejects_a_missing_file) {
    EXPECT_EQ(refusal("none.obj"), "none.obj: found no such file, expected a mesh");
}

TEST_F(SoupErrors, rejects_a_folder) {
    std::filesystem::create_directory(folder_ / "tree.obj");
    EXPECT_EQ(refusal("tree.obj"), "tree.obj: found a folder, expected a mesh");
}

TEST_F(SoupErrors, rejects_a_device) {
    std::filesystem::create_symlink("/dev/zero", folder_ / "zero.obj");
    EXPECT_EQ(refusal("zero.obj"), "zero.obj: found no plain file, expected a mesh");
}

TEST_F(SoupErrors, rejects_an_empty_file) {
    EXPECT_EQ(refusal("empty.ply", ""), "empty.ply: found an empty file, expected a mesh");
}

TEST_F(SoupErrors, rejects_other_formats) {
    EXPECT_EQ(refusal("tree.Blend", "BLENDER"),
              "tree.Blend: found a file .blend, expected one of .obj .gltf .glb .fbx .dae .ply "
              ".stl .3ds .ac .off .lwo .x");
    EXPECT_EQ(refusal("tree", "v 0 0 0").substr(0, 55),
              "tree: found a name without an end, expected one of .obj");
}

TEST_F(SoupErrors, rejects_a_file_too_large_to_read) {
    write("large.obj", "v 0 0 0\n");
    std::filesystem::resize_file(folder_ / "large.obj", (uintmax_t{1} << 31) + 1);
    EXPECT_EQ(refusal("large.obj"),
              "large.obj: found 2147483649 bytes, expected at most 2147483648");
}

TEST_F(SoupErrors, rejects_what_the_reader_does_not_understand) {
    const std::string text = refusal("cut.glb", "glTF and no more");
    EXPECT_THAT(text, HasSubstr("cut.glb: found what cannot be read ("));
    EXPECT_THAT(text, HasSubstr("), expected a mesh"));
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST_F(SoupErrors, rejects_a_mesh_of_no_triangles) {
    EXPECT_EQ(refusal("line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"),
              "line.obj: found no triangles, expected a mesh");
}

TEST_F(SoupErrors, rejects_work_that_was_cancelled) {
    class Cancelled : public Progress {
        bool cancelled() const override { return true; }
    } progress;
    write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_EQ(message([&] { read_soup(folder_ / "t.obj", progress); }), "cancelled");
}

}  // namespace
}  // namespace thigmo
