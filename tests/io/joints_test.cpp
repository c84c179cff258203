// Joints of an exported skeleton: names, nesting, merging and its error.
#include "thigmo/io/joints.h"

#include <gtest/gtest.h>

#include <set>

#include "samples/plants.h"
#include "thigmo/base/error.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

TEST(Joints, OnePerSegmentNestedAsThePlantBranches) {
    const Plant plant = samples::sapling();
    const Joints joints = build_joints(plant, 512);
    ASSERT_EQ(joints.size(), 7u);
    EXPECT_EQ(joints.merge_error, 0);
    const std::vector<std::string> names = {"trunk",        "trunk.seg_2", "trunk.seg_3", "twig_1",
                                            "twig_1.seg_2", "twig_2",      "twig_2.seg_2"};
    EXPECT_EQ(joints.name.values(), names);
    const std::vector<uint32_t> parents = {UINT32_MAX, 0, 1, 1, 3, 2, 5};
    for (const JointId joint : joints.segment.rows())
        EXPECT_EQ(joints.parent[joint].value, parents[joint.value]) << joint.value;
}

TEST(Joints, FramesPointAlongTheirSegments) {
    const Plant plant = samples::sapling();
    const Joints joints = build_joints(plant, 512);
    for (const JointId joint : joints.segment.rows()) {
        const SegmentId segment = joints.segment[joint];
        const Vec3 axis =
            (plant.segments.end[segment] - plant.segments.start[segment]).normalized();
        EXPECT_LT((joints.rest[joint].rotation * Vec3::UnitY() - axis).norm(), 1e-12);
        EXPECT_EQ(joints.rest[joint].translation, plant.segments.start[segment]);
    }
}

TEST(Joints, FramesOfAnUprightStemAreThePlantsOwn) {
    for (const Rigid& rest : build_joints(samples::stem(3, 3, 0.1, 0.1), 512).rest)
        EXPECT_TRUE(rest.rotation.isApprox(Quat::Identity(), 1e-12));
}

TEST(Joints, MergingAStemLeavesEvenlySpacedJointsAndSaysTheirSpacing) {
    // 12 segments of 0.25 m to 4 joints: three in each, the last two 0.25 and 0.5 m from theirs.
    const Joints joints = build_joints(samples::stem(12, 3, 0.1, 0.1), 4);
    ASSERT_EQ(joints.size(), 4u);
    EXPECT_NEAR(joints.merge_error, 0.5, 1e-12);
    for (const SegmentId segment : joints.of_segment.rows())
        EXPECT_EQ(joints.of_segment[segment].joint.value, segment.value / 3);
    EXPECT_EQ(joints.name[JointId(size_t{1})], "trunk.seg_4");
}

TEST(Joints, NeverMoreThanAsked) {
    const Plant plant = samples::sapling();
    for (size_t most = 1; most <= 7; ++most) {
        const Joints joints = build_joints(plant, most);
        EXPECT_LE(joints.size(), most);
        EXPECT_EQ(joints.merge_error > 0, most < 7) << most;
        for (const Follow& follow : joints.of_segment) EXPECT_LT(follow.joint.value, joints.size());
    }
}

TEST(Joints, NumbersTrunksWhereThereAreSeveral) {
    Plant plant = samples::sapling();
    plant.domains.kind[DomainId(size_t{1})] = Kind::trunk;
    const Column<SegmentId, std::string> names = segment_names(plant);
    EXPECT_EQ(names[SegmentId(size_t{0})], "trunk_1");
    EXPECT_EQ(names[SegmentId(size_t{4})], "trunk_2.seg_2");
    EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
}

TEST(Joints, RejectsFewerJointsThanStems) {
    try {
        build_joints(samples::sapling(), 0);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "sapling: found a limit of 0 joints, expected at least 1: one for every stem "
                     "that rises "
                     "from the ground");
    }
}

}  // namespace
}  // namespace thigmo
