// The turtle: where each symbol leads, and what becomes of strange strings.
#include "thigmo/growth/turtle.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/growth/drawn.h"
#include "thigmo/growth/turtle_walk.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double pi = std::numbers::pi;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const Vec3 X = Vec3::UnitX(), Y = Vec3::UnitY(), Z = Vec3::UnitZ();

/// Where the turtle stands after the text: the end of a last step of length 1 along its heading.
Vec3 heading_after(const std::string& turns, TurtleSettings settings = {}) {
    const Plant plant = drawn_plant(turns + "F(1)", settings);
    return plant.segments.end.back() - plant.segments.start.back();
}

/// The turtle's left vector after the text.
Vec3 left_after(const std::string& turns) {
    return heading_after(turns + "+(90)");
}

TEST(Turtle, starts_at_the_origin_heading_up) {
    const Plant plant = drawn_plant("F(2)");
    expect_near(plant.segments.start[segment(0)], Vec3::Zero());
    expect_near(plant.segments.end[segment(0)], 2 * Y);
    EXPECT_EQ(plant.name, "text");
}

TEST(Turtle, turns_about_up_left_and_heading) {
    expect_near(heading_after("+(90)"), -X);
    expect_near(heading_after("-(90)"), X);
    expect_near(heading_after("&(90)"), -Z);
    expect_near(heading_after("^(90)"), Z);
    expect_near(heading_after("|"), -Y);
    expect_near(left_after("|"), X);
    // cpfg rolls `/` so that left goes to −U, which is −Z at the start.
    expect_near(left_after("/(90)"), -Z);
    expect_near(left_after("\\(90)"), Z);
    expect_near(heading_after("+(30)"), Vec3(-0.5, std::sqrt(0.75), 0));
    expect_near(heading_after("&(30)+(90)"), -X);
    expect_near(heading_after("/(90)&(90)"), X);  // U is −X after the roll
}

TEST(Turtle, uses_the_default_angle_step_and_width) {
    TurtleSettings settings;
    settings.angle_deg = 30;
    settings.step = 0.5;
    settings.width = 0.02;
    const Plant plant = drawn_plant("+F", settings);
    expect_near(plant.segments.end[segment(0)], 0.5 * Vec3(-0.5, std::sqrt(0.75), 0));
    EXPECT_DOUBLE_EQ(plant.segments.start_radius[segment(0)], 0.01);
}

TEST(Turtle, sets_and_steps_the_width) {
    TurtleSettings settings;
    settings.width = 0.5;
    settings.width_increment = 0.1;
    const Plant plant = drawn_plant("F!F!F#F!(0.05)F#(0.3)F", settings);
    std::vector<double> widths;
    for (const double radius : plant.segments.start_radius) widths.push_back(2 * radius);
    const std::vector<double> expected = {0.5, 0.4, 0.3, 0.4, 0.05, 0.3};
    ASSERT_EQ(widths.size(), expected.size());
    for (size_t i = 0; i < widths.size(); ++i) EXPECT_NEAR(widths[i], expected[i], 1e-15);
}

TEST(Turtle, decrements_the_diameter_in_abop) {
    TurtleSettings settings;
    settings.dialect = Dialect::abop;
    settings.width = 0.5;
    EXPECT_NEAR(drawn_plant("!F", settings).segments.start_radius[segment(0)], 0.225, 1e-15);
    EXPECT_NEAR(drawn_plant("!(0.2)F", settings).segments.start_radius[segment(0)], 0.1, 1e-15);
}

TEST(Turtle, rolls_level) {
    // Heading +X with left down: afterwards left is level and up is +Y.
    expect_near(left_after("-(90)/(37)@v"), -Z);
    expect_near(heading_after("-(90)/(37)@v^(90)"), Y);
    TurtleSettings abop;
    abop.dialect = Dialect::abop;
    expect_near(heading_after("-(90)/(37)$^(90)", abop), Y);
    expect_near(left_after("@v"), -X);  // vertical: nothing to level
}

TEST(Turtle, dialects_do_not_share_their_own_symbols) {
    TurtleSettings abop;
    abop.dialect = Dialect::abop;
    expect_near(heading_after("-(90)$^(90)"), Z);  // $ means nothing in cpfg
    EXPECT_DOUBLE_EQ(drawn_plant("#(0.3)F", abop).segments.start_radius[segment(0)], 0.05);
}

TEST(Turtle, bends_towards_the_tropism_as_abop_says) {
    TurtleSettings settings;
    settings.dialect = Dialect::abop;
    settings.tropism = -Y;
    settings.elasticity = 0.2;
    // Heading level: |H × T| = 1, so 0.2 rad down after the first step.
    const Plant plant = drawn_plant("-(90)FF", settings);
    expect_near(plant.segments.end[segment(1)] - plant.segments.start[segment(1)],
                Vec3(std::cos(0.2), -std::sin(0.2), 0));
    settings.tropism = -2 * Y;  // the vector's length counts
    expect_near(heading_after("-(90)F", settings), Vec3(std::cos(0.4), -std::sin(0.4), 0));
}

TEST(Turtle, bends_as_cpfg_does) {
    TurtleSettings settings;
    settings.tropism = -3 * Y;  // its direction alone counts
    // The sine of the turn is e T·L: T is opposite to left.
    expect_near(heading_after("_(0.2)-(90)F", settings), Vec3(std::sqrt(0.96), -0.2, 0));
    settings.elasticity = 0.1;
    settings.elasticity_increment = 0.1;
    expect_near(heading_after("_-(90)F", settings), Vec3(std::sqrt(0.96), -0.2, 0));
    expect_near(heading_after("F", settings), Y);  // along the tropism
}

TEST(Turtle, draws_the_bracketed_plants_of_abop) {
    // [Prusinkiewicz1990] fig. 1.24 a after one step, 25.7° = 180°/7: a stem of three and two
    // branches from its joints.
    TurtleSettings settings;
    settings.angle_deg = 180.0 / 7;
    const Plant plant = drawn_plant("F[+F]F[-F]F", settings);
    const double s = std::sin(pi / 7), c = std::cos(pi / 7);
    ASSERT_EQ(plant.domains.size(), 3u);
    expect_near(plant.segments.end[segment(2)], 3 * Y);
    expect_near(plant.segments.end[segment(3)], Vec3(-s, 1 + c, 0));
    expect_near(plant.segments.end[segment(4)], Vec3(s, 2 + c, 0));
}

TEST(Turtle, draws_instances_of_shapes) {
    const Drawing result = drawn("F(1)&(90)~l(0.5)~l");
    const Domains& domains = result.plant.domains;
    ASSERT_EQ(domains.size(), 3u);
    EXPECT_EQ(domains.kind[domain(1)], Kind::leaf);
    EXPECT_EQ(domains.flexible[domain(1)], 0);
    EXPECT_EQ(domains.order[domain(1)], 1);
    EXPECT_EQ(domains.attachment[domain(1)], (Attachment{segment(0), 1.0}));
    EXPECT_DOUBLE_EQ(domains.placement[domain(1)].scale, 0.5);
    EXPECT_DOUBLE_EQ(domains.placement[domain(2)].scale, 1);
    // The shape's +Y goes along the heading −Z, its +Z along up, +Y.
    expect_near(domains.placement[domain(1)] * Y, Vec3(0, 1, -0.5));
    expect_near(domains.placement[domain(1)] * Z, Vec3(0, 1.5, 0));
    EXPECT_TRUE(result.log.warnings.empty());
}

TEST(Turtle, draws_discs_and_balls) {
    const Plant plant = drawn_plant("F(1)@c(0.2)@O(0.1)");
    ASSERT_EQ(plant.domains.size(), 3u);
    EXPECT_EQ(plant.domains.kind[domain(1)], Kind::leaf);
    EXPECT_EQ(plant.domains.kind[domain(2)], Kind::fruit);
    const double density = plant.materials[plant.domains.material[domain(2)]].density;
    EXPECT_NEAR(mass(plant, domain(2)), density * pi / 6 * 1e-3, 1e-12);
    const Shape& ball = plant.shapes[plant.domains.shape[domain(2)]];
    EXPECT_EQ(boundary_edges(ball.mesh), 0u);
    for (size_t i = 0; i < ball.mesh.positions.size(); ++i)  // seen from outside
        EXPECT_GT(ball.mesh.normals[i].dot(ball.mesh.positions[i]), 0.45f);
}

TEST(Turtle, makes_leaves_of_polygons) {
    // A square of 1 m, corner by corner, and an L of three of them, which is concave.
    const Plant plant = drawn_plant("{.f+(90)f+(90)f}[{.f(2)-(90)f-(90)f+(90)f-(90)f-(90)f(2)}]");
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_NEAR(plant.shapes[plant.domains.shape[domain(0)]].area, 1, 1e-6);
    EXPECT_NEAR(plant.shapes[plant.domains.shape[domain(1)]].area, 3, 1e-6);
    EXPECT_EQ(plant.domains.kind[domain(0)], Kind::leaf);
    EXPECT_FALSE(plant.domains.parent[domain(0)].exists());
}

TEST(Turtle, places_polygons_where_they_were_drawn) {
    const Plant plant = drawn_plant("F(1)&(20){.+(60)f-(120)f}");
    const Placement& placement = plant.domains.placement[domain(1)];
    const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain(1)]].mesh;
    const Vec3 H(0, std::cos(pi / 9), -std::sin(pi / 9));
    ASSERT_EQ(mesh.positions.size(), 3u);
    expect_near(placement * mesh.positions[0].cast<double>(), Y, 1e-6);
    expect_near(placement * mesh.positions[1].cast<double>(), Y + 0.5 * H - std::sqrt(0.75) * X,
                1e-6);
    expect_near(placement * mesh.positions[2].cast<double>(), Y + H, 1e-6);
}

TEST(Turtle, shares_equal_polygons) {
    const Plant plant = drawn_plant("F[{.-F+F+F}]F/(50)[&{.-F+F+F}]F[{.-F(2)+F+F}]");
    EXPECT_EQ(plant.shapes.size(), default_palette().shapes.size() + 2);
}

TEST(Turtle, g_leaves_no_corner) {
    const Plant plant = drawn_plant("{.f(1)+(90)g(0.5)f(0.5)+(90)f(1)}");
    EXPECT_EQ(plant.shapes[plant.domains.shape[domain(0)]].mesh.positions.size(), 4u);
}

TEST(Turtle, sweeps_generalised_cylinders) {
    // Hermite from (0,0,0) along +Y to (-1,1,0) along −X, tangents of 1.2 times the distance.
    const Plant plant = drawn_plant("!(0.2)@Gsf(1)+(90)f(1)!(0.1)@Ge(2)F(1)");
    ASSERT_EQ(plant.domains.size(), 1u);
    ASSERT_EQ(plant.segments.size(), 3u);
    const double tangent = 1.2 * std::sqrt(2);
    expect_near(plant.segments.end[segment(0)], Vec3(-0.5 + tangent / 8, 0.5 + tangent / 8, 0));
    expect_near(plant.segments.end[segment(1)], Vec3(-1, 1, 0));
    EXPECT_NEAR(plant.segments.end_radius[segment(0)], 0.075, 1e-15);
    EXPECT_NEAR(plant.segments.end_radius[segment(1)], 0.05, 1e-15);
}

TEST(Turtle, branches_leave_a_generalised_cylinder_at_its_points) {
    const Plant plant = drawn_plant("@Gsf@Gc(3)[+F]f@Ge(2)");
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_EQ(plant.domains.segments[domain(0)].size(), 5u);
    EXPECT_EQ(plant.domains.attachment[domain(1)].segment, segment(2));
}

TEST(Turtle, cuts_the_rest_of_a_branch) {
    const Plant plant = drawn_plant("F[+F%F[F]F]F%F");
    EXPECT_EQ(plant.segments.size(), 3u);
    TurtleSettings past;
    past.past_cut = true;
    EXPECT_EQ(drawn_plant("F[+F%F[F]F]F%F", past).segments.size(), 7u);
}

TEST(Turtle, reports_each_oddity_once) {
    EXPECT_THAT(drawn("F@Xq(1)@Xq@Xq").log.warnings, ElementsAre(HasSubstr("@X")));
    EXPECT_THAT(drawn("F~z~z").log.warnings, ElementsAre(HasSubstr("~z")));
    EXPECT_THAT(drawn("F]]F").log.warnings, ElementsAre("text: unmatched ] ignored"));
    EXPECT_THAT(drawn("F[[F").log.warnings, ElementsAre("text: unmatched [ closed at the end"));
    EXPECT_THAT(drawn("F}").log.warnings, ElementsAre("text: unmatched } ignored"));
    EXPECT_THAT(drawn("F[{.f]").log.warnings, ElementsAre("text: unmatched { ignored"));
    EXPECT_THAT(drawn("F{.f}{}").log.warnings, ElementsAre("text: polygon without area skipped"));
    EXPECT_THAT(drawn("F@Gc").log.warnings, ElementsAre(HasSubstr("without @Gs")));
    EXPECT_TRUE(drawn("FAb(3)X").log.warnings.empty());
}

TEST(Turtle, skips_numbers_that_are_none) {
    Alphabet alphabet;
    const double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, inf, -inf}) {
        ModuleString modules;
        for (const char* name : {"F", "+", "!", "_", "f", ";", "@O", "@M", "@R", "@Gt"})
            modules.push(alphabet.symbol(name), std::array{bad});
        modules.push(alphabet.symbol("F"));
        const Drawing drawing = draw_plant(modules, alphabet, {}, default_palette(), {"text", {}});
        EXPECT_EQ(find_fault(drawing.plant), "");
        expect_near(drawing.plant.segments.end.back(), Y);
        EXPECT_GE(drawing.log.warnings.size(), 7u);
    }
}

TEST(Turtle, steps_of_no_length_draw_nothing) {
    EXPECT_EQ(drawn_plant("F(0)F(1)F(1e-12)F(1)").segments.size(), 2u);
}

TEST(Turtle, goes_back_where_it_draws_no_wood) {
    expect_near(drawn_plant("F(2)f(-1)F(1)").segments.end.back(), 2 * Y);
    EXPECT_EQ(drawn_plant("F{.F(1)+(90)F(1)+(90)F(1)+(90)F(1)}").domains.size(),
              drawn_plant("F{.F(1)+(90)F(1)-(90)F(-1)+(90)F(-1)}").domains.size());
}

TEST(Turtle, rejects_wood_of_negative_length) {
    EXPECT_EQ(refusal("F(2)F(-1)"), "text:1:5: found F of length -1 m, expected 0 or more");
    TurtleSettings backwards;
    backwards.step = -0.5;
    EXPECT_EQ(refusal("F(2)F", backwards),
              "text:1:5: found F of length -0.5 m, expected 0 or more");
}

TEST(Turtle, rejects_negative_widths) {
    EXPECT_EQ(refusal("!(-0.1)F(1)"), "text:1:1: found ! of width -0.1 m, expected 0 or more");
    EXPECT_EQ(refusal("F#(-1)F(1)"), "text:1:2: found # of width -1 m, expected 0 or more");
}

TEST(Turtle, warns_of_lines_without_width) {
    const Drawing line = drawn("!(0)F(1)!(0)F(1)");
    EXPECT_EQ(line.plant.segments.size(), 2u);
    EXPECT_THAT(line.log.warnings,
                ElementsAre("text: ! of width 0 m: what it draws is a line, too thin to "
                            "be simulated"));
    // Taking off increments ends at 0, as in cpfg.
    TurtleSettings settings;
    settings.width = 0.1;
    settings.width_increment = 0.06;
    EXPECT_EQ(drawn("F!F!F!F", settings).log.warnings.size(), 1u);
}

TEST(Turtle, survives_deep_nesting) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += "F(0.01)[+(1)";
    const Plant plant = drawn_plant(text + "F");
    EXPECT_EQ(plant.domains.size(), 100001u);
    EXPECT_EQ(plant.domains.order[domain(100000)], 65535);
}

TEST(Turtle, rejects_nesting_without_end) {
    const std::string brackets(1'000'001, '['), polygons(1'000'001, '{');
    EXPECT_EQ(refusal("F" + brackets),
              "text:1:1000002: found [ within 1000000 others, expected fewer open brackets");
    EXPECT_EQ(refusal("F" + polygons),
              "text:1:1000002: found { within 1000000 others, expected fewer open polygons");
    EXPECT_LE(sizeof(turtle::TurtleState), 160u);
}

TEST(Turtle, opens_a_generalised_cylinder_in_every_branch) {
    // The one around goes on after the branch, from the point where it stood.
    const Plant plant = drawn_plant("@GsF@Gc(1)[+(90)@GsF@Gc(1)]F@Ge(1)");
    ASSERT_EQ(plant.segments.size(), 3u);
    ASSERT_EQ(plant.domains.size(), 2u);
    expect_near(plant.segments.end[segment(1)], 2 * Y);
    expect_near(plant.segments.start[segment(2)], Y);
    expect_near(plant.segments.end[segment(2)], Y - Vec3::UnitX());
    EXPECT_THAT(drawn("F[@GsF]@Ge").log.warnings, ElementsAre(HasSubstr("without @Gs")));
}

TEST(Turtle, reports_a_kind_of_bad_number_once) {
    std::string text = "F";
    for (int i = 0; i < 100; ++i) {
        const std::string number = std::to_string(i) + "e30)";
        text += "+(1" + number + "!(1" + number + "_(1" + number + "~l(1" + number;
    }
    EXPECT_EQ(drawn(text).log.warnings.size(), 4u);
}

TEST(Turtle, reports_shapes_of_several_sizes) {
    EXPECT_THAT(drawn("F~l(2,2,3)~l(1,2,3)").log.warnings,
                ElementsAre("text: ~l of several sizes: the first counts for all axes"));
    EXPECT_TRUE(drawn("F~l(2,2,2)~l(2)").log.warnings.empty());
}

TEST(Turtle, colours_draw_nothing) {
    const Drawing drawing = drawn("F;F;(3)F'");
    EXPECT_EQ(drawing.plant.segments.size(), 3u);
    EXPECT_TRUE(drawing.log.warnings.empty());
}

TEST(Turtle, rejects_a_string_that_draws_nothing) {
    for (const char* text : {"", "A", "[+]f", "F(0)", "{.f}"})
        EXPECT_EQ(refusal(text), "text: draws nothing, expected a module that draws, as F") << text;
}

TEST(Turtle, rejects_leaving_the_world) {
    EXPECT_EQ(refusal("F\nF(1e7)"),
              "text:2:1: the turtle goes 1e+07 m from the origin, expected less than 1e+06 m "
              "(smaller steps or fewer derivations)");
}

TEST(Turtle, rejects_bad_settings) {
    TurtleSettings settings;
    settings.width = 0;
    EXPECT_EQ(refusal("F", settings),
              "text: found width 0, expected a diameter above 0 m and up to 10000 m");
    settings = {};
    settings.angle_deg = nan;
    EXPECT_EQ(refusal("F", settings), "text: found angle nan, expected an angle in degrees");
    settings = {};
    settings.step = 1e9;
    EXPECT_EQ(refusal("F", settings), "text: found step 1e+09, expected a length in metres");
    settings = {};
    settings.elasticity = nan;
    EXPECT_EQ(refusal("F", settings), "text: found elasticity nan, expected a number");
    settings = {};
    settings.tropism.x() = nan;
    EXPECT_EQ(refusal("F", settings), "text: found tropism nan, expected a vector");
    settings = {};
    settings.tip_taper = 2;
    EXPECT_EQ(refusal("F", settings), "text: found tip taper 2, expected a share from 0 to 1");
}

}  // namespace
}  // namespace thigmo
