// Leaves with a centreline: sound plants, the same mass, the same places.
#include "thigmo/plant/bend_leaves.h"

#include <gtest/gtest.h>

#include <numbers>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

TEST(BendLeaves, gives_every_leaf_a_centreline) {
    const Plant plant = samples::sapling();
    const Edit edit = bend_leaves(plant, 4);
    EXPECT_EQ(find_fault(edit.plant), "");
    EXPECT_NEAR(mass(edit.plant), mass(plant), 1e-14 * mass(plant));
    EXPECT_EQ(edit.plant.segments.size(), plant.segments.size() + 4 * 4);
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.kind[domain] != Kind::leaf) continue;
        EXPECT_EQ(bends_with(edit.plant, domain), domain);
        const Rows<SegmentId> run = edit.plant.domains.segments[domain];
        ASSERT_EQ(run.size(), 4u);
        const Placement& placement = plant.domains.placement[domain];
        // The card is 6 cm × 10 cm; its furthest corner lies at 10.44 cm.
        EXPECT_NEAR((edit.plant.segments.start[run.front()] - placement.position).norm(), 0, 1e-15);
        EXPECT_NEAR((edit.plant.segments.end[run.back()] - placement * Vec3(0, 0.1044, 0)).norm(),
                    0, 2e-3);
    }
}

TEST(BendLeaves, makes_rods_as_stiff_as_the_blade) {
    const Plant plant = samples::sapling();
    const Edit edit = bend_leaves(plant, 2);
    const Shape& shape = plant.shapes[ShapeId(size_t{0})];
    const Rows<SegmentId> run = edit.plant.domains.segments.back();
    double sum = 0;  // of ∫ EI ds / E along the leaf: w t³/12 over its length
    for (const SegmentId segment : run)
        sum += std::numbers::pi / 4 * std::pow(edit.plant.segments.start_radius[segment], 4) *
               length(edit.plant.segments, segment);
    EXPECT_NEAR(sum, shape.area * std::pow(shape.thickness, 3) / 12, 1e-3 * sum);
}

/// Triangles that are lines have no area to spread along the spine: it is as wide as it is thick.
TEST(BendLeaves, bends_what_has_no_area) {
    Plant plant = samples::sapling();
    for (Vec3f& position : plant.shapes[ShapeId(size_t{0})].mesh.positions) position.x() = 0;
    const Edit edit = bend_leaves(plant, 4);
    EXPECT_EQ(find_fault(edit.plant), "");
    EXPECT_GT(edit.plant.segments.start_radius.back(), 0);
}

TEST(BendLeaves, leaves_other_rows_as_they_are) {
    const Plant plant = samples::sapling();
    const Edit edit = bend_leaves(plant, 3);
    for (const SegmentId segment : plant.segments.rows())
        EXPECT_EQ(edit.plant.segments.key[edit.remap.segments[segment]],
                  plant.segments.key[segment]);
    EXPECT_EQ(edit.plant.domains.key, plant.domains.key);
    // Again, nothing is left to bend.
    EXPECT_EQ(bend_leaves(edit.plant, 3).plant.segments.key, edit.plant.segments.key);
}

TEST(BendLeaves, rejects_other_counts) {
    EXPECT_EQ(message([] { bend_leaves(samples::sapling(), 0); }),
              "leaves of 0 bodies each, expected 1 to 100 along a leaf");
}

/// Pairs of a leaf and the branch that carries it.
std::vector<std::pair<DomainId, DomainId>> leaves(const Plant& plant) {
    std::vector<std::pair<DomainId, DomainId>> found;
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.kind[domain] == Kind::leaf)
            found.emplace_back(domain, plant.domains.parent[domain]);
    return found;
}

TEST(SkinLeaves, bend_with_branches_of_the_orders_chosen) {
    const Plant plant = samples::sapling();
    for (const auto& [orders, from, to] : std::vector<std::tuple<std::vector<uint8_t>, int, int>>{
             {{}, 9, 9}, {{0}, 9, 9}, {{1}, 0, 9}, {{1, 0}, 0, 0}, {{0, 1}, 1, 9}}) {
        const Plant skinned = skin_leaves(plant, orders);
        EXPECT_EQ(find_fault(skinned), "");
        for (const auto& [leaf, branch] : leaves(skinned)) {
            const int order = plant.domains.order[branch];
            EXPECT_EQ(bends_with(skinned, leaf),
                      order >= from && order <= to ? branch : DomainId::none());
        }
        EXPECT_EQ(skinned.segments.key, plant.segments.key);
        EXPECT_EQ(mass(skinned), mass(plant));
    }
}

TEST(SkinLeaves, leaves_others_as_they_are) {
    Plant plant = bend_leaves(samples::sapling(), 2).plant;  // with centrelines of their own
    const Plant skinned = skin_leaves(plant, std::vector<uint8_t>{1});
    for (const auto& [leaf, branch] : leaves(skinned)) EXPECT_EQ(bends_with(skinned, leaf), leaf);
    const auto [leaf, branch] = leaves(plant).front();
    Plant cut_off =
        take_subtree(skin_leaves(samples::sapling(), std::vector<uint8_t>{1}), leaf).plant;
    EXPECT_FALSE(bends_with(cut_off, DomainId(size_t{0})).exists());  // nothing to bend with
}

}  // namespace
}  // namespace thigmo
