// A beam plant as a whole: what wind does to it, that it repeats, and what it refuses.
#include "thigmo/sim/beam/beam.h"

#include <gtest/gtest.h>

#include <cmath>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

struct Moving {
    Plant plant = samples::sapling();
    std::unique_ptr<Simulator> simulator;

    explicit Moving(const BeamSettings& settings, const Start& start = {})
        : simulator(make_simulator(plant, settings, start)) {}
    Pose at(double time) {
        std::vector<double> state;
        simulator->save(state);
        state[0] = time;
        simulator->restore(state);
        Pose pose;
        simulator->pose(pose);
        return pose;
    }
    Vec3 tip(double time) {
        const SegmentId last = plant.domains.segments[DomainId(size_t{0})].back();
        return at(time).segments[last] * plant.segments.end[last];
    }
};

Vec3 mean_tip(Moving& plant) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < 400; ++i) sum += plant.tip(0.37 * i) / 400;
    return sum;
}

TEST(BeamTest, leans_with_the_wind_and_sways_about_that) {
    BeamSettings settings;
    settings.wind.mean.setZero();
    const Vec3 rest = Moving(settings).tip(0);
    settings.wind.mean = Vec3(0, 0, 12);
    Moving windy(settings);
    const Vec3 mean = mean_tip(windy);
    EXPECT_GT(mean.z() - rest.z(), 1e-4);
    EXPECT_LT(std::abs(mean.x() - rest.x()), 0.5 * (mean.z() - rest.z()));
    double square = 0;
    for (int i = 0; i < 400; ++i) square += (windy.tip(0.37 * i) - mean).squaredNorm() / 400;
    EXPECT_GT(std::sqrt(square), 0.02 * (mean.z() - rest.z()));
}

TEST(BeamTest, stronger_wind_leans_further_and_stiffer_wood_less) {
    BeamSettings settings;
    settings.wind.turbulence = 0;
    settings.wind.mean = Vec3(4, 0, 0);
    const auto lean = [&](double factor) {
        Moving plant(settings);
        plant.simulator->set_stiffness(
            Column<DomainId, double>(plant.plant.domains.size(), factor));
        BeamSettings calm = settings;
        calm.wind.mean.setZero();
        return (plant.tip(1) - Moving(calm).tip(1)).norm();
    };
    const double once = lean(1);
    EXPECT_NEAR(lean(4) / once, 0.25, 0.02);
    settings.wind.mean = Vec3(8, 0, 0);
    EXPECT_GT(lean(1), 1.5 * once);
}

TEST(BeamTest, in_a_steady_wind_it_stands_still) {
    BeamSettings settings;
    settings.wind.turbulence = 0;
    settings.flutter = 0;
    Moving plant(settings);
    EXPECT_LT((plant.tip(0) - plant.tip(7.7)).norm(), 1e-12);
}

TEST(BeamTest, with_a_period_it_repeats_without_a_jump) {
    BeamSettings settings;
    settings.period = 4;
    Moving plant(settings);
    EXPECT_LT((plant.tip(0) - plant.tip(4)).norm(), 1e-9);
    EXPECT_LT((plant.tip(1.3) - plant.tip(9.3)).norm(), 1e-9);
    const Vec3 before = plant.tip(4) - plant.tip(4 - 1e-3), after = plant.tip(1e-3) - plant.tip(0);
    double step = 0;
    for (int i = 0; i < 400; ++i)
        step = std::max(step, (plant.tip(0.01 * i + 1e-3) - plant.tip(0.01 * i)).norm());
    EXPECT_LT((before - after).norm(), 0.2 * step);
}

TEST(BeamTest, segments_keep_together) {
    BeamSettings settings;
    settings.wind.mean = Vec3(15, 0, 3);
    Moving plant(settings);
    const Pose pose = plant.at(2.5);
    const Segments& rows = plant.plant.segments;
    for (const DomainId domain : plant.plant.domains.rows()) {
        const Rows<SegmentId> run = plant.plant.domains.segments[domain];
        for (size_t i = 1; i < run.size(); ++i) {
            const SegmentId a(run.first + i - 1), b(run.first + i);
            EXPECT_LT((pose.segments[a] * rows.end[a] - pose.segments[b] * rows.start[b]).norm(),
                      2e-3 * (rows.end[a] - rows.start[a]).norm());
        }
    }
}

TEST(BeamTest, wind_is_the_worlds_however_the_plant_stands) {
    BeamSettings settings;
    settings.wind.turbulence = 0;
    settings.flutter = 0;
    settings.wind.mean = Vec3(6, 0, 0);
    Start turned;
    turned.placement.rotation = Quat(Eigen::AngleAxisd(1.1, Vec3::UnitY()));
    BeamSettings calm = settings;
    calm.wind.mean.setZero();
    const Vec3 lean = Moving(settings, turned).tip(0) - Moving(calm, turned).tip(0);
    EXPECT_GT(lean.x(), 5 * std::abs(lean.z()));
}

TEST(BeamTest, velocity_is_that_of_the_pose) {
    BeamSettings settings;
    Moving plant(settings);
    const SegmentId last = plant.plant.domains.segments[DomainId(size_t{0})].back();
    const Vec3 now = plant.tip(3),
               velocity = plant.simulator->velocity(Load::Table::segments, last.value, now);
    const Vec3 expected = (plant.tip(3 + 1e-3) - plant.tip(3 - 1e-3)) / 2e-3;
    EXPECT_LT((velocity - expected).norm(), 0.02 * expected.norm() + 1e-5);
}

TEST(BeamTest, a_driven_base_carries_the_plant) {
    BeamSettings settings;
    settings.wind.mean.setZero();
    Moving plant(settings);
    const Vec3 before = plant.tip(0);
    Loads loads;
    loads.base.acceleration = Vec3(2, 0, 0);
    for (int i = 0; i < 10; ++i) plant.simulator->step(0.1, loads);
    EXPECT_LT((plant.simulator->base().placement.translation - Vec3(1, 0, 0)).norm(), 1e-12);
    EXPECT_LT((plant.simulator->base().velocity - Vec3(2, 0, 0)).norm(), 1e-12);
    Pose pose;
    plant.simulator->pose(pose);
    const SegmentId last = plant.plant.domains.segments[DomainId(size_t{0})].back();
    EXPECT_LT(
        (pose.segments[last] * plant.plant.segments.end[last] - before - Vec3(1, 0, 0)).norm(),
        1e-9);
}

TEST(BeamTest, rejects_a_drive_that_is_no_number) {
    Moving plant{BeamSettings{}};
    Loads loads;
    loads.base.acceleration.x() = NAN;
    std::vector<double> before, after;
    plant.simulator->save(before);
    const StepReport report = plant.simulator->step(0.1, loads);
    plant.simulator->save(after);
    EXPECT_EQ(report.status, StepReport::Status::failed);
    EXPECT_EQ(report.message, "the base's drive is not finite");
    EXPECT_EQ(before, after);
}

TEST(BeamTest, rejects_a_base_that_is_not_held) {
    BeamSettings settings;
    settings.footing.base = Base::free;
    const Plant plant = samples::sapling();
    EXPECT_EQ(message([&] { make_simulator(plant, settings, {}); }),
              "base: found \"free\", expected \"held\" for a beam plant, which moves in closed "
              "form; \"articulated\" can slide and fall");
}

TEST(BeamTest, rejects_settings_out_of_range) {
    const Plant plant = samples::sapling();
    BeamSettings settings;
    settings.damping = {0.1, 20};
    EXPECT_EQ(message([&] { make_simulator(plant, settings, {}); }),
              "damping: found 20, expected ratios of 0.001 to 10");
}

TEST(BeamTest, rejects_states_and_factors_of_another_size) {
    Moving plant{BeamSettings{}};
    EXPECT_EQ(message([&] {
                  plant.simulator->restore(std::vector<double>{1, 0, 3});
              }).substr(0, 24),
              "state: found 3 numbers, ");
    EXPECT_EQ(message([&] {
                  plant.simulator->set_stiffness(Column<DomainId, double>(1, 1.0));
              }).substr(0, 29),
              "stiffness: found 1 factors, e");
}

}  // namespace
}  // namespace thigmo
