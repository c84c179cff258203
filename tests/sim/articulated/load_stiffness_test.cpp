// Load stiffness: how weight that pulls outward resists the turning of what hangs on it.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/sim/articulated/body_tree.h"

namespace thigmo {
namespace {

constexpr double dt = 1. / 60;

/// A straight chain along +X, turned in its plane: the angles are those of the bodies themselves.
struct Chain {
    const Bodies& bodies;
    Vec3 gravity;

    /// Elastic and gravity's energy.
    double energy(const Eigen::VectorXd& angles) const {
        double sum = 0;
        Vec3 joint = Vec3::Zero();
        Quat up = Quat::Identity();
        double above = 0;
        for (const BodyId i : bodies.rows()) {
            const double angle = angles[i.value], bend = angle - above;
            joint += up * bodies.offset[i];
            up = Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
            sum += 0.5 * bodies.stiffness[i].z() * bend * bend;
            sum -= bodies.mass[i] * gravity.dot(joint + up * bodies.centre[i]);
            above = angle;
        }
        return sum;
    }

    /// By central differences.
    Eigen::MatrixXd stiffness() const {
        const auto n = static_cast<Eigen::Index>(bodies.size());
        constexpr double h = 1e-3;
        Eigen::MatrixXd K(n, n);
        const auto at = [&](Eigen::Index i, double a, Eigen::Index j, double b) {
            Eigen::VectorXd angles = Eigen::VectorXd::Zero(n);
            angles[i] += a;
            angles[j] += b;
            return energy(angles);
        };
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < n; ++j)
                K(i, j) = (at(i, h, j, h) - at(i, h, j, -h) - at(i, -h, j, h) + at(i, -h, j, -h)) /
                          (4 * h * h);
        return K;
    }

    /// Of velocities across the chain.
    Eigen::MatrixXd mass() const {
        const auto n = static_cast<Eigen::Index>(bodies.size());
        Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
        Eigen::VectorXd arm = Eigen::VectorXd::Zero(n);  // of the joint's velocity
        for (const BodyId i : bodies.rows()) {
            const Eigen::Index k = i.value;
            if (k > 0) arm[k - 1] = bodies.offset[i].x();
            const double m = bodies.mass[i], md = m * bodies.centre[i].x();
            M += m * arm * arm.transpose();
            M.row(k) += md * arm.transpose();
            M.col(k) += md * arm;
            M(k, k) += bodies.inertia[i](2, 2);
        }
        return M;
    }
};

/// (M + dt² K) α = −dt K w, with the stiffness K of joints and weight.
void expect_backward_euler(const Bodies& bodies, const Vec3& gravity, size_t lanes) {
    BodyTree tree(bodies, {.integrator = Integrator::backward_euler, .damping = false}, {},
                  {.lanes = lanes});
    const auto n = static_cast<Eigen::Index>(bodies.size());
    Eigen::VectorXd w(n);
    Random random(4);
    for (const BodyId i : bodies.rows()) {
        w[i.value] = 1e-6 * random.normal();
        tree.set_angular_velocity(i, Vec3(0, 0, w[i.value]));
    }
    tree.restart();
    const Chain chain{bodies, gravity};
    const Eigen::MatrixXd K = chain.stiffness(), M = chain.mass();
    const Eigen::VectorXd exact = (M + dt * dt * K).partialPivLu().solve(-dt * K * w);
    ASSERT_EQ(tree.step(dt, {.gravity = gravity}).accepted, 1u);
    for (const BodyId i : bodies.rows())
        EXPECT_NEAR((tree.angular_velocity(i).z() - w[i.value]) / dt, exact[i.value],
                    2e-5 * exact.norm())
            << i.value << " in " << lanes;
}

TEST(LoadStiffness, is_the_second_derivative_of_the_weights_energy) {
    // So soft that weight is most of what holds them straight.
    for (const size_t n : {1u, 2u, 12u})
        for (const size_t lanes : {1u, 4u}) {
            const Bodies bodies =
                test::cantilever(n, {.radius = 0.002, .young = 1e7, .shear = 4e6});
            expect_backward_euler(bodies, Vec3(9.81, 0, 0), lanes);
        }
}

}  // namespace
}  // namespace thigmo
