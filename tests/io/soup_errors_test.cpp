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
              ".stl .3ds .ac");
    EXPECT_EQ(refusal("tree", "v 0 0 0").substr(0, 55),
              "tree: found a name without an end, expected one of .obj");
}

TEST_F(SoupErrors, rejects_formats_that_nobody_needs) {
    // 24 bytes of OFF once took 2.8 GB.
    for (const std::string end : {"off", "x", "lwo"})
        EXPECT_THAT(refusal("t." + end, "OFF\n99999999 99999999 0\n"),
                    HasSubstr("found a file ." + end + ", expected one of .obj"));
}

TEST_F(SoupErrors, rejects_a_file_too_large_to_read) {
    write("large.obj", "v 0 0 0\n");
    std::filesystem::resize_file(folder_ / "large.obj", (uintmax_t{1} << 31) + 1);
    EXPECT_EQ(refusal("large.obj"),
              "large.obj: found 2147483649 bytes, expected at most 2147483648");
}

TEST_F(SoupErrors, rejects_what_the_reader_does_not_understand) {
    const std::string text = refusal("t.fbx", "; FBX 7.4.0 project file\nObjects: {\n");
    EXPECT_THAT(text, HasSubstr("t.fbx: found what cannot be read ("));
    EXPECT_THAT(text, HasSubstr("), expected a mesh"));
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

const std::string ply_head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n";

TEST_F(SoupErrors, rejects_a_ply_without_its_mark) {
    EXPECT_EQ(refusal("t.ply", "plz\n"), "t.ply: found no mark, expected 'ply' at the front");
}

TEST_F(SoupErrors, rejects_a_ply_whose_header_has_no_end) {
    EXPECT_EQ(refusal("t.ply", ply_head),
              "t.ply: found no end of the header, expected 'end_header'");
}

TEST_F(SoupErrors, rejects_a_ply_of_another_kind) {
    EXPECT_EQ(refusal("t.ply", "ply\nformat utf 1.0\nend_header\n"),
              "t.ply: found 'format utf 1.0', expected ascii, binary_little_endian or "
              "binary_big_endian");
}

TEST_F(SoupErrors, rejects_a_ply_without_a_number_of_rows) {
    EXPECT_EQ(refusal("t.ply", "ply\nelement vertex -3\nend_header\n"),
              "t.ply: found 'element vertex -3', expected a number of rows");
}

TEST_F(SoupErrors, rejects_a_property_of_no_element) {
    EXPECT_EQ(refusal("t.ply", "ply\nproperty float x\nend_header\n"),
              "t.ply: found 'property float x', expected an element first");
}

TEST_F(SoupErrors, rejects_a_property_of_an_unknown_type) {
    EXPECT_EQ(refusal("t.ply", ply_head + "property half y\nend_header\n"),
              "t.ply: found 'property half y', expected a type of PLY");
}

TEST_F(SoupErrors, rejects_a_list_of_half_a_value) {
    EXPECT_EQ(refusal("t.ply", ply_head + "property list float int y\nend_header\n"),
              "t.ply: found 'property list float int y', expected a whole number of values");
}

TEST_F(SoupErrors, rejects_a_ply_that_ends_early) {
    EXPECT_EQ(refusal("t.ply", ply_head + "end_header\n1\n2\n"),
              "t.ply: found its end, expected more values");
    EXPECT_EQ(refusal("l.ply",
                      "ply\nformat ascii 1.0\nelement face 1\nproperty list int int "
                      "vertex_indices\nend_header\n4000000000 1 2 3\n"),
              "l.ply: found a list of more values than the file has, expected fewer");
}

TEST_F(SoupErrors, rejects_a_mesh_of_no_triangles) {
    EXPECT_EQ(refusal("line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"),
              "line.obj: found no triangles, expected a mesh (1 lines left out)");
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
