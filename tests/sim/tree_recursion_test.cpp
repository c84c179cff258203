// The recursion against a dense solve: mixed numbers of coordinates, joints and deformations,
// coupling C, implicit terms, loads, held and free base; and its rounding on long thin chains.
#include "thigmo/sim/tree_recursion.h"

#include <gtest/gtest.h>

#include "tests/sim/dense_tree.h"
#include "tests/sim/golden_tree.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using Tree = TreeRecursion<double>;

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

Mat3 random_rotation(Random& random) {
    const Eigen::Vector4d q = random_matrix(random, 4, 1);
    return Quat(q).normalized().toRotationMatrix();
}

/// Symmetric, positive definite, at least `low`.
Eigen::MatrixXd random_definite(Random& random, Eigen::Index n, double low) {
    const Eigen::MatrixXd a = random_matrix(random, n, n);
    return a * a.transpose() + low * Eigen::MatrixXd::Identity(n, n);
}

std::vector<RecursionRow> random_rows(Random& random, int count) {
    const int sizes[] = {0, 1, 3, 12, 2, 6};
    std::vector<RecursionRow> rows;
    for (int i = 0; i < count; ++i) {
        const auto kind = random.below(2) == 0 ? Coordinates::joint : Coordinates::deformation;
        const int parent = i == 0 ? -1 : int(random.below(uint64_t(i) + 1)) - 1;
        rows.push_back({parent, sizes[random.below(6)], kind});
    }
    return rows;
}

/// Everything the recursion reads, at random; [I C; Cᵀ M] is positive definite as a whole.
void fill(Random& random, Tree& tree) {
    for (size_t i = 0; i < tree.size(); ++i) {
        auto& body = tree.bodies[i];
        const Eigen::Index r = tree.row(i).coordinates;
        body.turn = random_rotation(random);
        body.arm = random_matrix(random, 3, 1);
        body.drift = random_matrix(random, 6, 1);
        body.force = random_matrix(random, 6, 1);
        const Eigen::MatrixXd whole = random_definite(random, 6 + r, 0.5);
        body.inertia = whole.topLeftCorner(6, 6);
        if (tree.row(i).kind == Coordinates::deformation) {
            tree.own(i) = whole.topRightCorner(6, r);
            tree.implicit(i) = whole.bottomRightCorner(r, r);
        } else {
            tree.own(i) = random_matrix(random, 6, r);
            tree.implicit(i).setZero();
        }
        tree.implicit(i) += random_definite(random, r, r > 6 ? 1 : 0.1);
        tree.force(i) = random_matrix(random, r, 1);
        if (tree.row(i).parent >= 0 &&
            tree.row(size_t(tree.row(i).parent)).kind == Coordinates::deformation)
            tree.ride(i) = random_matrix(random, 6, tree.ride(i).cols());
    }
    tree.base_inertia = random_definite(random, 6, 0.5);
    tree.base_force = random_matrix(random, 6, 1);
}

/// Largest difference over the largest entry.
double difference(std::span<const double> ours, const DenseVector& exact) {
    DenseReal worst = 0, scale = 0;
    for (size_t k = 0; k < ours.size(); ++k) {
        worst = std::max(worst, std::abs(DenseReal(ours[k]) - exact[Eigen::Index(k)]));
        scale = std::max(scale, std::abs(exact[Eigen::Index(k)]));
        if (!(std::abs(ours[k]) < 1e300)) return INFINITY;
    }
    return double(worst / scale);
}

TEST(TreeRecursion, equals_a_dense_solve_with_a_held_base) {
    for (uint64_t seed = 0; seed < 8; ++seed) {
        Random random(seed);
        Tree tree(random_rows(random, 25));
        fill(random, tree);
        const Tree::V6 base = random_matrix(random, 6, 1);
        ASSERT_TRUE(tree.solve_held(base));
        const DenseVector exact = dense_tree(tree).held(base.cast<DenseReal>());
        EXPECT_LT(difference(tree.coordinate_accelerations(), exact), 1e-12) << seed;
    }
}

TEST(TreeRecursion, equals_a_dense_solve_with_a_free_base) {
    for (uint64_t seed = 0; seed < 8; ++seed) {
        Random random(100 + seed);
        Tree tree(random_rows(random, 25));
        fill(random, tree);
        ASSERT_TRUE(tree.solve_free());
        const DenseVector exact = dense_tree(tree).free();
        EXPECT_LT(difference(tree.coordinate_accelerations(), exact), 1e-12) << seed;
        const Tree::V6 base = tree.base_acceleration();
        EXPECT_LT(difference({base.data(), 6}, exact.tail(6)), 1e-12) << seed;
    }
}

/// Parts in any order that the last one allows.
TEST(TreeRecursion, part_by_part_equals_a_dense_solve) {
    for (uint64_t seed = 0; seed < 8; ++seed) {
        Random random(200 + seed);
        Tree tree(random_rows(random, 40), 6);
        fill(random, tree);
        const uint32_t last = tree.parts().last();
        ASSERT_GE(last, 2u);
        for (const bool forwards : {false, true}) {
            const auto in_turn = [&](uint32_t k) { return forwards ? k : last - 1 - k; };
            for (uint32_t k = 0; k < last; ++k) ASSERT_EQ(tree.reduce_part(in_turn(k)), -1);
            ASSERT_EQ(tree.reduce_part(last), -1);
            const Tree::V6 base = random_matrix(random, 6, 1);
            tree.set_base_acceleration(base);
            tree.accelerate_part(last);
            for (uint32_t k = 0; k < last; ++k) tree.accelerate_part(in_turn(k));
            const DenseVector exact = dense_tree(tree).held(base.cast<DenseReal>());
            EXPECT_LT(difference(tree.coordinate_accelerations(), exact), 1e-12) << seed;
        }
    }
}

TEST(TreeRecursion, same_axes_only_leaves_the_turns_out) {
    Random random(7);
    Tree tree(random_rows(random, 30));
    fill(random, tree);
    for (auto& body : tree.bodies) body.turn.setIdentity();
    ASSERT_TRUE(tree.solve_free());
    const std::vector<double> turned(tree.coordinate_accelerations().begin(),
                                     tree.coordinate_accelerations().end());
    tree.same_axes = true;
    ASSERT_TRUE(tree.solve_free());
    for (size_t k = 0; k < turned.size(); ++k)
        EXPECT_NEAR(tree.coordinate_accelerations()[k], turned[k],
                    1e-13 * std::abs(turned[k]) + 1e-14);
}

TEST(TreeRecursion, solves_again_from_unchanged_inputs) {
    Random random(8);
    Tree tree(random_rows(random, 30));
    fill(random, tree);
    ASSERT_TRUE(tree.solve_free());
    const std::vector<double> once(tree.coordinate_accelerations().begin(),
                                   tree.coordinate_accelerations().end());
    ASSERT_TRUE(tree.solve_free());
    for (size_t k = 0; k < once.size(); ++k) EXPECT_EQ(tree.coordinate_accelerations()[k], once[k]);
}

/// Force balance of every body: what its parent supplies, less what its children take.
TEST(TreeRecursion, carried_wrenches_balance_every_body) {
    Random random(9);
    Tree tree(random_rows(random, 25));
    fill(random, tree);
    ASSERT_TRUE(tree.solve_held(random_matrix(random, 6, 1)));
    for (size_t i = 0; i < tree.size(); ++i) {
        const auto& body = tree.bodies[i];
        Tree::V6 needed = body.inertia * tree.acceleration(i) + body.force;
        if (tree.row(i).kind == Coordinates::deformation)
            needed += tree.own(i) * tree.coordinate_acceleration(i);
        for (size_t c = i + 1; c < tree.size(); ++c) {
            if (tree.row(c).parent != int(i)) continue;
            const Tree::V6 wrench = tree.carried(c);
            const Vec3 push = tree.bodies[c].turn.transpose() * wrench.tail<3>();
            needed.tail<3>() += push;
            needed.head<3>() +=
                tree.bodies[c].turn.transpose() * wrench.head<3>() + tree.bodies[c].arm.cross(push);
        }
        EXPECT_LT((needed - tree.carried(i)).norm(), 1e-11 * (1 + needed.norm())) << i;
    }
}

TEST(TreeRecursion, names_the_body_whose_coordinates_have_no_inertia) {
    const RecursionRow rows[] = {{-1, 1}, {0, 3}, {1, 1}};
    Tree tree(rows);
    for (size_t i = 0; i < tree.size(); ++i) tree.own(i).setIdentity();
    ASSERT_TRUE(tree.solve_held(Tree::V6::Zero()));
    tree.own(1).col(2) = tree.own(1).col(0);  // two axes in line, as at an Euler joint's gimbal
    EXPECT_FALSE(tree.solve_held(Tree::V6::Zero()));
    EXPECT_EQ(tree.failed(), 1);
    tree.implicit(1).setIdentity();
    ASSERT_TRUE(tree.solve_held(Tree::V6::Zero()));
    EXPECT_EQ(tree.failed(), -1);
    tree.bodies[0].inertia(0, 0) = NAN;
    EXPECT_FALSE(tree.solve_held(Tree::V6::Zero()));
    EXPECT_EQ(tree.failed(), 0);
}

/// The golden tree in body axes.
Tree golden_tree(bool springs, double dt) {
    std::vector<RecursionRow> rows;
    for (const GoldenBody& body : golden_bodies) rows.push_back({body.parent, 1});
    Tree tree(rows);
    std::vector<Vec3> velocities;
    for (size_t i = 0; i < 5; ++i) {
        const GoldenBody& given = golden_bodies[i];
        const auto k = Eigen::Index(i);
        const Mat3 pre = Eigen::AngleAxisd(given.pre_angle, given.pre_axis).toRotationMatrix();
        const Mat3 turn =
            (pre * Eigen::AngleAxisd(golden_q[k], given.axis).toRotationMatrix()).transpose();
        const Vec3 above = given.parent < 0 ? Vec3::Zero() : velocities[size_t(given.parent)];
        const Vec3 relative = given.axis * golden_qd[k], w = turn * above + relative;
        velocities.push_back(w);
        const Mat3 c = cross_matrix(given.centre), one = Mat3::Identity();
        const Mat3 about_joint = Mat3(given.inertia.asDiagonal()) - given.mass * c * c;
        auto& body = tree.bodies[i];
        body.turn = turn;
        body.arm = given.place;
        body.drift << (turn * above).cross(relative), turn * above.cross(above.cross(given.place));
        body.inertia << about_joint, given.mass * c, -given.mass * c, given.mass * one;
        body.force << w.cross(about_joint * w), given.mass * w.cross(w.cross(given.centre));
        tree.own(i).setZero();
        tree.own(i).topRows<3>() = given.axis;
        if (!springs) continue;
        tree.implicit(i)(0, 0) = dt * golden_b[k] + dt * dt * golden_k[k];
        tree.force(i)[0] =
            golden_k[k] * (golden_q[k] + dt * golden_qd[k]) + golden_b[k] * golden_qd[k];
    }
    return tree;
}

TEST(TreeRecursion, meets_the_golden_tree) {
    struct Case {
        bool springs;
        double dt;
        Golden5 expected;
    };
    const Tree::V6 up{0, 0, 0, 0, 9.81, 0};
    for (const Case& c : {Case{false, 0, golden_gravity_only}, Case{true, 0, golden_springs},
                          Case{true, golden_dt, golden_implicit}}) {
        Tree tree = golden_tree(c.springs, c.dt);
        ASSERT_TRUE(tree.solve_held(up));
        const Golden5 ours = Eigen::Map<const Golden5>(tree.coordinate_accelerations().data());
        for (int k = 0; k < 5; ++k)
            EXPECT_NEAR(ours[k], c.expected[k], 1e-13 * std::abs(c.expected[k])) << k;
    }
}

/// A horizontal chain of thin rods on ball joints, let go, springs implicit.
template <class Real>
std::vector<long double> chain_accelerations(int n, double dt) {
    using Chain = TreeRecursion<Real>;
    std::vector<RecursionRow> rows;
    for (int i = 0; i < n; ++i) rows.push_back({i - 1, 3, Coordinates::joint});
    Chain chain(rows);
    chain.same_axes = true;
    const Real h = Real(1) / Real(n), r = Real(0.01L), m = Real(923 * 3.14159265L) * r * r * h;
    const Real k = Real(8.1e9L * 0.785398163L) * r * r * r * r / h;
    for (int i = 0; i < n; ++i) {
        auto& body = chain.bodies[size_t(i)];
        // A little bent, so that no product is exact.
        const Real angle = Real(0.3L) * Real(i) / Real(n);
        const typename Chain::V3 axis(std::cos(angle), std::sin(angle) * Real(0.8L),
                                      std::sin(angle) * Real(0.6L));
        const typename Chain::M3 one = Chain::M3::Identity(), along = axis * axis.transpose();
        const typename Chain::V3 centre = axis * (h / 2);
        if (i > 0) body.arm = axis * h;
        body.inertia << m * h * h / 3 * (one - along) + m * r * r / 2 * along,
            m * cross_matrix(centre), -m * cross_matrix(centre), m * one;
        chain.own(size_t(i)).setZero();
        chain.own(size_t(i)).template topRows<3>().setIdentity();
        chain.implicit(size_t(i)) = one * (k * Real(dt) * Real(dt));
        chain.force(size_t(i)).setZero();
    }
    typename Chain::V6 base = Chain::V6::Zero();
    base[4] = Real(9.81L);
    EXPECT_TRUE(chain.solve_held(base));
    return {chain.coordinate_accelerations().begin(), chain.coordinate_accelerations().end()};
}

TEST(TreeRecursion, keeps_long_thin_chains_accurate) {
    struct Case {
        int n;
        double dt;
    };
    // Without mirrored triangles the first three lose every digit.
    for (const Case& c :
         {Case{60, 1e-7}, {100, 1e-7}, {500, 1e-7}, {2000, 1e-7}, {2000, 1e-3}, {2000, 1.0 / 60}}) {
        const auto ours = chain_accelerations<double>(c.n, c.dt);
        const auto exact = chain_accelerations<long double>(c.n, c.dt);
        long double worst = 0, scale = 0;
        for (size_t k = 0; k < ours.size(); ++k) {
            worst = std::max(worst, std::abs(ours[k] - exact[k]));
            scale = std::max(scale, std::abs(exact[k]));
        }
        EXPECT_LT(double(worst / scale), 1e-12) << c.n << " " << c.dt;
    }
}

}  // namespace
}  // namespace thigmo
