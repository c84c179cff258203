// Decisions that are refused, each in one line with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/authoring/made_bush.h"
#include "tests/message.h"
#include "thigmo/authoring/author.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

std::string fault(const std::string& decisions) {
    return message([&] {
        Progress progress;
        author(made::bush(), {}, read_decisions(decisions, "d.toml"), progress);
    });
}

TEST(Decisions, rejects_what_is_no_toml) {
    EXPECT_THAT(fault("roots = [\n"), HasSubstr("d.toml:"));
}

TEST(Decisions, rejects_keys_of_parts_without_an_end) {
    std::string parts;
    for (int i = 0; i < 50000; ++i) parts += "limb.";
    EXPECT_THAT(fault(parts + "piece = 1\n"), HasSubstr("d.toml:1:160: found a key of parts in"));
}

TEST(Decisions, rejects_keys_that_nobody_reads) {
    EXPECT_THAT(fault("root = [\"0\"]\n"),
                HasSubstr("d.toml:1:1: unknown key root, expected one of anchor, limb"));
    EXPECT_THAT(fault("[[piece]]\npiece = 1\nrole = \"leaf\"\ncolour = 3\n"),
                HasSubstr("d.toml:4:1: unknown key colour, expected one of"));
}

TEST(Decisions, rejects_pieces_that_are_no_whole_numbers) {
    EXPECT_THAT(fault("[[piece]]\npiece = 1.5\nrole = \"leaf\"\n"),
                HasSubstr("d.toml:2:9: found piece = 1.5, expected a whole number"));
    EXPECT_THAT(fault("[[piece]]\npiece = -1\nrole = \"leaf\"\n"), HasSubstr("d.toml:2:9: found"));
}

TEST(Decisions, rejects_roles_that_are_none) {
    EXPECT_THAT(fault("[[piece]]\npiece = 1\nrole = \"stone\"\n"), HasSubstr("d.toml:3:8: found"));
}

TEST(Decisions, rejects_cuts_of_other_than_two) {
    EXPECT_THAT(fault("[[loop]]\ncut = [\"1\"]\n"), HasSubstr("expected the names of two limbs"));
    EXPECT_THAT(fault("[[loop]]\ncut = [\"1\", \"2\", \"3\"]\n"),
                HasSubstr("expected the names of two limbs"));
}

TEST(Decisions, rejects_splits_off_the_limb) {
    EXPECT_THAT(fault("[[split]]\nlimb = \"0\"\nalong = 1.5\n"), HasSubstr("d.toml:3:9: found"));
}

TEST(Decisions, rejects_anchors_without_a_place) {
    EXPECT_THAT(fault("[[anchor]]\npiece = 5\n"), HasSubstr("point_m"));
}

TEST(Decisions, rejects_those_of_another_mesh) {
    EXPECT_EQ(fault("triangles = 7\n"),
              "decisions: found those of a mesh with 7 triangles, expected 1376 as this one has");
}

TEST(Decisions, rejects_a_piece_that_is_not_there) {
    EXPECT_EQ(fault("[[piece]]\npiece = 10\nrole = \"leaf\"\n"),
              "d.toml:2:9: found piece 10, expected less than 10");
}

TEST(Decisions, rejects_limbs_that_are_not_there) {
    const std::string tail = ", expected the name of a branch (one of 5)";
    EXPECT_EQ(fault("roots = [\"17\"]\n"), "d.toml:1:9: found limb \"17\"" + tail);
    EXPECT_EQ(fault("[[limb]]\nlimb = \"5\"\ngrows_from = \"0\"\n"),
              "d.toml:2:8: found limb \"5\"" + tail);
    EXPECT_EQ(fault("[[limb]]\nlimb = \"1\"\ngrows_from = \"x\"\n"),
              "d.toml:2:8: found limb \"x\"" + tail);
    EXPECT_EQ(fault("[[loop]]\ncut = [\"1\", \"y\"]\n"), "d.toml:2:7: found limb \"y\"" + tail);
    EXPECT_EQ(fault("[[split]]\nlimb = \"z\"\nalong = 0.5\n"),
              "d.toml:2:8: found limb \"z\"" + tail);
    EXPECT_EQ(fault("[[merge]]\nlimb = \"w\"\n"), "d.toml:2:8: found limb \"w\"" + tail);
}

TEST(Decisions, rejects_limbs_in_a_circle) {
    EXPECT_EQ(fault("[[limb]]\nlimb = \"1\"\ngrows_from = \"3\"\n"
                    "[[limb]]\nlimb = \"3\"\ngrows_from = \"1\"\n"),
              "d.toml:2:8: found limb \"1\" growing from itself in a circle, expected a tree");
    EXPECT_EQ(fault("[[limb]]\nlimb = \"2\"\ngrows_from = \"2\"\n"),
              "d.toml:2:8: found limb \"2\" growing from itself in a circle, expected a tree");
}

TEST(Decisions, rejects_a_root_that_grows) {
    EXPECT_EQ(fault("roots = [\"0\", \"4\"]\n[[limb]]\nlimb = \"4\"\ngrows_from = \"0\"\n"),
              "d.toml:3:8: found limb \"4\" growing from \"0\" and among the roots, expected one "
              "of the two");
}

TEST(Decisions, rejects_a_limb_that_grows_where_it_is_cut) {
    EXPECT_EQ(fault("[[loop]]\ncut = [\"1\", \"2\"]\n[[limb]]\nlimb = \"2\"\ngrows_from = \"1\"\n"),
              "d.toml:4:8: found limb \"2\" growing from \"1\" and cut from it, expected one of "
              "the two");
}

TEST(Decisions, rejects_what_is_decided_twice) {
    EXPECT_EQ(fault("[[piece]]\npiece = 6\nrole = \"leaf\"\n[[piece]]\npiece = 6\n"
                    "role = \"prop\"\n"),
              "d.toml:5:9: found piece 6 a second time, expected once");
    EXPECT_EQ(fault("[[limb]]\nlimb = \"1\"\ngrows_from = \"0\"\n[[limb]]\nlimb = \"1\"\n"
                    "grows_from = \"2\"\n"),
              "d.toml:5:8: found limb \"1\" a second time, expected once");
}

TEST(Decisions, rejects_a_plant_whose_only_root_grows) {
    EXPECT_EQ(fault("[[limb]]\nlimb = \"0\"\ngrows_from = \"1\"\n"),
              "decisions: found the only root growing from another limb, expected another one in "
              "roots");
}

TEST(Decisions, rejects_anchors_of_wood) {
    EXPECT_EQ(fault("[[anchor]]\npiece = 0\ncentre = true\n"),
              "d.toml:2:9: found an anchor of piece 0, expected a twig or leaf");
    EXPECT_EQ(fault("[[anchor]]\npiece = 99\ncentre = true\n"),
              "d.toml:2:9: found an anchor of piece 99, expected a twig or leaf");
}

}  // namespace
}  // namespace thigmo
