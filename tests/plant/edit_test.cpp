// Edits: rows end where the remap says, nothing is lost, keys survive, plants stay sound.
#include "thigmo/plant/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/base/error.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

// Rows of the sapling: trunk 0 (segments 0-2); twig 1 on segment 1 (3, 4) with leaves 2, 3; twig 4
// on segment 2 (5, 6) with leaves 5, 6.
Plant graded_sapling() {
    Plant plant = samples::sapling();
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.tip_density = 0.6;
    wood.tip_young = 1.7;
    return plant;
}

/// Every row that the remap keeps bears its old key and stands in the same place.
void expect_carried(const Plant& before, const Edit& edit) {
    ASSERT_EQ(find_fault(edit.plant), "");
    for (const DomainId old : before.domains.rows())
        if (const DomainId row = edit.remap.domains[old]; row.exists()) {
            EXPECT_EQ(edit.plant.domains.key[row], before.domains.key[old]);
            EXPECT_EQ(edit.plant.domains.kind[row], before.domains.kind[old]);
            EXPECT_EQ(edit.plant.domains.placement[row].position,
                      before.domains.placement[old].position);
        }
    for (const SegmentId old : before.segments.rows())
        if (const SegmentId row = edit.remap.segments[old]; row.exists()) {
            EXPECT_EQ(edit.plant.segments.key[row], before.segments.key[old]);
            EXPECT_EQ(edit.plant.segments.start[row], before.segments.start[old]);
            EXPECT_EQ(edit.plant.segments.end_radius[row], before.segments.end_radius[old]);
        }
}

void expect_sum(const Plant& whole, std::initializer_list<const Plant*> parts) {
    double parts_mass = 0, parts_volume = 0;
    for (const Plant* part : parts) {
        parts_mass += mass(*part);
        parts_volume += wood_volume(*part);
    }
    EXPECT_NEAR(parts_mass, mass(whole), 1e-12 * mass(whole));
    EXPECT_NEAR(parts_volume, wood_volume(whole), 1e-12 * wood_volume(whole));
}

/// A plant of random branching, with children on any segment in any order.
Plant random_plant(uint64_t seed) {
    Random random(seed);
    Plant plant = samples::sapling();
    for (int i = 0; i < 3; ++i) {
        const DomainId at(random.below(plant.domains.size()));
        Edit part = take_subtree(plant, at);
        plant = append_plant(plant, part.plant).plant;
    }
    plant.materials[MaterialId(size_t{0})].tip_density = random.uniform(0.5, 1.5);
    return plant;
}

}  // namespace

TEST(Edit, TakesASubtreeAsAPlantOfItsOwn) {
    const Plant plant = samples::sapling();
    const Edit edit = take_subtree(plant, DomainId(4));
    expect_carried(plant, edit);
    EXPECT_EQ(edit.plant.domains.size(), 3u);
    EXPECT_EQ(edit.plant.segments.size(), 2u);
    EXPECT_EQ(edit.remap.domains[DomainId(4)], DomainId(size_t{0}));
    EXPECT_EQ(edit.remap.domains[DomainId(6)], DomainId(2));
    EXPECT_FALSE(edit.remap.domains[DomainId(1)].exists());
    EXPECT_EQ(edit.remap.segments[SegmentId(6)], SegmentId(1));
    EXPECT_FALSE(edit.remap.segments[SegmentId(2)].exists());
    EXPECT_EQ(edit.plant.domains.order, (Column<DomainId, uint16_t>{0, 1, 1}));
    EXPECT_EQ(edit.plant.domains.attachment[DomainId(2)].segment, SegmentId(1));
}

TEST(Edit, PartsOfAPlantWeighWhatItWeighed) {
    const Plant plant = graded_sapling();
    for (const DomainId domain : {DomainId(1), DomainId(3), DomainId(4)}) {
        const Edit part = take_subtree(plant, domain), rest = remove_subtree(plant, domain);
        expect_carried(plant, part);
        expect_carried(plant, rest);
        expect_sum(plant, {&part.plant, &rest.plant});
    }
}

TEST(Edit, RemovesASubtree) {
    const Plant plant = samples::sapling();
    const Edit edit = remove_subtree(plant, DomainId(1));
    expect_carried(plant, edit);
    EXPECT_EQ(edit.plant.domains.size(), 4u);
    EXPECT_EQ(edit.remap.domains[DomainId(4)], DomainId(1));
    EXPECT_EQ(edit.remap.segments[SegmentId(5)], SegmentId(3));
    EXPECT_EQ(edit.plant.domains.attachment[DomainId(1)].segment, SegmentId(2));
}

TEST(Edit, RemovingTheOnlyRootLeavesNothing) {
    const Plant plant = samples::sapling();
    EXPECT_EQ(find_fault(remove_subtree(plant, DomainId(size_t{0})).plant),
              "no domains, expected at least one");
}

TEST(Edit, SplitsADomainAndItsChildren) {
    const Plant plant = samples::sapling();
    const Edit edit = split_domain(plant, SegmentId(2));
    expect_carried(plant, edit);
    expect_sum(plant, {&edit.plant});
    const Domains& rows = edit.plant.domains;
    ASSERT_EQ(rows.size(), 8u);
    EXPECT_EQ(rows.segments[DomainId(size_t{0})], (Rows<SegmentId>{0, 2}));
    EXPECT_EQ(rows.segments[DomainId(4)], (Rows<SegmentId>{4, 1}));  // behind the first twig
    EXPECT_EQ(rows.parent[DomainId(4)], DomainId(size_t{0}));
    EXPECT_EQ(rows.attachment[DomainId(4)], (Attachment{SegmentId(1), 1.0}));
    EXPECT_EQ(rows.order[DomainId(4)], 0);
    EXPECT_EQ(rows.parent[DomainId(1)], DomainId(size_t{0}));
    EXPECT_EQ(rows.parent[DomainId(5)], DomainId(4));
    EXPECT_EQ(edit.remap.domains[DomainId(4)], DomainId(5));
    EXPECT_EQ(edit.remap.segments[SegmentId(2)], SegmentId(4));
}

TEST(Edit, SplitKeepsAMaterialThatVaries) {
    const Plant plant = graded_sapling();
    for (const SegmentId segment : {SegmentId(1), SegmentId(2), SegmentId(4)}) {
        const Edit edit = split_domain(plant, segment);
        expect_carried(plant, edit);
        expect_sum(plant, {&edit.plant});
    }
    // Half-way up the twig the modulus is the mean of base and tip: segments 5 and 6 are of
    // lengths 0.25 and √0.05.
    const Edit edit = split_domain(plant, SegmentId(6));
    const double share = 0.25 / (0.25 + std::sqrt(0.05));
    const DomainId tip(5);
    const Material& upper = edit.plant.materials[edit.plant.domains.material[tip]];
    ASSERT_EQ(edit.plant.domains.segments[tip].count, 1u);
    EXPECT_NEAR(upper.young, 1e9 * (1 + 0.7 * share), 1);
    EXPECT_NEAR(upper.young * upper.tip_young, 1.7e9, 1);
}

TEST(Edit, JoinUndoesSplit) {
    for (const Plant& plant : {samples::sapling(), graded_sapling()})
        for (const SegmentId segment : {SegmentId(1), SegmentId(2), SegmentId(4), SegmentId(6)}) {
            const Edit split = split_domain(plant, segment);
            const DomainId tip = segment_domains(split.plant)[split.remap.segments[segment]];
            const Edit joined = join_domains(split.plant, tip);
            EXPECT_EQ(joined.remap.domains[tip],
                      joined.remap.domains[split.plant.domains.parent[tip]]);
            EXPECT_EQ(encode_plant(drop_unused(joined.plant)), encode_plant(plant));
        }
}

TEST(Edit, AppendsAPlantAndSharesTables) {
    const Plant a = samples::stem(4, 2, 0.1, 0.05), b = samples::sapling();
    const Edit edit = append_plant(a, b);
    ASSERT_EQ(find_fault(edit.plant), "");
    EXPECT_EQ(edit.plant.domains.size(), 8u);
    EXPECT_EQ(edit.remap.domains[DomainId(4)], DomainId(5));
    EXPECT_EQ(edit.remap.segments[SegmentId(6)], SegmentId(10));
    EXPECT_EQ(edit.plant.materials.size(), 2u);
    EXPECT_EQ(edit.plant.looks.size(), 2u);
    EXPECT_NEAR(mass(edit.plant), mass(a) + mass(b), 1e-12 * mass(edit.plant));
    const Plant twice = append_plant(b, b).plant;
    EXPECT_EQ(find_fault(twice), "");
    EXPECT_EQ(twice.shapes.size(), 1u);
    EXPECT_NEAR(mass(twice), 2 * mass(b), 1e-12 * mass(twice));
    EXPECT_EQ(encode_plant(append_plant(b, b).plant), encode_plant(twice));
}

TEST(Edit, AppendStatesFramesWhereOnlyOneHasArticulations) {
    Plant a = samples::stem(1, 2, 0.1, 0.05);
    a.articulations.resize(1);
    const Plant b = samples::stem(2, 3, 0.1, 0.05);
    for (const Plant& both : {append_plant(a, b).plant, append_plant(b, a).plant}) {
        EXPECT_EQ(find_fault(both), "");
        ASSERT_EQ(both.articulations.size(), 3u);
        const Vec3 heading = both.articulations[SegmentId(1)].frame * Vec3::UnitX();
        EXPECT_NEAR(heading.y(), 1, 1e-12);
    }
}

TEST(Edit, DropsWhatNothingUses) {
    const Plant plant = samples::sapling();
    const Plant bare =
        drop_unused(remove_subtree(remove_subtree(plant, DomainId(4)).plant, DomainId(1)).plant);
    EXPECT_EQ(find_fault(bare), "");
    EXPECT_EQ(bare.shapes.size(), 0u);
    EXPECT_EQ(bare.textures.size(), 0u);
    EXPECT_EQ(bare.materials.size(), 1u);
    EXPECT_EQ(bare.looks.size(), 1u);
    const Plant leaf = drop_unused(take_subtree(plant, DomainId(3)).plant);
    EXPECT_EQ(find_fault(leaf), "");
    EXPECT_EQ(leaf.materials.back().name, "leaf");
    EXPECT_EQ(leaf.materials.size(), 1u);
    EXPECT_EQ(leaf.textures.size(), 1u);
    EXPECT_EQ(encode_plant(drop_unused(plant)), encode_plant(plant));
}

TEST(Edit, RandomEditsOfRandomPlantsStaySound) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        Plant plant = random_plant(seed);
        ASSERT_EQ(find_fault(plant), "");
        for (int i = 0; i < 6 && plant.segments.size() > 0; ++i) {
            const SegmentId segment(random.below(plant.segments.size()));
            const DomainId domain = segment_domains(plant)[segment];
            if (segment != plant.domains.segments[domain].front()) {
                const Edit edit = split_domain(plant, segment);
                expect_carried(plant, edit);
                expect_sum(plant, {&edit.plant});
                plant = edit.plant;
            }
            const DomainId cut(random.below(plant.domains.size()));
            const Edit rest = remove_subtree(plant, cut), part = take_subtree(plant, cut);
            expect_sum(plant, {&rest.plant, &part.plant});
            expect_carried(plant, part);
            plant = rest.plant.domains.size() > 0 ? rest.plant : part.plant;
            ASSERT_EQ(find_fault(plant), "") << "seed " << seed;
        }
    }
}

TEST(Edit, RejectsASplitAtTheFirstSegment) {
    EXPECT_EQ(message([] { split_domain(samples::sapling(), SegmentId(3)); }),
              "segment 3: found the first of domain 1, expected a later one to split at");
}

TEST(Edit, RejectsASplitOfAShape) {
    Plant plant = samples::sapling();
    plant.domains.shape[DomainId(1)] = ShapeId(size_t{0});
    EXPECT_EQ(message([&] { split_domain(plant, SegmentId(4)); }),
              "domain 1: found a shape, expected a bare centreline to split");
}

/// Every domain one voxel, told apart by its place.
Plant with_volumes(Plant plant) {
    plant.volumes.resize(plant.domains.size());
    for (const DomainId row : plant.domains.rows())
        plant.volumes[row] = {{Vec3(row.value, 0, 0), 0.1, {{0, 0, 0}}}, {0}};
    return plant;
}

TEST(Edit, VolumesGoWithTheirDomains) {
    const Plant plant = with_volumes(samples::sapling());
    for (const Edit& edit :
         {take_subtree(plant, DomainId(4)), remove_subtree(plant, DomainId(1))}) {
        ASSERT_EQ(find_fault(edit.plant), "");
        for (const DomainId old : plant.domains.rows())
            if (edit.remap.domains[old].exists()) {
                EXPECT_EQ(edit.plant.volumes[edit.remap.domains[old]], plant.volumes[old]);
            }
    }
    for (const auto& [a, b] :
         {std::pair(plant, samples::sapling()), std::pair(samples::sapling(), plant)}) {
        const Plant both = append_plant(a, b).plant;
        ASSERT_EQ(find_fault(both), "");
        const size_t first = a.volumes.empty() ? 7 : 0;
        for (size_t row = 0; row < 7; ++row) {
            EXPECT_EQ(both.volumes[DomainId(first + row)], plant.volumes[DomainId(row)]);
            EXPECT_EQ(both.volumes[DomainId(7 - first + row)], Volume{});
        }
    }
}

TEST(Edit, ADividedDomainLosesItsVolume) {
    const Plant plant = with_volumes(samples::sapling());
    const Edit parts = split_domain(plant, SegmentId(2));
    EXPECT_EQ(parts.plant.volumes.size(), 8u);
    EXPECT_EQ(parts.plant.volumes[DomainId(size_t{0})], Volume{});
    EXPECT_EQ(parts.plant.volumes[DomainId(4)], Volume{});
    EXPECT_EQ(parts.plant.volumes[parts.remap.domains[DomainId(6)]], plant.volumes[DomainId(6)]);
    const Plant whole = join_domains(with_volumes(parts.plant), DomainId(4)).plant;
    EXPECT_EQ(whole.volumes[DomainId(size_t{0})], Volume{});
}

TEST(Edit, PropsStayWhenThePlantIsCut) {
    const Plant plant = samples::potted(samples::sapling());
    const Plant rest = remove_subtree(plant, DomainId(2)).plant;
    ASSERT_EQ(find_fault(rest), "");
    EXPECT_EQ(rest.domains.kind[DomainId(size_t{0})], Kind::prop);
    EXPECT_EQ(rest.domains.kind.back(), Kind::prop);
    EXPECT_EQ(take_subtree(plant, DomainId(1)).plant.domains.size(), 7u);
}

TEST(Edit, RejectsJoinsThatAreNoContinuation) {
    Plant plant = split_domain(samples::sapling(), SegmentId(2)).plant;
    const DomainId tip(4);
    EXPECT_EQ(message([&] { join_domains(plant, DomainId(size_t{0})); }),
              "domain 0: found a root, expected a child to join with its parent");
    EXPECT_EQ(message([&] { join_domains(plant, DomainId(2)); }),
              "domain 2: found a shape, expected bare centrelines to join");
    EXPECT_EQ(message([&] { join_domains(plant, DomainId(1)); }),
              "domain 1: found an attachment elsewhere, expected it at the parent's tip");
    plant.domains.kind[tip] = Kind::branch;
    EXPECT_EQ(message([&] { join_domains(plant, tip); }),
              "domain 4: found another order, kind, look or flexibility, expected the parent's");
    plant.domains.kind[tip] = Kind::trunk;
    plant.domains.material[tip] = MaterialId(1);
    EXPECT_EQ(message([&] { join_domains(plant, tip); }),
              "domain 4: found material 'leaf', expected one that goes on from 'wood' of its "
              "parent");
}

}  // namespace thigmo
