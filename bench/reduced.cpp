// Speed of reduced domains.
//
// `domain/R`: one clamped domain of R coordinates, one solve: elastic force and tangent, inertia
// and velocity terms, D = M + c_B B + c_K K with B = a M + b K (as the peers have it; the
// simulator's own B is a diagonal), its Cholesky factor, the accelerations.
//
// `peach/W`, `oak/W`: one frame of 1/60 s of a tree of [Zhao2013]'s size in a breeze (0) or a gale
// (1), on all cores: the wind, the step, the pose, every vertex of bark and leaves.
#include <benchmark/benchmark.h>

#include "samples/papers/moved_plant.h"
#include "samples/zhao_trees.h"
#include "thigmo/base/random.h"
#include "thigmo/sim/reduced/moving_body.h"
#include "thigmo/sim/reduced/quartic_builder.h"
#include "thigmo/sim/tree_recursion.h"

namespace thigmo::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd random_matrix(Random& random, int rows, int columns) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

/// A model of random modes: what they are does not matter to the time.
struct Domain {
    Quartic energy;
    BodyIntegrals body;

    explicit Domain(int r) {
        Random random(1);
        QuarticBuilder elastic(r);
        body = make_body_integrals(r);
        for (int point = 0; point < 100; ++point) {
            std::vector<Mat3> gradients;
            for (int k = 0; k < r; ++k) gradients.push_back(random_matrix(random, 3, 3));
            elastic.add(1, gradients, Eigen::Matrix<double, 6, 6>::Identity());
            add_mass(body, 1, random_matrix(random, 3, 1), random_matrix(random, 3, r));
        }
        energy = elastic.finish();
    }
    double bytes() const {
        return static_cast<double>(sizeof(*this) +
                                   std::as_bytes(std::span(energy.coefficients)).size() +
                                   std::as_bytes(body.of_modes.all()).size() +
                                   std::as_bytes(std::span(body.of_pairs)).size());
    }
};

struct Solve {
    int r;
    Domain domain{r};
    TreeRecursion<double> tree{std::vector<RecursionRow>{{-1, r, Coordinates::deformation}}};
    int blocks = (r + 3) / 4;
    std::vector<Four> gradient{static_cast<size_t>(blocks)};
    std::vector<Four> rows{static_cast<size_t>(r * blocks)};

    bool operator()(const VectorXd& q, const VectorXd& qdot) {
        const size_t size = static_cast<size_t>(r);
        const double a = 0.1, b = 1e-3, c_B = 1.0 / 120, c_K = 1.0 / 3600;
        force_and_tangent(domain.energy, {q.data(), size}, gradient, rows);
        const Eigen::Map<const VectorXd> force(reinterpret_cast<const double*>(gradient.data()), r);
        const Eigen::Map<const MatrixXd, 0, Eigen::OuterStride<>> tangent(
            reinterpret_cast<const double*>(rows.data()), r, r, Eigen::OuterStride<>(4 * blocks));
        auto& row = tree.bodies[0];
        auto M = tree.implicit(0);
        auto p_q = tree.force(0);
        inertia_and_bias(domain.body, {q.data(), size}, {qdot.data(), size}, Vec3::Zero(),
                         {row.inertia, tree.own(0), M, row.force, p_q});
        p_q.noalias() += a * (M * qdot) + force + b * (tangent * qdot);
        M = (1 + c_B * a) * M + (c_K + c_B * b) * tangent;
        return tree.solve_held(Eigen::Matrix<double, 6, 1>::Zero());
    }
};

void domain(benchmark::State& state) {
    const int r = static_cast<int>(state.range(0));
    Solve solve{r};
    Random random(2);
    std::vector<VectorXd> q, qdot;
    for (int n = 0; n < 16; ++n) {
        q.push_back(0.01 * random_matrix(random, r, 1));
        qdot.push_back(random_matrix(random, r, 1));
    }
    size_t n = 0;
    for (auto _ : state) {
        if (!solve(q[n % 16], qdot[n % 16])) state.SkipWithError("not positive definite");
        benchmark::DoNotOptimize(solve.tree.coordinate_accelerations().data());
        ++n;
    }
    state.counters["model_bytes"] = solve.domain.bytes();
}
BENCHMARK(domain)
    ->Name("reduced/domain")
    ->Arg(6)
    ->Arg(10)
    ->Arg(14)
    ->Arg(20)
    ->Unit(benchmark::kMicrosecond);

void tree(benchmark::State& state, const Plant& plant, const ReducedSettings& settings) {
    papers::MovedPlant moved(plant, settings, state.range(0) == 0 ? "breeze" : "gale");
    for (int i = 0; i < 30; ++i) moved.frame();
    const uint64_t before = moved.recursions();
    for (auto _ : state)
        if (!moved.frame()) state.SkipWithError("the step failed");
    state.counters["recursions"] = benchmark::Counter(
        static_cast<double>(moved.recursions() - before), benchmark::Counter::kAvgIterations);
}

void peach(benchmark::State& state) {
    tree(state, samples::zhao_peach(), samples::zhao_peach_settings());
}
BENCHMARK(peach)
    ->Name("reduced/peach")
    ->Arg(0)
    ->Arg(1)
    ->Iterations(120)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void oak(benchmark::State& state) {
    tree(state, samples::zhao_oak(), samples::zhao_oak_settings());
}
BENCHMARK(oak)
    ->Name("reduced/oak")
    ->Arg(0)
    ->Arg(1)
    ->Iterations(30)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace thigmo::bench
