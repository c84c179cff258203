// Leaves that ride against the same leaves as bodies of the tree: the same solve, to rounding.
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/sim/articulated/riders.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

using test::random_vec;

/// A tree with plates of any blade's inertia, their joints bent, turned and spinning.
Bodies blades_on_a_tree(uint64_t seed) {
    Bodies bodies = test::leafy_tree(seed, 4);
    Random random(seed + 100);
    for (const BodyId i : bodies.rows()) {
        if (!bodies.plate[i]) continue;
        const double J = bodies.inertia[i](1, 1);
        bodies.inertia[i] = Vec3(0.2 * J, random.uniform(0.5, 1) * J, J).asDiagonal();
        bodies.vogel[i] = -0.4;
        bodies.initial[i] = random_vec(random, 0.4);
        bodies.damping[i] = 0.002 * bodies.stiffness[i];
    }
    return bodies;
}

/// Holds the bodies of one plant twice: all in one tree, and plates as riders on the rest.
struct Pair {
    Bodies bodies;
    Crown crown;
    BodyTree coupled, carriers;
    Riders riders;

    Pair(Bodies all, const ArticulatedSettings& settings, const Start& start)
        : bodies(std::move(all)),
          crown(part_crown(bodies, bodies.plate)),
          coupled(bodies, settings, start),
          carriers(crown.carriers, settings, start),
          riders(crown, bodies, settings, carriers) {}

    void step(double dt, BodyLoads loads, const Vec3& wind) {
        std::vector<AirSample> air;
        for (BodyTree* tree : {&coupled, &carriers}) {
            tree->air_samples(air);
            for (AirSample& sample : air) sample.wind = wind + 0.1 * sample.point.y() * wind;
            loads.air = air;
            const StepReport report = tree->step(dt, loads);
            ASSERT_EQ(report.status, StepReport::Status::advanced);
            EXPECT_EQ(report.rejected_turn + report.rejected_energy, 0u);
        }
    }
    /// Largest difference of spin, as a share of the largest spin.
    double apart() const {
        double most = 0, apart = 0;
        for (const BodyId i : bodies.rows()) {
            const Vec3 w = coupled.angular_velocity(i);
            most = std::max(most, w.norm());
            if (crown.carrier_row[i].exists())
                apart =
                    std::max(apart, (w - carriers.angular_velocity(crown.carrier_row[i])).norm());
        }
        for (size_t k = 0; k < riders.size(); ++k)
            apart = std::max(
                apart,
                (coupled.angular_velocity(crown.riding[k]) - riders.angular_velocity(k)).norm());
        EXPECT_GT(most, 1e-3);
        return apart / most;
    }
};

TEST(RidersCoupled, are_solved_as_bodies_are) {
    for (const Integrator integrator : {Integrator::tr_bdf2, Integrator::rosenbrock,
                                        Integrator::backward_euler, Integrator::midpoint}) {
        Pair both(blades_on_a_tree(5), {.integrator = integrator}, {});
        ASSERT_GT(both.riders.size(), 20u);
        for (int k = 0; k < 10; ++k) both.step(2e-3, {}, Vec3(6, 0.5, -1));
        EXPECT_LT(both.apart(), 1e-10) << static_cast<int>(integrator);
        EXPECT_NEAR(both.carriers.energy({}).kinetic, both.coupled.energy({}).kinetic,
                    1e-10 * both.coupled.energy({}).kinetic);
        EXPECT_NEAR(both.carriers.energy({}).elastic, both.coupled.energy({}).elastic,
                    1e-10 * both.coupled.energy({}).elastic);
    }
}

/// Seen from a base that moves, turns and is driven on; without air, and without damping.
TEST(RidersCoupled, feel_a_base_that_turns) {
    Start start;
    start.velocity = Vec3(1, 0.2, -0.5);
    start.angular_velocity = Vec3(0.5, 2, 0.1);
    Pair both(blades_on_a_tree(6), {.damping = false}, start);
    BodyLoads loads;
    loads.base.acceleration = Vec3(2, 0, 1);
    loads.base.angular_acceleration = Vec3(0, 3, 0.5);
    for (int k = 0; k < 10; ++k) both.step(2e-3, loads, Vec3(3, 0, 0));
    EXPECT_LT(both.apart(), 1e-10);
    EXPECT_NEAR(both.carriers.energy({}).kinetic, both.coupled.energy({}).kinetic,
                1e-10 * both.coupled.energy({}).kinetic);
}

TEST(RidersCoupled, are_carried_by_the_same_joint_loads) {
    Pair both(blades_on_a_tree(7), {}, {});
    for (int k = 0; k < 5; ++k) both.step(2e-3, {}, Vec3(6, 0.5, -1));
    std::vector<Wrench> all, carried;
    both.coupled.joint_loads(all);
    both.carriers.joint_loads(carried);
    double most = 0;
    for (const Wrench& each : all) most = std::max(most, each.moment.norm());
    for (const BodyId i : both.bodies.rows()) {
        const BodyId row = both.crown.carrier_row[i];
        if (!row.exists()) continue;
        EXPECT_LT((all[i.value].force - carried[row.value].force).norm(),
                  1e-9 * (1 + all[i.value].force.norm()));
        EXPECT_LT((all[i.value].moment - carried[row.value].moment).norm(), 1e-9 * most);
    }
}

/// A plant in a fresh wind at the usual step, both ways: no leaf is so wild that it must go alone.
TEST(RidersCoupled, sway_a_sapling_as_coupled_leaves_do) {
    const Plant plant = samples::sapling();
    std::vector<Pose> poses(2);
    std::vector<AirSample> air;
    for (const bool rides : {false, true}) {
        const auto simulator = make_simulator(
            plant,
            ArticulatedSettings{.leaf_solve = rides ? LeafSolve::riding : LeafSolve::coupled}, {});
        for (int k = 0; k < 120; ++k) {
            simulator->air_samples(air);
            for (AirSample& sample : air) sample.wind = Vec3(2 + k % 3, 0, 0.3);
            Loads loads;
            loads.air = air;
            const StepReport report = simulator->step(1. / 60, loads);
            ASSERT_EQ(report.status, StepReport::Status::advanced);
            ASSERT_EQ(report.rejected_turn + report.rejected_energy, 0u) << rides << k;
        }
        simulator->pose(poses[rides]);
    }
    double moved = 0;
    for (const DomainId d : plant.domains.rows()) {
        if (!plant.domains.shape[d].exists()) continue;
        const Vec3 at = plant.domains.placement[d].position;
        moved = std::max(moved, (poses[1].shapes[d] * at - at).norm());
        EXPECT_LT((poses[0].shapes[d] * at - poses[1].shapes[d] * at).norm(), 1e-9);
        EXPECT_LT(poses[0].shapes[d].rotation.angularDistance(poses[1].shapes[d].rotation), 1e-7);
    }
    EXPECT_GT(moved, 1e-4);
}

}  // namespace
}  // namespace thigmo
