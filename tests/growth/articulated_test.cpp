// Bodies and joints of [Garcia2023]: forms, order of modules, and the merging of small ones.
#include "thigmo/growth/articulated.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "tests/growth/drawn.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double pi = std::numbers::pi;
const Vec3 X = Vec3::UnitX(), Y = Vec3::UnitY(), Z = Vec3::UnitZ();

/// Letters B and J to modules with plain parameters.
std::string spelt(const std::string& letters) {
    std::string text;
    for (const char letter : letters) {
        text += letter;
        if (letter == 'B') text += "(1,0.1,500)";
        if (letter == 'J') text += "(1e9,0,0,0,0,0,0,0.1)";
    }
    return text;
}

TEST(Articulated, accepts_the_permissible_strings_of_the_thesis) {
    for (const char* letters : {"B", "BJB", "BJBJB", "B[JB]JB", "B[JB[JB]JB]JB"}) {
        const Drawing result = drawn(spelt(letters));
        const auto bodies =
            static_cast<size_t>(std::count(letters, letters + strlen(letters), 'B'));
        EXPECT_EQ(result.plant.segments.size(), bodies) << letters;
        EXPECT_EQ(result.plant.articulations.size(), bodies) << letters;
    }
}

TEST(Articulated, rejects_the_impermissible_strings_of_the_thesis) {
    const auto at = [](const char* letters) { return refusal(spelt(letters)); };
    EXPECT_EQ(at("BJJB"), "text:1:35: found J after J, expected a body B between two joints");
    EXPECT_EQ(at("BJ[JB]"),
              "text:1:36: found a branch that starts at a joint, expected branches after a body, "
              "each with a joint of its own");
    EXPECT_EQ(at("B[J]J"), "text:1:14: found J at the tip, expected a body B after it");
    EXPECT_EQ(at("BB"), "text:1:13: found B after B, expected a joint J between two bodies");
    EXPECT_EQ(at("B[B]"), "text:1:14: found B after B, expected a joint J between two bodies");
    EXPECT_THAT(at("BJ[JB]B"), HasSubstr("text:1:36: found a branch"));
    EXPECT_THAT(at("BJ[B]JB"), HasSubstr("text:1:36: found a branch"));
    EXPECT_THAT(at("BJ[B]B"), HasSubstr("text:1:36: found a branch"));
    EXPECT_EQ(at("JB"), "text:1:1: found J at the base, expected a body B first");
    EXPECT_THAT(at("BJ"), HasSubstr("found J at the tip"));
    EXPECT_THAT(refusal("B(1,0.1,500)\n  [ J(1,0,0,0,0,0,0,0) ]"),
                HasSubstr("text:2:5: found J at"));
}

TEST(Articulated, other_modules_may_stand_anywhere) {
    EXPECT_EQ(drawn_plant(spelt("BAJX[~l]B[+~l]")).segments.size(), 2u);
}

TEST(Articulated, reads_the_short_forms) {
    const Plant plant =
        drawn_plant("B(2,0.1,500)J(3e9,0,0,1.5707963267948966,0,0.1,0.2,0.4)B(1,0.05,600)");
    ASSERT_EQ(plant.domains.size(), 2u);
    expect_near(plant.segments.end[segment(0)], 2 * Y);
    expect_near(plant.segments.end[segment(1)], 2 * Y - X);        // 90° about up: left
    EXPECT_DOUBLE_EQ(plant.segments.end_radius[segment(0)], 0.1);  // cylinders do not taper
    EXPECT_DOUBLE_EQ(plant.segments.end_radius[segment(1)], 0.05);
    const Articulation& stated = plant.articulations[segment(1)];
    EXPECT_DOUBLE_EQ(stated.density, 600);
    EXPECT_EQ(stated.young, Vec3::Constant(3e9));
    EXPECT_EQ(stated.damping, Vec3::Constant(0.4));
    // Initial angles about right, heading, up come to be about heading, left, up.
    expect_near(stated.initial, Vec3(0.1, 0, 0.2));
    expect_near(stated.frame * X, -X);
    expect_near(stated.frame * Y, -Y);
    expect_near(stated.frame * Z, Z);
    EXPECT_NEAR(mass(plant), pi * (0.01 * 2 * 500 + 0.0025 * 600), 1e-9);
}

TEST(Articulated, rest_angles_turn_about_right_then_heading_then_up) {
    const auto heading = [](const char* angles) {
        const Plant plant = drawn_plant("B(1,1,1)J(1," + std::string(angles) + ",0,0,0,0)B(1,1,1)");
        return Vec3(plant.segments.end[segment(1)] - plant.segments.start[segment(1)]);
    };
    expect_near(heading("1.5707963267948966,0,0"), Z);   // pitches up
    expect_near(heading("0,1.5707963267948966,0"), Y);   // rolls
    expect_near(heading("0,0,1.5707963267948966"), -X);  // turns left
    expect_near(heading("0,1.5707963267948966,1.5707963267948966"),
                Z);  // right is −Z after the roll; left of it is +Z
    expect_near(heading("1.5707963267948966,0,1.5707963267948966"),
                -X);  // up is −Y after the pitch; left stays
    expect_near(heading("0.5235987755982988,0,0"), Vec3(0, std::sqrt(0.75), 0.5));
}

TEST(Articulated, reads_three_moduli_and_dampings_in_the_order_right_heading_up) {
    const Plant plant = drawn_plant("B(1,1,1)J(1,2,3,0,0,0,0.5,0,0,7,8,9)B(1,1,1)");
    const Articulation& stated = plant.articulations[segment(1)];
    EXPECT_EQ(stated.young, Vec3(2, 1, 3));
    EXPECT_EQ(stated.damping, Vec3(8, 7, 9));
    expect_near(stated.initial, Vec3(0, -0.5, 0));  // left is opposite to right
}

TEST(Articulated, reads_the_long_forms) {
    // A cylinder of 2 kg, 1 m and radius 0.1: I = m r²/2 = 0.01 about the heading.
    const Plant plant = drawn_plant(
        "B(2,0,0.5,0,0.1,0.5,0,0.6,0.01,0.6)J(0,0,1.5707963267948966,0,0,0,11,12,13)"
        "B(3,0,0.25,0,0,0.25,0,0.1,0,0.1)");
    expect_near(plant.segments.end[segment(0)], Vec3(0.1, 1, 0));
    expect_near(plant.segments.end[segment(1)], Vec3(-0.4, 1, 0));
    EXPECT_NEAR(plant.segments.start_radius[segment(0)], 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(plant.segments.start_radius[segment(1)], 0.05);  // the turtle's width
    const Articulation& stated = plant.articulations[segment(0)];
    EXPECT_DOUBLE_EQ(stated.mass, 2);
    EXPECT_EQ(stated.centre, Vec3(0.5, 0, 0));
    EXPECT_EQ(stated.inertia, Vec3(0.01, 0.6, 0.6));
    EXPECT_EQ(plant.articulations[segment(1)].stiffness, Vec3(12, 11, 13));
    EXPECT_DOUBLE_EQ(mass(plant), 5);
}

TEST(Articulated, rejects_wrong_parameters) {
    const auto body = [](const char* values) {
        return refusal("A\n B(" + std::string(values) + ")");
    };
    TurtleSettings on;
    on.bodies = BodyModules::on;
    EXPECT_EQ(refusal("B(1)", on),
              "text:1:1: found B with 1 parameters, expected 3 (length, radius, density) or 10 "
              "(mass, centre ×3, outboard ×3, inertia ×3)");
    EXPECT_EQ(body("0,1,1"), "text:2:2: found B of length 0, expected metres above 0");
    EXPECT_EQ(body("1,-1,1"), "text:2:2: found B of radius -1, expected metres above 0");
    EXPECT_EQ(body("1,1,0"), "text:2:2: found B of density 0, expected kg/m³ above 0");
    EXPECT_THAT(body("0,0,1,0,0,1,0,1,1,1"), HasSubstr("found B of mass 0"));
    EXPECT_THAT(body("1,0,1,0,0,-1,0,1,1,1"), HasSubstr("found B whose joints lie apart by 0"));
    EXPECT_THAT(body("1,0,1e9,0,0,1,0,1,1,1"), HasSubstr("found B with offset 1e+09"));
    EXPECT_THAT(body("1,0,1,0,0,1,0,-1,1,1"), HasSubstr("found B with inertia -1"));
    const auto joint = [](const char* values) {
        return refusal("B(1,1,1)J(" + std::string(values) + ")B(1,1,1)");
    };
    EXPECT_EQ(joint("1,2,3,0,0,0,0,0,0,7"),
              "text:1:9: found J with 10 parameters, expected 8, 9 or 12 (give as many dampings as "
              "moduli, one or three)");
    EXPECT_THAT(joint("1,2"),
                HasSubstr("text:1:9: found J with 2 parameters, expected 8 (modulus"));
    EXPECT_THAT(joint("-1,0,0,0,0,0,0,0"), HasSubstr("found J with modulus -1"));
    EXPECT_THAT(joint("1,0,0,0,0,0,0,-1"), HasSubstr("found J with damping -1"));
    EXPECT_THAT(joint("1,1e9,0,0,0,0,0,0"), HasSubstr("found J with rest angle 1e+09"));
    EXPECT_THAT(joint("1,0,0,0,1e9,0,0,0"), HasSubstr("found J with initial angle 1e+09"));
    EXPECT_THAT(joint("0,0,0,0,0,0,1,-2,1"), HasSubstr("found J with spring constant -2"));
}

TEST(Articulated, letters_of_plain_grammars_are_no_bodies) {
    EXPECT_EQ(drawn_plant("FBJ(2)B(1,2)F").segments.size(), 2u);
    EXPECT_EQ(drawn_plant("F(1)[+F(1)B(1,2,3)]F(1)").segments.size(), 3u);
    EXPECT_EQ(drawn_plant("~lB(1,2,3)").articulations.size(), 0u);
    EXPECT_EQ(drawn_plant("+B(1,2,3)").articulations.size(), 1u);
    TurtleSettings off;
    off.bodies = BodyModules::off;
    EXPECT_EQ(drawn_plant("FB(1,2,3)B(1,2,3)F", off).segments.size(), 2u);
}

TEST(Articulated, lines_beside_bodies_are_ignored) {
    const Drawing result = drawn("B(1,0.1,500)F(1)J(1,0,0,0,0,0,0,0)B(1,0.1,500)@GsF(1)@Ge");
    EXPECT_EQ(result.plant.segments.size(), 2u);
    expect_near(result.plant.segments.end[segment(1)], 2 * Y);
    EXPECT_THAT(result.log.warnings, ::testing::ElementsAre(AllOf(HasSubstr("lines beside bodies"),
                                                                  HasSubstr("--bodies off"))));
}

TEST(Articulated, names_modules_by_number_without_places) {
    Alphabet alphabet;
    const ModuleString modules = parse_modules("AB(1,1,1)B(1,1,1)", "text", alphabet);
    try {
        draw_plant(modules, alphabet, {}, default_palette(), {"grammar.l", {}});
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "grammar.l: module 3: found B after B, expected a joint J between two bodies");
    }
}

TEST(ArticulatedRoot, the_first_body_is_rigid_and_bears_the_rest) {
    const Plant plant = drawn_plant(spelt("B[JB]JB[JB]JB"));
    // Root, what goes on with its axis, the branch of that, the branch of the root.
    ASSERT_EQ(plant.domains.size(), 4u);
    const std::vector<uint8_t> flexible = {0, 1, 1, 1};
    const std::vector<uint16_t> orders = {0, 0, 1, 1};
    const std::vector<uint32_t> segments = {1, 2, 1, 1};
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(plant.domains.flexible[domain(i)], flexible[i]) << i;
        EXPECT_EQ(plant.domains.order[domain(i)], orders[i]) << i;
        EXPECT_EQ(plant.domains.segments[domain(i)].size(), segments[i]) << i;
    }
    for (const size_t i : {1, 3}) {
        EXPECT_EQ(plant.domains.parent[domain(i)], domain(0));
        EXPECT_EQ(plant.domains.attachment[domain(i)], (Attachment{segment(0), 1}));
    }
    EXPECT_EQ(plant.domains.attachment[domain(2)], (Attachment{segment(1), 1}));
    EXPECT_EQ(plant.domains.kind[domain(1)], Kind::trunk);
}

TEST(ArticulatedRoot, every_axis_on_the_ground_has_one) {
    const Plant plant = drawn_plant(spelt("[BJBJB][+BJB]"));
    ASSERT_EQ(plant.domains.size(), 4u);
    for (size_t i = 0; i < 4; ++i)
        EXPECT_EQ(plant.domains.flexible[domain(i)], plant.domains.parent[domain(i)].exists());
}

TEST(ArticulatedRoot, moves_like_the_others_where_that_is_asked) {
    TurtleSettings settings;
    settings.moving_root = true;
    const Plant plant = drawn_plant(spelt("B[JB]JB"), settings);
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_EQ(plant.domains.segments[domain(0)].size(), 2u);
    EXPECT_EQ(plant.domains.flexible[domain(0)], 1);
}

TEST(ArticulatedMerge, keeps_mass_and_counts) {
    const std::string text =
        "B(1,0.1,500)[J(1,0,0,1.05,0,0,0,0)B(0.01,0.01,500)~l]J(1,0,0,0,0,0,0,0)B(0.02,0.1,500)"
        "J(1,0,0,0,0,0,0,0)B(1,0.1,500)[J(1,0,0,1.05,0,0,0,0)B(0.01,0.02,400)J(1,0,0,0,0,0,0,0)"
        "B(1,0.05,300)]";
    const Drawing whole = drawn(text);
    TurtleSettings settings;
    settings.min_body_length = 0.05;
    const Drawing merged = drawn(text, settings);
    EXPECT_EQ(whole.bodies, 6u);
    EXPECT_EQ(whole.merged_bodies, 0u);
    EXPECT_EQ(merged.merged_bodies, 3u);
    EXPECT_EQ(merged.plant.segments.size(), 3u);
    EXPECT_NEAR(mass(merged.plant), mass(whole.plant), 1e-12 * mass(whole.plant));
    // The short piece of the stem is taken into the one below; the leaf hangs on the stem now.
    expect_near(merged.plant.segments.end[segment(0)], 1.02 * Y);
    expect_near(merged.plant.segments.end[segment(1)], 2.02 * Y);
    ASSERT_EQ(merged.plant.domains.size(), 4u);
    EXPECT_EQ(merged.plant.domains.parent[domain(3)], domain(0));
    EXPECT_EQ(merged.plant.domains.kind[domain(3)], Kind::leaf);
}

TEST(ArticulatedMerge, joins_two_halves_of_a_cylinder_into_the_whole) {
    TurtleSettings settings;
    settings.min_body_length = 0.45;
    const Plant plant = drawn_plant("B(0.6,0.1,500)J(1,0,0,0,0,0,0,0)B(0.4,0.1,500)", settings);
    ASSERT_EQ(plant.segments.size(), 1u);
    const Articulation& stated = plant.articulations[segment(0)];
    const double m = 500 * pi * 0.01;
    EXPECT_NEAR(stated.mass, m, 1e-12);
    expect_near(stated.centre, Vec3(0.5, 0, 0));
    expect_near(stated.inertia, m * Vec3(0.005, 0.0025 + 1.0 / 3, 0.0025 + 1.0 / 3), 1e-12);
}

TEST(ArticulatedMerge, what_hung_at_the_old_end_stays_there) {
    const std::string joint = "J(1,0,0,0,0,0,0,0)", side = "[J(1,0,0,1,0,0,0,0)";
    const std::string text = "B(0.6,0.1,500)" + side + "B(1,0.05,500)]~l" + joint +
                             "B(0.2,0.1,500)" + side + "B(1,0.05,500)]" + joint + "B(0.2,0.1,500)" +
                             side + "B(0.1,0.05,500)~l]";
    TurtleSettings settings;
    settings.min_body_length = 0.45;
    const Plant plant = drawn_plant(text, settings);
    ASSERT_EQ(plant.domains.size(), 5u);
    expect_near(plant.segments.end[segment(0)], Y);
    std::vector<double> along;
    for (size_t i = 1; i < 5; ++i) {
        EXPECT_EQ(plant.domains.attachment[domain(i)].segment, segment(0));
        along.push_back(plant.domains.attachment[domain(i)].along);
    }
    // Branch and leaf at the first end, branch at the second, leaf of the merged twig at the third.
    const std::vector<double> expected = {0.6, 0.6, 0.8, 1};
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(along[i], expected[i], 1e-12) << i;
    for (const DomainId branch : {domain(1), domain(3)})
        expect_near(attachment_point(plant, branch),
                    plant.segments.start[plant.domains.segments[branch].front()]);
}

TEST(ArticulatedMerge, light_bodies_go_and_the_root_stays) {
    TurtleSettings settings;
    settings.min_body_mass = 1e9;
    const Drawing result = drawn(spelt("B[JB]JBJB"), settings);
    EXPECT_EQ(result.plant.segments.size(), 1u);
    EXPECT_EQ(result.merged_bodies, 3u);
    EXPECT_NEAR(mass(result.plant), 4 * pi * 0.01 * 500, 1e-9);
}

}  // namespace
}  // namespace thigmo
