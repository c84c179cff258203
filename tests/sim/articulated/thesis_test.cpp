// The thesis's model of a plant: its springs and table, what it stands under, what a step promises.
#include "thigmo/sim/articulated/thesis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/chains.h"
#include "samples/parts.h"
#include "samples/plants.h"
#include "samples/trees.h"
#include "tests/message.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using std::numbers::pi;

const Vec3 gravity(0, -9.81, 0);

ArticulatedSettings thesis_settings(GivenShape shape = GivenShape::unloaded) {
    ArticulatedSettings settings;
    settings.model = ArticulatedModel::thesis;
    settings.footing.shape = shape;
    return settings;
}

JointTree tree_of(const Plant& plant, const ArticulatedSettings& settings) {
    ArticulatedSettings given = settings;
    given.footing.shape = GivenShape::unloaded;
    Bodies bodies = build_bodies(plant, given);
    make_cylinders(plant, bodies);
    return JointTree(thesis_joints(bodies, settings));
}

/// Table 8.3, from a plant, in a plane and in space; with the base pitched as the thesis had it.
TEST(Thesis, cantilever_hangs_as_table_8_3_prints) {
    const struct {
        size_t n;
        double printed, tilted;
    } rows[] = {{10, 0.0067664, 0.00676641871116},
                {25, 0.0060488, 0.00604881240769},
                {100, 0.0057051, 0.00570509524235}};
    for (const auto& row : rows)
        for (bool planar : {true, false}) {
            if (!planar && row.n == 100) continue;  // dense, three times as many angles
            ArticulatedSettings settings = thesis_settings();
            settings.planar = planar;
            JointTree tree = tree_of(samples::cantilever(row.n), settings);
            Start base;
            base.placement.rotation =
                Quat(Eigen::AngleAxisd(-samples::thesis_tilt(), Vec3::UnitZ()));
            tree.set_base(base);
            ASSERT_TRUE(settle(tree, gravity));
            const double drop = -samples::tip(tree, 1 / double(row.n)).y();
            EXPECT_NEAR(drop, row.tilted, 1e-9 * row.tilted) << row.n << planar;
            EXPECT_NEAR(drop, row.printed, 0.5e-7) << row.n;
        }
}

/// The stiffest motion of short cantilevers in space is twist, of long ones bending; G = E/2.6.
TEST(Thesis, explicit_steps_have_the_golden_limits) {
    const struct {
        size_t n;
        double thin, torsion;
    } rows[] = {{10, 0.000202525904612, 5.50456517518e-05},
                {25, 3.14049932097e-05, 2.18137083545e-05}};
    for (const auto& row : rows) {
        ArticulatedSettings settings = thesis_settings();
        const Plant plant = samples::cantilever(row.n);
        const double spatial = 2 / samples::largest_frequency(tree_of(plant, settings));
        EXPECT_NEAR(spatial, row.torsion, 1e-9 * row.torsion);
        settings.planar = true;
        const double planar = 2 / samples::largest_frequency(tree_of(plant, settings));
        EXPECT_NEAR(planar, row.thin, 1e-9 * row.thin);
    }
}

/// Eq. 6.6 where a thin branch leaves a thick one: the mean makes it hundreds of times too stiff.
TEST(Thesis, springs_take_the_mean_second_moment) {
    Plant plant;
    samples::start_plant(plant, "joint");
    plant.materials.back().young = 8.1e9;
    plant.materials.back().shear = 8.1e9 / 2.6;
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, Vec3(0, 0, 0), Vec3(0, 0.1, 0), 0.05, 0.05);
    samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{0}), 1}, Kind::branch);
    samples::add_segment(plant, Vec3(0, 0.1, 0), Vec3(0.1, 0.1, 0), 0.01, 0.01);
    Bodies bodies = build_bodies(plant, thesis_settings());
    make_cylinders(plant, bodies);
    const Vec3 k = bodies.stiffness[BodyId(size_t{1})];
    EXPECT_NEAR(k.y(), 199121.996366, 1e-6);
    EXPECT_NEAR(k.z(), 199121.996366, 1e-6);
    EXPECT_NEAR(k.x(), 199121.996366 * 2 / 2.6, 1e-6);  // G J = 2 E I / 2(1 + ν)
    const double clamp = 8.1e9 * pi / 4 * std::pow(0.05, 4) / 0.1;
    EXPECT_NEAR(bodies.stiffness[BodyId(size_t{0})].y(), clamp, 1e-12 * clamp);
}

TEST(Thesis, a_plane_plant_steps_as_its_chain) {
    ArticulatedSettings settings = thesis_settings();
    settings.planar = true;
    settings.damping = false;
    const Plant plant = samples::cantilever(10);
    const auto simulator = make_thesis(plant, settings, {});
    JointTree chain = samples::planar_chain(10);
    for (int i = 0; i < 500; ++i) {
        ASSERT_EQ(simulator->step(1e-4, {}).status, StepReport::Status::advanced);
        ASSERT_TRUE(chain.step(Integrator::semi_implicit_euler, 1e-4, {}));
    }
    Pose pose;
    simulator->pose(pose);
    const Vec3 tip = pose.segments[SegmentId(size_t{9})] * Vec3(1, 0, 0);
    EXPECT_GT(-tip.y(), 1e-4);
    EXPECT_LT((tip - samples::tip(chain, 0.1)).norm(), 1e-12);
    const Energy ours = simulator->energy(gravity), theirs = chain.energy(gravity);
    EXPECT_NEAR(ours.elastic, theirs.elastic, 1e-9 * theirs.elastic);
    EXPECT_NEAR(ours.kinetic, theirs.kinetic, 1e-9 * theirs.kinetic);
}

TEST(Thesis, a_standing_plant_stays) {
    const Plant plant = samples::sapling();
    const auto simulator = make_thesis(plant, thesis_settings(GivenShape::standing), {});
    for (int i = 0; i < 200; ++i)
        ASSERT_EQ(simulator->step(1e-6, {}).status, StepReport::Status::advanced);
    Pose pose;
    simulator->pose(pose);
    for (const SegmentId segment : plant.segments.rows()) {
        EXPECT_LT(pose.segments[segment].translation.norm(), 1e-12);
        EXPECT_LT(pose.segments[segment].rotation.vec().norm(), 1e-12);
    }
    std::vector<Wrench> loads;
    simulator->attachment_loads(loads);
    Bodies cylinders = build_bodies(plant, thesis_settings());
    make_cylinders(plant, cylinders);
    double weight = 0;
    for (const double m : cylinders.mass) weight += 9.81 * m;
    EXPECT_LT(weight, 9.81 * mass(plant));  // cylinders of the mean radius weigh less than cones
    EXPECT_NEAR(loads[0].force.y(), weight, 1e-6 * weight);
    EXPECT_NEAR(loads[0].force.x(), 0, 1e-6 * weight);
}

TEST(Thesis, begins_with_the_angles_that_joints_state) {
    Plant plant = samples::cantilever(2);
    samples::disturb(plant, 0, 1);
    const Vec3 angles(0.3, -0.2, 0.4);  // about heading, left, up
    plant.articulations[SegmentId(size_t{1})].initial = angles;
    Bodies bodies = build_bodies(plant, thesis_settings());
    const std::vector<double> found = thesis_angles(bodies, thesis_settings());
    const double expected[] = {0, 0, 0, -0.2, 0.3, 0.4};  // turns about left, heading, up
    for (size_t k = 0; k < 6; ++k) EXPECT_NEAR(found[k], expected[k], 1e-14) << k;
}

TEST(Thesis, goes_on_bit_by_bit_from_a_saved_state) {
    Plant plant = samples::sapling();
    const auto simulator = make_thesis(plant, thesis_settings(), {});
    const auto run = [&] {
        for (int i = 0; i < 50; ++i) simulator->step(1e-6, {});
        std::vector<double> state;
        simulator->save(state);
        return state;
    };
    run();
    simulator->set_stiffness(Column<DomainId, double>(plant.domains.size(), 0.5));
    std::vector<double> middle;
    simulator->save(middle);
    const std::vector<double> end = run();
    simulator->set_stiffness(Column<DomainId, double>(plant.domains.size(), 0.1));
    simulator->restore(middle);
    EXPECT_EQ(run(), end);
    EXPECT_NE(end, middle);
    size_t covered = 13 + plant.domains.size();
    for (const StateRow& row : simulator->rows()) {
        EXPECT_EQ(row.first, covered);
        covered += row.count;
    }
    EXPECT_EQ(covered, end.size());
}

TEST(Thesis, a_step_that_fails_keeps_the_state_and_names_the_domain) {
    const Plant plant = samples::sapling();
    ArticulatedSettings settings = thesis_settings();
    settings.substeps = 2;
    const auto simulator = make_thesis(plant, settings, {});
    std::vector<double> before, after;
    StepReport report;
    for (int i = 0; i < 10000 && report.status == StepReport::Status::advanced; ++i) {
        simulator->save(before);
        report = simulator->step(1.0 / 60, {});
    }
    ASSERT_EQ(report.status, StepReport::Status::failed);
    EXPECT_EQ(report.rejected_not_finite, 1u);
    EXPECT_EQ(report.message,
              "its motion is not finite: semi-implicit Euler needs a smaller dt, or more substeps");
    EXPECT_TRUE(report.domain.exists());
    simulator->save(after);
    EXPECT_EQ(before, after);
}

TEST(Thesis, a_free_plant_falls_and_turns_as_one_body) {
    const Plant plant = samples::sapling();
    ArticulatedSettings settings = thesis_settings();
    settings.footing.base = Base::free;
    Start start;
    start.velocity = Vec3(1, 2, 0);
    const auto simulator = make_thesis(plant, settings, start);
    const Energy before = simulator->energy(gravity);
    const double dt = 1e-5;
    for (int i = 0; i < 1000; ++i)
        ASSERT_EQ(simulator->step(dt, {}).status, StepReport::Status::advanced);
    const Start now = simulator->base();
    EXPECT_LT((now.velocity - Vec3(1, 2 - 0.0981, 0)).norm(), 1e-9);
    EXPECT_LT((now.placement.translation - Vec3(0.01, 0.02 - 0.0981 * 0.01 / 2, 0)).norm(), 1e-6);
    EXPECT_LT(simulator->energy(gravity).elastic, 1e-12);
    const double weight = 9.81 * mass(plant);
    EXPECT_NEAR(simulator->energy(gravity).total(), before.total(), 1e-6 * weight);
}

TEST(Thesis, loads_act_where_they_are_put) {
    // A pull at the tip bends a level rod by F l³/3EI × (1 + 1/n)(1 + 1/2n) of a chain.
    Plant plant = samples::cantilever(4);
    plant.materials.back().damping_ratio = 0.5;
    ArticulatedSettings settings = thesis_settings();
    settings.planar = true;
    const auto simulator = make_thesis(plant, settings, {});
    Load pull;
    pull.row = 3;
    for (int i = 0; i < 40000; ++i) {
        Pose pose;
        simulator->pose(pose);
        pull.point = pose.segments[SegmentId(size_t{3})] * Vec3(1, 0, 0);
        pull.force = Vec3(0, 0.1, 0);
        Loads loads;
        loads.gravity.setZero();
        loads.points = {&pull, 1};
        ASSERT_EQ(simulator->step(5e-5, loads).status, StepReport::Status::advanced);
    }
    const samples::Rod rod;
    const double beam = 0.1 / (3 * rod.young * rod.second_moment());
    EXPECT_NEAR(pull.point.y(), beam * 1.25 * 1.125, 1e-3 * beam);
}

TEST(Thesis, wind_pushes_and_still_air_brakes) {
    const Plant plant = samples::sapling();
    ArticulatedSettings settings = thesis_settings();
    settings.damping = false;
    const auto simulator = make_thesis(plant, settings, {});
    std::vector<AirSample> air;
    simulator->air_samples(air);
    double area = 0;
    for (AirSample& sample : air) {
        sample.wind = Vec3(10, 0, 0);
        area += sample.drag.all();
    }
    EXPECT_GT(area, 0);
    Loads loads;
    loads.gravity.setZero();
    loads.air = air;
    for (int i = 0; i < 100; ++i) simulator->step(1e-6, loads);
    const Vec3 tip = plant.segments.end[SegmentId(size_t{2})];
    EXPECT_GT(simulator->velocity(Load::Table::segments, 2, tip).x(), 0);
    for (AirSample& sample : air) sample.wind.setZero();
    const double before = simulator->energy(Vec3::Zero()).total();
    for (int i = 0; i < 100; ++i) simulator->step(1e-7, loads);
    EXPECT_LT(simulator->energy(Vec3::Zero()).total(), before);
}

TEST(Thesis, claims_what_it_keeps) {
    const Plant plant = samples::sapling();
    const Claims claims = make_thesis(plant, thesis_settings(), {})->claims();
    EXPECT_TRUE(claims.dynamic);
    EXPECT_FALSE(claims.conservative);
    EXPECT_EQ(claims.order, 1);
}

TEST(Thesis, a_load_or_wind_that_is_no_number_fails_the_step) {
    const Plant plant = samples::sapling();
    const auto simulator = make_thesis(plant, thesis_settings(), {});
    std::vector<double> before, after;
    simulator->save(before);
    Load load;
    load.row = 1;
    load.force = Vec3(NAN, 0, 0);
    Loads loads;
    loads.points = {&load, 1};
    const StepReport pulled = simulator->step(1e-6, loads);
    EXPECT_EQ(pulled.status, StepReport::Status::failed);
    EXPECT_EQ(pulled.domain, DomainId(0u));
    std::vector<AirSample> air;
    simulator->air_samples(air);
    air[0].wind.x() = INFINITY;
    loads.points = {};
    loads.air = air;
    EXPECT_EQ(simulator->step(1e-6, loads).status, StepReport::Status::failed);
    simulator->save(after);
    EXPECT_EQ(before, after);
}

TEST(Thesis, rejects_bad_settings_steps_and_loads) {
    const Plant plant = samples::sapling();
    ArticulatedSettings settings = thesis_settings();
    settings.substeps = 0;
    EXPECT_EQ(message([&] { make_thesis(plant, settings, {}); }),
              "substeps: found 0, expected 1 to 1000000");
    const auto simulator = make_thesis(plant, thesis_settings(), {});
    EXPECT_EQ(message([&] { simulator->step(0, {}); }), "dt: found 0, expected more than 0");
    Load load;
    load.row = 1000;
    Loads loads;
    loads.points = {&load, 1};
    EXPECT_EQ(
        message([&] { simulator->step(1e-6, loads); }),
        "load: found segment 1000, expected less than " + std::to_string(plant.segments.size()));
    AirSample sample;
    loads.points = {};
    loads.air = {&sample, 1};
    EXPECT_EQ(message([&] { simulator->step(1e-6, loads); }).substr(0, 23),
              "air: found 1 samples, e");
}

TEST(Thesis, rejects_a_state_and_factors_of_another_size) {
    const Plant plant = samples::cantilever(2);
    const auto simulator = make_thesis(plant, thesis_settings(), {});
    const std::vector<double> state(7);
    // 13 of the base, a factor, and of each of two bodies 4 · 3.
    EXPECT_EQ(message([&] { simulator->restore(state); }), "state: found 7 numbers, expected 38");
    EXPECT_EQ(message([&] { simulator->set_stiffness({}); }),
              "stiffness: found 0 factors, expected 1");
    EXPECT_EQ(message([&] { simulator->set_stiffness({-1.0}); }),
              "stiffness: found -1, expected 0 or more");
}

TEST(Thesis, rejects_a_sliding_base) {
    ArticulatedSettings settings = thesis_settings();
    settings.footing.base = Base::sliding;
    const Plant plant = samples::sapling();
    EXPECT_EQ(message([&] { make_thesis(plant, settings, {}); }),
              "base: found \"sliding\", expected \"held\" or \"free\" with the model \"thesis\"");
}

TEST(Thesis, rejects_a_plane_without_direction) {
    ArticulatedSettings settings = thesis_settings();
    settings.planar = true;
    settings.plane_normal.setZero();
    const Plant plant = samples::sapling();
    EXPECT_EQ(message([&] { make_thesis(plant, settings, {}); }),
              "plane_normal: found no direction, expected a vector other than 0");
}

TEST(Thesis, rejects_a_free_plant_of_two_roots) {
    ArticulatedSettings settings = thesis_settings();
    settings.footing.base = Base::free;
    Plant plant = samples::cantilever(1);
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, Vec3(0, 0, 1), Vec3(0, 1, 1), 0.01, 0.01);
    EXPECT_EQ(message([&] { make_thesis(plant, settings, {}); }),
              "base: found \"free\" for a plant of 2 roots, expected one");
}

}  // namespace
}  // namespace thigmo
