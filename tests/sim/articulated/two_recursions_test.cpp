// The lanes of ball joints against the general recursion with three coordinates to a joint: two
// ways to one solve that share no code.
#include <gtest/gtest.h>

#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/standing.h"
#include "thigmo/sim/tree_recursion.h"

namespace thigmo {
namespace {

using Tree = TreeRecursion<double>;

/// Where a body is in a solve that takes springs at the end of dt; dt = 0 is explicit.
struct Solve {
    const Bodies& bodies;
    const BodyTree& tree;
    const BodyLoads& loads;
    double dt;

    Tree general() const {
        std::vector<RecursionRow> rows;
        for (const BodyId p : bodies.parent)
            rows.push_back({p.exists() ? int(p.value) : -1, 3, Coordinates::joint});
        Tree out(rows);
        out.same_axes = true;
        for (const BodyId i : bodies.rows()) {
            set_inertia(out.bodies[i.value], i);
            set_joint(out, i);
            for (const Load& load : loads.points)
                if (load.row == i.value) add_load(out.bodies[i.value], load, i);
            if (!loads.air.empty()) add_drag(out.bodies[i.value], i);
        }
        return out;
    }

    void set_inertia(Tree::Body& body, BodyId i) const {
        const Mat3 R = tree.rotation(i).toRotationMatrix();
        const Mat3 J = R * bodies.inertia[i] * R.transpose();
        const Vec3 c = R * bodies.centre[i], w = tree.angular_velocity(i);
        const double m = bodies.mass[i];
        body.inertia << J, m * cross_matrix(c), -m * cross_matrix(c), m * Mat3::Identity();
        body.force << w.cross(J * w), m * w.cross(w.cross(c));
    }

    void set_joint(Tree& out, BodyId i) const {
        const BodyId p = bodies.parent[i];
        const Start base = tree.base();
        const Quat above = p.exists() ? tree.rotation(p) : base.placement.rotation;
        const Vec3 w_above = p.exists() ? tree.angular_velocity(p) : base.angular_velocity;
        Tree::Body& body = out.bodies[i.value];
        body.arm = above * bodies.offset[i];
        body.drift << Vec3::Zero(), w_above.cross(w_above.cross(body.arm));
        const Quat relative = (above * bodies.rest[i]).conjugate() * tree.rotation(i);
        const Eigen::AngleAxisd turn(relative);
        const Mat3 R = tree.rotation(i).toRotationMatrix();
        const Mat3 K = R * test::tangent(bodies, i, relative).asDiagonal() * R.transpose();
        const Mat3 C = R * bodies.damping[i].asDiagonal() * R.transpose();
        const Vec3 turning = tree.angular_velocity(i) - w_above;
        out.own(i.value).setZero();
        out.own(i.value).topRows<3>().setIdentity();
        out.implicit(i.value) = dt * dt * K + dt * C;
        const Vec3 moment = joint_moment(bodies.stiffness[i], turn.angle() * turn.axis());
        Eigen::Map<Vec3>(out.force(i.value).data()) = R * moment + (dt * K + C) * turning;
    }

    /// F = F₀ − E a of a point at r from the joint; accelerations are felt, less gravity.
    void add_point(Tree::Body& body, const Vec3& r, const Vec3& F0, const Mat3& E) const {
        Eigen::Matrix<double, 3, 6> P;
        P << -cross_matrix(r), Mat3::Identity();
        body.inertia += P.transpose() * E * P;
        body.force -= P.transpose() * F0;
    }

    void add_load(Tree::Body& body, const Load& load, BodyId i) const {
        const Vec3 v = tree.velocity(i, load.point), g = loads.gravity;
        const Vec3 F0 = load.force - load.stiffness * (dt * v + dt * dt * g) -
                        load.damping * (v + dt * g - load.velocity);
        add_point(body, load.point - tree.position(i), F0,
                  dt * dt * load.stiffness + dt * load.damping);
        body.force.head<3>() -= load.torque;
    }

    void add_drag(Tree::Body& body, BodyId i) const {
        const Vec3 t = tree.rotation(i) * Vec3::UnitX(), r = bodies.drag_centre[i] * t;
        Mat3 P = Mat3::Identity();
        if (bodies.plate[i] == 0) P -= t * t.transpose();
        const Vec3 v = tree.velocity(i, tree.position(i) + r), wind = loads.air[0].wind;
        const double secant = bodies.drag[i] * (P * (v - wind)).norm();
        add_point(body, r, -secant * (P * (v + dt * loads.gravity - wind)), dt * secant * P);
    }
};

Load random_load(Random& random, const BodyTree& tree, BodyId i) {
    Load load;
    load.row = i.value;
    load.point = tree.position(i) + test::random_vec(random, 0.2);
    load.velocity = test::random_vec(random, 1);
    load.force = test::random_vec(random, 3);
    load.torque = test::random_vec(random, 0.3);
    load.stiffness = test::random_vec(random, 30).cwiseAbs().asDiagonal();
    load.damping = test::random_vec(random, 2).cwiseAbs().asDiagonal();
    return load;
}

double difference(uint64_t seed, bool rods, size_t lanes, Integrator integrator, double dt) {
    Random random(seed);
    const Bodies bodies = test::random_tree(seed, 40, rods);
    ArticulatedSettings settings;
    settings.integrator = integrator;
    settings.load_stiffness = settings.energy_guard = false;
    settings.turn_limit = 1e9;
    Start start;
    start.placement = {test::random_turn(random, 2), test::random_vec(random, 1)};
    start.velocity = test::random_vec(random, 1);
    start.angular_velocity = test::random_vec(random, 1);
    BodyTree tree(bodies, settings, start, {.lanes = lanes});
    for (const BodyId i : bodies.rows()) {
        tree.set_rotation(i, tree.rotation(i) * test::random_turn(random, 1));
        tree.set_angular_velocity(i, test::random_vec(random, 3));
    }
    tree.restart();
    BodyLoads loads;
    loads.gravity = Vec3(1, -9.81, 0.5);
    loads.base.acceleration = test::random_vec(random, 2);
    loads.base.angular_acceleration = test::random_vec(random, 2);
    std::vector<AirSample> air;
    tree.air_samples(air);
    for (AirSample& sample : air) sample.wind = Vec3(0.4, 0.1, -0.6);
    loads.air = air;
    std::vector<Load> points;
    for (const size_t row : {2u, 11u, 11u, 39u})
        points.push_back(random_load(random, tree, BodyId(row)));
    loads.points = points;
    const double implicit_dt = integrator == Integrator::backward_euler ? dt : 0;
    Tree general = Solve{bodies, tree, loads, implicit_dt}.general();
    Tree::V6 base;
    base << loads.base.angular_acceleration, loads.base.acceleration - loads.gravity;
    EXPECT_TRUE(general.solve_held(base));
    EXPECT_EQ(tree.step(dt, loads).status, StepReport::Status::advanced);
    double worst = 0, scale = 0;
    for (const BodyId i : bodies.rows()) {
        const Vec3 theirs = general.acceleration(i.value).head<3>();
        const double apart = (tree.angular_acceleration(i) - theirs).norm();
        worst = apart <= worst ? worst : apart;
        scale = std::max(scale, theirs.norm());
    }
    return worst / scale;
}

TEST(TwoRecursions, agree_on_an_implicit_solve) {
    for (uint64_t seed = 1; seed <= 4; ++seed)
        for (bool rods : {false, true})
            for (size_t lanes : {1u, 4u, 8u})
                EXPECT_LT(difference(seed, rods, lanes, Integrator::backward_euler, 1. / 60), 1e-12)
                    << seed << rods << lanes;
}

TEST(TwoRecursions, agree_on_an_explicit_solve) {
    for (uint64_t seed = 5; seed <= 8; ++seed)
        for (bool rods : {false, true})
            EXPECT_LT(difference(seed, rods, 4, Integrator::semi_implicit_euler, 1e-4), 1e-12)
                << seed << rods;
}

}  // namespace
}  // namespace thigmo
