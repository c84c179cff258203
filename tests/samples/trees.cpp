// Plants of any size: as many segments as asked for, sound, and of the stated proportions.
#include "samples/trees.h"

#include <gtest/gtest.h>

#include <cmath>

#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

TEST(Trees, HaveTheSegmentsAskedFor) {
    for (const size_t n : {1, 4, 5, 7, 300, 1000, 10000}) {
        EXPECT_EQ(samples::binary_tree(n).segments.size(), n);
        EXPECT_EQ(samples::chain(n).segments.size(), n);
        EXPECT_EQ(samples::cantilever(n).segments.size(), n);
        EXPECT_EQ(find_fault(samples::binary_tree(n)), "");
    }
    EXPECT_EQ(find_fault(samples::chain(50)), "");
    EXPECT_EQ(find_fault(samples::cantilever(50)), "");
}

TEST(Trees, ForkInTwoAtEveryTipWithTheStatedProportions) {
    const Plant plant = samples::binary_tree(155);  // five whole levels
    Column<DomainId, int> children(plant.domains.size(), 0);
    for (const DomainId domain : plant.domains.rows()) {
        const DomainId parent = plant.domains.parent[domain];
        if (!parent.exists()) continue;
        ++children[parent];
        const SegmentId own = plant.domains.segments[domain].front(),
                        below = plant.domains.segments[parent].back();
        EXPECT_EQ(plant.segments.start[own], plant.segments.end[below]);
        EXPECT_NEAR(length(plant.segments, own) / length(plant.segments, below), 0.82, 1e-12);
        EXPECT_NEAR(plant.segments.start_radius[own] / plant.segments.end_radius[below],
                    std::sqrt(0.5), 1e-12);
        const Material& wood = plant.materials[plant.domains.material[domain]];
        const Material& thicker = plant.materials[plant.domains.material[parent]];
        EXPECT_NEAR(wood.young / thicker.young, std::pow(0.82, -0.59), 1e-12);
        EXPECT_NEAR(wood.young / wood.shear, 16, 1e-9);
    }
    for (const DomainId domain : plant.domains.rows())
        EXPECT_EQ(children[domain], plant.domains.order[domain] < 4 ? 2 : 0);
    const Vec3 size = bounds(plant).sizes();
    EXPECT_GT(size.minCoeff(), 0.3 * size.maxCoeff());  // not flat
}

TEST(Trees, BeginTurnedWithinTheAngleAndBySeed) {
    Plant a = samples::binary_tree(100), b = a, other = a;
    samples::disturb(a, 0.01, 1);
    samples::disturb(b, 0.01, 1);
    samples::disturb(other, 0.01, 2);
    EXPECT_EQ(find_fault(a), "");
    double largest = 0;
    for (const SegmentId segment : a.segments.rows()) {
        const Vec3& turn = a.articulations[segment].initial;
        largest = std::max(largest, turn.cwiseAbs().maxCoeff());
        EXPECT_EQ(turn, b.articulations[segment].initial);
        EXPECT_NE(turn, other.articulations[segment].initial);
    }
    EXPECT_LE(largest, 0.01);
    EXPECT_GT(largest, 0.009);
}

TEST(Trees, PluckedCantileverEndsAtTheTipAsked) {
    Plant plant = samples::cantilever(400);
    samples::pluck(plant, 1e-3);
    EXPECT_EQ(find_fault(plant), "");
    double angle = 0, height = 0;
    for (const Articulation& stated : plant.articulations) {
        const Vec3 turn = stated.frame * stated.initial;
        EXPECT_NEAR(turn.head<2>().norm(), 0, 1e-15);
        angle += turn.z();
        height += angle / 400;
    }
    EXPECT_NEAR(height, 1e-3, 1e-8);
    EXPECT_NEAR(angle, 1.3765e-3, 1e-6);  // of the mode: its end's slope over its end
}

}  // namespace
}  // namespace thigmo
