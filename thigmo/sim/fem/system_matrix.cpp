// The matrix of a stage: M + reach·D + reach²·K, and what leads its solves.
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/sim/fem/friction.h"
#include "thigmo/sim/fem/system.h"

namespace thigmo {
namespace {

void add_block(BlockMatrix& matrix, uint32_t place, const Mat3& block) {
    Eigen::Map<Mat3> to(matrix.block(place));
    to += block;
}

/// Adds a symmetric D at a point, on all pairs of rows that it moves with.
void add_point(const FemModel& model, const TiedPoint& point, const Mat3& D, BlockMatrix& matrix) {
    for (uint32_t i = point.first; i < point.first + point.count; ++i)
        for (uint32_t j = point.first; j < point.first + point.count; ++j) {
            const uint32_t row = model.ties.row[i], column = model.ties.row[j];
            if (row <= column)
                add_block(matrix, matrix.place(row, column),
                          model.ties.weight[i] * model.ties.weight[j] * D);
        }
}

}  // namespace

void add_brick(const FemBrick& brick, const BrickMatrix& K, BlockMatrix& matrix) {
    size_t k = 0;
    const size_t n = brick.rows.size();
    if (!brick.own.empty()) {
        for (size_t i = 0; i < n; ++i)
            for (size_t j = i; j < n; ++j)
                add_block(matrix, brick.places[k++],
                          K.block<3, 3>(3 * brick.own[i], 3 * brick.own[j]));
        return;
    }
    // Wᵀ from the right and W from the left, blocks of 3×3 each.
    const auto rows = static_cast<Eigen::Index>(n);
    Eigen::MatrixXd half = Eigen::MatrixXd::Zero(brick_rows, 3 * rows);
    for (Eigen::Index j = 0; j < rows; ++j)
        for (Eigen::Index b = 0; b < brick_nodes; ++b)
            if (const double w = brick.weights(j, b); w != 0)
                half.middleCols<3>(3 * j) += w * K.middleCols<3>(3 * b);
    for (Eigen::Index i = 0; i < rows; ++i)
        for (Eigen::Index j = i; j < rows; ++j) {
            Mat3 sum = Mat3::Zero();
            for (Eigen::Index b = 0; b < brick_nodes; ++b)
                if (const double w = brick.weights(i, b); w != 0)
                    sum += w * half.block<3, 3>(3 * b, 3 * j);
            add_block(matrix, brick.places[k++], sum);
        }
}

void FemSystem::sum_matrix(std::span<const Vec3> nodes, std::span<const BrickStresses> rest,
                           double reach, bool positive, BlockMatrix& matrix) {
    std::ranges::fill(matrix.values, 0.0);
    for (size_t p = 0; p < model_.mass.size(); ++p)
        for (size_t k = 0; k < 3; ++k) matrix.block(p)[4 * k] = model_.mass[p];
    for_runs(model_.colours, [&](size_t begin, size_t end) {
        BrickMatrix K;
        for (size_t e = begin; e < end; ++e) {
            const FemBrick& brick = model_.bricks[e];
            const BrickPlaces x = gather(brick, nodes);
            brick_stiffness(elastic_.law, brick.elastic, rest[e], x,
                            {elastic_.stiffness[brick.solid] * reach * reach,
                             elastic_.beta[brick.solid] / reach, positive},
                            K);
            add_brick(brick, K, matrix);
        }
    });
    if (const uint32_t row = model_.base_row; row != UINT32_MAX) {
        // The base stays on the ground: its height is no unknown.
        for (uint32_t p = matrix.first[row]; p < matrix.first[row + 1]; ++p)
            Eigen::Map<Mat3>(matrix.block(p)).row(1).setZero();
        for (uint32_t i = 0; i < row; ++i)
            for (uint32_t p = matrix.first[i]; p < matrix.first[i + 1]; ++p)
                if (matrix.column[p] == row) Eigen::Map<Mat3>(matrix.block(p)).col(1).setZero();
        Eigen::Map<Mat3> own(matrix.block(matrix.first[row]));
        own.col(1).setZero();
        own(1, 1) = own(0, 0);
    }
}

void FemSystem::add_load_slopes(const Stage& stage, const FemLoads& loads) {
    const double r = stage.reach;
    for (size_t k = 0; k < loads.air.size(); ++k) {
        const FemPatch& patch = model_.patches[k];
        if (patch.swings) continue;
        const DragLaw law = law_now(stage, patch);
        const Vec3 v = model_.ties.sum(patch.point, v_) + stage.base.velocity_of(patch.point);
        add_point(model_, patch.point, r * drag_with_slope(law, v - loads.air[k].wind).slope,
                  matrix_);
    }
    for (const FemLoad& bound : loads.points)
        add_point(model_, bound.point, r * bound.load.damping + r * r * bound.load.stiffness,
                  matrix_);
    if (const uint32_t row = model_.base_row; row != UINT32_MAX)
        add_block(matrix_, matrix_.first[row], r * friction_slope(v_[row], loads.friction));
}

void FemSystem::find_turns(std::span<const Vec3> nodes, std::vector<Mat3>& turns) const {
    turns.assign(model_.rows(), Mat3::Zero());
    for (const FemBrick& brick : model_.bricks) {
        const Mat3 turn = brick_turn(brick.elastic, gather(brick, nodes));
        for (const uint32_t node : brick.node)
            if (const uint32_t row = model_.row_of_node[node]; row != UINT32_MAX)
                turns[row] += turn;
    }
    for (Mat3& turn : turns)
        turn = turn.isZero(0) ? Mat3(Mat3::Identity()) : polar_rotation(0.5 * turn);
}

/// Makes the factor that the lead says.
bool FemSystem::renew_lead() {
    BaseMotion base;
    base.place = lead_.base;
    std::vector<Vec3> nodes;
    spread(base, lead_.y, nodes);
    BlockMatrix matrix = matrix_;
    std::vector<BrickStresses> rest;
    find_green(nodes, rest);  // viscosity at rest
    take_viscous(lead_.reach, rest);
    sum_matrix(nodes, rest, lead_.reach, lead_.positive, matrix);
    add_still_blades(base, lead_.y, lead_.reach, matrix);
    std::vector<Mat3> turns;
    find_turns(nodes, turns);
    lead_is_made_ = true;
    return solver_.renew(matrix, turns);
}

/// About where y_ and v_ are.
void FemSystem::linearize(const Stage& stage, const FemLoads& loads, bool positive) {
    linear_ = {y_, stage.base.place, stage.reach, positive};
    sum_matrix(nodes_x_, stage_rest_, stage.reach, positive, matrix_);
    find_turns(nodes_x_, turns_);
    add_load_slopes(stage, loads);
    for (size_t s = 0; s < seats_.size(); ++s) {
        const FemSeat& seat = model_.blade_seats[s];
        Mat6 inertia = Mat6::Zero();
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k)
            inertia += condensed_[k].inertia;
        add_blade_matrix(seat, seats_[s], inertia, matrix_);
    }
    if (lead_.y.empty() || lead_.reach != stage.reach) lead_.y.clear();
    if (!lead_.y.empty() && !lead_is_made_ && !renew_lead()) lead_.y.clear();
}

/// The change that balances force_; the factor is renewed where it leads no more.
bool FemSystem::solve_linear() {
    constexpr double enough = 1e-3;  // Newton's next iterate sees to the rest
    for (size_t i = 0; i < force_.size(); ++i)
        for (size_t k = 0; k < 3; ++k) right_[3 * i + k] = force_[i][static_cast<int>(k)];
    if (!lead_.y.empty()) {
        const WarmSolver::Report report =
            solver_.solve_warm(matrix_, turns_, right_, change_, enough, warm_iterations);
        solves += static_cast<uint64_t>(report.iterations);
        if (report.solved || report.indefinite) return report.solved;
    }
    lead_ = linear_;
    if (!renew_lead()) {
        lead_.y.clear();
        return false;
    }
    const WarmSolver::Report report =
        solver_.solve_warm(matrix_, turns_, right_, change_, enough, 5 * warm_iterations);
    solves += static_cast<uint64_t>(report.iterations);
    return report.solved;
}

}  // namespace thigmo
