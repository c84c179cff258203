// Pendulums and chains of [Garcia2023] chapter 8: closed forms, golden trajectories and statics,
// frequencies, the explicit step's limit, order of the integrators.
#include "samples/chains.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

using samples::Clamp;
using samples::Link;
using std::numbers::pi;

const Vec3 gravity(0, -9.81, 0);

/// Runs n equal steps; whether all went well.
bool run(JointTree& tree, Integrator integrator, double time, int steps,
         const JointForces& forces = {}) {
    for (int i = 0; i < steps; ++i)
        if (!tree.step(integrator, time / steps, forces)) return false;
    return true;
}

void start_double(JointTree& tree, double theta1, double theta2) {
    const double q[] = {theta1, theta2 - theta1}, still[] = {0, 0};
    tree.set_state(q, still);
}

/// Richardson's extrapolation of a second-order method.
Eigen::Vector4d extrapolated_double(double m, double l, double theta1, double theta2, double time,
                                    int steps) {
    const auto at = [&](int n) {
        JointTree tree = samples::double_pendulum(m, m, l, l);
        start_double(tree, theta1, theta2);
        EXPECT_TRUE(run(tree, Integrator::midpoint, time, n));
        const auto q = tree.angles(), w = tree.velocities();
        return Eigen::Vector4d(q[0], q[0] + q[1], w[0], w[0] + w[1]);
    };
    return (4 * at(2 * steps) - at(steps)) / 3;
}

TEST(Chains, double_pendulum_starts_as_the_thesis_prints) {
    JointTree tree = samples::double_pendulum();
    start_double(tree, pi / 2, pi / 2);
    double found[2];
    ASSERT_TRUE(tree.solve({}, found));
    // −(9/7) g/l, [Garcia2023] 8.2; and from Lagrange's equations.
    EXPECT_NEAR(found[0], -126.128571428571, 1e-12 * 126);
    EXPECT_NEAR(found[0] + found[1], 42.04285714285714, 1e-12 * 126);
}

TEST(Chains, double_pendulum_follows_the_golden_trajectory) {
    // 30-digit Gauss collocation: t, θ₁, θ₂, ω₁, ω₂ (both rods level at first).
    const double rows[][5] = {
        {0.05, 1.414631430442636, 1.619781362651266, -6.13272028434365, 1.686482736885428},
        {0.1, 1.000790726084277, 1.631491569587025, -9.767765994186634, -2.897146363114957},
        {0.2, 0.232838605961623, 0.01048166731902851, -5.040464107038449, -25.88379784652771},
        {0.5, -0.9240496835734381, -2.199854232193175, 9.596798347920178, -1.358542504776456}};
    for (const auto& row : rows) {
        const int steps = int(std::lround(row[0] * 40000));
        const Eigen::Vector4d ours = extrapolated_double(1, 0.1, pi / 2, pi / 2, row[0], steps);
        for (int k = 0; k < 4; ++k) EXPECT_NEAR(ours[k], row[k + 1], 1e-8) << row[0] << " " << k;
    }
}

TEST(Chains, double_pendulum_swings_a_little_as_the_golden_one) {
    const double rows[][5] = {
        {0.5, -0.03986756995476701, 0.1199707889116658, 0.03542305445993112, -0.4927979885823518},
        {1, -0.003194227856891339, -0.1365039880557462, -0.337113808701178, 0.5170019548236256},
        {2, 0.02251449734408265, 0.04950176789448442, -0.2953870883484502, 0.9592511073880574},
        {5, 7.987269260618774e-5, 0.107045578173083, 0.2348025216457462, -0.8100949931286787}};
    for (const auto& row : rows) {
        const int steps = int(std::lround(row[0] * 6000));
        const Eigen::Vector4d ours = extrapolated_double(1, 1, 0.1, -0.05, row[0], steps);
        for (int k = 0; k < 4; ++k) EXPECT_NEAR(ours[k], row[k + 1], 1e-9) << row[0] << " " << k;
    }
}

/// [Garcia2023] 8.7(2), A.16 and A.17 print + J_x sin(θ₁ − θ₂) θ₁'²; the motion has −.
TEST(Chains, the_printed_sign_of_the_double_pendulum_is_wrong) {
    JointTree tree = samples::double_pendulum();
    const double q[] = {0.7, -1.1}, rates[] = {3, -1};
    tree.set_state(q, rates);
    double a[2];
    ASSERT_TRUE(tree.solve({}, a));
    const double m = 1, l = 0.1, g = 9.81;
    const double Jb = m * l * l / 3, Jx = m * l * l / 2, mu2 = m * g * l / 2;
    const double theta2 = q[0] + q[1], difference = -q[1];
    const auto left = [&](double sign) {
        return Jb * (a[0] + a[1]) + Jx * std::cos(difference) * a[0] +
               sign * Jx * std::sin(difference) * rates[0] * rates[0] + mu2 * std::sin(theta2);
    };
    EXPECT_NEAR(left(-1), 0, 1e-15);
    EXPECT_GT(std::abs(left(1)), 0.05);
}

/// θ(t) = 2 asin(k sn(K − ω₀ t, k)), k = sin(θ₀/2), by the descending Landen transformation.
double pendulum_angle(double omega0, double theta0, double time) {
    const double k = std::sin(theta0 / 2);
    const double quarter = std::comp_ellint_1(k);
    double a[12], c[12], b = std::sqrt(1 - k * k);
    a[0] = 1;
    c[0] = k;
    int n = 0;
    while (std::abs(c[n]) > 1e-17 && n < 11) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = std::sqrt(a[n] * b);
        ++n;
    }
    double phi = std::ldexp(a[n] * (quarter - omega0 * time), n);
    for (; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
    return 2 * std::asin(k * std::sin(phi));
}

TEST(Chains, pendulum_follows_elliptic_functions) {
    const double l = 0.1, omega0 = std::sqrt(1.5 * 9.81 / l), theta0 = 2.5, time = 1.3;
    const auto at = [&](int steps) {
        JointTree tree = samples::pendulum(1, l);
        const double still[] = {0};
        tree.set_state({&theta0, 1}, still);
        EXPECT_TRUE(run(tree, Integrator::midpoint, time, steps));
        return tree.angles()[0];
    };
    const double exact = pendulum_angle(omega0, theta0, time);
    EXPECT_NEAR(pendulum_angle(omega0, theta0, 0), theta0, 1e-14);
    EXPECT_NEAR((4 * at(30000) - at(15000)) / 3, exact, 1e-9);
}

TEST(Chains, integrators_have_their_order) {
    const auto error = [&](Integrator integrator, int steps) {
        JointTree tree = samples::double_pendulum(1, 1, 1, 1);
        start_double(tree, 0.1, -0.05);
        EXPECT_TRUE(run(tree, integrator, 1, steps));
        return std::abs(tree.angles()[0] + 0.003194227856891339);
    };
    const auto order = [&](Integrator integrator) {
        return std::log2(error(integrator, 400) / error(integrator, 800));
    };
    EXPECT_NEAR(order(Integrator::semi_implicit_euler), 1, 0.1);
    EXPECT_NEAR(order(Integrator::backward_euler), 1, 0.1);
    EXPECT_NEAR(order(Integrator::midpoint), 2, 0.1);
    EXPECT_NEAR(order(Integrator::tr_bdf2), 2, 0.1);
    EXPECT_NEAR(order(Integrator::rosenbrock), 2, 0.1);
}

TEST(Chains, double_pendulum_keeps_its_energy) {
    JointTree tree = samples::double_pendulum();
    start_double(tree, pi / 2, pi / 2);
    const double before = tree.energy(gravity).total();
    double most = 0;
    for (int i = 0; i < 20000; ++i) {
        ASSERT_TRUE(tree.step(Integrator::midpoint, 1e-4, {}));
        most = std::max(most, tree.energy(gravity).kinetic);
    }
    EXPECT_GT(most, 1);
    EXPECT_NEAR(tree.energy(gravity).total(), before, 1e-4 * most);
}

struct CantileverRow {
    int n;
    double printed, full, tilted, half;
};

/// [Garcia2023] table 8.3 beside a nonlinear static solution found without this code.
const CantileverRow cantilever_rows[] = {
    {10, 0.0067664, 0.00676279897555, 0.00676641871116, 0.00564502799031},
    {25, 0.0060488, 0.00604519262549, 0.00604881240769, 0.00559808048139},
    {100, 0.0057051, 0.0057014754397, 0.00570509524235, 0.00558969699572},
    {250, 0.0056376, 0.00563393892894, 0.00563755873546, 0.0055892275205},
};

TEST(Chains, cantilever_hangs_as_table_8_3_prints) {
    for (const CantileverRow& row : cantilever_rows) {
        JointTree full = samples::planar_chain(row.n);
        EXPECT_NEAR(samples::settled_drop(full), row.full, 1e-9 * row.full) << row.n;
        JointTree half = samples::planar_chain(row.n, {}, Clamp::half);
        EXPECT_NEAR(samples::settled_drop(half), row.half, 1e-9 * row.half) << row.n;
        JointTree tilted =
            samples::planar_chain(row.n, {}, Clamp::full, Link::thin, samples::thesis_tilt());
        const double ours = samples::settled_drop(tilted);
        EXPECT_NEAR(ours, row.tilted, 1e-9 * row.tilted) << row.n;
        EXPECT_NEAR(ours, row.printed, 0.5e-7) << row.n;  // every printed digit
    }
}

TEST(Chains, settles_far_from_straight) {
    // E = 4e7: full and half clamp, 25 links; drop and reach.
    const samples::Rod soft{.young = 4e7};
    JointTree full = samples::planar_chain(25, soft);
    EXPECT_NEAR(samples::settled_drop(full, soft), 0.703289870266, 1e-9);
    EXPECT_NEAR(samples::tip(full, 0.04).x(), 0.662407016835, 1e-9);
    JointTree half = samples::planar_chain(25, soft, Clamp::half);
    EXPECT_NEAR(samples::settled_drop(half, soft), 0.675493662983, 1e-9);
}

TEST(Chains, swings_at_the_golden_frequencies) {
    struct Row {
        int n;
        Clamp clamp;
        Link link;
        double hertz[3];
    };
    const Row rows[] = {
        {10, Clamp::full, Link::thin, {7.53370079508, 47.4568491183, 133.473955035}},
        {10, Clamp::full, Link::solid, {7.53330091443, 47.438987196, 133.349859626}},
        {10, Clamp::half, Link::thin, {8.25076894929, 51.1313091602, 141.735536427}},
        {25, Clamp::full, Link::thin, {7.96958027373, 49.9881202357, 140.077750499}},
        {100, Clamp::full, Link::thin, {8.20654373687, 51.4324208981, 144.019556302}},
        {100, Clamp::half, Link::thin, {8.28824577195, 51.9356566391, 145.406473253}}};
    for (const Row& row : rows) {
        const JointTree chain = samples::planar_chain(row.n, {}, row.clamp, row.link);
        const Eigen::VectorXd ours = natural_frequencies(chain, Vec3::Zero()) / (2 * pi);
        for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(ours[k], row.hertz[k], 1e-9 * row.hertz[k]) << row.n << " " << k;
    }
}

TEST(Chains, explicit_step_fails_beyond_its_limit) {
    const std::pair<int, double> rows[] = {{10, 0.000202525904612}, {25, 3.14049932097e-05}};
    for (const auto& [n, limit] : rows) {
        JointTree chain = samples::planar_chain(n);
        EXPECT_NEAR(2 / samples::largest_frequency(chain), limit, 1e-9 * limit);
        const auto largest = [&](double share) {
            JointTree moving = samples::planar_chain(n);
            double most = 0;
            for (int i = 0; i < 2000 && most < 10; ++i) {
                if (!moving.step(Integrator::semi_implicit_euler, share * limit, {})) return 1e9;
                for (double angle : moving.angles()) most = std::max(most, std::abs(angle));
            }
            return most;
        };
        EXPECT_LT(largest(0.98), 0.1) << n;
        EXPECT_GT(largest(1.02), 1) << n;
    }
}

TEST(Chains, implicit_steps_settle_a_chain_at_any_step) {
    for (double dt : {1.0 / 60, 0.1}) {
        JointTree chain = samples::planar_chain(100);
        ASSERT_TRUE(run(chain, Integrator::backward_euler, 600 * dt, 600));
        EXPECT_NEAR(-samples::tip(chain, 0.01).y(), 0.0057014754397, 1e-9) << dt;
    }
}

/// Three Euler axes whose springs are alike bend as one plane does.
TEST(Chains, euler_joints_bend_in_any_plane) {
    const samples::Rod soft{.young = 4e8};
    JointTree planar = samples::planar_chain(10, soft);
    const double drop = samples::settled_drop(planar, soft);
    std::vector<JointBody> bodies;
    for (size_t i = 0; i < planar.size(); ++i) {
        JointBody body = planar.body(i);
        body.axes = 3;
        body.axis = {Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY()};
        bodies.push_back(body);
    }
    JointTree spatial(bodies);
    EXPECT_NEAR(samples::settled_drop(spatial, soft), drop, 1e-9 * drop);
    ASSERT_TRUE(settle(spatial, Vec3(0, 0, 9.81)));
    EXPECT_NEAR(samples::tip(spatial, 0.1).z(), drop, 1e-9 * drop);
}

}  // namespace
}  // namespace thigmo
