// Leaves that ride: how they and what carries them move, held against leaves that are bodies.
#include "thigmo/sim/articulated/riders.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/plants.h"
#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

constexpr double frame = 1. / 60;

std::unique_ptr<Simulator> make(const Plant& plant, LeafSolve leaves) {
    return make_simulator(plant, ArticulatedSettings{.leaf_solve = leaves}, {});
}

/// Steps in a steady wind.
void blow(Simulator& simulator, const Vec3& wind, int steps, double dt = frame) {
    std::vector<AirSample> air;
    for (int k = 0; k < steps; ++k) {
        simulator.air_samples(air);
        for (AirSample& sample : air) sample.wind = wind;
        Loads loads;
        loads.air = air;
        ASSERT_EQ(simulator.step(dt, loads).status, StepReport::Status::advanced);
    }
}

TEST(Riders, ride_where_they_are_told_to_but_not_on_what_lies_on_the_ground) {
    EXPECT_FALSE(leaves_ride({}));
    EXPECT_TRUE(leaves_ride({.leaf_solve = LeafSolve::riding}));
    EXPECT_FALSE(leaves_ride({.footing = {.base = Base::free}, .leaf_solve = LeafSolve::riding}));
}

TEST(Riders, stay_at_rest_on_a_plant_that_stands) {
    const Plant plant = samples::sapling();
    const auto simulator = make(plant, LeafSolve::riding);
    for (int k = 0; k < 120; ++k) simulator->step(frame, {});
    Pose pose;
    simulator->pose(pose);
    for (const DomainId d : plant.domains.rows()) {
        if (!plant.domains.shape[d].exists()) continue;
        const Vec3 at = plant.domains.placement[d].position;
        EXPECT_LT((pose.shapes[d] * at - at).norm(), 1e-9);
        EXPECT_NEAR(std::abs(pose.shapes[d].rotation.w()), 1, 1e-12);
    }
}

TEST(Riders, survive_a_hurricane_and_come_to_rest_after_it) {
    const Plant plant = samples::sapling();
    const auto simulator = make(plant, LeafSolve::riding);
    std::vector<AirSample> air;
    Loads loads;
    Random random(7);
    uint64_t alone = 0;
    for (int k = 0; k < 300; ++k) {
        simulator->air_samples(air);
        for (AirSample& sample : air)
            sample.wind =
                Vec3(40 + 20 * random.normal(), 10 * random.normal(), 20 * random.normal());
        loads.air = air;
        const StepReport report = simulator->step(frame, loads);
        ASSERT_EQ(report.status, StepReport::Status::advanced);
        alone += report.rejected_turn;
        const Energy energy = simulator->energy(loads.gravity);
        ASSERT_TRUE(std::isfinite(energy.total()));
    }
    EXPECT_GT(alone, 0u);
    const double stormy = simulator->energy(loads.gravity).kinetic;
    blow(*simulator, Vec3::Zero(), 1200);
    EXPECT_LT(simulator->energy(loads.gravity).kinetic, 1e-6 * stormy);
}

/// Leaves set turning in still air on wood at rest, without weight: how often energy grew.
int growth_steps(const Plant& plant, uint64_t seed, double speed, bool damped) {
    ArticulatedSettings settings{.leaf_solve = LeafSolve::riding, .damping = damped};
    settings.footing.shape = GivenShape::unloaded;
    const auto simulator = make_simulator(plant, settings, {});
    Random random(seed);
    std::vector<double> state;
    simulator->save(state);
    for (const StateRow& row : simulator->rows()) {
        if (row.table != Load::Table::domains) continue;
        constexpr size_t spin = 4;  // behind the rotation
        Vec3::Map(&state[row.first + spin]) = speed * test::random_vec(random, 1).normalized();
    }
    simulator->restore(state);
    simulator->restart();
    Loads loads{.gravity = Vec3::Zero()};
    std::vector<AirSample> air;
    int grew = 0;
    double before = simulator->energy(loads.gravity).total();
    const double first = before;
    for (int k = 0; k < 300; ++k) {
        simulator->air_samples(air);
        loads.air = air;
        simulator->step(frame, loads);
        const double now = simulator->energy(loads.gravity).total();
        if (now > before * (1 + 1e-12)) ++grew;
        before = now;
    }
    EXPECT_LT(before, 0.2 * first);
    return grew;
}

TEST(Riders, never_gain_energy_in_still_air) {
    Plant plant = samples::sapling();
    const DomainId leaf = plant.domains.rows().back();
    const double given = mass(plant, leaf);
    plant.materials[plant.domains.material[leaf]].density *= 0.3e-3 / given;
    EXPECT_NEAR(mass(plant, leaf), 0.3e-3, 1e-9);
    for (const bool damped : {true, false})
        for (const double speed : {5., 20., 60., 150.}) {
            int grew = 0;
            for (uint64_t seed = 1; seed <= 6; ++seed)
                grew += growth_steps(plant, seed, speed, damped);
            EXPECT_EQ(grew, 0) << speed << damped;
        }
}

TEST(Riders, repeat_to_the_bit_after_going_back_and_on_any_threads) {
    const Plant plant = samples::sapling();
    const auto simulator = make(plant, LeafSolve::riding);
    blow(*simulator, Vec3(12, 0, 3), 20);
    std::vector<double> then, first, second;
    simulator->save(then);
    blow(*simulator, Vec3(12, 0, 3), 20);
    simulator->save(first);
    simulator->restore(then);
    const ThreadLimit one(1);
    blow(*simulator, Vec3(12, 0, 3), 20);
    simulator->save(second);
    EXPECT_EQ(first, second);
}

TEST(Riders, wilt_when_their_stiffness_falls) {
    const Plant plant = samples::sapling();
    const auto simulator = make(plant, LeafSolve::riding);
    Column<DomainId, double> factors(plant.domains.size(), 1);
    DomainId leaf;
    for (const DomainId d : plant.domains.rows())
        if (plant.domains.kind[d] == Kind::leaf) factors[leaf = d] = 0.02;
    simulator->set_stiffness(factors);
    for (int k = 0; k < 300; ++k) simulator->step(frame, {});
    Pose pose;
    simulator->pose(pose);
    EXPECT_GT(pose.shapes[leaf].rotation.angularDistance(Quat::Identity()), 0.3);
}

TEST(Riders, are_reached_by_pulls_through_what_carries_them) {
    const Plant plant = samples::sapling();
    const auto simulator = make(plant, LeafSolve::riding);
    Load pull{.table = Load::Table::domains, .force = Vec3(0, 0, 0.5)};
    for (const DomainId d : plant.domains.rows())
        if (plant.domains.kind[d] == Kind::leaf) pull.row = d.value;
    pull.point = plant.domains.placement[DomainId(size_t{pull.row})].position;
    const Load loads[] = {pull};
    simulator->step(frame, {.points = loads});
    EXPECT_GT(simulator->velocity(Load::Table::domains, pull.row, pull.point).z(), 0);
}

/// Foliage in the middle of a rod's axis is what the rod's own drag is when it is a plate.
TEST(Foliage, drags_like_a_plate_at_its_place) {
    Bodies plates = test::random_tree(3, 30);
    for (const BodyId i : plates.rows()) {
        plates.plate[i] = 1;
        plates.drag[i] = 0.02;
        plates.drag_centre[i] = 0.1;
        plates.vogel[i] = -0.5;
    }
    Bodies leafy = plates;
    leafy.foliage = plates.drag;
    leafy.foliage_vogel = plates.vogel;
    leafy.foliage_centre.resize(leafy.size(), Vec3(0.1, 0, 0));
    leafy.drag = Column<BodyId, double>(leafy.size(), 0);
    leafy.plate = Column<BodyId, uint8_t>(leafy.size(), 0);
    BodyTree a(plates, {}), b(leafy, {});
    std::vector<AirSample> air;
    for (int k = 0; k < 20; ++k) {
        a.air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(6, 0.5, -1);
        BodyLoads loads;
        loads.air = air;
        a.step(0.002, loads);
        b.step(0.002, loads);
    }
    double turned = 0;
    for (const BodyId i : plates.rows()) {
        turned = std::max(turned, a.rotation(i).angularDistance(plates.given[i]));
        EXPECT_LT((a.angular_velocity(i) - b.angular_velocity(i)).norm(),
                  1e-10 * (1 + a.angular_velocity(i).norm()));
    }
    EXPECT_GT(turned, 1e-3);
    std::vector<Wrench> on_plates, on_leafy;
    a.joint_loads(on_plates);
    b.joint_loads(on_leafy);
    for (size_t i = 0; i < on_plates.size(); ++i)
        EXPECT_LT((on_plates[i].moment - on_leafy[i].moment).norm(),
                  1e-9 * (1 + on_plates[i].moment.norm()));
}

}  // namespace
}  // namespace thigmo
