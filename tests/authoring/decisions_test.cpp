// Decisions: written, read back, edited. An edit changes what it says and nothing else.
#include "thigmo/authoring/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <ranges>
#include <set>

#include "samples/plants.h"
#include "samples/soups.h"
#include "tests/authoring/made_soup.h"
#include "tests/message.h"
#include "thigmo/authoring/author.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

using made::add, made::card, made::straight;
using testing::HasSubstr;

Authored make(const Soup& soup, const std::string& decisions = "") {
    Progress progress;
    return author(soup, {}, read_decisions(decisions, "d.toml"), progress);
}

/// A trunk (0) with a fork of two limbs (1, 2) that meet each other, a twig (3) on one of them, a
/// branch held over a gap (4), leaves (5 … 8) and a fruit (9).
Soup bush() {
    Soup soup;
    soup.name = "bush";
    const auto tube = [&](const Vec3& from, const Vec3& to, double base, double tip) {
        made::Tube pointed = straight(from, to, base, tip, 17);
        pointed.tip = made::End::pointed;
        add(soup, made::mesh_of(pointed), "", "bark");
    };
    tube({0, 0, 0}, {0, 3, 0}, 0.1, 0.06);
    tube({0, 2.9, 0}, {0.9, 4.5, 0}, 0.055, 0.02);
    tube({0, 2.9, 0}, {-0.7, 4.5, 0}, 0.05, 0.02);
    tube({0.5, 3.79, 0}, {0.6, 4.4, 0.8}, 0.015, 0.005);
    tube({0.55, 1.64, 0}, {1.5, 2.03, 0}, 0.03, 0.01);
    for (int i = 0; i < 4; ++i)
        add(soup, card(Vec3(0.9 + 0.12 * i, 1.79 + 0.05 * i, 0), {0.02, 0, 0}, {0, 0.02, 0.12}), "",
            "leaf");
    add(soup, made::ball({-0.7, 4.55, 0}, 0.07), "", "fruit");
    return soup;
}

/// What is to be seen of every domain, by key.
struct Row {
    std::string shape, parent;
    size_t triangles;
    bool operator==(const Row&) const = default;
};
std::string name_of(const Plant& plant, DomainId domain) {
    return domain.exists() ? plant.shapes[plant.domains.shape[domain]].name : "nothing";
}
std::map<Key, Row> rows_of(const Plant& plant) {
    std::map<Key, Row> rows;
    for (const DomainId domain : plant.domains.rows())
        rows[plant.domains.key[domain]] = {
            name_of(plant, domain), name_of(plant, plant.domains.parent[domain]),
            plant.shapes[plant.domains.shape[domain]].mesh.triangles.size()};
    return rows;
}

/// Names of the domains that are not in both alike.
std::set<std::string> changed(const Authored& before, const Authored& after) {
    const auto a = rows_of(before.plants[0].plant), b = rows_of(after.plants[0].plant);
    std::set<std::string> names;
    for (const auto& [key, row] : a)
        if (!b.contains(key) || !(b.at(key) == row)) names.insert(row.shape);
    for (const auto& [key, row] : b)
        if (!a.contains(key)) names.insert(row.shape);
    return names;
}

DomainId find(const Authored& made, const std::string& shape) {
    const Plant& plant = made.plants[0].plant;
    for (const DomainId domain : plant.domains.rows())
        if (name_of(plant, domain) == shape) return domain;
    ADD_FAILURE() << "no " << shape;
    return DomainId(0);
}
std::string parent(const Authored& made, const std::string& shape) {
    const Plant& plant = made.plants[0].plant;
    return name_of(plant, plant.domains.parent[find(made, shape)]);
}

using Names = std::set<std::string>;

TEST(DecisionsFile, TellsRootsRolesLoopsGapsAndAnchors) {
    const Authored made = make(bush());
    ASSERT_EQ(made.plants.size(), 1u);
    for (const char* part : {"triangles = 1", "roots = [\"0\"]  # the only limb",
                             "[[piece]]\npiece = 0\nrole = \"branch\"", "reason = \"a tube\"",
                             "[[loop]]\nlimbs = [\"0\", \"1\", \"2\"]\ncut = [\"1\", \"2\"]",
                             "[[limb]]\nlimb = \"4\"\ngrows_from = \"0\"\ngap_m = ",
                             "[[anchor]]\npiece = 5\ncopies = 3"})
        EXPECT_THAT(made.decisions, HasSubstr(part));
}

TEST(DecisionsFile, ReadsBack) {
    const Decisions decisions = read_decisions(make(bush()).decisions, "d.toml");
    EXPECT_EQ(*decisions.triangles, made::triangles(bush()));
    EXPECT_EQ(decisions.roots, (std::vector<std::string>{"0"}));
    ASSERT_EQ(decisions.cuts.size(), 1u);
    EXPECT_EQ(decisions.cuts[0].a, "1");
    ASSERT_EQ(decisions.limbs.size(), 1u);
    EXPECT_EQ(decisions.limbs[0].parent, "0");
    EXPECT_FALSE(decisions.anchors.empty());
}

/// Fed back as it stands it changes nothing, to the last bit; and what is then written reads the
/// same again.
void expect_stable(const Soup& soup) {
    const Authored once = make(soup), again = make(soup, once.decisions);
    ASSERT_EQ(once.plants.size(), again.plants.size()) << soup.name;
    for (size_t i = 0; i < once.plants.size(); ++i) {
        EXPECT_EQ(find_fault(once.plants[i].plant), "");
        EXPECT_TRUE(encode_plant(once.plants[i].plant) == encode_plant(again.plants[i].plant))
            << soup.name;
    }
    const Authored third = make(soup, again.decisions);
    EXPECT_TRUE(encode_plant(once.plants[0].plant) == encode_plant(third.plants[0].plant));
}

TEST(DecisionsFile, UnchangedChangesNothing) {
    expect_stable(bush());
    expect_stable(made::small_tree());
}

TEST(DecisionsFile, UnchangedChangesNothingOnLooseSoup) {
    for (const double gap : {0.3, 1.0}) {
        samples::LooseSettings settings;
        settings.gap = gap;
        expect_stable(samples::loosen(samples::leafy_oak(6, 0), settings).soup);
    }
}

TEST(DecisionsFile, UnchangedChangesNothingOnWoodInOneSkin) {
    expect_stable(made::soup_of({made::skin({{{0, 0, 0}, {0, 3, 0}, 0.12},
                                             {{0, 1.2, 0}, {1.6, 2.2, 0}, 0.08},
                                             {{0, 2, 0}, {-1.2, 2.6, 0}, 0.07}},
                                            0.06)}));
}

TEST(DecisionsFile, UnchangedChangesNothingOnCardsAlone) {
    std::vector<TriangleMesh> cards;
    for (int i = 0; i < 100; ++i)
        cards.push_back(
            card({0.1 * (i % 10), 0.1 * (i / 10), 0.03 * (i % 7)}, {0.1, 0, 0.02}, {0, 0.1, 0.05}));
    expect_stable(made::soup_of(cards));
    expect_stable(made::soup_of(
        {card({0, 0, 0}, {1, 0, 0}, {0, 2, 0}), card({0, 0, 0}, {0, 0, 1}, {0, 2, 0})}));
}

TEST(DecisionsFile, UnchangedChangesNothingOnWhatHangs) {
    Soup soup;
    for (int i = 0; i < 3; ++i) {
        const Vec3 top(0.05 * i, 3, 0);
        add(soup, made::mesh_of(straight(top, {0.3 * (i - 1), 1, 0.1}, 0.03, 0.028, 17)), "", "b");
        add(soup, made::mesh_of(straight(top, {0.3 * (i - 1), 0.5, -0.3}, 0.05, 0.01, 17)), "",
            "b");
    }
    expect_stable(soup);
}

TEST(EditedDecisions, ARoleChangesThatPiece) {
    const Authored before = make(bush());
    const Authored after = make(bush(), "[[piece]]\npiece = 9\nrole = \"prop\"\n");
    EXPECT_EQ(changed(before, after), (Names{"blade 9", "prop 0"}));
    EXPECT_EQ(parent(after, "prop 0"), "nothing");
    const Authored leaf = make(bush(), "[[piece]]\npiece = 3\nrole = \"leaf\"\n");
    EXPECT_EQ(changed(before, leaf), (Names{"limb 3", "blade 3"}));
}

TEST(EditedDecisions, DebrisIsDrawnWithTheWood) {
    Soup soup = bush();
    soup.parts[3].look = soup.parts[1].look;
    const Authored before = make(soup);
    const Authored after = make(soup, "[[piece]]\npiece = 3\nrole = \"debris\"\n");
    EXPECT_EQ(changed(before, after), (Names{"limb 3", "limb 1"}));
}

TEST(EditedDecisions, ABranchWithoutLengthIsALeafThatIsDrawn) {
    Soup soup = bush();
    add(soup, card({0.3, 2, 0}, {0.1, 0, 0}, Vec3::Zero()), "", "leaf");
    const Authored made = make(soup, "[[piece]]\npiece = 10\nrole = \"branch\"\n");
    size_t drawn = 0;
    for (const Row& row : std::views::values(rows_of(made.plants[0].plant))) drawn += row.triangles;
    EXPECT_EQ(drawn, made::triangles(soup));
}

TEST(EditedDecisions, ALoopIsCutElsewhere) {
    const Authored before = make(bush());
    EXPECT_EQ(parent(before, "limb 2"), "limb 0");
    const Authored after = make(bush(), "[[loop]]\ncut = [\"0\", \"2\"]\n");
    EXPECT_EQ(changed(before, after), (Names{"limb 2"}));
    EXPECT_EQ(parent(after, "limb 2"), "limb 1");
    EXPECT_THAT(after.decisions, HasSubstr("cut = [\"0\", \"2\"]"));
}

TEST(EditedDecisions, ALimbGrowsFromWhereItIsTold) {
    const Authored before = make(bush());
    const Authored after = make(bush(), "[[limb]]\nlimb = \"3\"\ngrows_from = \"2\"\n");
    EXPECT_EQ(changed(before, after), (Names{"limb 3"}));
    EXPECT_EQ(parent(after, "limb 3"), "limb 2");
}

TEST(EditedDecisions, RootsAreThoseNamed) {
    Soup soup = bush();
    add(soup, made::mesh_of(straight({0.15, 0, 0}, {0.4, 2.5, 0.6}, 0.05, 0.02, 17)), "", "bark");
    const Authored before = make(soup);
    ASSERT_EQ(before.plants.size(), 1u);
    EXPECT_EQ(parent(before, "limb 10"), "nothing");
    const Authored after = make(soup, "roots = [\"0\"]\n");
    EXPECT_EQ(changed(before, after), (Names{"limb 10"}));
    EXPECT_EQ(parent(after, "limb 10"), "limb 0");
}

TEST(EditedDecisions, AnAnchorMovesTheWholeSet) {
    const Authored before = make(bush());
    // The outer edge of the first leaf instead of where it meets the wood.
    const Authored after = make(bush(), "[[anchor]]\npiece = 5\npoint_m = [0.9, 1.81, 0.12]\n");
    EXPECT_TRUE(changed(before, after).empty());  // the same parents
    const Plant &a = before.plants[0].plant, &b = after.plants[0].plant;
    for (const DomainId domain : a.domains.rows())
        if (a.domains.kind[domain] != Kind::leaf) {
            EXPECT_EQ(a.domains.placement[domain].position, b.domains.placement[domain].position);
        }
    int leaves = 0;
    for (const DomainId domain : b.domains.rows()) {
        if (b.domains.kind[domain] != Kind::leaf) continue;
        const Vec3 edge(0.9 + 0.12 * leaves, 1.81 + 0.05 * leaves, 0.12);
        EXPECT_LT((b.domains.placement[domain].position - edge).norm(), 1e-5) << leaves;
        ++leaves;
    }
    EXPECT_EQ(leaves, 4);
    const Authored centre = make(bush(), "[[anchor]]\npiece = 6\ncentre = true\n");
    const Plant& c = centre.plants[0].plant;
    EXPECT_NEAR(
        (c.domains.placement[find(centre, "blade 5")].position - Vec3(0.9, 1.8, 0.06)).norm(), 0,
        1e-4);
}

TEST(EditedDecisions, ASplitMakesTwoOfOne) {
    const Authored before = make(bush());
    const std::string split = "[[split]]\nlimb = \"0\"\nalong = 0.75\n";
    const Authored after = make(bush(), split);
    EXPECT_EQ(changed(before, after), (Names{"limb 0", "limb 0/2", "limb 1", "limb 2"}));
    EXPECT_EQ(parent(after, "limb 0/2"), "limb 0");
    EXPECT_EQ(parent(after, "limb 1"), "limb 0/2");
    EXPECT_EQ(parent(after, "limb 4"), "limb 0");
    const Authored again = make(bush(), after.decisions);
    EXPECT_TRUE(encode_plant(after.plants[0].plant) == encode_plant(again.plants[0].plant));
}

TEST(EditedDecisions, AMergeTakesInAllThatGrowsThere) {
    const Authored before = make(bush());
    const Authored after = make(bush(), "[[merge]]\nlimb = \"1\"\n");
    EXPECT_EQ(changed(before, after), (Names{"limb 1", "limb 3"}));
    const Authored whole = make(bush(), "[[merge]]\nlimb = \"0\"\n");
    const Plant& plant = whole.plants[0].plant;
    size_t flexible = 0;
    for (const DomainId domain : plant.domains.rows()) flexible += plant.domains.flexible[domain];
    EXPECT_EQ(flexible, 1u);
    EXPECT_EQ(parent(whole, "blade 5"), "limb 0");
    const Authored again = make(bush(), whole.decisions);
    EXPECT_TRUE(encode_plant(whole.plants[0].plant) == encode_plant(again.plants[0].plant));
}

TEST(EditedDecisions, OfWoodInOneSkinALimbMayGrowFromElsewhere) {
    const Soup soup = made::soup_of({made::skin({{{0, 0, 0}, {0, 3, 0}, 0.12},
                                                 {{0, 1.2, 0}, {1.6, 2.2, 0}, 0.08},
                                                 {{0, 1.7, 0}, {1.2, 2.9, 0}, 0.07}},
                                                0.06)});
    const Authored before = make(soup);
    ASSERT_EQ(before.plants[0].plant.domains.size(), 3u);
    const Authored told = make(soup, "[[limb]]\nlimb = \"0.2\"\ngrows_from = \"0.1\"\n");
    EXPECT_EQ(changed(before, told), (Names{"limb 0.2"}));
    EXPECT_EQ(parent(told, "limb 0.2"), "limb 0.1");
    const Authored cut = make(soup, "[[loop]]\ncut = [\"0.0\", \"0.2\"]\n");
    EXPECT_EQ(changed(before, cut), (Names{"limb 0.2"}));
    EXPECT_NE(parent(cut, "limb 0.2"), "limb 0.0");
}

std::string fault(const std::string& decisions) {
    return message([&] { make(bush(), decisions); });
}

TEST(Decisions, rejects_what_is_no_toml) {
    EXPECT_THAT(fault("roots = [\n"), HasSubstr("d.toml:"));
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
