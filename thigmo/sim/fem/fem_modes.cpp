// Stiffness with the stress of the given shape, and mass, to Lanczos' method.
#include "thigmo/sim/fem/fem_modes.h"

#include <cmath>

#include "thigmo/mechanics/solid_matrices.h"
#include "thigmo/sim/fem/row_motion.h"
#include "thigmo/sim/fem/standing.h"

namespace thigmo {
namespace {

SparseMatrix as_sparse(const BlockMatrix& matrix) {
    const auto n = static_cast<Eigen::Index>(3 * matrix.rows());
    std::vector<Eigen::Triplet<double>> entries;
    for (size_t i = 0; i < matrix.rows(); ++i)
        for (uint32_t p = matrix.first[i]; p < matrix.first[i + 1]; ++p)
            for (size_t k = 0; k < 9; ++k) {
                const auto r = static_cast<int>(3 * i + k % 3),
                           c = static_cast<int>(3 * matrix.column[p] + k / 3);
                const double value = matrix.block(p)[k];
                if (value == 0) continue;
                entries.emplace_back(r, c, value);
                if (p != matrix.first[i]) entries.emplace_back(c, r, value);
            }
    SparseMatrix sparse(n, n);
    sparse.setFromTriplets(entries.begin(), entries.end());
    return sparse;
}

SolidMatrices matrices_of(const FemModel& model, SolidLaw law,
                          const std::vector<BrickStresses>& rest) {
    BlockMatrix stiffness = model.pattern, mass = model.pattern;
    BrickMatrix K;
    for (size_t e = 0; e < model.bricks.size(); ++e) {
        const FemBrick& brick = model.bricks[e];
        brick_stiffness(law, brick.elastic, rest[e], gather(brick, model.rest),
                        {model.standing[brick.solid]}, K);
        add_brick(brick, K, stiffness);
    }
    for (size_t p = 0; p < model.mass.size(); ++p)
        for (size_t k = 0; k < 3; ++k) mass.block(p)[4 * k] = model.mass[p];
    return {as_sparse(stiffness), as_sparse(mass)};
}

FemMode mode_of(const Plant& plant, const FemModel& model, double squared,
                std::span<const Vec3> rows) {
    FemMode mode;
    mode.frequency = std::sqrt(squared) / (2 * M_PI);
    mode.start.resize(plant.segments.size(), Vec3::Zero());
    mode.end.resize(plant.segments.size(), Vec3::Zero());
    mode.turn.resize(plant.segments.size(), Vec3::Zero());
    for (const DomainSolid& solid : model.solids.solids)
        for (const SegmentId segment : plant.domains.segments[solid.domain]) {
            const Vec3 way = plant.segments.end[segment] - plant.segments.start[segment];
            const SmallMotion motion = segment_sag(model, model.segments[segment], way, rows);
            mode.start[segment] = motion.shift;
            mode.end[segment] = model.ties.sum(model.segments[segment].end, rows);
            mode.turn[segment] = motion.turn;
        }
    return mode;
}

/// Φᵀ C Φ, C = Σ β K of the bricks without stress.
Eigen::MatrixXd modal_damping(const FemModel& model, SolidLaw law,
                              const std::vector<std::vector<Vec3>>& modes) {
    const std::vector<double> beta = find_viscosity(model);
    const auto count = static_cast<Eigen::Index>(modes.size());
    Eigen::MatrixXd damping = Eigen::MatrixXd::Zero(count, count), moved(brick_rows, count), pushed;
    BrickMatrix K;
    for (const FemBrick& brick : model.bricks) {
        brick_stiffness(law, brick.elastic, BrickStresses::Zero(), gather(brick, model.rest),
                        {model.standing[brick.solid]}, K);
        for (Eigen::Index k = 0; k < count; ++k)
            for (size_t b = 0; b < brick_nodes; ++b)
                moved.col(k).segment<3>(static_cast<Eigen::Index>(3 * b)) =
                    model.ties.sum(model.nodes[brick.node[b]], modes[static_cast<size_t>(k)]);
        pushed.noalias() = beta[brick.solid] * K * moved;
        damping += moved.transpose().lazyProduct(pushed);
    }
    return damping;
}

}  // namespace

FemModes find_fem_modes(const Plant& plant, const FemSettings& settings, size_t count) {
    FemSettings held = settings;
    held.footing.base = Base::held;
    const FemModel model = build_fem(plant, held);
    std::vector<Vec3> sag(model.nodes.size(), Vec3::Zero());
    if (held.footing.shape == GivenShape::standing) sag = find_sag(model, held.footing.gravity);
    const SolidMatrices matrices = matrices_of(model, held.law, sag_stresses(model, sag));
    FemModes found;
    const SolidSolver solver(matrices);
    if (!solver.works()) {
        found.failure = "the plant buckles under its weight";
        return found;
    }
    const SolidModes modes = solver.lowest(static_cast<int>(count));
    if (modes.squared.size() == 0) found.failure = "Lanczos' method did not converge";
    const std::vector<Vec3> masses = row_weights(model, Vec3::Ones());
    std::vector<std::vector<Vec3>> shapes;
    for (Eigen::Index k = 0; k < modes.squared.size(); ++k) {
        std::vector<Vec3>& rows = shapes.emplace_back(model.rows());
        for (size_t i = 0; i < rows.size(); ++i)
            rows[i] = modes.shapes.col(k).segment<3>(static_cast<Eigen::Index>(3 * i));
        FemMode& mode = found.modes.emplace_back(mode_of(plant, model, modes.squared[k], rows));
        for (size_t i = 0; i < rows.size(); ++i) mode.drive += masses[i].cwiseProduct(rows[i]);
    }
    if (held.damping) found.damping = modal_damping(model, held.law, shapes);
    return found;
}

}  // namespace thigmo
