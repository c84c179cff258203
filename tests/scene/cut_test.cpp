// Cuts in mid-motion.
#include "thigmo/scene/cut.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/scene/puppet.h"
#include "tests/scene/state_rows.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

/// The sapling's trunk hit in the middle of its height.
Scene swaying() {
    Scene scene;
    scene.make = make_puppet;
    scene.clock.dt = 0.01;
    add_plant(scene, "sapling", make_part(samples::sapling()), ArticulatedSettings{},
              {Quat::Identity(), Vec3(1, 0, 2)});
    for (const char* domain : {"trunk", "twig_1", "twig_2.seg_1", "leaf_3"}) {
        Event blow;
        blow.what = Impulse{Vec3(1, 0.5, -1)};
        blow.place.domain = domain;
        add_event(scene, blow);
    }
    for (int i = 0; i < 20; ++i) step(scene);
    return scene;
}

TEST(CutTest, every_row_goes_on_as_it_was_to_the_bit) {
    Scene scene = swaying();
    const auto before = rows_of(scene);
    cut(scene, 0, {SegmentId(size_t{2}), DomainId(size_t{0})});
    ASSERT_EQ(scene.actors.size(), 2u);
    EXPECT_EQ(scene.actors[1].name, "sapling.part_1");
    EXPECT_EQ(rows_of(scene), before);
    EXPECT_EQ(footing(scene.actors[0].settings).base, Base::held);
    EXPECT_EQ(footing(scene.actors[1].settings).base, Base::free);
}

TEST(CutTest, nothing_is_lost_and_both_parts_are_sound) {
    const auto whole = make_part(samples::sapling());
    const Halves halves = cut_part(*whole, {SegmentId(size_t{2}), DomainId(size_t{0})});
    EXPECT_EQ(find_fault(halves.kept->plant), "");
    EXPECT_EQ(find_fault(halves.taken->plant), "");
    EXPECT_NEAR(halves.kept->mass + halves.taken->mass, whole->mass, 1e-12 * whole->mass);
    // The upper third of the trunk and the right twig with its two leaves.
    EXPECT_EQ(halves.taken->plant.segments.size(), 3u);
    EXPECT_EQ(halves.taken->plant.domains.size(), 4u);
    EXPECT_EQ(halves.taken->from_segment[SegmentId(size_t{0})], SegmentId(size_t{2}));
    EXPECT_EQ(halves.taken->from_domain[DomainId(size_t{0})], DomainId(size_t{0}));
    EXPECT_EQ(halves.taken->from_domain[DomainId(size_t{1})], DomainId(size_t{4}));
}

TEST(CutTest, pieces_keep_the_frames_that_they_had) {
    const auto whole = make_part(samples::sapling());
    const auto frames = segment_frames(whole->plant);
    const Halves halves = cut_part(*whole, {SegmentId(size_t{3}), DomainId(size_t{1})});
    const auto own = segment_frames(halves.taken->plant);
    for (const SegmentId row : own.rows())
        EXPECT_EQ(own[row].coeffs(), frames[halves.taken->from_segment[row]].coeffs());
}

TEST(CutTest, the_piece_starts_where_it_was_and_as_it_moved) {
    Scene scene = swaying();
    const Pose before = pose_now(scene.actors[0]);
    cut(scene, 0, {SegmentId(size_t{3}), DomainId(size_t{1})});
    const Pose after = pose_now(scene.actors[1]);
    // The puppet adds a row's own offset to where the piece starts.
    EXPECT_TRUE(scene.actors[1].simulator->base().placement.translation.isApprox(
        before.segments[SegmentId(size_t{3})].translation));
    EXPECT_EQ(after.segments.size(), 2u);
}

TEST(CutTest, events_follow_their_place_into_the_piece) {
    Scene scene = swaying();
    Event pull;
    pull.at = 0.2;
    pull.what = Pull{{}, {}, Vec3(0, 50, 0), {}, {}};
    pull.place.domain = "twig_1";
    add_event(scene, pull);
    cut(scene, 0, {SegmentId(size_t{3}), DomainId(size_t{1})});
    EXPECT_EQ(scene.cues.back().actor, 1u);
    EXPECT_EQ(scene.cues.back().row, 1u);
    scene.ground.reset();
    for (int i = 0; i < 100; ++i) step(scene);
    EXPECT_GT(scene.actors[1].simulator->velocity(Load::Table::segments, 1, {}).y(), 10);
    EXPECT_LT(scene.actors[1].simulator->velocity(Load::Table::segments, 0, {}).y(), -5);
}

TEST(CutTest, a_plant_cut_at_its_foot_falls_as_a_whole) {
    Scene scene = swaying();
    cut(scene, 0, {SegmentId(size_t{0}), DomainId(size_t{0})});
    ASSERT_EQ(scene.actors.size(), 1u);
    EXPECT_EQ(scene.actors[0].name, "sapling");
    EXPECT_EQ(footing(scene.actors[0].settings).base, Base::free);
}

TEST(CutTest, stiffness_is_carried_over) {
    Scene scene = swaying();
    Event wilt;
    wilt.what = StiffnessChange{0.5, {}, Kind::leaf, true};
    add_event(scene, wilt);
    step(scene);
    cut(scene, 0, {SegmentId(size_t{2}), DomainId(size_t{0})});
    EXPECT_EQ(scene.actors[0].stiffness.values(), (std::vector<double>{1, 1, 0.5, 0.5}));
    EXPECT_EQ(scene.actors[1].stiffness.values(), (std::vector<double>{1, 1, 0.5, 0.5}));
}

TEST(CutTest, timed_cuts_happen_once_and_one_after_the_other) {
    Scene scene = swaying();
    for (const double along : {0.7, 0.3}) {
        Event event;
        event.at = 0.25;
        event.what = Cut{};
        event.place.domain = "trunk";
        event.place.along = along;
        add_event(scene, event);
        add_event(scene, event);  // the same place again: nothing is left to cut
    }
    for (int i = 0; i < 10; ++i) step(scene);
    EXPECT_EQ(scene.actors.size(), 3u);
    EXPECT_EQ(scene.actors[0].part->plant.segments.size(), 1u);
}

/// The sapling as articulated bodies in a vacuum, its right twig cut off at 0.1 s.
Scene articulated_cut() {
    Scene scene;
    scene.make = make_simulator;
    scene.clock.dt = 1.0 / 60;
    add_plant(scene, "sapling", make_part(samples::sapling()), ArticulatedSettings{}, {});
    Event event;
    event.at = 0.1;
    event.what = Cut{};
    event.place.domain = "twig_2";
    event.place.along = 0;
    add_event(scene, event);
    return scene;
}

TEST(CutTest, a_fallen_twig_comes_to_rest_above_ground) {
    Scene scene = articulated_cut();
    double fastest = 0;
    for (int i = 0; i < 360; ++i) {
        ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
        if (scene.actors.size() == 2)
            fastest = std::max(fastest, scene.actors[1].simulator->energy(scene.gravity).kinetic);
    }
    ASSERT_EQ(scene.actors.size(), 2u);
    EXPECT_GT(fastest, 0.1);
    EXPECT_LT(scene.actors[1].simulator->energy(scene.gravity).kinetic, 1e-5 * fastest);
    const Pose& pose = pose_now(scene.actors[1]);
    const Plant& twig = scene.actors[1].part->plant;
    for (const SegmentId row : twig.segments.rows()) {
        EXPECT_GT((pose.segments[row] * twig.segments.end[row]).y(), -0.005);
        EXPECT_LT((pose.segments[row] * twig.segments.end[row]).y(), 0.15);
    }
}

TEST(CutTest, what_loses_its_load_springs_back_because_rest_angles_stay) {
    Scene scene = articulated_cut();
    for (int i = 0; i < 7; ++i) step(scene);
    ASSERT_EQ(scene.actors.size(), 2u);
    double farthest = 0;
    for (int i = 0; i < 60; ++i) {
        step(scene);
        // The twig pulled the trunk to the right (+X); without it the trunk swings to the left.
        const Rigid& top = pose_now(scene.actors[0]).segments[SegmentId(size_t{2})];
        farthest = std::min(farthest, (top * Vec3(0, 1.2, 0)).x());
    }
    EXPECT_LT(farthest, -1e-5);
}

TEST(Cut, a_piece_that_fails_is_named_as_the_whole_plant_counts) {
    Scene scene = articulated_cut();
    while (scene.actors.size() < 2) step(scene);
    std::swap(scene.actors[0], scene.actors[1]);  // the first that fails is told
    scene.gravity.x() = NAN;
    EXPECT_THAT(step(scene).message,
                testing::EndsWith(": twig_2: gravity or its base is not finite"));
}

}  // namespace
}  // namespace thigmo
