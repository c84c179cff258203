// Every built-in species: sound at every age, obeying its laws, and with the habit of its kind.
#include "thigmo/materials/species.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "tests/scene/habit.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/nursery.h"

namespace thigmo {
namespace {

Plant grow(const std::string& name, double age, uint64_t seed = 1) {
    Progress progress;
    return grow_species(find_species(name), age, seed, progress);
}

Plant adult(const std::string& name, uint64_t seed = 1) {
    return grow(name, find_species(name).default_age, seed);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

class EverySpecies : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, EverySpecies,
                         testing::Values("oak", "birch", "spruce", "willow", "palm", "hazel",
                                         "fern", "rose", "orchid", "reed"),
                         [](const auto& name) { return name.param; });

TEST_P(EverySpecies, IsSoundAtThreeAgesAndGrowsWithThem) {
    const Species species = find_species(GetParam());
    size_t domains = 0;
    double height = 0;
    for (const double age : {species.min_age, species.default_age, species.max_age}) {
        const Plant plant = grow(GetParam(), age);
        EXPECT_EQ(find_fault(plant), "");
        EXPECT_GT(plant.domains.size(), domains) << "at age " << age;
        EXPECT_GE(bounds(plant).sizes().y(), height) << "at age " << age;
        domains = plant.domains.size();
        height = bounds(plant).sizes().y();
    }
}

TEST_P(EverySpecies, HasTheHeightItStates) {
    const Species species = find_species(GetParam());
    EXPECT_NEAR(bounds(adult(GetParam())).sizes().y(), species.height, 0.15 * species.height);
}

TEST_P(EverySpecies, KeepsItsLeafSizeAtEveryAge) {
    const Species species = find_species(GetParam());
    const double usual = median(habit::leaf_lengths(adult(GetParam())));
    for (const double age : {species.min_age, species.max_age})
        EXPECT_NEAR(median(habit::leaf_lengths(grow(GetParam(), age))), usual, 0.1 * usual)
            << "at age " << age;
}

TEST_P(EverySpecies, IsAnotherIndividualForAnotherSeed) {
    const Plant one = adult(GetParam(), 1), same = adult(GetParam(), 1),
                other = adult(GetParam(), 2);
    EXPECT_EQ(one.segments.end, same.segments.end);
    EXPECT_NE(one.segments.end, other.segments.end);
}

TEST_P(EverySpecies, KeepsTheSumOfRadiiToThePowerAtEveryFork) {
    const Species species = find_species(GetParam());
    EXPECT_GE(species.fork_exponent, 2);
    EXPECT_LE(species.fork_exponent, 3);
    for (const double age : {species.min_age, species.default_age, species.max_age})
        EXPECT_LE(habit::worst_fork_error(grow(GetParam(), age), species.fork_exponent), 0.01);
}

TEST_P(EverySpecies, WeighsItsFrustaAndItsLeaves) {
    const Plant plant = adult(GetParam());
    double expected = 0;
    for (const DomainId domain : plant.domains.rows()) {
        const Material& material = plant.materials[plant.domains.material[domain]];
        for (const SegmentId segment : plant.domains.segments[domain]) {
            const double a = plant.segments.start_radius[segment];
            const double b = plant.segments.end_radius[segment];
            const double l = (plant.segments.end[segment] - plant.segments.start[segment]).norm();
            expected += material.density * M_PI * l * (a * a + a * b + b * b) / 3;
        }
        if (const ShapeId shape = plant.domains.shape[domain]; shape.exists()) {
            const double scale = plant.domains.placement[domain].scale;
            expected += plant.shapes[shape].area * plant.shapes[shape].thickness *
                        std::pow(scale, 3) * material.density;
        }
    }
    EXPECT_NEAR(mass(plant), expected, 1e-9 * expected);
}

TEST(Species, NoTwoShareAProduction) {
    std::map<std::string, std::string> owner;
    for (const std::string& name : species_names()) {
        std::istringstream lines(find_species(name).grammar);
        std::set<std::string> own;
        for (std::string line; std::getline(lines, line);) {
            if (line.find("-->") == std::string::npos) continue;
            std::erase_if(line, [](char c) { return c == ' ' || c == '\t'; });
            own.insert(line);
        }
        EXPECT_FALSE(own.empty()) << name;
        for (const std::string& production : own) {
            const auto [at, added] = owner.emplace(production, name);
            EXPECT_TRUE(added) << name << " and " << at->second << " share " << production;
        }
    }
}

TEST(OakHabit, WidelyCrownedForkingLowAndHeavy) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Plant plant = adult("oak", seed);
        const Vec3 size = bounds(plant).sizes();
        EXPECT_GT(std::min(size.x(), size.z()), 0.7 * size.y());
        // A fork: a limb at least 0.4 as thick as what carries it.
        double lowest = 1;
        const DomainId trunk = habit::roots(plant).front();
        for (const DomainId limb : habit::wood_children(plant, trunk)) {
            const SegmentId on = plant.domains.attachment[limb].segment;
            const SegmentId first = plant.domains.segments[limb].front();
            if (plant.segments.start_radius[first] >= 0.4 * plant.segments.end_radius[on])
                lowest = std::min(lowest, habit::relative_height(plant, limb));
        }
        EXPECT_LT(lowest, 0.4);
    }
}

TEST(OakHabit, FifteenMetresWeighOneToSixTonnes) {
    const Species species = find_species("oak");
    const Plant plant = adult("oak");
    ASSERT_NEAR(bounds(plant).sizes().y(), 15, 2.5);
    EXPECT_GE(mass(plant), 1000);
    EXPECT_LE(mass(plant), 6000);
}

TEST(BirchHabit, SlenderWithPendulousTwigs) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Plant plant = adult("birch", seed);
        const SegmentId base = plant.domains.segments[habit::roots(plant).front()].front();
        EXPECT_LE(2 * plant.segments.start_radius[base], bounds(plant).sizes().y() / 40);
        EXPECT_GE(habit::share_of_hanging_twigs(plant), 0.5);
    }
}

TEST(SpruceHabit, WhorlsOfFiveOrMoreOnOneStraightAxis) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Plant plant = adult("spruce", seed);
        ASSERT_EQ(habit::roots(plant).size(), 1u);
        const DomainId trunk = habit::roots(plant).front();
        EXPECT_LE(habit::sag(plant, trunk), 0.01);
        EXPECT_NEAR(habit::base_direction(plant, trunk).y(), 1, 0.01);
        const auto whorls = habit::whorls(plant, trunk, 0.06);
        EXPECT_GE(whorls.size(), 10u);
        for (const auto& whorl : whorls) EXPECT_GE(whorl.size(), 5u);
    }
}

TEST(WillowHabit, TwigsHang) {
    for (const uint64_t seed : {1u, 2u, 3u})
        EXPECT_GE(habit::share_of_hanging_twigs(adult("willow", seed)), 0.6);
}

TEST(PalmHabit, OneUnbranchedStemWithACrownOfFronds) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Plant plant = adult("palm", seed);
        ASSERT_EQ(habit::roots(plant).size(), 1u);
        const std::vector<DomainId> fronds = habit::wood_children(plant, habit::roots(plant)[0]);
        EXPECT_GE(fronds.size(), 20u);
        EXPECT_LE(fronds.size(), 40u);
        const double top = bounds(plant).max().y();
        const SegmentId stem_tip = plant.domains.segments[habit::roots(plant)[0]].back();
        const double stem = plant.segments.end[stem_tip].y();
        EXPECT_LT(stem, top);
        for (const DomainId frond : fronds) {
            EXPECT_GT(attachment_point(plant, frond).y(), 0.9 * stem);
            EXPECT_TRUE(habit::wood_children(plant, frond).empty());
        }
    }
}

TEST(PalmHabit, EveryFrondHasItsShareOfTheStem) {
    const Species species = find_species("palm");
    for (const double age : {species.min_age, species.default_age, species.max_age}) {
        const Plant plant = grow("palm", age);
        std::vector<double> radii;
        for (const DomainId frond : habit::wood_children(plant, habit::roots(plant)[0]))
            radii.push_back(plant.segments.start_radius[plant.domains.segments[frond].front()]);
        EXPECT_GT(*std::ranges::min_element(radii), 0.9 * *std::ranges::max_element(radii));
        EXPECT_GT(radii.front(), 0.007) << "at age " << age;
    }
}

TEST(HazelHabit, ManyStemsFromTheGround) {
    for (const uint64_t seed : {1u, 2u, 3u})
        EXPECT_GE(habit::roots(adult("hazel", seed)).size(), 6u);
}

TEST(FernHabit, PinnateToOrderTwo) {
    const Plant plant = adult("fern");
    const std::vector<DomainId> fronds = habit::roots(plant);
    EXPECT_GE(fronds.size(), 5u);
    for (const DomainId frond : fronds) {
        const std::vector<DomainId> pinnae = habit::wood_children(plant, frond);
        EXPECT_GE(pinnae.size(), 16u);
        for (const DomainId pinna : pinnae) {
            const Rows<DomainId> all = subtree(plant, pinna);
            EXPECT_GE(all.size(), 7u) << "a pinna carries pinnules";
            for (const DomainId row : all) EXPECT_LE(plant.domains.order[row], 2);
        }
    }
}

/// Groups of domains of one kind by parent and place of attachment: the flowers of a plant.
std::vector<std::vector<DomainId>> flowers(const Plant& plant) {
    std::map<DomainId, std::vector<DomainId>> groups;
    for (const DomainId petal : habit::domains_of_kind(plant, Kind::petal))
        groups[plant.domains.parent[petal]].push_back(petal);
    std::vector<std::vector<DomainId>> list;
    for (auto& [parent, petals] : groups) list.push_back(petals);
    return list;
}

TEST(RoseHabit, TwentyPetalsInTheGoldenSpiral) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Plant plant = adult("rose", seed);
        const auto all = flowers(plant);
        EXPECT_GE(all.size(), 1u);
        for (const auto& petals : all) {
            EXPECT_GE(petals.size(), 20u);
            const Vec3 axis = habit::tip_direction(plant, plant.domains.parent[petals.front()]);
            for (const double angle : habit::divergence_deg(plant, petals, axis))
                EXPECT_NEAR(std::min(angle, 360 - angle), 137.5, 3);
        }
    }
}

TEST(ReedHabit, ThirtyUnbranchedCulms) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Plant plant = adult("reed", seed);
        const std::vector<DomainId> culms = habit::roots(plant);
        EXPECT_GE(culms.size(), 30u);
        for (const DomainId culm : culms) EXPECT_TRUE(habit::wood_children(plant, culm).empty());
    }
}

TEST(OrchidHabit, FlowersInTwoRanksOnArchingStems) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Plant plant = adult("orchid", seed);
        size_t spikes = 0;
        for (const DomainId spike : plant.domains.rows()) {
            // A spike carries pedicels; each pedicel carries the petals of one flower.
            std::vector<DomainId> pedicels;
            for (const DomainId child : habit::wood_children(plant, spike))
                for (const DomainId row : subtree(plant, child))
                    if (plant.domains.kind[row] == Kind::petal &&
                        plant.domains.parent[row] == child) {
                        pedicels.push_back(child);
                        break;
                    }
            if (pedicels.size() < 4) continue;
            ++spikes;
            EXPECT_GT(habit::base_direction(plant, spike).y(), 0.7);
            EXPECT_LT(habit::tip_direction(plant, spike).y(), 0.4);
            for (size_t i = 1; i < pedicels.size(); ++i) {
                const SegmentId on = plant.domains.attachment[pedicels[i]].segment;
                const Vec3 axis = (plant.segments.end[on] - plant.segments.start[on]).normalized();
                const double angle =
                    habit::divergence_deg(plant, {pedicels[i - 1], pedicels[i]}, axis).front();
                EXPECT_NEAR(std::min(angle, 360 - angle), 180, 40) << "pedicel " << i;
            }
        }
        EXPECT_GE(spikes, 1u);
    }
}

}  // namespace
}  // namespace thigmo
