// Speed of full finite elements: linear corotational tetrahedra of a tree's voxels.
//
// `assembly` times forces and stiffness, one thread. `step` is one whole step of backward Euler
// with one Newton iterate, on two threads: assembly, conjugate gradients led by an earlier factor
// (to a residual of 1e-6), the factor renewed where they need over 20 iterations; a gust shakes the
// tree.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/tetrahedra.h"
#include "thigmo/mechanics/warm_solver.h"

namespace thigmo::bench {
namespace {

constexpr size_t tetrahedra_of_the_paper = 259160;  // [Zhao2013] table 1

struct Limb {
    Vec3 start, end;
    double radius, tip_radius;
};

void add_limbs(std::vector<Limb>& limbs, const Limb& own, int order) {
    limbs.push_back(own);
    if (order == 2) return;
    const int children = order == 0 ? 12 : 6;
    const Vec3 axis = (own.end - own.start).normalized();
    const Vec3 side = axis.unitOrthogonal();
    for (int k = 0; k < children; ++k) {
        const double along = (k + 2.0) / (children + 2.0);
        const Quat turn(Eigen::AngleAxisd(2.4 * k, axis));  // the golden angle
        const Vec3 way = (turn * side + 0.8 * axis).normalized();
        const Vec3 foot = own.start + along * (own.end - own.start);
        const double length = (order == 0 ? 1.2 : 0.5) * (1.1 - 0.5 * along);
        const double radius = order == 0 ? 0.028 : 0.013;
        add_limbs(limbs, {foot, foot + length * way, radius, 0.55 * radius}, order + 1);
    }
}

bool is_inside(const Limb& limb, const Vec3& at) {
    const Vec3 axis = limb.end - limb.start;
    const double s = std::clamp((at - limb.start).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
    const double radius = limb.radius + s * (limb.tip_radius - limb.radius);
    return (at - limb.start - s * axis).squaredNorm() < radius * radius;
}

using Cell = std::array<int, 3>;

/// Cells of an edge whose centres lie in the tree, limb by limb.
std::vector<Cell> tree_cells(double edge) {
    std::vector<Limb> limbs;
    add_limbs(limbs, {Vec3(0, 0, 0), Vec3(0, 3, 0), 0.07, 0.025}, 0);
    std::vector<Cell> cells;
    std::map<Cell, bool> seen;
    for (const Limb& limb : limbs) {
        const Vec3 margin = Vec3::Constant(limb.radius);
        const Vec3 low = (limb.start.cwiseMin(limb.end) - margin) / edge;
        const Vec3 high = (limb.start.cwiseMax(limb.end) + margin) / edge;
        for (int y = static_cast<int>(std::max(0.0, low.y())); y <= high.y(); ++y)
            for (int z = static_cast<int>(std::floor(low.z())); z <= high.z(); ++z)
                for (int x = static_cast<int>(std::floor(low.x())); x <= high.x(); ++x) {
                    const Vec3 centre = edge * Vec3(x + 0.5, y + 0.5, z + 0.5);
                    if (is_inside(limb, centre) && !std::exchange(seen[{x, y, z}], true))
                        cells.push_back({x, y, z});
                }
    }
    return cells;
}

/// Those that hang together by their faces, from the ground up: others would swing about an edge.
std::vector<Cell> grown_together(const std::vector<Cell>& cells) {
    std::map<Cell, bool> reached;
    for (const Cell& cell : cells) reached[cell] = false;
    std::vector<Cell> front;
    const auto reach = [&](const Cell& cell) {
        const auto found = reached.find(cell);
        if (found != reached.end() && !std::exchange(found->second, true)) front.push_back(cell);
    };
    for (const Cell& cell : cells)
        if (cell[1] == 0) reach(cell);
    for (size_t k = 0; k < front.size(); ++k)
        for (size_t axis = 0; axis < 3; ++axis)
            for (const int way : {-1, 1}) {
                Cell next = front[k];
                next[axis] += way;
                reach(next);
            }
    std::vector<Cell> kept;
    for (const Cell& cell : cells)
        if (reached[cell]) kept.push_back(cell);
    return kept;
}

/// Six tetrahedra to a cell; those at the ground are held.
TetrahedraMesh cut_cells(const std::vector<Cell>& cells, double edge) {
    TetrahedraMesh mesh;
    std::map<Cell, uint32_t> nodes;
    const auto node = [&](const Cell& at) {
        const auto [found, added] = nodes.emplace(at, static_cast<uint32_t>(mesh.nodes.size()));
        if (added) {
            mesh.nodes.push_back(edge * Vec3(at[0], at[1], at[2]));
            mesh.held.push_back(at[1] == 0);
        }
        return found->second;
    };
    constexpr int ways[6][2] = {{1, 2}, {1, 4}, {2, 1}, {2, 4}, {4, 1}, {4, 2}};
    for (const Cell& cell : cells)
        for (const auto& way : ways) {
            const auto corner = [&](int c) {
                return node({cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2 & 1)});
            };
            mesh.tetrahedra.push_back(
                {corner(0), corner(way[0]), corner(way[0] + way[1]), corner(7)});
        }
    return mesh;
}

/// With a count as near to the paper's as an edge gives.
const TetrahedraMesh& tree_mesh() {
    static const TetrahedraMesh mesh = [] {
        double fine = 0.004, coarse = 0.02;
        while (coarse - fine > 1e-6) {
            const double edge = 0.5 * (fine + coarse);
            (6 * grown_together(tree_cells(edge)).size() > tetrahedra_of_the_paper ? fine
                                                                                   : coarse) = edge;
        }
        return cut_cells(grown_together(tree_cells(coarse)), coarse);
    }();
    return mesh;
}

constexpr double young = 5e8, poisson = 0.3, density = 800;

struct Body {
    Body()
        : solid(build_tetrahedra(tree_mesh(), lame(), density)),
          matrix(solid.pattern),
          solver(solid.pattern, solid.order.part_first),
          x(solid.mass.size()),
          v(3 * solid.free_rows, 0.0),
          force(x.size()),
          turns(x.size()),
          right(v.size()),
          change(v.size()) {
        for (size_t i = 0; i < x.size(); ++i) x[solid.row[i]] = tree_mesh().nodes[i];
    }
    static std::vector<Lame> lame() {
        return {tree_mesh().tetrahedra.size(),
                Lame{young / (2 * (1 + poisson)),
                     young * poisson / ((1 + poisson) * (1 - 2 * poisson))}};
    }

    void assemble(double scale) {
        std::ranges::fill(matrix.values, 0.0);
        std::ranges::fill(force, Vec3::Zero());
        add_tetrahedra(solid, x, scale, force, matrix);
    }

    /// (M + h(β + h)K) Δv = h(f − (β + h)Kv)
    WarmSolver::Report step(double h, const Vec3& acceleration) {
        constexpr double beta = 2e-3;
        assemble(h * (beta + h));
        multiply(matrix, v, right);
        for (size_t i = 0; i < solid.free_rows; ++i)
            for (size_t k = 0; k < 3; ++k) {
                const auto axis = static_cast<int>(k);
                const double f = force[i][axis] + solid.mass[i] * acceleration[axis];
                right[3 * i + k] = h * f - right[3 * i + k];
                matrix.block(matrix.first[i])[4 * k] += solid.mass[i];
            }
        find_turns(solid, x, turns);
        const WarmSolver::Report report =
            solver.solve(matrix, std::span(turns).first(solid.free_rows), right, change, 1e-6);
        for (size_t i = 0; i < solid.free_rows; ++i)
            for (size_t k = 0; k < 3; ++k) {
                v[3 * i + k] += change[3 * i + k];
                x[i][static_cast<int>(k)] += h * v[3 * i + k];
            }
        return report;
    }

    Tetrahedra solid;
    BlockMatrix matrix;
    WarmSolver solver;
    std::vector<Vec3> x;
    std::vector<double> v;
    std::vector<Vec3> force;
    std::vector<Mat3> turns;
    std::vector<double> right, change;
};

void fem_assembly(benchmark::State& state) {
    const ThreadLimit limit(1);
    Body body;
    for (Vec3& at : body.x) at += Vec3(0.05 * at.y() * at.y(), 0, 0.02 * at.y());
    for (auto _ : state) body.assemble(1);
    const auto count = static_cast<double>(tree_mesh().tetrahedra.size());
    state.counters["tetrahedra"] = count;
    state.counters["ns_per_tetrahedron"] = benchmark::Counter(
        count * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void fem_step(benchmark::State& state) {
    const ThreadLimit limit(2);
    Body body;
    int steps = 0, iterations = 0, renewed = 0;
    bool solved = true;
    double farthest = 0;
    for (auto _ : state) {
        const double gust = 10 * std::sin(0.35 * steps);
        const WarmSolver::Report report = body.step(1.0 / 60, Vec3(gust, -9.81, 0.3 * gust));
        ++steps;
        iterations += report.iterations;
        renewed += report.renewed;
        solved = solved && report.solved;
        for (size_t i = 0; i < body.x.size(); ++i)
            farthest =
                std::max(farthest, (body.x[body.solid.row[i]] - tree_mesh().nodes[i]).norm());
    }
    if (!solved) state.SkipWithError("a step was not solved");
    state.counters["tetrahedra"] = static_cast<double>(tree_mesh().tetrahedra.size());
    state.counters["steps_per_second"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
    state.counters["iterations"] = static_cast<double>(iterations) / steps;
    state.counters["factors"] = renewed;
    state.counters["farthest_m"] = farthest;
}

void fem_factor(benchmark::State& state) {
    const ThreadLimit limit(2);
    Body body;
    body.assemble(1e-3);
    for (size_t i = 0; i < body.solid.free_rows; ++i)
        for (size_t k = 0; k < 3; ++k)
            body.matrix.block(body.matrix.first[i])[4 * k] += body.solid.mass[i];
    const std::vector<Mat3> turns(body.solid.free_rows, Mat3::Identity());
    for (auto _ : state)
        if (!body.solver.renew(body.matrix, turns)) state.SkipWithError("not positive");
}

BENCHMARK(fem_assembly)->Name("fem/assembly")->Unit(benchmark::kMillisecond);
BENCHMARK(fem_step)->Name("fem/step")->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(60);
BENCHMARK(fem_factor)->Name("fem/factor")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace thigmo::bench
