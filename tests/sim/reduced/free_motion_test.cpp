// Free trees of deforming domains keep energy, momentum and angular momentum: what is lost is the
// integrator's error.
#include <gtest/gtest.h>

#include "tests/sim/reduced/made_tree.h"

namespace thigmo {
namespace {

/// Everything that moves as one vector: R, x, twist, then q and q̇ of every domain.
Eigen::VectorXd packed(const TreeState& state) {
    Eigen::Index n = 18;
    for (const auto& q : state.q) n += 2 * q.size();
    Eigen::VectorXd all(n);
    all.head<9>() = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(state.R.data());
    all.segment<3>(9) = state.x;
    all.segment<6>(12) = state.twist;
    Eigen::Index at = 18;
    for (const auto* part : {&state.q, &state.qdot})
        for (const auto& q : *part) {
            all.segment(at, q.size()) = q;
            at += q.size();
        }
    return all;
}

TreeState unpacked(const Eigen::VectorXd& all, TreeState state) {
    Eigen::Map<Eigen::Matrix<double, 9, 1>>(state.R.data()) = all.head<9>();
    state.x = all.segment<3>(9);
    state.twist = all.segment<6>(12);
    Eigen::Index at = 18;
    for (auto* part : {&state.q, &state.qdot})
        for (auto& q : *part) {
            q = all.segment(at, q.size());
            at += q.size();
        }
    return state;
}

struct Moving {
    std::vector<MadeDomain> tree;
    TreeRecursion<double> rows = recursion_of(tree);

    Eigen::VectorXd rate(const Eigen::VectorXd& all, const TreeState& shape) {
        const TreeState state = unpacked(all, shape);
        fill(rows, tree, state);
        EXPECT_TRUE(rows.solve_free());
        const Vec6 a = rows.base_acceleration();
        const Vec3 w = state.twist.head<3>(), v = state.twist.tail<3>();
        TreeState out = state;
        out.R = state.R * cross_matrix(w);
        out.x = state.R * v;
        out.twist = a;
        out.twist.tail<3>() -= w.cross(v);
        for (size_t i = 0; i < tree.size(); ++i) {
            out.q[i] = state.qdot[i];
            out.qdot[i] = rows.coordinate_acceleration(i);
        }
        return packed(out);
    }

    /// Runge and Kutta's fourth order.
    TreeState run(const TreeState& start, double time, int steps) {
        Eigen::VectorXd y = packed(start);
        const double h = time / steps;
        for (int step = 0; step < steps; ++step) {
            const Eigen::VectorXd k1 = rate(y, start), k2 = rate(y + h / 2 * k1, start),
                                  k3 = rate(y + h / 2 * k2, start), k4 = rate(y + h * k3, start);
            y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
        return unpacked(y, start);
    }

    /// Energy, momentum, angular momentum about the world's origin; and the elastic share.
    struct Balance {
        double energy = 0, elastic = 0;
        Vec3 momentum = Vec3::Zero(), spin = Vec3::Zero();
    };
    Balance balance(const TreeState& state) {
        Balance out;
        const TreeMotion motion = fill(rows, tree, state);
        for (size_t i = 0; i < tree.size(); ++i) {
            const double V = energy(tree[i].energy, span_of(state.q[i]));
            out.elastic += V;
            out.energy += V + kinetic_energy(tree[i].body, span_of(state.q[i]),
                                             span_of(state.qdot[i]), motion.twist[i]);
            const Vec6 p = rows.bodies[i].inertia * motion.twist[i] + rows.own(i) * state.qdot[i];
            const Vec3 push = motion.R[i] * p.tail<3>();
            out.momentum += push;
            out.spin += motion.R[i] * p.head<3>() + motion.x[i].cross(push);
        }
        return out;
    }
};

/// Largest relative change.
double drift(const Moving::Balance& before, const Moving::Balance& after) {
    return std::max({std::abs(after.energy / before.energy - 1),
                     (after.momentum - before.momentum).norm() / before.momentum.norm(),
                     (after.spin - before.spin).norm() / before.spin.norm()});
}

void check(uint64_t seed, const std::vector<int>& parents, const std::vector<int>& sizes) {
    Random random(seed);
    Moving moving{random_tree(random, parents, sizes)};
    const TreeState start = random_tree_state(random, moving.tree, 0.3);
    const auto before = moving.balance(start);
    const auto coarse = moving.balance(moving.run(start, 0.4, 500));
    const auto fine = moving.balance(moving.run(start, 0.4, 1000));
    EXPECT_GT(before.elastic, 0.1 * before.energy);
    EXPECT_GT(std::abs(fine.elastic - before.elastic), 0.05 * before.energy);
    EXPECT_LT(drift(before, fine), 1e-11);
    EXPECT_GT(drift(before, coarse), 12 * drift(before, fine));  // fourth order: 16
}

TEST(FreeMotion, of_two_domains_keeps_energy_and_momenta) {
    check(1, {-1, 0}, {6, 10});
}

TEST(FreeMotion, of_five_branching_domains_keeps_energy_and_momenta) {
    check(2, {-1, 0, 0, 1, 1}, {6, 5, 8, 7, 8});
}

}  // namespace
}  // namespace thigmo
