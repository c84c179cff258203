// A Krylov space, its modes, and what moves and damps them.
#include "thigmo/sim/beam/branch_modes.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>

#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

/// Steps of two vectors each. Much that swings at like frequencies takes more of them.
Eigen::Index krylov_steps(size_t bodies) {
    return bodies > 300 ? 24 : 12;
}
constexpr Eigen::Index kept_modes = 10;

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

/// The motion of a body's joint and the body, in several modes: displacements over turns.
using Motions = Eigen::Ref<const Mat6X>;

/// Visits the bodies of a branch with their motions by several coordinate vectors: that of what
/// bears the body, at its joint, and turns of the joint itself.
template <class Visit>
void visit_motions(const SwayTree& tree, SwayTree::Range range, const Eigen::MatrixXd& x,
                   Visit visit) {
    const Eigen::Index n = x.cols();
    Mat6X all(6, n * static_cast<Eigen::Index>(range.size()));
    Eigen::Matrix3Xd own(3, n);
    for (size_t i = 0; i < range.size(); ++i) {
        const SwayBody& body = tree.bodies[range.first + i];
        auto motion = all.middleCols(n * static_cast<Eigen::Index>(i), n);
        if (body.parent >= static_cast<int>(range.first)) {
            const size_t parent = static_cast<size_t>(body.parent) - range.first;
            const auto bearer = all.middleCols(n * static_cast<Eigen::Index>(parent), n);
            motion.bottomRows<3>() = bearer.bottomRows<3>();
            motion.topRows<3>().noalias() =
                bearer.topRows<3>() - cross_matrix(body.arm) * bearer.bottomRows<3>();
        } else {
            motion.setZero();
        }
        own.noalias() = body.root * x.middleRows(static_cast<Eigen::Index>(3 * i), 3);
        visit(body, i, Motions(motion), own);
        motion.bottomRows<3>() += own;
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
    visit_motions(
        tree, range, basis,
        [&](const SwayBody& body, size_t i, const Motions& before, const Eigen::Matrix3Xd& own) {
            const Mat3 lift = -cross_matrix(body.outboard.first);
            const Mat3 tilt = cross_matrix(tree.gravity);
            const Eigen::Matrix3Xd lifted = lift * own;
            const Eigen::Matrix3Xd tilted = tilt * (before.bottomRows<3>() + 0.5 * own);
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

/// Damping of joints and of the air that the body moves through, and what gusts push.
void add_air(const SwayBody& body, const Vec3& base, const Mat6X& motion, BranchModes& modes) {
    if (body.air == body.air_end) return;
    Mat6 with_base = Mat6::Identity();
    with_base.topRightCorner<3, 3>() = -cross_matrix(Vec3(body.at - base));
    const Mat6X held_back = body.dragged * motion;
    modes.air.noalias() += motion.transpose() * held_back;
    modes.dragged.noalias() += with_base.transpose() * held_back;
    modes.gusted.noalias() += motion.transpose() * body.gusted;
}

/// What the bodies feel of the modes: damping, the air, and where the next branches begin.
void add_bodies(const SwayTree& tree, const SwayBranch& branch, const Eigen::MatrixXd& x,
                BranchModes& modes) {
    const Eigen::Index n = modes.size();
    modes.damping = modes.air = Eigen::MatrixXd::Zero(n, n);
    modes.dragged = Mat6X::Zero(6, n);
    modes.gusted = Eigen::MatrixX3d::Zero(n, 3);
    const Vec3 base = tree.bodies[branch.range.first].at;
    Mat6X motion;
    visit_motions(
        tree, branch.range, x,
        [&](const SwayBody& body, size_t i, const Motions& before, const Eigen::Matrix3Xd& own) {
            if (modes.held.size() < branch.bases.size() &&
                branch.bases[modes.held.size()] == branch.range.first + i)
                modes.held.push_back(before);
            modes.damping.noalias() += own.transpose() * body.damping * own;
            motion = before;
            motion.bottomRows<3>() += own;
            add_air(body, base, motion, modes);
        });
}

/// Modal forces by accelerations of a rigid base.
Mat6X shaken_by_base(const SwayTree& tree, SwayTree::Range range, const Eigen::MatrixXd& modes) {
    Mat6X shaken(6, modes.cols());
    SwayMotion rigid;
    SwayForces forces;
    rigid.turn.resize(range.size());
    rigid.shift.resize(range.size());
    Eigen::VectorXd out(modes.rows());
    const Vec3 base = tree.bodies[range.first].at;
    for (Eigen::Index axis = 0; axis < 6; ++axis) {
        const Vec3 d = Vec3::Unit(axis % 3);
        for (size_t i = 0; i < range.size(); ++i) {
            rigid.turn[i] = axis < 3 ? Vec3(Vec3::Zero()) : d;
            rigid.shift[i] = axis < 3 ? d : d.cross(tree.bodies[range.first + i].at - base);
        }
        tree.inertia(range, rigid, forces, out.data());
        shaken.row(axis) = out.transpose() * modes;
    }
    return shaken;
}

}  // namespace

BranchModes find_branch_modes(const SwayTree& tree, const SwayBranch& branch) {
    const Space space = Krylov(tree, branch).grow();
    const RitzModes ritz = ritz_modes(tree, branch.range, space);
    const Eigen::MatrixXd all = space.basis.leftCols(space.size) * ritz.vectors;
    const Eigen::Index count = all.cols();
    Eigen::Matrix3Xd tip(3, count);
    Eigen::VectorXd share(count);
    const Mat6X shaken = shaken_by_base(tree, branch.range, all);
    const auto drive = shaken.topRows<3>();
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
    modes.shaken = shaken(Eigen::all, heaviest);
    modes.drive = modes.shaken.topRows<3>();
    add_bodies(tree, branch, all(Eigen::all, heaviest), modes);
    return modes;
}

}  // namespace thigmo
