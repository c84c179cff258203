// Shapes that stand as they are given: rest angles, and joints too soft for their load.
#include "thigmo/sim/articulated/standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/sim/articulated/articulated.h"

namespace thigmo {
namespace {

ArticulatedSettings unloaded() {
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    return settings;
}

/// Moment of gravity about every joint less what the joint gives, by brute force.
double standing_residual(const Bodies& bodies, const Vec3& gravity) {
    Column<BodyId, Vec3> joint(bodies.size());
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        joint[body] = parent.exists()
                          ? Vec3(joint[parent] + bodies.given[parent] * bodies.offset[body])
                          : bodies.offset[body];
    }
    Column<BodyId, Vec3> moment(bodies.size(), Vec3::Zero());
    for (const BodyId body : bodies.rows()) {
        const Vec3 centre = joint[body] + bodies.given[body] * bodies.centre[body];
        for (BodyId at = body; at.exists(); at = bodies.parent[at])
            moment[at] += (centre - joint[at]).cross(bodies.mass[body] * gravity);
    }
    double largest = 0, left = 0;
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        const Quat upper = parent.exists() ? bodies.given[parent] : Quat::Identity();
        const auto energy = [&](const Vec3& turn) {
            const double angle = turn.norm();
            const Quat by(Eigen::AngleAxisd(angle, angle > 0 ? Vec3(turn / angle) : Vec3::UnitX()));
            const Eigen::AngleAxisd phi((upper * bodies.rest[body]).conjugate() * by *
                                        bodies.given[body]);
            const Vec3 v = phi.angle() * phi.axis();
            return 0.5 * v.dot(bodies.stiffness[body].cwiseProduct(v)) - turn.dot(moment[body]);
        };
        // The elastic energy's slope by differences of sixth order.
        Vec3 slope;
        constexpr double h = 0.01;
        for (int i = 0; i < 3; ++i) {
            const Vec3 e = h * Vec3::Unit(i);
            slope[i] = (45 * (energy(e) - energy(-e)) - 9 * (energy(2 * e) - energy(-2 * e)) +
                        energy(3 * e) - energy(-3 * e)) /
                       (60 * h);
        }
        largest = std::max(largest, moment[body].norm());
        left = std::max(left, slope.norm());
    }
    return left / largest;
}

TEST(Bodies, given_shape_stands_in_equilibrium) {
    ArticulatedSettings settings;
    settings.footing.gravity = Vec3(1, -9.5, 2);
    for (const double stiff : {1.0, 0.02}) {
        Plant plant = samples::sapling();
        for (Material& material : plant.materials) {
            material.young *= stiff;
            material.shear *= 0.3 * stiff;
        }
        const Bodies bodies = build_bodies(plant, settings);
        EXPECT_LT(standing_residual(bodies, settings.footing.gravity), 1e-9) << stiff;
        EXPECT_GT(standing_residual(build_bodies(plant, unloaded()), settings.footing.gravity),
                  0.1);
    }
}

TEST(Bodies, joint_too_soft_to_stand_is_stiffened_and_named) {
    Plant plant;
    samples::start_plant(plant, "level");
    samples::add_domain(plant, DomainId::none(), {}, Kind::branch);
    samples::add_segment(plant, Vec3::Zero(), {1, 0, 0}, 0.01, 0.01);
    plant.materials[MaterialId(0)].young = 1e6;
    const Bodies bodies = build_bodies(plant, {});
    ASSERT_EQ(bodies.log.warnings.size(), 1u);
    EXPECT_THAT(bodies.log.warnings[0],
                testing::StartsWith("1 of 1 domains too soft to stand under their weight, "
                                    "made stiffer; most branch_1, by "));
    EXPECT_LT(standing_residual(bodies, {0, -9.81, 0}), 1e-9);
}

TEST(Bodies, a_whip_on_a_stout_stem_is_stiffened_alone) {
    Plant plant;
    samples::start_plant(plant, "whip");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    for (int i = 0; i < 20; ++i) {
        const double radius = i < 10 ? 0.05 : 0.002;
        samples::add_segment(plant, {0, 0.4 * i, 0}, {0, 0.4 * (i + 1), 0}, radius, radius);
    }
    const Bodies loose = build_bodies(plant, unloaded()), bodies = build_bodies(plant, {});
    const auto factor = [&](size_t i) {
        return (bodies.stiffness[BodyId(i)].cwiseQuotient(loose.stiffness[BodyId(i)])).maxCoeff();
    };
    for (size_t i = 0; i < 10; ++i) EXPECT_EQ(factor(i), 1) << i;
    EXPECT_GT(factor(10), 2);
    EXPECT_THAT(bodies.log.warnings, testing::ElementsAre(testing::StartsWith("1 of 1 domains")));
}

TEST(Standing, a_state_carries_what_was_stiffened) {
    // As after a cut: the simulator that goes on was built of a shape without load.
    Plant plant = samples::sapling();
    for (Material& material : plant.materials) material.young *= 0.01;
    const auto before = make_articulated(plant, {}, {});
    const auto after = make_articulated(plant, unloaded(), {});
    std::vector<double> state, end, other;
    before->save(state);
    after->restore(state);
    Loads loads;
    for (int i = 0; i < 5; ++i) {
        loads.gravity = Vec3(0.5 * i, -9.81, 0);
        before->step(0.01, loads);
        after->step(0.01, loads);
    }
    before->save(end);
    after->save(other);
    EXPECT_EQ(end, other);
    EXPECT_NE(end, state);
}

TEST(Standing, joint_moment_is_the_gradient_of_the_energy) {
    const Vec3 k(0.3, 2, 5);
    for (const Vec3& phi : {Vec3(1e-4, 2e-4, 0), Vec3(0.05, 0.08, -0.02), Vec3(0.4, -0.7, 0.3)}) {
        const Quat now(Eigen::AngleAxisd(phi.norm(), phi.normalized()));
        const auto energy = [&](const Vec3& turn) {
            const Quat by(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
            const Eigen::AngleAxisd whole(now * by);
            return 0.5 * whole.angle() * whole.angle() *
                   whole.axis().dot(k.cwiseProduct(whole.axis()));
        };
        Vec3 slope;
        for (int i = 0; i < 3; ++i)
            slope[i] = (energy(1e-5 * Vec3::Unit(i)) - energy(-1e-5 * Vec3::Unit(i))) / 2e-5;
        EXPECT_LT((slope - joint_moment(k, phi)).norm(), 1e-8);
        const JointTurn back = solve_joint(k, joint_moment(k, phi));
        ASSERT_TRUE(back.found);
        EXPECT_LT((back.phi - phi).norm(), 1e-10);
    }
}

}  // namespace
}  // namespace thigmo
