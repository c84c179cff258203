// Stiffness with the stress of the given shape, and mass, to Lanczos' method.
#include "thigmo/sim/fem/fem_modes.h"

#include <cmath>

#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/mechanics/solid_matrices.h"
#include "thigmo/sim/fem/row_motion.h"
#include "thigmo/sim/fem/standing.h"

namespace thigmo {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

/// With rows of blades behind.
SparseMatrix as_sparse(const BlockMatrix& matrix, size_t blades, Triplets entries) {
    const auto n = static_cast<Eigen::Index>(3 * (matrix.rows() + blades));
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

/// How a seat's small turn and shift follow from the rows of its brick, 6 × 3 rows.
Eigen::MatrixXd seat_motion(const FemSeat& seat) {
    Eigen::MatrixXd motion = Eigen::MatrixXd::Zero(6, 3 * seat.weights.cols());
    for (Eigen::Index i = 0; i < seat.weights.cols(); ++i) {
        for (int k = 0; k < 3; ++k)
            motion.block<3, 3>(0, 3 * i) +=
                0.5 * seat.weights(k + 1, i) * cross_matrix(Vec3(Vec3::Unit(k)));
        motion.block<3, 3>(3, 3 * i) = seat.weights(0, i) * Mat3::Identity();
    }
    return motion;
}

void add(int row, int column, const Eigen::MatrixXd& block, Triplets& sum) {
    for (int j = 0; j < block.cols(); ++j)
        for (int i = 0; i < block.rows(); ++i) sum.emplace_back(row + i, column + j, block(i, j));
}

/// Blades' turns relative to their seats, behind the rows.
void add_blades(const FemModel& model, Triplets& stiffness, Triplets& mass) {
    for (const FemSeat& seat : model.blade_seats) {
        const std::vector<uint32_t>& rows = model.bricks[seat.section.brick].rows;
        const auto place = [&](size_t i) { return 3 * static_cast<int>(rows[i]); };
        const Eigen::MatrixXd motion = seat_motion(seat);
        Mat6 whole = Mat6::Zero();
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
            const Blade& blade = model.solids.blades[k];
            const Mat6 X = arm_map(blade.hinge - seat.section.centre),
                       I = spatial_inertia(blade.solid);
            whole += X.transpose() * I * X;
            const Eigen::MatrixXd coupling = motion.transpose() * (X.transpose() * I.leftCols<3>());
            const int own = 3 * static_cast<int>(model.rows() + k);
            for (size_t i = 0; i < rows.size(); ++i) {
                const Eigen::MatrixXd block =
                    coupling.middleRows<3>(3 * static_cast<Eigen::Index>(i));
                add(place(i), own, block, mass);
                add(own, place(i), block.transpose(), mass);
            }
            add(own, own, blade.solid.inertia, mass);
            add(own, own, blade.stiffness, stiffness);
        }
        const Eigen::MatrixXd all = motion.transpose() * (whole * motion);
        for (size_t i = 0; i < rows.size(); ++i)
            for (size_t j = 0; j < rows.size(); ++j)
                add(place(i), place(j),
                    all.block<3, 3>(3 * static_cast<Eigen::Index>(i),
                                    3 * static_cast<Eigen::Index>(j)),
                    mass);
    }
}

SolidMatrices matrices_of(const FemModel& model, SolidLaw law,
                          const std::vector<BrickStresses>& rest) {
    BlockMatrix stiffness = model.pattern, mass = model.pattern;
    BrickMatrix K;
    for (size_t e = 0; e < model.bricks.size(); ++e) {
        const FemBrick& brick = model.bricks[e];
        brick_stiffness(law, brick.elastic, rest[e], gather(brick, model.rest), {}, K);
        add_brick(brick, K, stiffness);
    }
    for (size_t p = 0; p < model.mass.size(); ++p)
        for (size_t k = 0; k < 3; ++k) mass.block(p)[4 * k] = model.mass[p];
    Triplets of_stalks, of_blades;
    add_blades(model, of_stalks, of_blades);
    const size_t blades = model.solids.blades.size();
    return {as_sparse(stiffness, blades, std::move(of_stalks)),
            as_sparse(mass, blades, std::move(of_blades))};
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
                              const std::vector<std::vector<Vec3>>& modes,
                              const Eigen::MatrixXd& turns) {
    const std::vector<double> beta = find_viscosity(model);
    const auto count = static_cast<Eigen::Index>(modes.size());
    Eigen::MatrixXd damping = Eigen::MatrixXd::Zero(count, count), moved(brick_rows, count), pushed;
    BrickMatrix K;
    for (const FemBrick& brick : model.bricks) {
        brick_stiffness(law, brick.elastic, BrickStresses::Zero(), gather(brick, model.rest), {},
                        K);
        for (Eigen::Index k = 0; k < count; ++k)
            for (size_t b = 0; b < brick_nodes; ++b)
                moved.col(k).segment<3>(static_cast<Eigen::Index>(3 * b)) =
                    model.ties.sum(model.nodes[brick.node[b]], modes[static_cast<size_t>(k)]);
        pushed.noalias() = beta[brick.solid] * K * moved;
        damping += moved.transpose().lazyProduct(pushed);
    }
    for (size_t k = 0; k < model.solids.blades.size(); ++k) {
        const Blade& blade = model.solids.blades[k];
        const auto own = turns.middleRows(3 * static_cast<Eigen::Index>(k), 3);
        damping += blade.viscosity * own.transpose() * blade.stiffness * own;
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
    std::array<std::vector<Vec3>, 3> weights;  // by an acceleration along each axis
    for (int axis = 0; axis < 3; ++axis)
        weights[static_cast<size_t>(axis)] = row_weights(model, Vec3::Unit(axis));
    std::vector<std::vector<Vec3>> shapes;
    for (Eigen::Index k = 0; k < modes.squared.size(); ++k) {
        std::vector<Vec3>& rows = shapes.emplace_back(model.rows());
        for (size_t i = 0; i < rows.size(); ++i)
            rows[i] = modes.shapes.col(k).segment<3>(static_cast<Eigen::Index>(3 * i));
        FemMode& mode = found.modes.emplace_back(mode_of(plant, model, modes.squared[k], rows));
        for (size_t i = 0; i < rows.size(); ++i)
            mode.drive += Vec3(weights[0][i].dot(rows[i]), weights[1][i].dot(rows[i]),
                               weights[2][i].dot(rows[i]));
    }
    const auto blades = static_cast<Eigen::Index>(model.solids.blades.size());
    const Eigen::MatrixXd turns = modes.shapes.bottomRows(3 * blades);
    for (Eigen::Index b = 0; b < blades; ++b)
        for (size_t k = 0; k < found.modes.size(); ++k) {
            const Vec3 turn = turns.block<3, 1>(3 * b, static_cast<Eigen::Index>(k));
            found.modes[k].drive +=
                turn.cross(model.solids.blades[static_cast<size_t>(b)].solid.first);
        }
    if (held.damping) found.damping = modal_damping(model, held.law, shapes, turns);
    return found;
}

}  // namespace thigmo
