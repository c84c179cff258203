// A few static solutions, and what every brick turns by in them.
#include "thigmo/sim/brick_tuning.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "thigmo/mechanics/solid_matrices.h"

namespace thigmo {
namespace {

constexpr auto rows_of_brick = Eigen::Index{3} * brick_nodes;

/// Displacements of a brick's nodes, of which the fixed ones have none; a column for each moment.
Eigen::Matrix<double, rows_of_brick, 3> of_brick(const SolidMesh& mesh, size_t brick,
                                                 const Eigen::MatrixXd& moved) {
    Eigen::Matrix<double, rows_of_brick, 3> own;
    for (int b = 0; b < brick_nodes; ++b) {
        const size_t node = mesh.bricks[brick][static_cast<size_t>(b)];
        if (node < mesh.fixed)
            own.middleRows<3>(3 * b).setZero();
        else
            own.middleRows<3>(3 * b) =
                moved.middleRows<3>(static_cast<Eigen::Index>(3 * (node - mesh.fixed)));
    }
    return own;
}

/// What every brick turns by under unit moments at the tip; empty where the chain gives way.
std::vector<Mat3> turns(const SolidMesh& mesh) {
    const SolidMatrices matrices = assemble(mesh, mesh.fixed, {});
    const SolidSolver solver(matrices);
    if (!solver.works()) return {};
    const size_t last = mesh.bricks.size() - 1;
    const Eigen::Matrix<double, rows_of_brick, 3> forces =
        section_motion(fit_section(mesh, static_cast<uint32_t>(last), 1)).topRows<3>().transpose();
    Eigen::MatrixXd pushed = Eigen::MatrixXd::Zero(matrices.stiffness.rows(), 3);
    for (int b = 0; b < brick_nodes; ++b)
        if (const size_t node = mesh.bricks[last][static_cast<size_t>(b)]; node >= mesh.fixed)
            pushed.middleRows<3>(static_cast<Eigen::Index>(3 * (node - mesh.fixed))) +=
                forces.middleRows<3>(3 * b);
    const Eigen::MatrixXd moved = solver.solve(pushed);
    std::vector<Mat3> found;
    Mat3 before = Mat3::Zero();
    for (size_t e = 0; e <= last; ++e) {
        const SectionFit section = fit_section(mesh, static_cast<uint32_t>(e), 1);
        const Mat3 now = section_motion(section).topRows<3>() * of_brick(mesh, e, moved);
        found.emplace_back(now - before);
        before = now;
    }
    return found;
}

/// The parts of a turn per moment that are across an axis and about it.
struct TurnParts {
    Mat3 bend = Mat3::Zero();
    double twist = 0;

    void add(const Mat3& turn, const Vec3& axis) {
        const Mat3 across = Mat3::Identity() - axis * axis.transpose();
        bend += across * turn * across;
        twist += axis.dot(turn * axis);
    }
};

/// Bricks in a row that are mended alike: shorter ones than these do not turn by themselves.
std::vector<std::pair<size_t, size_t>> stretches(const SolidMesh& mesh) {
    constexpr double least = 2;  // diameters
    std::vector<std::pair<size_t, size_t>> found;
    double slender = 0;
    for (size_t e = 0, first = 0; e < mesh.bricks.size(); ++e) {
        const SectionFit low = fit_section(mesh, static_cast<uint32_t>(e), -1),
                         high = fit_section(mesh, static_cast<uint32_t>(e), 1);
        slender += (high.centre - low.centre).norm() / (4 * std::sqrt(high.spread[1]));
        if (slender < least && e + 1 < mesh.bricks.size()) continue;
        if (slender < least && !found.empty())
            found.back().second = e + 1;
        else
            found.emplace_back(first, e + 1);
        first = e + 1;
        slender = 0;
    }
    return found;
}

}  // namespace

void tune_chain(SolidMesh& mesh, std::span<const Mat3> wood) {
    constexpr int most_passes = 4;
    constexpr double close = 2e-3, most = 3;  // a pass changes a modulus by at most that factor
    std::vector<std::pair<size_t, size_t>> all = stretches(mesh);
    if (all.size() > 1) all.pop_back();
    for (int pass = 0; pass < most_passes; ++pass) {
        const std::vector<Mat3> found = turns(mesh);
        if (found.empty()) return;
        double off = 0;
        for (const auto& [first, last] : all) {
            TurnParts own, wanted;
            for (size_t e = first; e < last; ++e) {
                const Vec3 axis = place_in(mesh, e, Vec3::Zero()).axis;
                own.add(found[e], axis);
                wanted.add(wood[e], axis);
            }
            const double share = own.bend.cwiseProduct(wanted.bend).sum();
            const double bend = std::clamp(share / wanted.bend.squaredNorm(), 1 / most, most);
            const double twist = std::clamp(own.twist / wanted.twist, 1 / most, most);
            for (size_t e = first; e < last; ++e) {
                mesh.materials[e].young *= bend;
                mesh.materials[e].shear *= twist;
            }
            off = std::max({off, std::abs(bend - 1), std::abs(twist - 1)});
        }
        if (off < close) return;
    }
}

}  // namespace thigmo
