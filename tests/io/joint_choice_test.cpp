// Joints chosen by a motion: where they go, what they cost, how they are nested.
#include "thigmo/io/joint_choice.h"

#include <gtest/gtest.h>

#include "samples/motions.h"
#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/io/skin_error.h"

namespace thigmo {
namespace {

struct Chosen {
    JointChoice choice;
    SkinError error;
};

Chosen choose(const Plant& plant, const std::vector<Pose>& poses, size_t most) {
    const std::vector<DrawnPart> parts = collect_parts(plant, {});
    const DrawnBodies bodies = drawn_bodies(plant, parts);
    Chosen chosen{choose_joints(plant, bodies, poses, most), {}};
    JointMotions motions(chosen.choice.joints, bodies);
    SkinErrorMeter meter(parts, chosen.choice.joints);
    for (const Pose& pose : poses) meter.add(pose, motions.at(pose));
    chosen.error = meter.result();
    return chosen;
}

/// A stem of ten segments that bends at the foot of the given segments only.
std::vector<Pose> bent_at(const Plant& plant, std::initializer_list<size_t> rows) {
    std::vector<Pose> poses;
    for (const double angle : {-0.2, 0.1, 0.3}) {
        Pose pose = rest_pose(plant);
        Rigid motion;
        for (const SegmentId segment : plant.segments.rows()) {
            if (std::find(rows.begin(), rows.end(), segment.value) != rows.end()) {
                const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
                const Vec3 foot = motion * plant.segments.start[segment];
                motion.translation = turn * (motion.translation - foot) + foot;
                motion.rotation = turn * motion.rotation;
            }
            pose.segments[segment] = motion;
        }
        poses.push_back(pose);
    }
    return poses;
}

std::vector<Pose> swinging(const Plant& plant, double angle, double shape_angle) {
    std::vector<Pose> poses;
    for (int i = 0; i < 8; ++i)
        poses.push_back(samples::swing(plant, 0.13 * i, angle, shape_angle));
    return poses;
}

TEST(JointChoice, JointsSitWhereTheStemBends) {
    const Plant plant = samples::stem(10, 5, 0.1, 0.05);
    const Chosen chosen = choose(plant, bent_at(plant, {3, 8}), 3);
    const Joints& joints = chosen.choice.joints;
    ASSERT_EQ(joints.size(), 3u);
    const std::vector<uint32_t> wanted = {0, 3, 8};
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(joints.segment[JointId(i)].value, wanted[i]);
        EXPECT_EQ(joints.parent[JointId(i)], i == 0 ? JointId::none() : JointId(i - 1));
    }
    EXPECT_LT(chosen.error.error_rms, 1e-5);
}

TEST(JointChoice, OneJointForTwoBendsLiesBetweenThem) {
    // With own motions of kept segments the best of one joint is 5 times worse than of two.
    const Plant plant = samples::stem(10, 5, 0.1, 0.05);
    const std::vector<Pose> poses = bent_at(plant, {3, 6});
    const Chosen two = choose(plant, poses, 2), one = choose(plant, poses, 1);
    EXPECT_GT(two.error.error_rms, 0.001);
    EXPECT_LT(two.error.error_rms, 0.15 * two.error.moved_rms);
    EXPECT_LT(one.error.error_rms, 0.6 * one.error.moved_rms);
    EXPECT_GT(one.error.error_rms, 2 * two.error.error_rms);
}

TEST(JointChoice, ASegmentBetweenTwoJointsFollowsBoth) {
    const Plant plant = samples::stem(12, 5, 0.1, 0.05);
    const std::vector<Pose> poses = bent_at(plant, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    const Joints& joints = choose(plant, poses, 4).choice.joints;
    size_t both = 0;
    for (const Follow& follow : joints.of_segment) {
        both += follow.other.exists();
        EXPECT_GE(follow.weight, 0);
        EXPECT_LE(follow.weight, 1);
    }
    EXPECT_GE(both, 4u);
}

TEST(JointChoice, ErrorFallsWithTheNumberAndEndsAtNone) {
    const Plant plant = samples::sapling();
    const std::vector<Pose> poses = swinging(plant, 0.3, 0.4);
    double before = 1e9;
    for (size_t most = 1; most <= 11; ++most) {
        const Chosen chosen = choose(plant, poses, most);
        EXPECT_LE(chosen.choice.joints.size(), most);
        EXPECT_LT(chosen.error.error_rms, 1.001 * before) << most;
        before = chosen.error.error_rms;
    }
    EXPECT_LT(before, 1e-6);
}

TEST(JointChoice, ParentsComeFirstAndNamesDiffer) {
    const Plant plant = samples::sapling();
    for (const size_t most : {3u, 5u, 8u, 9u, 10u}) {
        const Joints joints = choose(plant, swinging(plant, 0.3, 0.4), most).choice.joints;
        for (const JointId joint : joints.segment.rows()) {
            EXPECT_TRUE(!joints.parent[joint].exists() || joints.parent[joint] < joint);
            for (const JointId other : joints.segment.rows())
                EXPECT_TRUE(other == joint || joints.name[other] != joints.name[joint]);
        }
    }
}

TEST(JointChoice, AnOrganThatMovesMuchByItselfGetsAJoint) {
    const Plant plant = samples::sapling();
    std::vector<Pose> poses(8, rest_pose(plant));
    const DomainId wild(size_t{3});
    const Vec3 foot = plant.domains.placement[wild].position;
    for (size_t i = 0; i < poses.size(); ++i) {
        const Quat turn(Eigen::AngleAxisd(i % 2 == 0 ? 1.2 : -1.2, Vec3::UnitY()));
        Rigid& own = poses[i].shapes[wild];
        own = {own.rotation * turn, own * (foot - turn * foot)};
    }
    const Joints joints = choose(plant, poses, 3).choice.joints;
    const JointId own = joints.of_shape[wild].joint;
    ASSERT_TRUE(own.exists());
    EXPECT_EQ(joints.shape[own], wild);
    EXPECT_FALSE(joints.name[own].ends_with(".organs")) << joints.name[own];
}

TEST(JointChoice, LeavesOfATwigThatTurnAlikeShareAJoint) {
    const Plant plant = samples::sapling();
    std::vector<Pose> poses(8, rest_pose(plant));
    const DomainId one(size_t{2}), two(size_t{3});
    for (size_t i = 0; i < poses.size(); ++i)
        poses[i].shapes[one] = poses[i].shapes[two] = {
            Quat(Eigen::AngleAxisd(0.1 * double(i), Vec3::UnitZ())), Vec3(0.01, 0, 0)};
    const Chosen chosen = choose(plant, poses, 2);
    const Joints& joints = chosen.choice.joints;
    EXPECT_EQ(joints.of_shape[one].joint, joints.of_shape[two].joint);
    EXPECT_EQ(joints.name[joints.of_shape[one].joint], "twig_1.organs");
    EXPECT_LT(chosen.error.error_rms, 1e-5);
}

TEST(JointChoice, TellsHowManyWouldBeEnough) {
    const Plant plant = samples::stem(40, 5, 0.1, 0.05);
    const Chosen one = choose(plant, bent_at(plant, {10, 20, 30}), 1);
    ASSERT_GT(one.error.error_rms, 0.2 * one.error.moved_rms);
    EXPECT_EQ(one.choice.enough, 2u);
    const Chosen enough = choose(plant, bent_at(plant, {10, 20, 30}), one.choice.enough);
    EXPECT_LT(enough.error.error_rms, 0.15 * enough.error.moved_rms);
}

TEST(JointChoice, RejectsFewerJointsThanStemsAndNoPoses) {
    const Plant plant = samples::sapling();
    EXPECT_EQ(message([&] { choose(plant, swinging(plant, 0.1, 0.1), 0); }),
              "sapling: found a limit of 0 joints, expected at least 1: one for every stem that "
              "rises from the ground");
    EXPECT_EQ(message([&] { choose(plant, {}, 4); }), "sapling: found no poses, expected some");
}

}  // namespace
}  // namespace thigmo
