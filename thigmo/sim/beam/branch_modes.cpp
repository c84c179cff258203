// A Krylov space, its modes, and what moves and damps them.
#include "thigmo/sim/beam/branch_modes.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>

namespace thigmo {
namespace {

/// Steps of two vectors each. Much that swings at like frequencies takes more of them.
Eigen::Index krylov_steps(size_t bodies) {
    return bodies > 300 ? 24 : 12;
}
constexpr Eigen::Index kept_modes = 10;

/// Motions of several modes at one body, as columns.
using Columns = Eigen::Matrix3Xd;

/// A basis Q of coordinates with its images A Q.
struct Space {
    Eigen::MatrixXd basis, image;
    Eigen::Index size = 0;
};

class Krylov {
  public:
    Krylov(const SwayTree& tree, const SwayBranch& branch) : tree_(tree), branch_(branch) {}

    Space grow() {
        const auto rows = static_cast<Eigen::Index>(3 * branch_.range.size());
        const Eigen::Index most = std::min(rows, 2 * krylov_steps(branch_.range.size()));
        space_.basis.resize(rows, most);
        space_.image.resize(rows, most);
        Eigen::VectorXd start(rows);
        for (const Vec3& d : branch_.across) {
            tree_.accelerate(branch_.range, d, start.data());
            add(start);
        }
        for (Eigen::Index next = 0; next < space_.size && space_.size < most; ++next)
            add(space_.image.col(next));
        return std::move(space_);
    }

  private:
    /// Takes what the basis does not have yet, unless that is rounding.
    void add(Eigen::VectorXd vector) {
        if (space_.size == space_.basis.cols()) return;
        const double whole = vector.norm();
        for (int twice = 0; twice < 2; ++twice) {
            const auto known = space_.basis.leftCols(space_.size);
            vector -= known * (known.transpose() * vector).eval();
        }
        constexpr double rounding = 1e-9;
        const double left = vector.norm();
        if (!(left > rounding * whole)) return;
        auto own = space_.basis.col(space_.size);
        own = vector / left;
        tree_.move(branch_.range, own.data(), motion_);
        tree_.inertia(branch_.range, motion_, forces_, space_.image.col(space_.size).data());
        ++space_.size;
    }

    const SwayTree& tree_;
    const SwayBranch& branch_;
    Space space_;
    SwayMotion motion_;
    SwayForces forces_;
};

/// Visits the bodies of a branch with the motions of several coordinate vectors there: turns before
/// the body's joint, turns of the joint itself, displacements of the joint.
template <class Visit>
void visit_motions(const SwayTree& tree, SwayTree::Range range, const Eigen::MatrixXd& x,
                   Visit visit) {
    std::vector<Columns> turn(range.size()), shift(range.size());
    for (size_t i = 0; i < range.size(); ++i) {
        const SwayBody& body = tree.bodies[range.first + i];
        Columns before = Columns::Zero(3, x.cols());
        shift[i] = before;
        if (body.parent >= static_cast<int>(range.first)) {
            const size_t parent = static_cast<size_t>(body.parent) - range.first;
            before = turn[parent];
            shift[i] = shift[parent];
            for (Eigen::Index k = 0; k < x.cols(); ++k)
                shift[i].col(k) += Vec3(before.col(k)).cross(body.arm);
        }
        const Columns own = body.root * x.middleRows(static_cast<Eigen::Index>(3 * i), 3);
        turn[i] = before + own;
        visit(body, i, before, own, shift[i]);
    }
}

/// Energies (twice) of the weight and of the joints alone in the basis. A turn t of the joints
/// before a joint and θ of its own lift what hangs on it, s = Σ m x, in the second order:
///
///     −2 g·((t + θ/2) × (θ × s))
struct Energies {
    Eigen::MatrixXd weight, elastic;
};
Energies energies(const SwayTree& tree, SwayTree::Range range, const Eigen::MatrixXd& basis) {
    const Eigen::Index n = basis.cols();
    Energies sum{Eigen::MatrixXd::Zero(n, n), Eigen::MatrixXd::Identity(n, n)};
    visit_motions(tree, range, basis,
                  [&](const SwayBody& body, size_t i, const Columns& before, const Columns& own,
                      const Columns&) {
                      Columns lifted(3, n), tilted(3, n);
                      for (Eigen::Index k = 0; k < n; ++k) {
                          lifted.col(k) = Vec3(own.col(k)).cross(body.outboard.first);
                          tilted.col(k) =
                              tree.gravity.cross(Vec3(before.col(k) + 0.5 * own.col(k)));
                      }
                      sum.weight.noalias() -= tilted.transpose() * lifted;
                      const auto x = basis.middleRows(static_cast<Eigen::Index>(3 * i), 3);
                      sum.elastic.noalias() -= x.transpose() * body.pull * x;
                  });
    sum.weight = (sum.weight + sum.weight.transpose()).eval();
    return sum;
}

/// Both energies, of which the weight takes half of the joints' at most: a plant stands in the
/// shape that is given, so weight never has the better of it.
Eigen::MatrixXd stiffness(const Energies& energies) {
    const Eigen::LLT<Eigen::MatrixXd> factor(energies.elastic);
    const Eigen::MatrixXd lower = factor.matrixL();
    const Eigen::MatrixXd half = factor.matrixL().solve(energies.weight);
    const Eigen::MatrixXd share = factor.matrixL().solve(half.transpose());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (share + share.transpose()));
    const Eigen::VectorXd whole = 1 + solver.eigenvalues().array().max(-0.5);
    const Eigen::MatrixXd turned = lower * solver.eigenvectors();
    return turned * whole.asDiagonal() * turned.transpose();
}

/// Modes in coordinates of the basis, of unit mass.
struct RitzModes {
    Eigen::VectorXd squares, softer;
    Eigen::MatrixXd vectors;
};

RitzModes ritz_modes(const SwayTree& tree, SwayTree::Range range, const Space& space) {
    const auto basis = space.basis.leftCols(space.size);
    Eigen::MatrixXd mass = basis.transpose() * space.image.leftCols(space.size);
    mass = (0.5 * (mass + mass.transpose())).eval();
    RitzModes found;
    if (tree.gravity.isZero(0)) {
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(mass);
        found.squares = solver.eigenvalues().cwiseInverse();
        found.vectors = solver.eigenvectors() * found.squares.cwiseSqrt().asDiagonal();
        found.softer = Eigen::VectorXd::Ones(found.squares.size());
        return found;
    }
    const Energies own = energies(tree, range, basis);
    const Eigen::MatrixXd whole = stiffness(own);
    const Eigen::LLT<Eigen::MatrixXd> factor(whole);
    const Eigen::MatrixXd half = factor.matrixL().solve(mass);
    const Eigen::MatrixXd inner = factor.matrixL().solve(half.transpose());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (inner + inner.transpose()));
    found.squares = solver.eigenvalues().cwiseInverse();
    found.vectors =
        factor.matrixU().solve(solver.eigenvectors()) * found.squares.cwiseSqrt().asDiagonal();
    found.softer.resize(found.squares.size());
    for (Eigen::Index k = 0; k < found.squares.size(); ++k)
        found.softer[k] = std::max(
            1.0, found.vectors.col(k).dot(own.elastic * found.vectors.col(k)) / found.squares[k]);
    return found;
}

/// What of a vector lies across the branch.
Eigen::Vector2d across(const SwayBranch& branch, const Vec3& v) {
    return {branch.across[0].dot(v), branch.across[1].dot(v)};
}

/// Damping of joints and of the air that parts move through, and what a wind pushes.
void add_damping(const SwayTree& tree, const SwayBody& body, const Columns& before,
                 const Columns& own, const Columns& shift, const SwayBranch& branch,
                 BranchModes& modes) {
    modes.damping.noalias() += own.transpose() * body.damping * own;
    const Columns turn = before + own;
    Columns motion(3, own.cols());
    for (uint32_t row = body.air; row < body.air_end; ++row) {
        const AirPart& part = tree.air[row];
        const Vec3 arm = part.at - body.at;
        for (Eigen::Index k = 0; k < own.cols(); ++k) {
            motion.col(k) = shift.col(k) + Vec3(turn.col(k)).cross(arm);
            motion.col(k) -= part.axis.dot(motion.col(k)) * part.axis;
        }
        modes.air.noalias() += part.slope * motion.transpose() * motion;
        for (Eigen::Index axis = 0; axis < 2; ++axis)
            modes.blown.col(axis) += motion.transpose() * part.force_of(branch.across[axis]);
    }
}

}  // namespace

BranchModes find_branch_modes(const SwayTree& tree, const SwayBranch& branch) {
    const Space space = Krylov(tree, branch).grow();
    const RitzModes ritz = ritz_modes(tree, branch.range, space);
    const Eigen::MatrixXd all = space.basis.leftCols(space.size) * ritz.vectors;
    const Eigen::Index count = all.cols();
    Eigen::Matrix3Xd drive(3, count), tip(3, count);
    Eigen::VectorXd start(all.rows()), share(count);
    for (int axis = 0; axis < 3; ++axis) {
        tree.accelerate(branch.range, Vec3::Unit(axis), start.data());
        drive.row(axis) = start.transpose() * all;
    }
    SwayMotion motion;
    for (Eigen::Index k = 0; k < count; ++k) {
        tree.move(branch.range, all.col(k).data(), motion);
        tip.col(k) = tree.displacement(branch.range, motion, branch.tip_body, branch.tip);
        share[k] = across(branch, tip.col(k)).norm() * across(branch, drive.col(k)).norm() /
                   ritz.squares[k];
    }
    std::vector<Eigen::Index> heaviest(static_cast<size_t>(count));
    std::iota(heaviest.begin(), heaviest.end(), 0);
    std::ranges::stable_sort(heaviest, std::greater<>(), [&](Eigen::Index k) { return share[k]; });
    heaviest.resize(static_cast<size_t>(std::min(count, kept_modes)));
    BranchModes modes;
    modes.squares = ritz.squares(heaviest);
    modes.softer = ritz.softer(heaviest);
    modes.share = share(heaviest);
    modes.tip = tip(Eigen::all, heaviest);
    modes.drive = drive(Eigen::all, heaviest);
    const auto n = modes.size();
    modes.damping = modes.air = Eigen::MatrixXd::Zero(n, n);
    modes.blown = Eigen::MatrixX2d::Zero(n, 2);
    visit_motions(
        tree, branch.range, all(Eigen::all, heaviest),
        [&](const SwayBody& body, size_t, const Columns& before, const Columns& own,
            const Columns& shift) { add_damping(tree, body, before, own, shift, branch, modes); });
    return modes;
}

}  // namespace thigmo
