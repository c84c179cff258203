// Loads, gravity and bases of full finite elements against closed forms.
#include "thigmo/sim/fem/fem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

constexpr double E = 1e9, rho = 1000, radius = 0.01, length = 1;
const double area = M_PI * radius * radius, I = area * radius * radius / 4;

Plant rod() {
    Plant plant = samples::stem(4, length, radius, radius);
    plant.materials.values()[0].young = E;
    plant.materials.values()[0].shear = 0.4 * E;
    plant.materials.values()[0].density = rho;
    return plant;
}

FemSettings on(Base base, GivenShape shape = GivenShape::unloaded) {
    FemSettings settings;
    settings.footing.base = base;
    settings.footing.shape = shape;
    settings.footing.base_mass = base == Base::sliding ? 2 : 0;
    return settings;
}

Vec3 tip(const Simulator& simulator, const Plant& plant) {
    const SegmentId last(plant.segments.size() - 1);
    return simulator.row_motion(Load::Table::segments, last.value) * plant.segments.end[last];
}

/// w ℓ⁴/8EI.
TEST(Fem, SagsUnderItsWeight) {
    const Plant plant = rod();
    const auto simulator = make_fem(plant, on(Base::held), {});
    Loads loads;
    loads.gravity = Vec3(0.05, 0, 0);
    for (int k = 0; k < 5; ++k) simulator->step(1e3, loads);
    const double expected = rho * area * 0.05 / (8 * E * I);
    EXPECT_NEAR(tip(*simulator, plant).x() / expected, 1, 0.01);
    Column<DomainId, double> half(plant.domains.size(), 0.5);
    simulator->set_stiffness(half);
    for (int k = 0; k < 5; ++k) simulator->step(1e3, loads);
    EXPECT_NEAR(tip(*simulator, plant).x() / expected, 2, 0.02);
}

/// What is below supplies −F, and its moment about the joint.
TEST(Fem, JointsCarryWhatIsAboveThem) {
    const Plant plant = rod();
    const auto simulator = make_fem(plant, on(Base::held), {});
    const Vec3 force(0.1, 0, 0.05);
    for (int k = 0; k < 8; ++k) {
        Load load;
        load.row = 3;
        load.point = tip(*simulator, plant);
        load.force = force;
        Loads loads;
        loads.gravity.setZero();
        loads.points = {&load, 1};
        simulator->step(1e3, loads);
    }
    std::vector<Wrench> wrenches;
    simulator->attachment_loads(wrenches);
    for (const SegmentId segment : plant.segments.rows()) {
        const Rigid motion = simulator->row_motion(Load::Table::segments, segment.value);
        const Vec3 arm = tip(*simulator, plant) - motion * plant.segments.start[segment];
        EXPECT_LT((wrenches[segment.value].force + force).norm(), 1e-3 * force.norm());
        EXPECT_LT((wrenches[segment.value].moment + arm.cross(force)).norm(),
                  0.01 * length * force.norm())
            << segment.value;
    }
}

TEST(Fem, WhatNothingHoldsFallsAsItIs) {
    const Plant plant = rod();
    Start start;
    start.velocity = Vec3(1, 2, 0);
    const auto simulator = make_fem(plant, on(Base::free), start);
    const Vec3 before = tip(*simulator, plant);
    for (int k = 0; k < 20; ++k) simulator->step(0.01, {});
    const Vec3 expected = before + 0.2 * start.velocity + 0.5 * 0.04 * Vec3(0, -9.81, 0);
    EXPECT_LT((tip(*simulator, plant) - expected).norm(), 1e-8);
    EXPECT_LT(simulator->energy(Vec3::Zero()).elastic, 1e-12);
}

/// (F − R)/m beyond friction, nothing below it; a rigid body's, once it swings no more.
TEST(Fem, ASlidingBaseIsPushedAgainstFriction) {
    const Plant plant = rod();
    for (const double push : {3.0, 10.0}) {
        const auto simulator = make_fem(plant, on(Base::sliding, GivenShape::standing), {});
        Loads loads;
        loads.base.force = Vec3(push, 0, 0);
        loads.base.friction = 5;
        for (int k = 0; k < 400; ++k)
            ASSERT_EQ(simulator->step(0.01, loads).status, StepReport::Status::advanced);
        const double all = 2 + mass(plant);
        const double expected = push > 5 ? 4 * (push - 5) / all : 0;
        EXPECT_NEAR(simulator->base().velocity.x(), expected, 0.01 * expected + 1e-3);
        EXPECT_EQ(simulator->base().placement.translation.y(), 0);
    }
}

/// Wind across a rod bends it as the drag of its length does: k ℓ³/8EI with k per length.
TEST(Fem, WindBendsARod) {
    Plant plant = rod();
    plant.materials.values()[0].vogel = 0;
    plant.materials.values()[0].drag = 1;
    const auto simulator = make_fem(plant, on(Base::held), {});
    std::vector<AirSample> air;
    for (int k = 0; k < 8; ++k) {
        simulator->air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(2, 0, 0);
        Loads loads;
        loads.gravity.setZero();
        loads.air = air;
        simulator->step(1e3, loads);
    }
    double sum = 0;
    for (const AirSample& sample : air) sum += sample.drag.wood;
    EXPECT_NEAR(sum, cylinder_share * 2 * radius * length, 1e-9);
    const double w = 0.5 * air_density * 2 * radius * 4;
    EXPECT_NEAR(tip(*simulator, plant).x() / (w / (8 * E * I)), 1, 0.02);
}

/// Newton's iterates of a soft sapling in gusts of 16 m/s that turn round at once.
uint64_t iterates_in_gusts(LeafJoint leaves) {
    Plant plant = samples::sapling();
    for (Material& material : plant.materials) {
        material.young *= 0.001;
        material.shear *= 0.001;
    }
    FemSettings settings = on(Base::held);
    settings.leaf.joint = leaves;
    const auto simulator = make_fem(plant, settings, {});
    std::vector<AirSample> air;
    uint64_t iterates = 0;
    double turn = 0;
    for (int k = 0; k < 20; ++k) {
        simulator->air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(16, 0, 3) * (k % 10 < 5 ? 1 : -1);
        Loads loads;
        loads.air = air;
        const auto last = static_cast<uint32_t>(plant.segments.size() - 1);
        const Quat before = simulator->row_motion(Load::Table::segments, last).rotation;
        const StepReport report = simulator->step(1.0 / 60, loads);
        EXPECT_EQ(report.accepted, 1);
        iterates += report.recursions;
        const Quat after = simulator->row_motion(Load::Table::segments, last).rotation;
        turn = std::max(turn, before.angularDistance(after));
    }
    EXPECT_GT(turn, leaves == LeafJoint::welded ? 0.2 : 0.15);
    return iterates;
}

/// Twigs whip about and turn by 0.2 rad in a step: two stages of four iterates at most.
TEST(Fem, AGustTakesFewIterates) {
    EXPECT_LE(iterates_in_gusts(LeafJoint::welded), 20 * 2 * 4);
}

/// Leaves of a gram turn over within a step; still no step is taken in halves.
TEST(Fem, LeavesTurnOverInFewIterates) {
    EXPECT_LE(iterates_in_gusts(LeafJoint::stalks), 20 * 2 * 8);
}

TEST(Fem, ALeafAloneFalls) {
    Plant whole = samples::sapling();
    Plant leaf = whole;
    leaf.segments = {};
    for_columns(leaf.domains.columns(), whole.domains.columns(),
                [](auto& to, const auto& from) { to.values() = {from.values().back()}; });
    leaf.domains.parent.values()[0] = DomainId::none();
    leaf.domains.attachment.values()[0] = {};
    leaf.domains.order.values()[0] = 0;
    leaf.domains.segments.values()[0] = {};
    const auto simulator = make_fem(leaf, on(Base::free), {});
    for (int k = 0; k < 100; ++k) simulator->step(1e-3, {});
    const Vec3 way = simulator->row_motion(Load::Table::domains, 0).translation;
    EXPECT_NEAR(way.y(), -0.5 * 9.81 * 0.01, 1e-3);
}

TEST(Fem, rejects_what_does_not_fit_the_plant) {
    const Plant plant = samples::potted(rod());
    const auto simulator = make_fem(plant, on(Base::held), {});
    const auto refusal = [&](const Loads& loads, double dt = 0.01) {
        return message([&] { simulator->step(dt, loads); });
    };
    EXPECT_EQ(refusal({}, 0), "dt: found 0, expected more than 0");
    std::vector<AirSample> air(1);
    Loads loads;
    loads.air = air;
    EXPECT_EQ(refusal(loads), "air: found 1 samples, expected 15");
    Load load;
    loads = {};
    loads.points = {&load, 1};
    load.row = 99;
    EXPECT_EQ(refusal(loads), "load: found segment 99, expected less than 4");
    load.table = Load::Table::domains;
    load.row = 0;
    EXPECT_EQ(refusal(loads), "load: found prop_1, which does not move, expected a part that does");
    EXPECT_EQ(message([&] { simulator->set_stiffness({1.0}); }),
              "stiffness: found 1 factors, expected 3");
    std::vector<double> state;
    simulator->save(state);
    const size_t numbers = state.size();
    state.pop_back();
    EXPECT_EQ(message([&] { simulator->restore(state); }),
              "state: found " + std::to_string(numbers - 1) + " numbers, expected " +
                  std::to_string(numbers));
}

}  // namespace
}  // namespace thigmo
