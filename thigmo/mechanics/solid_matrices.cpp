// Assembly brick by brick; lowest modes by Lanczos' method on L⁻¹ M L⁻ᵀ with K = L Lᵀ.
#include "thigmo/mechanics/solid_matrices.h"

#include <Eigen/LU>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <vector>

#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/mechanics/lanczos.h"

namespace thigmo {
namespace {

constexpr int size = 3 * brick_nodes;
using BrickMatrix = Eigen::Matrix<double, size, size>;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// B of ε = B u, by the gradients of the nodes' functions.
Eigen::Matrix<double, 6, size> strain_matrix(const BrickGradients& gradients) {
    Eigen::Matrix<double, 6, size> B = Eigen::Matrix<double, 6, size>::Zero();
    for (int n = 0; n < brick_nodes; ++n) {
        const double x = gradients(n, 0), y = gradients(n, 1), z = gradients(n, 2);
        B.block<6, 3>(0, 3 * n) << x, 0, 0,  //
            0, y, 0,                         //
            0, 0, z,                         //
            0, z, y,                         //
            z, 0, x,                         //
            y, x, 0;
    }
    return B;
}

BrickMatrix brick_stiffness(const SolidMesh& mesh, size_t e) {
    BrickMatrix sum = BrickMatrix::Zero();
    for (const BrickPoint& point : strain_points(mesh, e)) {
        const BrickPlace place = place_in(mesh, e, point.local);
        const Mat6 C = elastic_stiffness(material_at(mesh, e, point.local), place.axis);
        const auto B = strain_matrix(place.gradients);
        sum.noalias() += point.weight * place.volume * B.transpose() * (C * B);
    }
    return sum;
}

BrickMatrix brick_mass(const SolidMesh& mesh, size_t e) {
    Eigen::Matrix<double, brick_nodes, brick_nodes> scalar;
    scalar.setZero();
    for (const BrickPoint& point : mass_points(mesh, e)) {
        const BrickPlace place = place_in(mesh, e, point.local);
        scalar += material_at(mesh, e, point.local).density * point.weight * place.volume *
                  place.values * place.values.transpose();
    }
    BrickMatrix sum = BrickMatrix::Zero();
    for (int i = 0; i < brick_nodes; ++i)
        for (int j = 0; j < brick_nodes; ++j)
            sum.block<3, 3>(3 * i, 3 * j).diagonal().setConstant(scalar(i, j));
    return sum;
}

void add(const BrickNodes& brick, size_t fixed, const BrickMatrix& matrix, Triplets& triplets) {
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            const size_t a = brick[static_cast<size_t>(i / 3)],
                         b = brick[static_cast<size_t>(j / 3)];
            if (a < fixed || b < fixed || matrix(i, j) == 0) continue;
            triplets.emplace_back(static_cast<int>(3 * (a - fixed)) + i % 3,
                                  static_cast<int>(3 * (b - fixed)) + j % 3, matrix(i, j));
        }
}

}  // namespace

Eigen::Matrix<double, 6, size> section_motion(const SectionFit& section) {
    // θ = (tr(A) 1 − A)⁻¹ ax(Σ u_b moment_bᵀ), with ax(u aᵀ) = a × u.
    const Mat3 G = (section.rest.trace() * Mat3::Identity() - section.rest).inverse();
    Eigen::Matrix<double, 6, size> J;
    for (int b = 0; b < brick_nodes; ++b) {
        const Vec3 a = section.moment.row(b);
        J.block<3, 3>(0, 3 * b) = G * cross_matrix(a);
        J.block<3, 3>(3, 3 * b) = section.mean[b] * Mat3::Identity();
    }
    return J;
}

SolidMatrices assemble(const SolidMesh& mesh, size_t fixed, std::span<const CarriedBody> carried) {
    Triplets stiffness, mass;
    for (size_t e = 0; e < mesh.bricks.size(); ++e) {
        add(mesh.bricks[e], fixed, brick_stiffness(mesh, e), stiffness);
        add(mesh.bricks[e], fixed, brick_mass(mesh, e), mass);
    }
    for (const CarriedBody& body : carried) {
        const auto J = section_motion(body.section);
        add(mesh.bricks[body.section.brick], fixed, J.transpose() * body.inertia * J, mass);
    }
    const auto rows = static_cast<Eigen::Index>(3 * (mesh.nodes.size() - fixed));
    SolidMatrices matrices{SparseMatrix(rows, rows), SparseMatrix(rows, rows)};
    matrices.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
    matrices.mass.setFromTriplets(mass.begin(), mass.end());
    return matrices;
}

struct SolidSolver::Factor {
    const SparseMatrix& mass;
    Eigen::SimplicialLLT<SparseMatrix> cholesky;

    Eigen::Index rows() const { return mass.rows(); }
    void perform_op(const double* x, double* y) const {
        const Eigen::Map<const Eigen::VectorXd> in(x, rows());
        Eigen::VectorXd u = back(in);
        u = mass * u;
        u = cholesky.permutationP() * u;
        cholesky.matrixL().solveInPlace(u);
        Eigen::Map<Eigen::VectorXd>(y, rows()) = u;
    }
    /// u of K-norm |x|: Pᵀ L⁻ᵀ x.
    Eigen::VectorXd back(const Eigen::VectorXd& x) const {
        Eigen::VectorXd u = x;
        cholesky.matrixU().solveInPlace(u);
        return cholesky.permutationPinv() * u;
    }
};

SolidSolver::SolidSolver(const SolidMatrices& matrices)
    : matrices_(matrices), factor_(new Factor{matrices.mass, {}}) {
    factor_->cholesky.compute(matrices.stiffness);
}

SolidSolver::~SolidSolver() = default;

bool SolidSolver::works() const {
    return factor_->cholesky.info() == Eigen::Success;
}

Eigen::MatrixXd SolidSolver::solve(const Eigen::MatrixXd& forces) const {
    return factor_->cholesky.solve(forces);
}

SolidModes SolidSolver::lowest(int count) const {
    const Eigen::Index rows = factor_->rows(), wanted = std::min<Eigen::Index>(count, rows - 1);
    const Eigen::Index basis = std::min(rows, std::max<Eigen::Index>(20, 3 * wanted));
    const EigenPairs pairs = largest_pairs(
        rows, wanted, basis, 1e-12, [&](const double* x, double* y) { factor_->perform_op(x, y); });
    SolidModes modes;
    if (pairs.values.size() == 0) return modes;
    modes.squared = pairs.values.cwiseInverse();
    modes.shapes.resize(rows, wanted);
    for (Eigen::Index i = 0; i < wanted; ++i)  // u has K-norm 1, hence M-norm 1/ω
        modes.shapes.col(i) = std::sqrt(modes.squared[i]) * factor_->back(pairs.vectors.col(i));
    return modes;
}

}  // namespace thigmo
