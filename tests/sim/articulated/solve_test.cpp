// The recursion against a dense system put together from Newton and Euler, column by column.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/sim/articulated/body_tree.h"

namespace thigmo {
namespace {

using test::random_tree;
using test::random_vec;

Mat3 skew(const Vec3& r) {
    Mat3 m;
    m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
    return m;
}

/// Torque of the joint on the child in its axes, by the inverse of the right Jacobian.
Vec3 torque(const Quat& relative, const Vec3& k) {
    const Eigen::AngleAxisd turn(relative);
    const double t = turn.angle();
    const Vec3 phi = t * turn.axis();
    const Mat3 S = skew(phi);
    const Mat3 J = Mat3::Identity() - (1 - std::cos(t)) / (t * t) * S +
                   (t - std::sin(t)) / (t * t * t) * S * S;
    return -J.transpose().partialPivLu().solve(k.cwiseProduct(phi));
}

/// One backward Euler solve of a plant, all forces as docs/articulated.md states them.
struct Dense {
    const Bodies& bodies;
    const BodyTree& tree;
    const BodyLoads& loads;
    double dt;
    Base base = Base::held;
    double base_mass = 0;

    Vec3 up(BodyId i) const {
        return bodies.parent[i].exists() ? tree.angular_velocity(bodies.parent[i])
                                         : tree.base().angular_velocity;
    }

    /// What is left of each joint's balance of moments, and of the base's of forces.
    Eigen::VectorXd rest(const Eigen::VectorXd& unknown) const {
        const size_t n = bodies.size();
        const Vec3 none = Vec3::Zero();
        std::vector<Vec3> al(n, none), a(n, none), f(n, none), moment(n, none);
        const Vec3 base_al = base == Base::held ? loads.base.angular_acceleration : Vec3::Zero();
        Vec3 base_a = loads.base.acceleration;  // true
        if (base != Base::held) base_a = unknown.tail<3>();
        Vec3 base_force = Vec3::Zero();
        for (const BodyId i : bodies.rows()) {
            const size_t k = i.value;
            al[k] = unknown.segment<3>(static_cast<Eigen::Index>(3 * k));
            const BodyId p = bodies.parent[i];
            const Vec3 joint = tree.position(i);
            const Vec3 r = joint - (p.exists()           ? tree.position(p)
                                    : base == Base::free ? joint
                                                         : tree.base().placement.translation);
            const Vec3 wp = p.exists() || base == Base::held ? up(i) : Vec3::Zero();
            const Vec3 alp = p.exists() ? al[p.value] : base_al;
            a[k] = (p.exists() ? a[p.value] : base_a) + alp.cross(r) + wp.cross(wp.cross(r));
        }
        for (size_t k = n; k-- > 0;) {
            const BodyId i(k);
            const Mat3 R = tree.rotation(i).toRotationMatrix();
            const Vec3 w = tree.angular_velocity(i), x = tree.position(i), c = R * bodies.centre[i];
            const double m = bodies.mass[i];
            const Mat3 central =
                bodies.inertia[i] - m * (bodies.centre[i].squaredNorm() * Mat3::Identity() -
                                         bodies.centre[i] * bodies.centre[i].transpose());
            const Mat3 J = R * central * R.transpose();
            const Vec3 ac = a[k] + al[k].cross(c) + w.cross(w.cross(c));
            f[k] += m * (ac - loads.gravity);
            moment[k] += c.cross(m * (ac - loads.gravity)) + J * al[k] + w.cross(J * w);
            add_forces(i, al[k], a[k], f[k], moment[k]);
            const BodyId p = bodies.parent[i];
            const Vec3 from = p.exists() ? tree.position(p) : x;
            if (p.exists()) {
                f[p.value] += f[k];
                moment[p.value] += moment[k] + (x - from).cross(f[k]);
            } else {
                base_force += f[k];
            }
        }
        Eigen::VectorXd out(unknown.size());
        for (const BodyId i : bodies.rows()) {
            const BodyId p = bodies.parent[i];
            const bool loose = base == Base::free && !p.exists();
            const Quat above = p.exists() ? tree.rotation(p) : tree.base().placement.rotation;
            const Quat relative = (above * bodies.rest[i]).conjugate() * tree.rotation(i);
            const Mat3 R = tree.rotation(i).toRotationMatrix();
            const Mat3 K = R * test::tangent(bodies, i, relative).asDiagonal() * R.transpose();
            const Mat3 C = R * bodies.damping[i].asDiagonal() * R.transpose();
            const Vec3 dw = tree.angular_velocity(i) - up(i);
            const Vec3 da = al[i.value] - (p.exists() ? al[p.value] : base_al);
            Vec3 tau = R * torque(relative, bodies.stiffness[i]) - K * (dt * dw + dt * dt * da) -
                       C * (dw + dt * da);
            if (loose) tau.setZero();
            out.segment<3>(3 * i.value) = moment[i.value] - tau;
        }
        if (base == Base::free) out.tail<3>() = base_force;
        if (base == Base::sliding) {
            out.tail<3>() = base_force + base_mass * base_a - loads.base.force;
            out[out.size() - 2] = base_a.y();
        }
        return out;
    }

    void add_forces(BodyId i, const Vec3& al, const Vec3& a, Vec3& f, Vec3& moment) const {
        const Quat Q = tree.rotation(i);
        const Vec3 x = tree.position(i), w = tree.angular_velocity(i), v = tree.velocity(i, x);
        if (!loads.air.empty()) {
            const Vec3 t = Q * Vec3::UnitX(), arm = bodies.drag_centre[i] * t;
            const Mat3 P = bodies.plate[i] != 0 ? Mat3(Mat3::Identity())
                                                : Mat3(Mat3::Identity() - t * t.transpose());
            const Vec3 wind = loads.air[0].wind;
            const double kk = bodies.drag[i] * (P * (v + w.cross(arm) - wind)).norm();
            const Vec3 end = v + dt * a + (w + dt * al).cross(arm);
            const Vec3 drag = -kk * (P * (end - wind));
            f -= drag;
            moment -= arm.cross(drag);
            if (!bodies.foliage.empty()) add_foliage(i, al, a, f, moment);
        }
        for (const Load& load : loads.points) {
            if (load.row != i.value) continue;
            const Vec3 r = load.point - x;
            const Vec3 spin = w + dt * al, speed = v + dt * a;
            const Vec3 force = load.force - load.stiffness * (dt * speed + dt * spin.cross(r)) -
                               load.damping * (speed + spin.cross(r) - load.velocity);
            f -= force;
            moment -= r.cross(force) + load.torque;
        }
    }

    void add_foliage(BodyId i, const Vec3& al, const Vec3& a, Vec3& f, Vec3& moment) const {
        const Vec3 x = tree.position(i), w = tree.angular_velocity(i), v = tree.velocity(i, x);
        const Vec3 arm = tree.rotation(i) * bodies.foliage_centre[i], wind = loads.air[0].wind;
        const double kk = bodies.foliage[i] * (v + w.cross(arm) - wind).norm();
        const Vec3 drag = -kk * (v + dt * a + (w + dt * al).cross(arm) - wind);
        f -= drag;
        moment -= arm.cross(drag);
    }

    Eigen::VectorXd solve() const {
        const auto n = static_cast<Eigen::Index>(3 * bodies.size() + (base == Base::held ? 0 : 3));
        const Eigen::VectorXd zero = rest(Eigen::VectorXd::Zero(n));
        Eigen::MatrixXd S(n, n);
        for (Eigen::Index k = 0; k < n; ++k) S.col(k) = rest(Eigen::VectorXd::Unit(n, k)) - zero;
        return -S.fullPivLu().solve(zero);
    }
};

Load random_load(Random& random, const BodyTree& tree, BodyId i) {
    Load load;
    load.row = i.value;
    load.point = tree.position(i) + random_vec(random, 0.2);
    load.velocity = tree.velocity(i, load.point);
    load.force = random_vec(random, 3);
    load.torque = random_vec(random, 0.3);
    Mat3 a = Mat3::Random();
    load.stiffness = 30 * a * a.transpose();
    a = Mat3::Random();
    load.damping = a * a.transpose();
    return load;
}

struct Case {
    bool rods = false;
    bool air = true;
    size_t lanes = 1;
    Base base = Base::held;
    size_t block = 4096;
    bool foliage = false;
    bool run = false;  // most bodies in one run
};

/// 16 bodies each on the one before, the others aside.
void string_up(Bodies& bodies, bool rods) {
    for (size_t k = 1; k < bodies.size(); ++k) {
        const BodyId i(k), parent(k < 16 ? k - 1 : k - 13);
        bodies.parent[i] = parent;
        bodies.rest[i] = bodies.given[parent].conjugate() * bodies.given[i];
    }
    if (!rods) return;
    BodyId rod(size_t{0});
    while (bodies.plate[rod] != 0) rod = BodyId(rod.value + 1);
    for (const BodyId i : bodies.rows()) {
        bodies.plate[i] = 0;
        bodies.mass[i] = bodies.mass[rod];
        bodies.centre[i] = bodies.centre[rod];
        bodies.inertia[i] = bodies.inertia[rod];
        bodies.stiffness[i] = bodies.stiffness[rod];
        bodies.damping[i] = bodies.damping[rod];
    }
}

double worst_error(uint64_t seed, const Case& which) {
    Random random(seed);
    std::srand(static_cast<unsigned>(seed));
    Bodies bodies = random_tree(seed, 23, which.rods);
    if (which.run) string_up(bodies, which.rods);
    if (which.base == Base::free) {  // one root only
        const BodyId root(size_t{0}), second(size_t{1});
        bodies.parent[second] = root;
        bodies.rest[second] = bodies.given[root].conjugate() * bodies.given[second];
    }
    if (which.foliage) {
        bodies.foliage.resize(bodies.size());
        bodies.foliage_centre.resize(bodies.size());
        bodies.foliage_vogel.resize(bodies.size());
        for (const BodyId i : bodies.rows()) {
            if (random.below(2) != 0) bodies.foliage[i] = random.uniform(0.01, 0.1);
            bodies.foliage_centre[i] = random_vec(random, 0.3);
        }
    }
    ArticulatedSettings settings;
    settings.integrator = Integrator::backward_euler;
    settings.load_stiffness = false;
    settings.energy_guard = false;
    settings.turn_limit = 1e9;
    settings.footing.base = which.base;
    settings.footing.base_mass = which.base == Base::sliding ? 2.5 : 0;
    Start start;
    start.placement = {test::random_turn(random, 2), random_vec(random, 1)};
    start.velocity = random_vec(random, 1);
    if (which.base == Base::sliding) start.velocity.y() = 0;
    if (which.base == Base::held) start.angular_velocity = random_vec(random, 1);
    BodyTree tree(bodies, settings, start, {which.lanes, which.block});
    for (const BodyId i : bodies.rows()) {
        tree.set_rotation(i, tree.rotation(i) * test::random_turn(random, 1));
        tree.set_angular_velocity(i, random_vec(random, 3));
    }
    tree.restart();
    BodyLoads loads;
    std::vector<AirSample> air;
    tree.air_samples(air);
    for (AirSample& sample : air) sample.wind = Vec3(0.4, 0.1, -0.6);
    if (which.air) loads.air = air;
    std::vector<Load> points;
    for (const size_t row : {3u, 9u, 9u, 22u})
        points.push_back(random_load(random, tree, BodyId(row)));
    loads.points = points;
    if (which.base == Base::held) {
        loads.base.acceleration = random_vec(random, 2);
        loads.base.angular_acceleration = random_vec(random, 2);
    }
    if (which.base == Base::sliding) {
        loads.base.force = random_vec(random, 5);
    }
    const double dt = 1. / 60;
    const Dense dense{bodies, tree, loads, dt, which.base, settings.footing.base_mass};
    const Eigen::VectorXd expected = dense.solve();
    EXPECT_EQ(tree.step(dt, loads).status, StepReport::Status::advanced);
    double worst = 0;
    for (const BodyId i : bodies.rows()) {
        const Vec3 found = tree.angular_acceleration(i);
        worst = std::max(worst, (found - expected.segment<3>(3 * i.value)).norm());
    }
    return worst / expected.norm();
}

TEST(ArticulatedSolve, agrees_with_a_dense_system) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        EXPECT_LT(worst_error(seed, {}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.rods = true}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.rods = true, .air = false}), 1e-12) << seed;
    }
}

TEST(ArticulatedSolve, agrees_in_lanes_and_blocks) {
    for (uint64_t seed = 6; seed <= 9; ++seed) {
        EXPECT_LT(worst_error(seed, {.lanes = 4}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.rods = true, .lanes = 4}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.rods = true, .lanes = 4, .block = 5}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.lanes = 8}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.rods = true, .lanes = 8, .block = 5}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.lanes = 1, .block = 3}), 1e-12) << seed;
    }
}

TEST(ArticulatedSolve, agrees_along_a_run) {
    for (uint64_t seed = 18; seed <= 21; ++seed)
        for (const size_t lanes : {4u, 8u}) {
            EXPECT_LT(worst_error(seed, {.lanes = lanes, .run = true}), 1e-12) << seed;
            EXPECT_LT(worst_error(seed, {.rods = true, .lanes = lanes, .run = true}), 1e-12)
                << seed;
        }
}

TEST(ArticulatedSolve, agrees_with_leaves_that_ride) {
    for (uint64_t seed = 14; seed <= 17; ++seed)
        for (const size_t lanes : {4u, 8u})
            EXPECT_LT(worst_error(seed, {.rods = true, .lanes = lanes, .foliage = true}), 1e-12)
                << seed;
}

TEST(ArticulatedSolve, agrees_with_a_base_that_slides_or_falls) {
    for (uint64_t seed = 10; seed <= 13; ++seed) {
        EXPECT_LT(worst_error(seed, {.rods = true, .base = Base::sliding}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.rods = true, .base = Base::free}), 1e-12) << seed;
        EXPECT_LT(worst_error(seed, {.lanes = 4, .base = Base::free, .block = 6}), 1e-12) << seed;
    }
}

}  // namespace
}  // namespace thigmo
