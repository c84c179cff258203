// Lanczos' method on the frame, with whole orthogonalisation; and the beam's sways beside it.
#include "samples/frame_sway.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/assert.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"

namespace thigmo::samples {
namespace {

constexpr Eigen::Index krylov_vectors = 60;

/// Vectors v_k, vᵀMv = 1, with H = VᵀM K⁻¹M V.
struct FrameSpace {
    Eigen::MatrixXd vectors, inner;
};

FrameSpace grow_space(const FrameModel& frame, const Eigen::MatrixXd& loads) {
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(frame.stiffness);
    THIGMO_ASSERT(solver.info() == Eigen::Success);
    const Eigen::Index most = std::min(krylov_vectors, loads.rows());
    FrameSpace space{Eigen::MatrixXd(loads.rows(), most), {}};
    Eigen::MatrixXd image(loads.rows(), most);
    Eigen::Index count = 0;
    const auto add = [&](Eigen::VectorXd next) {
        if (count == most) return;
        const double whole = std::sqrt(next.dot(frame.mass * next));
        for (int twice = 0; twice < 2; ++twice)
            for (Eigen::Index k = 0; k < count; ++k)
                next -= space.vectors.col(k).dot(frame.mass * next) * space.vectors.col(k);
        const double left = std::sqrt(std::max(0.0, next.dot(frame.mass * next)));
        if (!(left > 1e-9 * whole)) return;
        space.vectors.col(count) = next / left;
        image.col(count) = solver.solve(frame.mass * space.vectors.col(count));
        ++count;
    };
    for (Eigen::Index k = 0; k < loads.cols(); ++k) add(solver.solve(loads.col(k)));
    for (Eigen::Index next = 0; next < count && count < most; ++next) add(image.col(next));
    space.vectors.conservativeResize(Eigen::NoChange, count);
    const Eigen::MatrixXd inner = space.vectors.transpose() * (frame.mass * image.leftCols(count));
    space.inner = 0.5 * (inner + inner.transpose());
    return space;
}

/// Displacement of a point that wood carries, along a direction.
double way(const FramePoint& point, const FrameModel& frame, const Eigen::VectorXd& motion,
           const Vec3& along) {
    if (point.carrier.node < 0) return 0;
    const Eigen::Index first = 6 * point.carrier.node;
    const Vec3 shift = motion.segment<3>(first), turn = motion.segment<3>(first + 3);
    const Vec3 arm = point.at - frame.nodes[static_cast<size_t>(point.carrier.node)];
    return along.dot(shift + turn.cross(arm));
}

JudgedMode judge_sway(const std::vector<FrameSway>& sways, double frequency, size_t axis) {
    double most = 0, most_along = 0;
    for (const FrameSway& sway : sways) {
        most = std::max(most, sway.way);
        most_along = std::max(most_along, sway.along[axis]);
    }
    JudgedMode judged{0, frequency, 0};
    double least = INFINITY;
    for (const FrameSway& sway : sways) {
        const double apart = std::abs(std::log(frequency / sway.frequency));
        const double size = std::max(sway.way / most, sway.along[axis] / most_along);
        if (size < 1.0 / 3 || apart > least) continue;
        least = apart;
        judged.frame = sway.frequency;
        judged.likeness = size;
    }
    return judged;
}

}  // namespace

FrameSways find_frame_sways(const Plant& plant, const FrameSettings& settings, SegmentId tip,
                            const std::array<Vec3, 2>& across) {
    const FrameModel frame = build_frame(plant, settings);
    Eigen::MatrixXd loads(frame.weights.rows(), 2);
    loads << frame.weights * across[0], frame.weights * across[1];
    const FrameSpace space = grow_space(frame, loads);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(space.inner);
    FrameSways sways;
    Eigen::Vector2d still(0, 0);
    for (Eigen::Index k = 0; k < space.inner.cols(); ++k) {
        const Eigen::VectorXd mode = space.vectors * solver.eigenvectors().col(k);
        const double squared_time = solver.eigenvalues()[k];  // 1/ω²
        const double frequency = 1 / (2 * std::numbers::pi * std::sqrt(squared_time));
        const double scale = squared_time / std::cbrt(frequency);
        const Eigen::Vector2d seen(way(frame.end[tip], frame, mode, across[0]),
                                   way(frame.end[tip], frame, mode, across[1])),
            driven = loads.transpose() * mode;
        still += squared_time * seen.cwiseProduct(driven);
        sways.modes.push_back(
            {frequency,
             scale * seen.norm() * driven.norm(),
             {scale * std::abs(seen[0] * driven[0]), scale * std::abs(seen[1] * driven[1])}});
    }
    sways.give = still.cwiseAbs().maxCoeff();
    return sways;
}

std::vector<JudgedMode> judge_sways(const Plant& plant, const BeamSettings& settings,
                                    size_t count) {
    BeamSettings unloaded = settings;
    unloaded.gravity = 0;
    unloaded.footing.shape = GivenShape::unloaded;
    std::vector<DomainId> branches;
    for (const DomainId domain : plant.domains.rows())
        if (is_branch(plant, domain) && is_wood(plant.domains.kind[domain]))
            branches.push_back(domain);
    std::vector<JudgedMode> found;
    const double least = 1e-4 * bounds(plant).sizes().maxCoeff() / 9.81;
    const size_t taken = std::min(count, branches.size());
    for (size_t i = 0; i < taken; ++i) {
        const Plant piece = take_subtree(plant, branches[i * branches.size() / taken]).plant;
        FrameSettings frame = frame_settings(piece, unloaded);
        frame.pieces = 4;
        const BeamPlant beams = build_branches(piece, unloaded);
        const Branch& branch = beams.branches[BranchId(size_t{0})];
        const std::array<Vec3, 2> across = {branch.frame * Vec3::UnitY(),
                                            branch.frame * Vec3::UnitZ()};
        const FrameSways sways =
            find_frame_sways(piece, frame, piece.domains.segments[branch.domain].back(), across);
        if (sways.give < least) continue;
        for (const size_t axis : {0, 1})
            found.push_back(judge_sway(sways.modes, branch.frequency[axis], axis));
    }
    return found;
}

}  // namespace thigmo::samples
