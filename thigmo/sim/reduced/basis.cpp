// Modes, derivatives, principal components.
#include "thigmo/sim/reduced/basis.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

namespace thigmo {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Displacement gradient of a shape (rows of free nodes) at a place of a brick.
Mat3 gradient(const SolidMesh& mesh, size_t brick, const BrickPlace& place,
              const Eigen::Ref<const Vector>& shape) {
    Mat3 sum = Mat3::Zero();
    for (int b = 0; b < brick_nodes; ++b) {
        const size_t node = mesh.bricks[brick][static_cast<size_t>(b)];
        if (node < mesh.fixed) continue;
        const auto row = static_cast<Eigen::Index>(3 * (node - mesh.fixed));
        sum += shape.segment<3>(row) * place.gradients.row(b);
    }
    return sum;
}

Mat3 as_matrix(const Vec6& stress) {
    Mat3 S;
    S << stress[0], stress[5], stress[4], stress[5], stress[1], stress[3], stress[4], stress[3],
        stress[2];
    return S;
}

/// −(∂K/∂q_i) φ_j of every pair i ≤ j: with H the gradients and S = C:sym H,
///
///     −∫ (C:sym(H_iᵀH_j) + H_i S_j + H_j S_i) ∇N
Matrix derivative_forces(const SolidMesh& mesh, const Matrix& modes) {
    const auto p = static_cast<int>(modes.cols());
    Matrix forces = Matrix::Zero(modes.rows(), p * (p + 1) / 2);
    std::vector<Mat3> H(static_cast<size_t>(p)), S(static_cast<size_t>(p));
    for (size_t e = 0; e < mesh.bricks.size(); ++e)
        for (const BrickPoint& point : strain_points(mesh, e)) {
            const BrickPlace place = place_in(mesh, e, point.local);
            const Mat6 C = elastic_stiffness(material_at(mesh, e, point.local), place.axis);
            for (int i = 0; i < p; ++i) {
                Mat3& own = H[static_cast<size_t>(i)];
                own = gradient(mesh, e, place, modes.col(i));
                S[static_cast<size_t>(i)] =
                    as_matrix(C * engineering_strain(0.5 * (own + own.transpose())));
            }
            int column = 0;
            for (size_t i = 0; i < H.size(); ++i)
                for (size_t j = i; j < H.size(); ++j, ++column) {
                    const Mat3 product = H[i].transpose() * H[j];
                    const Mat3 second =
                        as_matrix(C * engineering_strain(0.5 * (product + product.transpose())));
                    const Mat3 P =
                        -point.weight * place.volume * (second + H[i] * S[j] + H[j] * S[i]);
                    for (int b = 0; b < brick_nodes; ++b) {
                        const size_t node = mesh.bricks[e][static_cast<size_t>(b)];
                        if (node < mesh.fixed) continue;
                        forces.col(column).segment<3>(static_cast<Eigen::Index>(
                            3 * (node - mesh.fixed))) += P * place.gradients.row(b).transpose();
                    }
                }
        }
    return forces;
}

/// The eigenvectors of a Gram matrix with the largest values, as combinations of unit norm.
Matrix principal(const Matrix& gram, int count) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(gram);
    const auto n = static_cast<int>(gram.rows());
    const double largest = solver.eigenvalues()[n - 1];
    int kept = 0;
    Matrix combinations(n, std::min(count, n));
    for (int i = 0; i < combinations.cols(); ++i) {
        const double value = solver.eigenvalues()[n - 1 - i];
        if (!(value > 1e-12 * largest)) break;
        combinations.col(kept++) = solver.eigenvectors().col(n - 1 - i) / std::sqrt(value);
    }
    return combinations.leftCols(kept);
}

/// How much of a mode is twist: the turn of the tip about the axis there over all its motion, as
/// seen from a unit of length away: a stretch has no turn but what rounding leaves.
double twist_share(const SolidMesh& mesh, const SectionFit& tip, const Vector& shape) {
    Eigen::Matrix<double, 3 * brick_nodes, 1> u;
    u.setZero();
    for (int b = 0; b < brick_nodes; ++b) {
        const size_t node = mesh.bricks[tip.brick][static_cast<size_t>(b)];
        if (node >= mesh.fixed)
            u.segment<3>(3 * b) =
                shape.segment<3>(static_cast<Eigen::Index>(3 * (node - mesh.fixed)));
    }
    const Vec6 motion = section_motion(tip) * u;
    const double all = motion.norm();
    return all > 0 ? std::abs(motion.head<3>().dot(tip.axes.col(2))) / all : 0;
}

/// What a twisting moment at the tip does, as a shape.
Vector twisted(const SolidMesh& mesh, const SectionFit& tip, const SolidSolver& solver,
               Eigen::Index rows) {
    Vec6 moment = Vec6::Zero();
    moment.head<3>() = tip.axes.col(2);
    const Eigen::Matrix<double, 3 * brick_nodes, 1> forces =
        section_motion(tip).transpose() * moment;
    Vector all = Vector::Zero(rows);
    for (int b = 0; b < brick_nodes; ++b) {
        const size_t node = mesh.bricks[tip.brick][static_cast<size_t>(b)];
        if (node >= mesh.fixed)
            all.segment<3>(static_cast<Eigen::Index>(3 * (node - mesh.fixed))) =
                forces.segment<3>(3 * b);
    }
    return solver.solve(all);
}

/// Puts a torsion in the last mode's place where none is among them.
void require_torsion(const SolidMesh& mesh, const SolidMatrices& matrices,
                     const SolidSolver& solver, SolidModes& modes) {
    const SectionFit tip = fit_section(mesh, static_cast<uint32_t>(mesh.bricks.size() - 1), 1);
    for (Eigen::Index i = 0; i < modes.shapes.cols(); ++i)
        if (twist_share(mesh, tip, modes.shapes.col(i)) > 0.5) return;
    const Eigen::Index last = modes.shapes.cols() - 1;
    Vector shape = twisted(mesh, tip, solver, modes.shapes.rows());
    const auto before = modes.shapes.leftCols(last);
    shape -= before * (before.transpose() * (matrices.mass * shape));
    shape /= std::sqrt(shape.dot(matrices.mass * shape));
    modes.shapes.col(last) = shape;
    modes.squared[last] = shape.dot(matrices.stiffness * shape);
}

/// Weights of a solid and of what it carries on the rows of free nodes, by an acceleration along
/// each axis.
Matrix all_weights(const SolidMesh& mesh, const Matrix& carried) {
    Matrix forces = carried;
    const auto on = [&](size_t brick, int b) {
        const size_t node = mesh.bricks[brick][static_cast<size_t>(b)];
        return forces.middleRows<3>(static_cast<Eigen::Index>(3 * node));
    };
    for (size_t e = 0; e < mesh.bricks.size(); ++e)
        for (const BrickPoint& point : mass_points(mesh, e)) {
            const BrickPlace place = place_in(mesh, e, point.local);
            const double mass =
                material_at(mesh, e, point.local).density * point.weight * place.volume;
            for (int b = 0; b < brick_nodes; ++b)
                on(e, b) += mass * place.values[b] * Mat3::Identity();
        }
    return forces.bottomRows(forces.rows() - static_cast<Eigen::Index>(3 * mesh.fixed));
}

/// How far the node goes that goes furthest.
double longest(const Eigen::Ref<const Eigen::VectorXd>& shape) {
    double most = 0;
    for (Eigen::Index row = 0; row < shape.size(); row += 3)
        most = std::max(most, shape.segment<3>(row).norm());
    return most;
}

/// Bricks by the layer that they are of: side by side, those of a chain each alone.
std::vector<std::vector<size_t>> layers_of(const SolidMesh& mesh) {
    std::vector<std::vector<size_t>> layers;
    for (size_t e = 0; e < mesh.bricks.size(); ++e) {
        const size_t layer = mesh.cut.empty() ? e : mesh.cut[e].layer;
        layers.resize(std::max(layers.size(), layer + 1));
        layers[layer].push_back(e);
    }
    return layers;
}

/// What of every shape's φᵀKφ is stretch, the mean strain of sections along the axis.
Vector stretch_of(const SolidMesh& mesh, const Matrix& shapes) {
    Vector sum = Vector::Zero(shapes.cols());
    for (const std::vector<size_t>& layer : layers_of(mesh)) {
        Vector strain = Vector::Zero(shapes.cols());
        double volume = 0, young = 0;
        for (const size_t e : layer)
            for (const BrickPoint& point : strain_points(mesh, e)) {
                const BrickPlace place = place_in(mesh, e, point.local);
                const double share = point.weight * place.volume;
                volume += share;
                young += share * mesh.materials[e].young;
                for (Eigen::Index k = 0; k < shapes.cols(); ++k)
                    strain[k] += share * place.axis.dot(gradient(mesh, e, place, shapes.col(k)) *
                                                        place.axis);
            }
        if (volume > 0) sum += young / (volume * volume) * strain.cwiseAbs2();
    }
    return sum;
}

/// What modes lack of the shapes that weight bends the solid to, along each axis: of K-norm 1, no
/// more than `most`, none where the modes hold all but a little. Stretch under weight alone, as of
/// a straight rod that stands, moves nothing by much.
Matrix lacking_statics(const SolidMesh& mesh, const SolidMatrices& matrices,
                       const SolidSolver& solver, const Matrix& modes, const Matrix& weights,
                       int most) {
    constexpr double little = 0.003, mostly = 0.9;
    const Matrix whole = solver.solve(weights), K = matrices.stiffness * modes;
    const Matrix left = whole - modes * (modes.transpose() * K).ldlt().solve(K.transpose() * whole);
    const Vector energy = (left.transpose() * (matrices.stiffness * left)).diagonal(),
                 stretch = stretch_of(mesh, left);
    Matrix kept(left.rows(), left.cols());
    Eigen::Index count = 0;
    for (Eigen::Index i = 0; i < left.cols(); ++i)
        if (longest(left.col(i)) > little * longest(whole.col(i)) &&
            stretch[i] < mostly * energy[i])
            kept.col(count++) = left.col(i) / longest(whole.col(i));
    kept.conservativeResize(Eigen::NoChange, count);
    if (count == 0) return kept;
    return kept * principal(kept.transpose() * (matrices.stiffness * kept), most);
}

/// Of every shape φ, what of φᵀKφ is sway: its share in modes ψ,
///
///     Σ (φᵀKψ)²/ω²,   ω² = ψᵀKψ,
///
/// but not in those whose stretch alone resists more than the lowest mode: large bends draw stretch
/// along. The paper's shapes mix modes, and what they mix is left out.
Vector sway_of(const SolidMesh& mesh, const SolidMatrices& matrices, const SolidModes& modes,
               const Matrix& shapes) {
    const Matrix shares = shapes.transpose() * (matrices.stiffness * modes.shapes);
    const Vector stretch = stretch_of(mesh, modes.shapes);
    Vector sum = Vector::Zero(shapes.cols());
    for (Eigen::Index i = 0; i < stretch.size(); ++i)
        if (stretch[i] <= modes.squared[0]) sum += shares.col(i).cwiseAbs2() / modes.squared[i];
    return sum;
}

/// In the span: the shapes that vibrate alone, lowest first, each of greatest length 1, with the
/// fixed nodes before them.
ReducedBasis finished(const SolidMesh& mesh, const SolidMatrices& matrices, const Matrix& span,
                      const SolidModes& modes) {
    const Matrix K = span.transpose() * (matrices.stiffness * span);
    const Matrix M = span.transpose() * (matrices.mass * span);
    // Of the greatest 1/ω²: beside a heavy load the least ω² would drown in the greatest's
    // rounding.
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(M, K);
    ReducedBasis basis;
    basis.lowest = modes.squared[0];
    const auto held = static_cast<Eigen::Index>(3 * mesh.fixed);
    Matrix free = span * solver.eigenvectors().rowwise().reverse();
    for (auto shape : free.colwise()) shape /= longest(shape);
    basis.sway = sway_of(mesh, matrices, modes, free);
    basis.shapes = Matrix::Zero(held + free.rows(), free.cols());
    basis.shapes.bottomRows(free.rows()) = free;
    return basis;
}

}  // namespace

void add_weight(const SolidMesh& mesh, const CarriedBody& body, Eigen::MatrixXd& weights) {
    const Eigen::Matrix<double, 3 * brick_nodes, 3> own =
        section_motion(body.section).transpose() * body.inertia.rightCols<3>();
    for (int b = 0; b < brick_nodes; ++b) {
        const size_t node = mesh.bricks[body.section.brick][static_cast<size_t>(b)];
        weights.middleRows<3>(static_cast<Eigen::Index>(3 * node)) += own.middleRows<3>(3 * b);
    }
}

ReducedBasis loaded_basis(const SolidMesh& mesh, std::span<const CarriedBody> carried,
                          const Eigen::MatrixXd& weights, int modes, int derivatives) {
    const SolidMatrices matrices = assemble(mesh, mesh.fixed, carried);
    const SolidSolver solver(matrices);
    if (!solver.works()) return {};
    SolidModes lowest = solver.lowest(modes);
    if (lowest.shapes.cols() == 0) return {};
    if (modes >= 4) require_torsion(mesh, matrices, solver, lowest);
    const Matrix& phi = lowest.shapes;
    Matrix d = solver.solve(derivative_forces(mesh, phi));
    // How far a gust bends a mode, that acts where the mode moves most and is weaker the quicker
    // it is, by the -5/3 law of its spectrum. Of a heavy foot and a light tip those of the tip are
    // high modes, and yet they go furthest: weighted by frequency alone, the tip would lock.
    const auto reach = [&](Eigen::Index i) {
        return longest(phi.col(i)) / lowest.squared[i] * std::pow(lowest.squared[i], -5. / 12);
    };
    Eigen::Index column = 0;
    for (Eigen::Index i = 0; i < phi.cols(); ++i)
        for (Eigen::Index j = i; j < phi.cols(); ++j, ++column)
            d.col(column) *= reach(i) * reach(j) / (reach(0) * reach(0));
    const Matrix Kphi = matrices.stiffness * phi;
    d -= phi * (phi.transpose() * Kphi).ldlt().solve(Kphi.transpose() * d);
    Matrix statics(phi.rows(), 0);  // of its own even weight alone modes hold the sag
    if (weights.size() > 0)
        statics =
            lacking_statics(mesh, matrices, solver, phi, all_weights(mesh, weights), derivatives);
    d -= statics * (statics.transpose() * (matrices.stiffness * d));
    const int left = derivatives - static_cast<int>(statics.cols());
    const Matrix chosen = d * principal(d.transpose() * (matrices.stiffness * d), left);
    Matrix span(phi.rows(), phi.cols() + statics.cols() + chosen.cols());
    const double scale = std::sqrt(lowest.squared[0]);
    span << phi, statics / scale, chosen / scale;
    return finished(mesh, matrices, span, lowest);
}

ReducedBasis paper_basis(const SolidMesh& mesh, int r) {
    const SolidMatrices matrices = assemble(mesh, mesh.fixed, {});
    const SolidSolver solver(matrices);
    if (!solver.works()) return {};
    const SolidModes lowest = solver.lowest(10);
    if (lowest.shapes.cols() == 0) return {};
    const Matrix& phi = lowest.shapes;
    const Matrix d = solver.solve(derivative_forces(mesh, phi));
    Matrix all(phi.rows(), phi.cols() + d.cols());
    all << phi, d;
    const auto weight = [&](Eigen::Index i) { return lowest.squared[0] / lowest.squared[i]; };
    // Derivatives are of second order in the motion: how much they weigh depends on how far it
    // goes. Here its tip goes by the domain's length, whatever the units.
    const double far = longest(phi.col(0));
    Eigen::Index column = phi.cols();
    for (Eigen::Index i = 0; i < phi.cols(); ++i) {
        all.col(i) *= weight(i);
        for (Eigen::Index j = i; j < phi.cols(); ++j, ++column)
            all.col(column) *= weight(i) * weight(j) / far;
    }
    const Matrix span = all * principal(all.transpose() * (matrices.mass * all), r);
    return finished(mesh, matrices, span, lowest);
}

int paper_size(size_t elements, size_t most_elements, int r_max) {
    if (elements <= 1 || most_elements <= 1) return most_elements <= 1 ? r_max : 5;
    const double share =
        std::log(static_cast<double>(elements)) / std::log(static_cast<double>(most_elements));
    return std::max(5, static_cast<int>(std::floor(r_max * share + 1e-9)));
}

}  // namespace thigmo
