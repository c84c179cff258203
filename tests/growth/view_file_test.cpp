// View files of cpfg.
#include "thigmo/growth/view_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace thigmo {
namespace {

using ::testing::ElementsAre;

struct Read {
    TurtleSettings settings;
    Log log;
};

Read read(const std::string& text) {
    Read result;
    read_view(text, "p.v", result.settings, result.log);
    return result;
}

std::string refusal(const std::string& text) {
    try {
        read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(ViewFile, sets_what_moves_the_turtle) {
    const Read found = read(
        "angle factor: 12\ninitial color: 3 3 /* two sides */\ncolor increment: 2\n"
        "initial line width: 0.2\nline width increment: 0.02 // thin\n/* over\nlines */"
        "tropism direction: -0.04,1.0, 0.5\ninitial elasticity: 0.4\nelasticity increment: -0.06\n"
        "interpretation past %: on\n");
    EXPECT_DOUBLE_EQ(found.settings.angle_deg, 30);
    EXPECT_DOUBLE_EQ(found.settings.width, 0.2);
    EXPECT_EQ(found.settings.width_increment, 0.02);
    EXPECT_EQ(found.settings.tropism, Vec3(-0.04, 1, 0.5));
    EXPECT_DOUBLE_EQ(found.settings.elasticity, 0.4);
    EXPECT_DOUBLE_EQ(found.settings.elasticity_increment, -0.06);
    EXPECT_TRUE(found.settings.past_cut);
    EXPECT_TRUE(found.log.warnings.empty());
}

TEST(ViewFile, the_last_of_two_angles_counts) {
    EXPECT_DOUBLE_EQ(read("angle factor: 8\nangle increment: +22.5\r\n").settings.angle_deg, 22.5);
}

TEST(ViewFile, leaves_fields_of_the_picture_alone) {
    const Read found = read(
        "viewpoint: 0,0,1\nprojection: parallel\nlight: V: 4.0,2.0,2.0\nsurface: l leaf.s 1 8 4\n"
        "#define X 1\n\ntexture: F: maple.rgb H:n L:n E:m S:\n");
    EXPECT_TRUE(found.log.warnings.empty());
    EXPECT_DOUBLE_EQ(found.settings.angle_deg, 45);
}

TEST(ViewFile, pixels_are_no_length) {
    EXPECT_DOUBLE_EQ(read("initial line width: 2 pixels").settings.width, 0.1);
}

TEST(ViewFile, warns_once_of_fields_that_would_change_the_plant) {
    EXPECT_THAT(
        read("initial scale: 2\ntorque: T: 0,1,0\ninitial scale: 3\n").log.warnings,
        ElementsAre("p.v:1:1: 'initial scale' changes the plant in cpfg and is not followed "
                    "here",
                    "p.v:2:1: 'torque' changes the plant in cpfg and is not followed here"));
    EXPECT_TRUE(read("initial scale: 1\n").log.warnings.empty());
}

TEST(ViewFile, warns_of_unknown_labels) {
    EXPECT_THAT(read("angel factor: 4\n").log.warnings,
                ElementsAre("p.v:1:1: 'angel factor' is no field of a view file"));
}

TEST(ViewFile, rejects_what_it_cannot_read) {
    EXPECT_EQ(refusal("\nangle factor: x"), "p.v:2:15: found 'x', expected a number");
    EXPECT_EQ(refusal("angle factor:"), "p.v:1:14: found the end of the line, expected a number");
    EXPECT_EQ(refusal("angle factor: 0"),
              "p.v:1:15: found angle factor 0, expected a number above 0");
    EXPECT_EQ(refusal("initial line width: -1"),
              "p.v:1:21: found line width -1, expected a number above 0");
    EXPECT_EQ(refusal("tropism direction: 1,2"),
              "p.v:1:23: found the end of the line, expected a number");
    EXPECT_EQ(refusal("interpretation past %: maybe"),
              "p.v:1:24: found 'maybe', expected on or off");
    EXPECT_EQ(refusal("  hello"), "p.v:1:3: found 'hello', expected a label that ends in ':'");
}

}  // namespace
}  // namespace thigmo
