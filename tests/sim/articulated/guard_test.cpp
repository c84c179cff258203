// The guard: still air never adds energy, gales and hammered rods do no harm, bad numbers neither.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/guard.h"

namespace thigmo {
namespace {

using test::cantilever;
using test::leafy_tree;
using test::random_vec;

constexpr double frame = 1. / 60;

/// Leaves set turning in still air, without weight: how often energy grew.
int growth_steps(uint64_t seed, double speed, int steps) {
    Bodies bodies = leafy_tree(seed, 3);
    BodyTree tree(bodies, {});
    Random random(seed);
    for (const BodyId i : bodies.rows())
        if (bodies.plate[i] != 0)
            tree.set_angular_velocity(i, speed * random_vec(random, 1).normalized());
    tree.restart();
    std::vector<AirSample> air;
    int grew = 0;
    double before = tree.energy(Vec3::Zero()).total();
    for (int k = 0; k < steps; ++k) {
        tree.air_samples(air);
        EXPECT_EQ(tree.step(frame, {.gravity = Vec3::Zero(), .air = air}).status,
                  StepReport::Status::advanced);
        const double now = tree.energy(Vec3::Zero()).total();
        if (now > before * (1 + 1e-12)) ++grew;
        before = now;
    }
    return grew;
}

TEST(ArticulatedGuard, energy_never_grows_in_still_air) {
    int grew = 0;
    for (const double speed : {5., 20., 60., 150.})
        for (uint64_t seed = 1; seed <= 6; ++seed) grew += growth_steps(seed, speed, 150);
    EXPECT_EQ(grew, 0);
}

/// 100 J of kinetic energy that grow by a share in one step.
Attempt grown(double share) {
    Attempt attempt;
    attempt.totals.kinetic = 100 * (1 + share);
    return attempt;
}

TEST(ArticulatedGuard, growth_from_nowhere_does_not_compound) {
    const Totals before = grown(0).totals;
    Ledger ledger{.most = 100};
    EXPECT_EQ(judge(grown(0.04), before, {}, ledger, {}), Verdict::taken);
    ledger = booked(ledger, grown(0.04).totals, before, {});
    EXPECT_DOUBLE_EQ(ledger.debt, 4);
    EXPECT_DOUBLE_EQ(ledger.most, 104);
    EXPECT_EQ(judge(grown(0.04), before, {}, ledger, {}), Verdict::grew);
    EXPECT_EQ(judge(grown(0.015), before, {}, ledger, {}), Verdict::slowed);  // of it, 0.3 J
    EXPECT_EQ(judge(grown(0.04), before, {.known = 4}, ledger, {}), Verdict::taken);
    EXPECT_EQ(judge(grown(0.04), before, {.slack = 4}, ledger, {}), Verdict::taken);
    EXPECT_EQ(judge(grown(1e-9), before, {.strict = true}, {}, {}), Verdict::grew);
    // What is lost pays the debt, and no more than that.
    EXPECT_DOUBLE_EQ(booked(ledger, grown(-0.03).totals, before, {}).debt, 1);
    EXPECT_DOUBLE_EQ(booked(ledger, grown(-0.5).totals, before, {}).debt, 0);
}

/// Leaves set turning in a vacuum, on a base that has all but come to rest.
TEST(ArticulatedGuard, watches_a_plant_whose_base_has_come_to_rest) {
    const Bodies bodies = leafy_tree(2, 3);
    Start start_slowly;
    start_slowly.velocity = Vec3(1e-17, 0, 0);
    BodyTree tree(bodies, {}, start_slowly);
    Random random(2);
    for (const BodyId i : bodies.rows())
        if (bodies.plate[i] != 0)
            tree.set_angular_velocity(i, 150 * random_vec(random, 1).normalized());
    tree.restart();
    const double start = tree.energy(Vec3::Zero()).total();
    for (int k = 0; k < 60; ++k) {
        ASSERT_EQ(tree.step(frame, {.gravity = Vec3::Zero()}).status, StepReport::Status::advanced);
        EXPECT_LT(tree.energy(Vec3::Zero()).total(), 1.051 * start);
    }
}

/// How a base moves while leaves ring on it without damping.
struct RingingBase {
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
    double acceleration = 0;  // m/s²
    double beat = 0;          // rad, from step to step: its acceleration is a sine
};

struct Rung {
    std::vector<Vec3> spins;  // of all bodies at last
    uint64_t rejected = 0;
    double fastest = 0;  // rad/s, of all steps
};

/// Gravity goes with the base's acceleration, so that nothing is felt of it.
Rung ring(const RingingBase& moves) {
    const Bodies bodies = leafy_tree(2, 3);
    ArticulatedSettings settings;
    settings.integrator = Integrator::midpoint;
    Start start;
    start.velocity = moves.velocity;
    start.angular_velocity = moves.spin;
    BodyTree tree(bodies, settings, start);
    Random random(2);
    for (const BodyId i : bodies.rows()) {
        const Vec3 own =
            bodies.plate[i] != 0 ? 60 * random_vec(random, 1).normalized() : Vec3(0, 0, 0);
        tree.set_angular_velocity(i, moves.spin + own);
    }
    tree.restart();
    Rung out;
    for (int k = 0; k < 120; ++k) {
        BodyLoads loads;
        loads.base.acceleration.x() = moves.acceleration * std::cos(moves.beat * k);
        loads.gravity = loads.base.acceleration;
        const StepReport report = tree.step(frame, loads);
        EXPECT_EQ(report.status, StepReport::Status::advanced);
        out.rejected += report.rejected_energy;
        for (const BodyId i : bodies.rows())
            out.fastest = std::max(out.fastest, (tree.angular_velocity(i) - moves.spin).norm());
    }
    for (const BodyId i : bodies.rows()) out.spins.push_back(tree.angular_velocity(i));
    return out;
}

/// Midpoint steps feed the undamped stiff joints, which the guard ends; a base that moves, and all
/// that goes with it, is no reserve that it may be fed from.
TEST(ArticulatedGuard, judges_motion_as_seen_from_the_base) {
    const Rung at_rest = ring({});
    EXPECT_GT(at_rest.rejected, 100u);
    for (const RingingBase& moves :
         {RingingBase{.velocity = Vec3(20, 0, 0)}, RingingBase{.acceleration = 10},
          RingingBase{.acceleration = 30, .beat = 0.5}}) {
        const Rung moved = ring(moves);
        EXPECT_EQ(moved.rejected, at_rest.rejected);
        for (size_t i = 0; i < moved.spins.size(); ++i)
            EXPECT_LT((moved.spins[i] - at_rest.spins[i]).norm(), 0.01) << i;
    }
    EXPECT_LT(ring({.spin = Vec3(0, 3, 0)}).fastest, at_rest.fastest);
}

TEST(ArticulatedGuard, counts_the_work_of_a_base_that_is_driven) {
    const Bodies bodies = leafy_tree(2, 3);
    BodyTree tree(bodies, {});
    double kinetic = 0;
    for (int k = 0; k < 240; ++k) {
        BaseDrive drive;
        const double s = std::sin(0.2 * k);  // 1.9 Hz
        drive.acceleration = Vec3(5 * s, 0, 2 * s);
        drive.angular_acceleration = Vec3(0, 0, 3 * s);
        const StepReport report = tree.step(frame, {.base = drive});
        ASSERT_EQ(report.status, StepReport::Status::advanced);
        EXPECT_EQ(report.rejected_energy, 0);
        kinetic = std::max(kinetic, tree.energy(Vec3::Zero()).kinetic);
    }
    EXPECT_GT(kinetic, 0.1);
}

TEST(ArticulatedGuard, survives_a_gale_on_light_leaves) {
    Bodies bodies = leafy_tree(3, 3);
    BodyTree tree(bodies, {});
    Random random(5);
    std::vector<AirSample> air;
    Vec3 wind(18, 0, 0);
    double most = 0;
    uint64_t attempts = 0;
    for (int k = 0; k < 600; ++k) {
        const double keep = std::exp(-frame / 0.3);
        wind = Vec3(18, 0, 0) + keep * (wind - Vec3(18, 0, 0)) +
               8 * std::sqrt(1 - keep * keep) * random_vec(random, std::sqrt(3.));
        tree.air_samples(air);
        for (AirSample& sample : air) sample.wind = wind;
        const StepReport report = tree.step(frame, {.air = air});
        ASSERT_EQ(report.status, StepReport::Status::advanced);
        attempts += report.accepted + report.rejected_turn + report.rejected_energy;
        most = std::max(most, tree.energy(Vec3::Zero()).kinetic);
    }
    EXPECT_LT(most, 30);
    EXPECT_LT(attempts, 600 * 4);
}

/// A steel rod of 500 bodies with a random force at its tip in every frame.
void hammer(double newton, int frames) {
    Bodies bodies = cantilever(500, {.young = 2e11, .shear = 8e10, .density = 7800});
    BodyTree tree(bodies, {});
    Random random(2);
    const BodyId last = bodies.rows().back();
    for (int k = 0; k < frames; ++k) {
        Load load;
        load.row = last.value;
        load.point = tree.position(last);
        load.velocity = tree.velocity(last, load.point);
        load.force = newton * random_vec(random, 1).normalized();
        const StepReport report = tree.step(frame, {.points = std::span(&load, 1)});
        ASSERT_EQ(report.status, StepReport::Status::advanced) << k << report.message;
    }
    EXPECT_LT(tree.energy(Vec3::Zero()).total(), newton * 10);
}

TEST(ArticulatedGuard, bears_a_hammered_steel_rod) {
    hammer(30, 240);
}

TEST(ArticulatedGuard, bears_a_steel_rod_hammered_past_its_strength) {
    hammer(300, 120);
}

TEST(ArticulatedGuard, a_long_step_does_not_trust_a_short_ones_accelerations) {
    Bodies bodies = leafy_tree(3, 3);
    BodyTree tree(bodies, {});
    std::vector<AirSample> air;
    uint64_t rejected = 0;
    for (int k = 0; k < 240; ++k) {
        tree.air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(k % 8 < 4 ? 6 : -6, 0, 0);
        const StepReport report = tree.step(k % 2 == 0 ? frame / 64 : frame, {.air = air});
        ASSERT_EQ(report.status, StepReport::Status::advanced);
        rejected += report.rejected_turn + report.rejected_energy;
    }
    EXPECT_LT(rejected, 10);
}

TEST(ArticulatedGuard, no_joint_leaves_a_step_faster_than_the_shortest_one_bears) {
    Bodies bodies = leafy_tree(3, 3);
    BodyTree tree(bodies, {});
    Random random(5);
    for (const BodyId i : bodies.rows()) tree.set_angular_velocity(i, random_vec(random, 3e4));
    tree.restart();
    double before = tree.energy(Vec3::Zero()).total();
    std::vector<AirSample> air;
    for (int k = 0; k < 60; ++k) {
        tree.air_samples(air);
        ASSERT_EQ(tree.step(frame, {.air = air}).status, StepReport::Status::advanced);
        const double now = tree.energy(Vec3::Zero()).total();
        EXPECT_LT(now, 1.01 * before + 0.1);
        before = now;
    }
}

TEST(ArticulatedGuard, explicit_steps_fail_beyond_their_limit_and_only_there) {
    // Thin against its length, so that torsion is not the limit: [Garcia2023] section 8.3, n = 10.
    const Bodies bodies = cantilever(10);
    const auto survives = [&](double dt) {
        BodyTree tree(bodies, {.integrator = Integrator::semi_implicit_euler});
        for (int k = 0; k < 20000; ++k)
            if (tree.step(dt, {}).status == StepReport::Status::failed) return false;
        return true;
    };
    EXPECT_TRUE(survives(5.0e-5));
    EXPECT_FALSE(survives(3e-4));
}

/// Steps in wind in which leaves are relieved; the state when they end.
std::vector<double> run_in_wind(BodyTree& tree, int steps, std::span<const Load> loads) {
    std::vector<AirSample> air;
    for (int k = 0; k < steps; ++k) {
        tree.air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(14, 0, k % 3);
        tree.step(frame, {.air = air, .points = loads});
    }
    std::vector<double> state;
    tree.save(state);
    return state;
}

TEST(ArticulatedGuard, a_load_that_was_leaves_no_trace_but_the_state) {
    const Bodies bodies = leafy_tree(3, 3);
    BodyTree tree(bodies, {});
    const std::vector<double> before = run_in_wind(tree, 5, {});
    const std::vector<double> plain = run_in_wind(tree, 20, {});
    tree.restore(before);
    std::vector<Load> loads;
    for (const BodyId i : bodies.rows()) {
        if (bodies.plate[i] == 0) continue;
        Load& load = loads.emplace_back();
        load.row = i.value;
        load.point = tree.position(i);
        load.force = Vec3(0, -1e-3, 0);
    }
    const std::vector<double> pulled = run_in_wind(tree, 5, loads);
    const std::vector<double> after = run_in_wind(tree, 20, {});
    BodyTree fresh(bodies, {});
    fresh.restore(pulled);
    EXPECT_EQ(run_in_wind(fresh, 20, {}), after);
    tree.restore(before);
    EXPECT_EQ(run_in_wind(tree, 20, {}), plain);
}

TEST(ArticulatedGuard, keeps_the_state_when_a_load_is_no_number) {
    Bodies bodies = leafy_tree(1, 2);
    BodyTree tree(bodies, {});
    for (int k = 0; k < 5; ++k) tree.step(frame, {});
    std::vector<double> before, after;
    tree.save(before);
    Load load;
    load.row = 7;
    load.force = Vec3(0, NAN, 0);
    StepReport report = tree.step(frame, {.points = std::span(&load, 1)});
    EXPECT_EQ(report.status, StepReport::Status::failed);
    EXPECT_EQ(report.message, "its load or wind is not finite");
    EXPECT_EQ(tree.failed(), BodyId(7u));
    tree.save(after);
    EXPECT_EQ(before, after);

    load.force = Vec3(0, 1e300, 0);  // finite, but what comes of it is not
    load.stiffness = 1e300 * Mat3::Identity();
    report = tree.step(frame, {.points = std::span(&load, 1)});
    EXPECT_EQ(report.status, StepReport::Status::failed);
    EXPECT_EQ(report.message, "its motion is not finite");
    EXPECT_EQ(report.rejected_not_finite, 6);
    tree.save(after);
    EXPECT_EQ(before, after);
    EXPECT_EQ(tree.step(frame, {}).status, StepReport::Status::advanced);
}

TEST(ArticulatedGuard, keeps_the_state_when_an_explicit_step_blows_up) {
    const Bodies bodies = cantilever(10);
    BodyTree tree(bodies, {.integrator = Integrator::semi_implicit_euler});
    StepReport report;
    std::vector<double> before, after;
    for (int k = 0; k < 100000; ++k) {
        tree.save(before);
        report = tree.step(1e-3, {});
        if (report.status == StepReport::Status::failed) break;
    }
    EXPECT_EQ(report.message,
              "its motion is not finite: semi-implicit Euler needs a smaller dt, or more substeps");
    tree.save(after);
    EXPECT_EQ(before, after);
    for (const double number : after) EXPECT_TRUE(std::isfinite(number));
}

}  // namespace
}  // namespace thigmo
