// Walks and measures against closed forms.
#include "thigmo/plant/walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/summary.h"

namespace thigmo {

TEST(Walk, ASubtreeIsARangeOfRows) {
    const Plant plant = samples::sapling();
    EXPECT_EQ(subtree(plant, DomainId(size_t{0})), (Rows<DomainId>{0, 7}));
    EXPECT_EQ(subtree(plant, DomainId(1)), (Rows<DomainId>{1, 3}));
    EXPECT_EQ(subtree(plant, DomainId(3)), (Rows<DomainId>{3, 1}));
    EXPECT_EQ(subtree(plant, DomainId(4)), (Rows<DomainId>{4, 3}));
}

TEST(Walk, SegmentsKnowTheirDomainsAndParents) {
    const Plant plant = samples::sapling();
    const auto owner = segment_domains(plant);
    EXPECT_EQ(owner[SegmentId(2)], DomainId(size_t{0}));
    EXPECT_EQ(owner[SegmentId(3)], DomainId(1));
    EXPECT_EQ(owner[SegmentId(6)], DomainId(4));
    const auto parent = segment_parents(plant);
    EXPECT_FALSE(parent[SegmentId(size_t{0})].exists());
    EXPECT_EQ(parent[SegmentId(2)], SegmentId(1));
    EXPECT_EQ(parent[SegmentId(3)], SegmentId(1));
    EXPECT_EQ(parent[SegmentId(5)], SegmentId(2));
}

TEST(Walk, SegmentsHangThroughParentsWithoutAny) {
    // Twig 4 moves onto leaf 3, which sits on segment 4.
    Plant plant = samples::sapling();
    plant.domains.parent[DomainId(4)] = DomainId(3);
    plant.domains.attachment[DomainId(4)] = {};
    EXPECT_EQ(segment_parents(plant)[SegmentId(5)], SegmentId(4));
}

TEST(Walk, AttachmentPointLiesAlongTheSegment) {
    const Plant plant = samples::sapling();
    EXPECT_TRUE(attachment_point(plant, DomainId(1)).isApprox(Vec3(0, 0.6, 0), 1e-15));
    EXPECT_EQ(attachment_point(plant, DomainId(size_t{0})), Vec3(0, 0, 0));
}

TEST(Walk, VolumeIsThatOfTheCone) {
    const Plant cone = samples::stem(7, 3, 0.3, 0);
    EXPECT_NEAR(wood_volume(cone), std::numbers::pi / 3 * 0.09 * 3, 1e-12);
    EXPECT_NEAR(mass(cone), 800 * std::numbers::pi / 3 * 0.09 * 3, 1e-9);
}

TEST(Walk, PropsWeighNothingAndAreNotMeasured) {
    const Plant plant = samples::sapling(), potted = samples::potted(plant);
    EXPECT_EQ(mass(potted), mass(plant));
    EXPECT_EQ(wood_volume(potted), wood_volume(plant));
    EXPECT_TRUE(grown_bounds(potted).isApprox(bounds(plant)));
    EXPECT_FLOAT_EQ(static_cast<float>(bounds(potted).min().y()), -0.15f);
    EXPECT_EQ(summarize(potted).size, Vec3(bounds(plant).sizes()));
    EXPECT_EQ(summarize(potted).kinds[static_cast<size_t>(Kind::prop)], 2u);
}

TEST(Walk, MassFollowsADensityThatVaries) {
    // A cylinder whose density falls linearly to half weighs three quarters.
    Plant plant = samples::stem(5, 2, 0.1, 0.1);
    plant.materials[MaterialId(size_t{0})].tip_density = 0.5;
    EXPECT_NEAR(mass(plant), 0.75 * 800 * std::numbers::pi * 0.01 * 2, 1e-9);
}

TEST(Walk, StatedMassAndDensityStandForTheMaterials) {
    Plant plant = samples::stem(2, 2, 0.1, 0.1);
    plant.articulations.resize(2);
    plant.articulations[SegmentId(size_t{0})].mass = 5;
    plant.articulations[SegmentId(1)].density = 100;
    EXPECT_NEAR(mass(plant), 5 + 100 * std::numbers::pi * 0.01, 1e-12);
}

TEST(Walk, AShapeWeighsAreaTimesThicknessTimesDensity) {
    Plant plant = samples::sapling();
    EXPECT_NEAR(mass(plant, DomainId(2)), 0.0047 * 3e-4 * 700, 1e-15);
    plant.domains.placement[DomainId(2)].scale = 2;
    EXPECT_NEAR(mass(plant, DomainId(2)), 8 * 0.0047 * 3e-4 * 700, 1e-15);
}

TEST(Walk, BoundsHoldDiscsAndShapes) {
    const Box upright = bounds(samples::stem(2, 2, 0.3, 0.1));
    EXPECT_TRUE(upright.min().isApprox(Vec3(-0.3, 0, -0.3), 1e-12));
    EXPECT_TRUE(upright.max().isApprox(Vec3(0.3, 2, 0.3), 1e-12));
    // The leaf at the tip of the right twig, at (0.4, 1.25), turned by -1.2 rad about z.
    const Box sapling = bounds(samples::sapling());
    EXPECT_NEAR(sapling.max().x(), 0.4 + 0.03 * std::cos(1.2) + 0.1 * std::sin(1.2), 1e-7);
}

TEST(Walk, BoundsOfManyShapesAreExact) {
    // Instances that hide within the box of others, and some that reach out of it by a corner.
    Plant plant = samples::sapling();
    Random random(3);
    Box expected = bounds(plant);
    for (int i = 0; i < 200; ++i) {
        const DomainId row = samples::add_domain(plant, DomainId(size_t{0}),
                                                 {SegmentId(size_t{0}), 0.5}, Kind::leaf);
        plant.domains.shape[row] = ShapeId(size_t{0});
        const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        plant.domains.placement[row] = {
            0.02 * i * axis, Quat(Eigen::AngleAxisd(random.uniform(0, 6), axis.normalized())),
            random.uniform(0.5, 2)};
        for (const Vec3f& position : plant.shapes.back().mesh.positions)
            expected.extend(plant.domains.placement[row] * position.cast<double>());
    }
    EXPECT_TRUE(bounds(plant).isApprox(expected, 1e-14));
}

TEST(Walk, FramesAreCarriedAlongWithoutTwist) {
    const Plant upright = samples::stem(3, 3, 0.1, 0.1);
    for (const Quat& frame : segment_frames(upright)) {
        EXPECT_TRUE((frame * Vec3::UnitX()).isApprox(Vec3(Vec3::UnitY()), 1e-15));
        EXPECT_TRUE((frame * Vec3::UnitY()).isApprox(Vec3(-Vec3::UnitX()), 1e-15));
        EXPECT_TRUE((frame * Vec3::UnitZ()).isApprox(Vec3(Vec3::UnitZ()), 1e-15));
    }
    // The sapling lies in a plane: turning within it leaves up as it was.
    const Plant plant = samples::sapling();
    const auto frames = segment_frames(plant);
    for (const SegmentId row : plant.segments.rows()) {
        const Vec3 heading = (plant.segments.end[row] - plant.segments.start[row]).normalized();
        EXPECT_LT((frames[row] * Vec3::UnitX() - heading).norm(), 1e-12);
        EXPECT_LT((frames[row] * Vec3::UnitZ() - Vec3::UnitZ()).norm(), 1e-12);
    }
}

TEST(Walk, StatedFramesStand) {
    Plant plant = samples::stem(2, 2, 0.1, 0.1);
    plant.articulations.resize(2);
    plant.articulations[SegmentId(1)].frame = Quat(Eigen::AngleAxisd(1, Vec3::UnitY()));
    EXPECT_TRUE(
        segment_frames(plant)[SegmentId(1)].isApprox(Quat(Eigen::AngleAxisd(1, Vec3::UnitY()))));
}

}  // namespace thigmo
