// Decisions: written, read back, edited. An edit changes what it says and nothing else.
#include "thigmo/authoring/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <ranges>
#include <set>

#include "samples/plants.h"
#include "samples/soups.h"
#include "tests/authoring/made_bush.h"
#include "thigmo/authoring/author.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

using made::add, made::bush, made::card, made::straight;
using testing::HasSubstr;

Authored make(const Soup& soup, const std::string& decisions = "") {
    Progress progress;
    return author(soup, {}, read_decisions(decisions, "d.toml"), progress);
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

}  // namespace
}  // namespace thigmo
