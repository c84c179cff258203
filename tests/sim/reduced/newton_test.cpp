// How many iterates of Newton's method a step takes, and that leaving the last one out is within
// the tolerance.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/plants.h"
#include "thigmo/sim/reduced/reduced.h"

namespace thigmo {
namespace {

struct Moved {
    uint64_t recursions = 0;
    std::vector<Vec3> tips;  // of every segment, after every frame
};

constexpr int frames = 60;

/// Of 1/60 s each, in so many steps, pulled to and fro at its last segment's end.
Moved move_by(double force, double tolerance, int steps = 1) {
    const Plant plant = samples::sapling();
    ReducedSettings settings;
    settings.tolerance = tolerance;
    const auto simulator = make_reduced(plant, settings, {});
    Load pull;
    pull.row = static_cast<uint32_t>(plant.segments.size() - 1);
    const Vec3 end = plant.segments.end[SegmentId(size_t{pull.row})];
    Moved out;
    for (int i = 0; i < frames * steps; ++i) {
        const double time = i / (60.0 * steps);
        pull.force = force * Vec3(std::sin(9 * time), 0, std::cos(13 * time));
        pull.point = simulator->row_motion(Load::Table::segments, pull.row) * end;
        Loads loads;
        loads.points = {&pull, 1};
        const StepReport report = simulator->step(1 / (60.0 * steps), loads);
        EXPECT_EQ(report.status, StepReport::Status::advanced);
        out.recursions += report.recursions;
        if ((i + 1) % steps != 0) continue;
        Pose pose;
        simulator->pose(pose);
        for (const SegmentId segment : plant.segments.rows())
            out.tips.push_back(pose.segments[segment] * plant.segments.end[segment]);
    }
    return out;
}

double apart(const Moved& a, const Moved& b) {
    double most = 0;
    for (size_t i = 0; i < a.tips.size(); ++i)
        most = std::max(most, (a.tips[i] - b.tips[i]).norm());
    return most;
}

double farthest(const Moved& moved) {
    const size_t segments = samples::sapling().segments.size();
    double most = 0;
    for (size_t i = 0; i < moved.tips.size(); ++i)
        most = std::max(most, (moved.tips[i] - moved.tips[i % segments]).norm());
    return most;
}

TEST(ReducedNewton, a_small_motion_takes_little_more_than_one_iterate_a_stage) {
    const Moved usual = move_by(1e-3, 1e-6), exact = move_by(1e-3, 1e-13);
    EXPECT_LE(usual.recursions, 2u * frames + frames / 10);
    EXPECT_GE(exact.recursions, 2 * usual.recursions);
    EXPECT_GT(farthest(exact), 5e-5);
    EXPECT_LT(apart(usual, exact), 1e-3 * farthest(exact));
}

/// A twentieth of its length and more: what is left out is far less than what the step misses.
TEST(ReducedNewton, a_large_motion_misses_far_less_than_by_its_step) {
    for (const double force : {0.2, 1.0}) {
        const Moved exact = move_by(force, 1e-13);
        const double by_step = apart(move_by(force, 1e-12, 4), exact);
        EXPECT_GT(farthest(exact), 0.01);
        EXPECT_LT(apart(move_by(force, 1e-6), exact), 0.1 * by_step) << force;
        EXPECT_LT(apart(move_by(force, 1e-8), exact), 1e-4 * by_step) << force;
    }
}

}  // namespace
}  // namespace thigmo
