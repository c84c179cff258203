// Trees of deforming domains, coupled by the kernels and the tree recursion, against Lagrange's
// equations of their nodes, whose places are differentiated numerically in 80-bit arithmetic.
#include <gtest/gtest.h>

#include "tests/sim/reduced/made_tree.h"

namespace thigmo {
namespace {

const std::vector<int> two = {-1, 0}, five = {-1, 0, 0, 1, 1};
const std::vector<int> two_sizes = {6, 10}, five_sizes = {6, 5, 8, 7, 8};

Eigen::Index coordinates(const std::vector<MadeDomain>& tree) {
    Eigen::Index n = 6;
    for (const MadeDomain& domain : tree) n += domain.r;
    return n;
}

/// All nodes' places where the root has moved by z₀…z₅ (a turn, then a way, in its axes at rest)
/// and the coordinates by the rest of z.
ExactVector places(const std::vector<MadeDomain>& tree, const TreeState& state,
                   const ExactVector& z) {
    std::vector<ExactFrame> frames;
    std::vector<ExactVector> q;
    std::vector<Exact> out;
    Eigen::Index at = 6;
    for (size_t i = 0; i < tree.size(); ++i) {
        const MadeDomain& domain = tree[i];
        q.push_back(state.q[i].cast<Exact>() + z.segment(at, domain.r));
        at += domain.r;
        const ExactMat R = state.R.cast<Exact>();
        if (domain.parent < 0)
            frames.push_back(
                {R * rotation(z.head<3>()), state.x.cast<Exact>() + R * z.segment<3>(3)});
        else
            frames.push_back(mounted_frame(domain.seat, domain.mount, q[size_t(domain.parent)],
                                           frames[size_t(domain.parent)]));
        for (size_t a = 0; a < domain.nodes.X.size(); ++a) {
            const ExactVec place = frames[i].x + frames[i].R * domain.nodes.place(a, q[i]);
            out.insert(out.end(), place.data(), place.data() + 3);
        }
    }
    return Eigen::Map<const ExactVector>(out.data(), Eigen::Index(out.size()));
}

ExactVector masses(const std::vector<MadeDomain>& tree) {
    std::vector<Exact> out;
    for (const MadeDomain& domain : tree)
        for (const Exact m : domain.nodes.weights) out.insert(out.end(), 3, m);
    return Eigen::Map<const ExactVector>(out.data(), Eigen::Index(out.size()));
}

/// Accelerations (root's, then all coordinates') under `loads` on the nodes.
ExactVector lagrange(const std::vector<MadeDomain>& tree, const TreeState& state,
                     const ExactVector& loads) {
    const Exact h = 0.004L;
    const Eigen::Index n = coordinates(tree);
    const ExactVector m = masses(tree);
    ExactMatrix J(m.size(), n);
    for (Eigen::Index k = 0; k < n; ++k)
        J.col(k) = derivatives(
                       [&](Exact t) { return places(tree, state, t * ExactVector::Unit(n, k)); }, h)
                       .first;
    ExactVector velocity(n), internal = ExactVector::Zero(n);
    velocity.head<6>() = state.twist.cast<Exact>();
    Eigen::Index at = 6;
    for (size_t i = 0; i < tree.size(); ++i) {
        velocity.segment(at, tree[i].r) = state.qdot[i].cast<Exact>();
        Eigen::VectorXd gradient(tree[i].r);
        force(tree[i].energy, span_of(state.q[i]), {gradient.data(), size_t(tree[i].r)});
        internal.segment(at, tree[i].r) = gradient.cast<Exact>();
        at += tree[i].r;
    }
    const ExactVector convective =
        derivatives([&](Exact t) { return places(tree, state, t * velocity); }, h).second;
    const ExactMatrix M = J.transpose() * m.asDiagonal() * J;
    const ExactVector inertial = m.cwiseProduct(convective);
    return M.ldlt().solve(J.transpose() * (loads - inertial) - internal);
}

/// Loads of a domain's nodes (world) in its row.
void apply(TreeRecursion<double>& rows, size_t i, const MadeDomain& domain, const TreeState& state,
           const Mat3& R, const ExactVector& loads, Eigen::Index first) {
    for (size_t a = 0; a < domain.nodes.X.size(); ++a) {
        const Vec3 load =
            R.transpose() * loads.segment<3>(first + 3 * Eigen::Index(a)).cast<double>();
        const Vec3 y = domain.nodes.place(a, state.q[i].cast<Exact>()).cast<double>();
        rows.bodies[i].force.head<3>() -= y.cross(load);
        rows.bodies[i].force.tail<3>() -= load;
        rows.force(i) -= domain.nodes.U[a].cast<double>().transpose() * load;
    }
}

void check(uint64_t seed, const std::vector<int>& parents, const std::vector<int>& sizes) {
    Random random(seed);
    const auto tree = random_tree(random, parents, sizes);
    const TreeState state = random_tree_state(random, tree, 0.7);
    const ExactVector m = masses(tree);
    const ExactVector loads = (10 * random_matrix(random, m.size(), 1)).cast<Exact>();
    const ExactVec g(0.5L, -1, -9.81L);

    auto rows = recursion_of(tree);
    const TreeMotion motion = fill(rows, tree, state);
    Eigen::Index first = 0;
    for (size_t i = 0; i < tree.size(); ++i) {
        apply(rows, i, tree[i], state, motion.R[i], loads, first);
        first += 3 * Eigen::Index(tree[i].nodes.X.size());
    }
    ASSERT_TRUE(rows.solve_free());
    Eigen::VectorXd ours(coordinates(tree));
    ours.head<6>() = rows.base_acceleration();
    ours.segment<3>(3) += state.R.transpose() * g.cast<double>();
    ours.tail(ours.size() - 6) =
        Eigen::Map<const Eigen::VectorXd>(rows.coordinate_accelerations().data(), ours.size() - 6);

    const ExactVector weight = m.cwiseProduct(g.replicate(m.size() / 3, 1));
    const Eigen::VectorXd exact = lagrange(tree, state, loads + weight).cast<double>();
    EXPECT_LT((ours - exact).norm(), 1e-13 * exact.norm()) << seed;
}

TEST(DeformingTree, of_two_domains_obeys_lagranges_equations) {
    for (uint64_t seed = 0; seed < 3; ++seed) check(seed, two, two_sizes);
}

TEST(DeformingTree, of_five_branching_domains_obeys_lagranges_equations) {
    for (uint64_t seed = 10; seed < 13; ++seed) check(seed, five, five_sizes);
}

}  // namespace
}  // namespace thigmo
