// Files that crash, fill or occupy the readers of other libraries: one line each, nothing left.
#include "thigmo/io/soup_child.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cerrno>

#include "tests/io/soup_files.h"
#include "tests/message.h"

namespace thigmo {
namespace {

std::string repeated(const std::string& text, size_t times) {
    std::string all;
    for (size_t i = 0; i < times; ++i) all += text;
    return all;
}

std::string collada(const std::string& nodes) {
    return "<?xml version=\"1.0\"?><COLLADA "
           "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
           "<library_visual_scenes><visual_scene id=\"s\">" +
           nodes +
           "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/>"
           "</scene></COLLADA>";
}

const std::string ac_head =
    "AC3Db\nMATERIAL \"bark\" rgb 1 1 1  amb 0 0 0  emis 0 0 0  spec 0 0 0  shi 10  trans 0\n";

class SoupChild : public soup_test::SoupFiles {
  protected:
    void TearDown() override {
        EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left,
        EXPECT_EQ(errno, ECHILD);                        // running or dead
        SoupFiles::TearDown();
    }
    /// What is said of a file, after its name.
    std::string refusal(const std::string& name, const std::string& bytes) const {
        const std::string path = write(name, bytes).string();
        return message([&] { read(name); }).substr(path.size() + 2);
    }
};

constexpr const char* crashes = "found what crashes the reader of its format, expected a mesh";
constexpr const char* grows =
    "found what takes over 134 MB to read, expected a mesh that takes memory in proportion to its "
    "file";

TEST_F(SoupChild, rejects_a_node_that_shows_itself) {
    const std::string text = collada("<node id=\"n\"><instance_node url=\"#n\"/></node>");
    EXPECT_LT(text.size(), 300u);
    EXPECT_EQ(refusal("self.dae", text), crashes);
}

TEST_F(SoupChild, rejects_what_nests_deeper_than_a_stack) {
    EXPECT_EQ(refusal("deep.ac", ac_head + repeated("OBJECT group\nkids 1\n", 100000)), crashes);
    EXPECT_EQ(refusal("deep.fbx",
                      "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXVersion: 7400\n}\n" +
                          repeated("A: {\n", 200000)),
              crashes);
    EXPECT_EQ(refusal("deep.dae", collada(repeated("<node>", 100000))).substr(0, 27),
              "found what cannot be read (");  // the XML does not end
    EXPECT_EQ(
        refusal("deep.dae", collada(repeated("<node>", 100000) + repeated("</node>", 100000))),
        crashes);
}

TEST_F(SoupChild, rejects_counts_that_have_no_room) {
    EXPECT_EQ(refusal("far.ac", ac_head + "OBJECT poly\nnumvert 20000000\n"), grows);
    EXPECT_EQ(refusal("far.ac", ac_head + "OBJECT poly\nnumvert 1\n0 0 0\nnumsurf 1\nSURF 0x0\n"
                                          "mat 0\nrefs 200000000\n0 0 0\n"),
              grows);
}

TEST_F(SoupChild, rejects_nodes_that_double_sixty_times) {
    std::string nodes = "<node id=\"n60\"/>";
    for (int i = 60; i-- > 0;) {
        const std::string next = "<instance_node url=\"#n" + std::to_string(i + 1) + "\"/>";
        nodes += "<node id=\"n" + std::to_string(i) + "\">" + next + next + "</node>";
    }
    EXPECT_EQ(refusal("double.dae", collada(nodes)).substr(0, 21), "found what takes over");
}

TEST_F(SoupChild, rejects_what_takes_longer_than_it_may) {
    const auto path = write("t.stl", "solid a\nendsolid a\n");
    Progress progress;
    EXPECT_EQ(message([&] {
                  read_in_child(path, "stl", {1 << 27, 0}, progress);
              }),
              path.string() + ": found what takes over 0 s to read, expected a mesh of less work");
}

TEST_F(SoupChild, rejects_work_that_was_cancelled) {
    class Cancelled : public Progress {
        bool cancelled() const override { return true; }
    } progress;
    const auto path = write("t.stl", "solid a\nendsolid a\n");
    EXPECT_EQ(message([&] { read_in_child(path, "stl", {1 << 27}, progress); }), "cancelled");
}

TEST_F(SoupChild, rejects_what_the_reader_does_not_understand_in_its_words) {
    EXPECT_EQ(refusal("t.dae", "no XML"),
              "found what cannot be read (Unable to read file, malformed XML), expected a mesh");
}

TEST_F(SoupChild, StlAndAcComeAsTheyAre) {
    const Soup stl = read_text("t.stl",
                               "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
                               "vertex 1 0 0\nvertex 0 3 0\nendloop\nendfacet\nendsolid a\n");
    ASSERT_EQ(stl.parts.size(), 1u);
    EXPECT_EQ(soup_test::corners(stl.parts[0], 0)[2], Vec3f(0, 3, 0));
    const Soup ac = read_text("t.ac", ac_head +
                                          "OBJECT poly\nname \"stem\"\nnumvert 3\n0 0 0\n1 0 0\n"
                                          "0 2 0\nnumsurf 1\nSURF 0x20\nmat 0\nrefs 3\n0 0 0\n"
                                          "1 0 0\n2 0 1\nkids 0\n");
    ASSERT_EQ(ac.parts.size(), 1u);
    EXPECT_EQ(soup_test::corners(ac.parts[0], 0)[2], Vec3f(0, 2, 0));
    EXPECT_EQ(ac.looks[ac.parts[0].look].name, "bark");
}

}  // namespace
}  // namespace thigmo
