// What the turtle's axes become: domains, orders, kinds, radii and keys.
#include <cmath>
#include <cstdio>
#include <set>

#include "tests/growth/drawn.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using namespace testing;

std::vector<int> parents(const Plant& plant) {
    std::vector<int> rows;
    for (const DomainId parent : plant.domains.parent)
        rows.push_back(parent.exists() ? static_cast<int>(parent.value) : -1);
    return rows;
}

std::vector<int> orders(const Plant& plant) {
    return {plant.domains.order.begin(), plant.domains.order.end()};
}

TEST(TurtleDomains, an_axis_goes_on_after_its_branches) {
    const Plant plant = drawn_plant("F[+F[+F]F]F[-F]F");
    EXPECT_EQ(parents(plant), (std::vector{-1, 0, 1, 0}));
    EXPECT_EQ(orders(plant), (std::vector{0, 1, 2, 1}));
    EXPECT_EQ(plant.domains.segments[domain(0)].size(), 3u);
    EXPECT_EQ(plant.domains.segments[domain(1)].size(), 2u);
    EXPECT_EQ(plant.domains.attachment[domain(1)], (Attachment{segment(0), 1.0}));
    EXPECT_EQ(plant.domains.attachment[domain(3)], (Attachment{segment(1), 1.0}));
    EXPECT_EQ(plant.domains.kind[domain(0)], Kind::trunk);
    EXPECT_EQ(plant.domains.kind[domain(1)], Kind::branch);
    EXPECT_EQ(plant.domains.kind[domain(2)], Kind::twig);
    EXPECT_EQ(plant.domains.kind[domain(3)], Kind::twig);
}

TEST(TurtleDomains, leaves_make_no_branch_of_a_twig) {
    const Plant plant = drawn_plant("F[+F[~l]~l]");
    EXPECT_EQ(plant.domains.kind[domain(1)], Kind::twig);
    EXPECT_EQ(parents(plant), (std::vector{-1, 0, 1, 1}));
    EXPECT_EQ(orders(plant), (std::vector{0, 1, 2, 2}));
}

TEST(TurtleDomains, forks_at_a_tip_are_children_there) {
    const Plant plant = drawn_plant("FF[+F][-F]");
    EXPECT_EQ(parents(plant), (std::vector{-1, 0, 0}));
    for (const size_t row : {1, 2})
        EXPECT_EQ(plant.domains.attachment[domain(row)], (Attachment{segment(1), 1.0}));
}

TEST(TurtleDomains, empty_brackets_add_nothing) {
    EXPECT_EQ(drawn_plant("F[][+A[/]f]F").domains.size(), 1u);
    // A bracket around another's first stroke is no axis of its own.
    const Plant plant = drawn_plant("F[[+F][-F]]");
    EXPECT_EQ(parents(plant), (std::vector{-1, 0, 0}));
    EXPECT_EQ(orders(plant), (std::vector{0, 1, 1}));
}

TEST(TurtleDomains, several_axes_stand_on_the_ground) {
    const Plant plant = drawn_plant("[F][-(90)f(1)+(90)F[+F]][~l]");
    EXPECT_EQ(parents(plant), (std::vector{-1, -1, 1, -1}));
    EXPECT_EQ(orders(plant), (std::vector{0, 0, 1, 0}));
    EXPECT_EQ(plant.domains.kind[domain(1)], Kind::trunk);
    expect_near(plant.segments.start[segment(1)], Vec3(1, 0, 0));
}

TEST(TurtleDomains, a_gap_starts_a_domain_of_the_same_order) {
    const Plant plant = drawn_plant("FF f(0.5) F[+F] F");
    EXPECT_EQ(parents(plant), (std::vector{-1, 0, 1}));
    EXPECT_EQ(orders(plant), (std::vector{0, 0, 1}));
    EXPECT_EQ(plant.domains.segments[domain(1)].size(), 2u);
    EXPECT_EQ(plant.domains.attachment[domain(1)], (Attachment{segment(1), 1.0}));
    expect_near(plant.segments.start[segment(2)], Vec3(0, 2.5, 0));
}

TEST(TurtleDomains, tapers_along_an_axis_and_at_its_tip) {
    TurtleSettings settings;
    settings.tip_taper = 0.25;
    const Plant plant = drawn_plant("!(0.4)F!(0.3)F[~l]!(0.2)F", settings);
    const Segments& s = plant.segments;
    EXPECT_DOUBLE_EQ(s.start_radius[segment(0)], 0.2);
    EXPECT_DOUBLE_EQ(s.end_radius[segment(0)], 0.15);
    EXPECT_DOUBLE_EQ(s.end_radius[segment(1)], 0.1);  // leaves are no fork
    EXPECT_DOUBLE_EQ(s.end_radius[segment(2)], 0.025);
}

TEST(TurtleDomains, forks_keep_the_widths_of_the_string) {
    // A grammar that splits r^p: 0.5^2.5 = a^2.5 + b^2.5.
    const double a = 0.4, b = std::pow(std::pow(0.5, 2.5) - std::pow(a, 2.5), 0.4);
    char text[100];
    std::snprintf(text, sizeof text, "!(0.5)F[+!(%.17g)F]!(%.17g)F", b, a);
    const Plant plant = drawn_plant(text);
    const Segments& s = plant.segments;
    const double parent = s.end_radius[segment(0)];
    EXPECT_DOUBLE_EQ(parent, 0.25);
    EXPECT_NEAR(
        std::pow(s.start_radius[segment(1)], 2.5) + std::pow(s.start_radius[segment(2)], 2.5),
        std::pow(parent, 2.5), 1e-15);
    // The same where both arms are brackets.
    std::snprintf(text, sizeof text, "!(0.5)F[+!(%.17g)F][-!(%.17g)F]", b, a);
    EXPECT_DOUBLE_EQ(drawn_plant(text).segments.end_radius[segment(0)], 0.25);
}

TEST(TurtleDomains, keys_stay_when_parts_are_added_elsewhere) {
    const Plant before = drawn_plant("F F[+F][-F F] F[+F]");
    const Plant after = drawn_plant("F[/F[&F]] F[~l][+F][-F F[+F]~l] F[+F] F");
    const std::set<Key> kept(after.domains.key.begin(), after.domains.key.end());
    for (const Key key : before.domains.key) EXPECT_TRUE(kept.contains(key));
    const std::set<Key> pieces(after.segments.key.begin(), after.segments.key.end());
    for (const Key key : before.segments.key) EXPECT_TRUE(pieces.contains(key));
}

TEST(TurtleDomains, draws_the_same_plant_again) {
    const std::string text = "F[+F~l]/(50)F[-F{.f+f+f}]F";
    const Plant a = drawn_plant(text), b = drawn_plant(text);
    EXPECT_EQ(a.domains.key, b.domains.key);
    EXPECT_EQ(a.segments.end, b.segments.end);
    EXPECT_EQ(a.shapes, b.shapes);
}

}  // namespace
}  // namespace thigmo
