// The simulator over a plant: rows, pose, state, messages.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/parts.h"
#include "samples/trees.h"
#include "tests/message.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

constexpr double frame = 1. / 60;

std::unique_ptr<Simulator> make(const Plant& plant, const ArticulatedSettings& settings = {},
                                const Start& start = {}) {
    return make_simulator(plant, settings, start);
}

/// For a second, and is then where it was placed.
void expect_stands(Simulator& simulator, const Plant& plant, const Rigid& placement) {
    for (int k = 0; k < 60; ++k) simulator.step(frame, {});
    Pose pose;
    simulator.pose(pose);
    for (const SegmentId s : plant.segments.rows()) {
        const Vec3 end = plant.segments.end[s];
        EXPECT_LT((pose.segments[s] * end - placement * end).norm(), 1e-7);
    }
}

TEST(Articulated, stands_as_it_is_placed) {
    const Plant plant = samples::binary_tree(100);
    Start start;
    start.placement = {Quat(Eigen::AngleAxisd(0.7, Vec3::UnitY())), Vec3(3, 0, -2)};
    const auto simulator = make(plant, {}, start);
    EXPECT_STREQ(simulator->name(), "articulated");
    expect_stands(*simulator, plant, start.placement);
}

TEST(Articulated, stands_as_it_is_tilted) {
    const Plant plant = samples::binary_tree(60);
    Start start;
    start.placement = {Quat(Eigen::AngleAxisd(0.4, Vec3(1, 0, 1).normalized())), Vec3::Zero()};
    const auto simulator = make(plant, {}, start);
    expect_stands(*simulator, plant, start.placement);
}

TEST(Articulated, carries_the_weight_above_at_every_joint) {
    const Plant plant = samples::binary_tree(40);
    const auto simulator = make(plant);
    simulator->step(frame, {});
    std::vector<Wrench> loads;
    simulator->attachment_loads(loads);
    EXPECT_NEAR(loads[0].force.y(), 9.81 * mass(plant), 1e-6 * mass(plant));
}

TEST(Articulated, repeats_to_the_bit_after_going_back) {
    const Plant plant = samples::binary_tree(60);
    const auto simulator = make(plant, {.footing = {.shape = GivenShape::unloaded}});
    for (int k = 0; k < 10; ++k) simulator->step(frame, {});
    std::vector<double> then, first, second;
    simulator->save(then);
    for (int k = 0; k < 10; ++k) simulator->step(frame, {});
    simulator->save(first);
    simulator->restore(then);
    for (int k = 0; k < 10; ++k) simulator->step(frame, {});
    simulator->save(second);
    EXPECT_EQ(first, second);
}

TEST(Articulated, keeps_carried_rows_to_the_bit) {
    const Plant plant = samples::binary_tree(60);
    const auto one = make(plant, {.footing = {.shape = GivenShape::unloaded}});
    for (int k = 0; k < 10; ++k) one->step(frame, {});
    const auto other = make(plant, {.footing = {.shape = GivenShape::unloaded}});
    std::vector<double> from, to, after;
    one->save(from);
    other->save(to);
    for (size_t k = 0; k < one->rows().size(); ++k) {
        const StateRow a = one->rows()[k], b = other->rows()[k];
        EXPECT_EQ(a.key, b.key);
        std::copy_n(from.begin() + a.first, a.count, to.begin() + b.first);
    }
    other->restore(to);
    other->restart();
    other->save(after);
    for (const StateRow& row : one->rows())
        for (uint32_t k = 0; k < 7; ++k) EXPECT_EQ(after[row.first + k], from[row.first + k]);
}

TEST(Articulated, sags_more_when_softened) {
    const Plant plant = samples::cantilever(10);
    const auto sag = [&](double factor) {
        const auto simulator = make(plant, {.footing = {.shape = GivenShape::unloaded}});
        simulator->set_stiffness(Column<DomainId, double>(plant.domains.size(), factor));
        for (int k = 0; k < 600; ++k) simulator->step(frame, {});
        Pose pose;
        simulator->pose(pose);
        const SegmentId last = plant.segments.rows().back();
        return -(pose.segments[last] * plant.segments.end[last]).y();
    };
    // Ten joints in the middles: 199/200 of the beam's own .00558913809668.
    EXPECT_NEAR(sag(1), 0.995 * .00558913809668, 1e-6);
    EXPECT_NEAR(sag(0.5) / sag(1), 2, 1e-3);
}

TEST(Articulated, names_the_domain_that_fails) {
    const Plant plant = samples::binary_tree(20);
    const auto simulator = make(plant);
    std::vector<double> before, after;
    simulator->save(before);
    Load load;
    load.row = 12;
    load.force = Vec3(NAN, 0, 0);
    const StepReport report = simulator->step(frame, {.points = std::span(&load, 1)});
    EXPECT_EQ(report.status, StepReport::Status::failed);
    EXPECT_EQ(report.message, "its load or wind is not finite");
    EXPECT_EQ(report.domain, segment_domains(plant)[SegmentId(12u)]);
    simulator->save(after);
    EXPECT_EQ(before, after);
}

TEST(Articulated, counts_what_a_step_took) {
    const Plant plant = samples::binary_tree(20);
    const auto simulator = make(plant, {.substeps = 3});
    const StepReport report = simulator->step(frame, {});
    EXPECT_EQ(report.accepted, 3);
    EXPECT_EQ(report.recursions, 7);  // one more for the accelerations at the beginning
    EXPECT_EQ(simulator->step(frame, {}).recursions, 6);
}

TEST(Articulated, rejects_a_step_of_no_length) {
    const Plant plant = samples::binary_tree(5);
    const auto simulator = make(plant);
    EXPECT_EQ(message([&] { simulator->step(0, {}); }), "dt: found 0, expected more than 0");
    EXPECT_EQ(message([&] { simulator->step(-1, {}); }), "dt: found -1, expected more than 0");
    EXPECT_EQ(message([&] { simulator->step(NAN, {}); }), "dt: found nan, expected more than 0");
}

TEST(Articulated, rejects_a_load_on_a_row_that_is_not_there) {
    const Plant plant = samples::binary_tree(5);
    const auto simulator = make(plant);
    Load load;
    load.row = 5;
    EXPECT_EQ(message([&] { simulator->step(frame, {.points = std::span(&load, 1)}); }),
              "load: found segment 5, expected less than 5");
}

TEST(Articulated, rejects_air_of_another_plant) {
    const Plant plant = samples::binary_tree(5);
    const auto simulator = make(plant);
    const std::vector<AirSample> air(3);
    EXPECT_EQ(message([&] { simulator->step(frame, {.air = air}); }),
              "air: found 3 samples, expected 7");
}

TEST(Articulated, rejects_a_state_and_factors_of_another_size) {
    const Plant plant = samples::binary_tree(5);
    const auto simulator = make(plant);
    const std::vector<double> state(7);
    EXPECT_EQ(message([&] { simulator->restore(state); }), "state: found 7 numbers, expected 169");
    EXPECT_EQ(message([&] { simulator->set_stiffness({}); }),
              "stiffness: found 0 factors, expected 1");
    EXPECT_EQ(message([&] { simulator->set_stiffness({-1.0}); }),
              "stiffness: found -1, expected 0 or more");
}

TEST(Articulated, rejects_settings_out_of_range) {
    const Plant plant = samples::binary_tree(5);
    const auto said = [&](const ArticulatedSettings& settings) {
        return message([&] { make(plant, settings); });
    };
    EXPECT_EQ(said({.substeps = 0}), "substeps: found 0, expected 1 to 1000000");
    EXPECT_EQ(said({.footing = {.gravity = Vec3(0, NAN, 0)}}),
              "gravity: found nan, expected finite numbers");
    EXPECT_EQ(said({.footing = {.base = Base::sliding}}),
              "base_mass: found 0, expected more than 0 for a sliding base");
    EXPECT_EQ(said({.footing = {.base_mass = -1}}), "base_mass: found -1, expected 0 or more");
    EXPECT_EQ(said({.junction = 0}), "junction: found 0, expected more than 0");
    EXPECT_EQ(said({.leaf = {.pieces = 0}}), "leaf_pieces: found 0, expected 1 to 20");
    EXPECT_EQ(said({.leaf = {.stiffness = 0}}), "leaf_stiffness: found 0, expected more than 0");
    EXPECT_EQ(said({.turn_limit = 0}), "turn_limit: found 0, expected more than 0");
    EXPECT_EQ(message([&] {
                  make(plant, {}, {{}, Vec3(NAN, 0, 0)});
              }),
              "start: found a number that is not finite, expected finite ones");
}

TEST(Articulated, rejects_a_free_plant_of_two_roots) {
    Plant plant = samples::binary_tree(5);
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, Vec3(0, 0, 1), Vec3(0, 1, 1), 0.01, 0.01);
    EXPECT_EQ(message([&] { make(plant, {.footing = {.base = Base::free}}); }),
              "base: found \"free\" for a plant of 2 roots, expected one");
}

TEST(Articulated, rejects_lanes_that_no_engine_has) {
    const Plant plant = samples::binary_tree(5);
    EXPECT_EQ(message([&] { BodyTree(build_bodies(plant, {}), {}, {}, {.lanes = 3}); }),
              "lanes: found 3, expected 1, 4 or 8");
}

}  // namespace
}  // namespace thigmo
