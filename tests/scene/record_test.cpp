// What is drawn of a scene, and its frames.
#include "thigmo/scene/record.h"

#include <gtest/gtest.h>

#include <numbers>

#include "samples/plants.h"
#include "tests/message.h"
#include "tests/scene/puppet.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/cut.h"
#include "thigmo/scene/loop.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

struct Frames final : MotionSink {
    void write(double time, const Pose& pose) override {
        times.push_back(time);
        poses.push_back(pose);
    }
    void finish() override {}
    std::vector<double> times;
    std::vector<Pose> poses;
};

/// A wind along +X that swings with the period.
class Breath final : public Air {
  public:
    explicit Breath(double period, double strength = 5) : period_(period), strength_(strength) {}
    const char* name() const override { return "breath"; }
    void sample(std::span<AirSample> samples, double ahead) const override {
        for (AirSample& sample : samples)
            sample.wind =
                strength_ *
                Vec3(1 + std::sin(2 * std::numbers::pi * (time_ + ahead) / period_), 0, 0);
    }
    void advance(double dt, std::span<const AirSample>) override { time_ += dt; }
    void save(std::vector<double>& out) const override { out.assign(1, time_); }
    void restore(std::span<const double> state) override { time_ = state[0]; }

  private:
    double period_, strength_, time_ = 0;
};

Scene two_saplings() {
    Scene scene;
    scene.make = make_puppet;
    scene.clock.dt = 1.0 / 60;
    const auto part = make_part(samples::sapling());
    add_plant(scene, "a", part, ArticulatedSettings{}, {});
    add_plant(scene, "b", part, ArticulatedSettings{},
              {Quat(Eigen::AngleAxisd(1, Vec3::UnitY())), Vec3(3, 0, 1)});
    return scene;
}

void cut_twig(Scene& scene, double at) {
    Event cut;
    cut.at = at;
    cut.plant = "b";
    cut.what = Cut{};
    cut.place.domain = "trunk";
    cut.place.along = 0.7;
    add_event(scene, cut);
}

TEST(Drawing, plants_stand_where_they_are_placed) {
    Scene scene = two_saplings();
    const Drawing drawing = draw(scene);
    EXPECT_EQ(find_fault(drawing.plant), "");
    EXPECT_EQ(drawing.plant.segments.size(), 14u);
    EXPECT_EQ(drawing.plant.shapes.size(), 1u);
    EXPECT_TRUE(drawing.plant.segments.start[SegmentId(size_t{7})].isApprox(Vec3(3, 0, 1)));
    Pose pose;
    pose_drawing(scene, drawing, pose);
    for (const Rigid& motion : pose.segments) {
        EXPECT_TRUE(motion.translation.isZero(1e-12));
        EXPECT_TRUE(motion.rotation.isApprox(Quat::Identity(), 1e-12));
    }
}

TEST(Drawing, segments_alone_are_where_they_are_among_all) {
    Scene scene = two_saplings();
    Event blow;
    blow.plant = "b";
    blow.what = Impulse{Vec3(1, 0, -1)};
    blow.place.domain = "trunk";
    add_event(scene, blow);
    const Drawing drawing = draw(scene);
    for (int i = 0; i < 15; ++i) step(scene);
    Pose segments, all;
    pose_drawing(scene, drawing, segments, false);
    pose_drawing(scene, drawing, all);
    double moved = 0;
    for (const SegmentId row : drawing.plant.segments.rows()) {
        EXPECT_EQ(segments.segments[row].translation, all.segments[row].translation);
        EXPECT_EQ(segments.segments[row].rotation.coeffs(), all.segments[row].rotation.coeffs());
        moved = std::max(moved, all.segments[row].translation.norm());
    }
    EXPECT_GT(moved, 0.01);
}

TEST(Drawing, what_will_be_cut_is_a_stem_of_its_own) {
    Scene scene = two_saplings();
    cut_twig(scene, 0.5);
    const Drawing drawing = draw(scene);
    EXPECT_EQ(find_fault(drawing.plant), "");
    EXPECT_EQ(drawing.plant.segments.size(), 14u);
    size_t roots = 0;
    for (const DomainId row : drawing.plant.domains.rows())
        roots += !drawing.plant.domains.parent[row].exists();
    EXPECT_EQ(roots, 3u);
    EXPECT_NEAR(mass(drawing.plant), 2 * mass(samples::sapling()), 1e-12);
}

TEST(Drawing, every_drawn_row_follows_its_own_over_a_cut) {
    Scene scene = two_saplings();
    cut_twig(scene, 0.25);
    for (const char* domain : {"trunk", "twig_2"}) {
        Event blow;
        blow.plant = "b";
        blow.what = Impulse{Vec3(1, 0, -1)};
        blow.place.domain = domain;
        add_event(scene, blow);
    }
    const Drawing drawing = draw(scene);
    const std::vector<TrackedPoint> points = tracked_points(
        scene, drawing,
        {{"top", "b", {"twig_2", {}, {}, {}}, ""}, {"leaf", "b", {"leaf_4", {}, {}, 0.0}, ""}});
    Pose before, after;
    for (int i = 0; i < 15; ++i) step(scene);
    pose_drawing(scene, drawing, before);
    cut(scene, 1, {SegmentId(size_t{2}), DomainId(size_t{0})});
    ASSERT_EQ(scene.actors.size(), 3u);
    pose_drawing(scene, drawing, after);
    for (const TrackedPoint& point : points) {
        const Rigid& was =
            point.segment.exists() ? before.segments[point.segment] : before.shapes[point.shape];
        EXPECT_GT((was * point.rest - point.rest).norm() + (point.name == "leaf"), 0.01);
    }
    // Kept rows are where they were; the puppet shifts pieces by their root's offset.
    EXPECT_EQ(after.segments[SegmentId(size_t{8})].translation,
              before.segments[SegmentId(size_t{8})].translation);
}

TEST(Record, frames_are_at_whole_multiples) {
    Scene scene = two_saplings();
    const Drawing drawing = draw(scene);
    Frames frames;
    Progress quiet;
    const RunReport report = record(scene, drawing, {1, 30}, {&frames}, quiet);
    ASSERT_EQ(frames.times.size(), 31u);
    EXPECT_EQ(frames.times[7], 7.0 / 30);
    EXPECT_EQ(report.grid_steps, 60u);
    EXPECT_EQ(report.steps.accepted, 120u);
    EXPECT_NEAR(report.simulated, 1, 1e-12);
}

TEST(Record, a_failed_step_ends_the_run_with_its_message) {
    Scene scene;
    scene.make = make_fragile_puppet(1e-6);
    scene.clock.dt = 1.0 / 60;
    add_plant(scene, "oak", make_part(samples::sapling()), ArticulatedSettings{}, {});
    const Drawing drawing = draw(scene);
    Frames frames;
    Progress quiet;
    const RunReport report = record(scene, drawing, {1, 30}, {&frames}, quiet);
    EXPECT_EQ(frames.times.size(), 1u);
    EXPECT_EQ(report.steps.status, StepReport::Status::failed);
    EXPECT_EQ(report.steps.message, "oak: at 0 s: the step is too long");
}

TEST(Record, tips_are_tracked_unless_others_are_named) {
    Scene scene = two_saplings();
    const Drawing drawing = draw(scene);
    const auto points = tracked_points(scene, drawing, {});
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[1].name, "b.tip");
    EXPECT_EQ(points[1].segment, SegmentId(size_t{13}));
    EXPECT_TRUE(points[1].rest.isApprox(scene.origins[1].placement * Vec3(0.4, 1.25, 0)));
    EXPECT_EQ(message([&] {
                  tracked_points(scene, drawing, {{"x", "c", {}, "--track"}});
              }),
              "--track: found plant 'c', expected one of the scene's 2, such as a");
}

TEST(Loop, records_one_period_whose_end_meets_its_beginning) {
    Scene scene = two_saplings();
    scene.air = std::make_unique<Breath>(2);
    const Drawing drawing = draw(scene);
    Frames open, closed;
    Progress quiet;
    const LoopReport report =
        record_loop(scene, drawing, {2, 30, 100, 1e-3}, {&open}, {&closed}, quiet);
    ASSERT_TRUE(report.settled);
    EXPECT_GT(report.periods, 1);
    ASSERT_EQ(open.times.size(), 60u);
    ASSERT_EQ(closed.times.size(), 61u);
    EXPECT_EQ(closed.times.back(), 2);
    // Of the ends of segments and the tips of leaves.
    const Plant& plant = drawing.plant;
    const auto jump = [&](const Pose& a, const Pose& b) {
        double most = 0;
        for (const SegmentId row : plant.segments.rows()) {
            const Vec3& end = plant.segments.end[row];
            most = std::max(most, (a.segments[row] * end - b.segments[row] * end).norm());
        }
        for (const DomainId row : plant.domains.rows()) {
            if (!plant.domains.shape[row].exists()) continue;
            const Vec3 tip = plant.domains.placement[row] *
                             farthest_vertex(plant.shapes[plant.domains.shape[row]].mesh);
            most = std::max(most, (a.shapes[row] * tip - b.shapes[row] * tip).norm());
        }
        return most;
    };
    double sum = 0;
    for (size_t i = 1; i < 60; ++i) sum += jump(open.poses[i - 1], open.poses[i]);
    EXPECT_GT(sum, 0);
    EXPECT_EQ(jump(closed.poses.front(), closed.poses.back()), 0);
    EXPECT_LE(report.difference, sum / 59);
    // The seam is a frame's step, and one of the shortest.
    const double seam = jump(open.poses.back(), open.poses.front());
    EXPECT_GT(seam, 0);
    EXPECT_LE(seam, sum / 59);
    EXPECT_NEAR(report.seam, seam, 1e-3 * seam);
    EXPECT_NEAR(report.frame_step, sum / 59, 1e-3 * report.frame_step);
    EXPECT_EQ(scene.clock.dt, 1.0 / 60);
}

TEST(Loop, blends_what_does_not_repeat_itself) {
    Scene scene = two_saplings();
    scene.air = std::make_unique<Breath>(2.1);
    const Drawing drawing = draw(scene);
    Frames frames;
    Progress quiet;
    const LoopReport report =
        record_loop(scene, drawing, {2, 30, 5, 1e-3, 1}, {&frames}, {}, quiet);
    EXPECT_FALSE(report.settled);
    EXPECT_EQ(report.periods, 5);
    EXPECT_GT(report.difference, 0.002);
    EXPECT_EQ(scene.clock.dt, 1.0 / 120);
    ASSERT_EQ(frames.times.size(), 60u);
    EXPECT_LE(report.seam, 1.5 * report.frame_step);
}

TEST(Loop, takes_what_stands_still_for_a_loop) {
    Scene scene = two_saplings();
    scene.air = std::make_unique<Breath>(2.1, 1e-9);
    const Drawing drawing = draw(scene);
    Frames frames;
    Progress quiet;
    const LoopReport report = record_loop(scene, drawing, {2, 30}, {&frames}, {}, quiet);
    EXPECT_TRUE(report.settled);
    EXPECT_EQ(report.periods, 2);
    EXPECT_LT(report.difference, 1e-9);
}

/// Asks to stop after so many questions.
struct Impatient final : Progress {
    explicit Impatient(int patience) : left(patience) {}
    bool cancelled() const override { return --left < 0; }
    mutable int left;
};

TEST(Loop, stops_when_it_is_told_to) {
    for (const int patience : {5, 150}) {  // while it settles, and while it records
        Scene scene = two_saplings();
        const Drawing drawing = draw(scene);
        Frames frames;
        Impatient progress(patience);
        const LoopReport report = record_loop(scene, drawing, {2, 30}, {&frames}, {}, progress);
        EXPECT_TRUE(report.run.cancelled);
        EXPECT_LT(frames.times.size(), 60u);
        EXPECT_EQ(frames.times.empty(), patience == 5);
    }
}

TEST(Loop, rejects_broken_frames_and_events) {
    Scene scene = two_saplings();
    EXPECT_EQ(message([&] {
                  check(Loop{2.01, 30}, scene);
              }),
              "--loop: found 2.01 s, which are 60.3 frames at 30 per second, expected a whole "
              "number of at least 2");
    cut_twig(scene, 1);
    EXPECT_EQ(message([&] {
                  check(Loop{2, 30}, scene);
              }),
              "--loop: found 1 events, expected none in a scene that repeats itself");
}

}  // namespace
}  // namespace thigmo
