// Which simulator's modes, how alike shapes are, and how far noise shakes a tip.
#include "thigmo/sim/linear_modes.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

SimulatorSettings held(const SimulatorSettings& settings) {
    SimulatorSettings own = settings;
    footing(own).shape = GivenShape::unloaded;
    footing(own).base = Base::held;
    return own;
}

Column<SegmentId, Vec3> linear_sag(const Plant&, const BeamSettings&, const Vec3&) {
    return {};
}

}  // namespace

LinearModes find_linear_modes(const Plant& plant, const SimulatorSettings& settings, size_t count) {
    return std::visit([&](const auto& own) { return linear_modes(plant, own, count); },
                      held(settings));
}

Column<SegmentId, Vec3> find_linear_sag(const Plant& plant, const SimulatorSettings& settings,
                                        const Vec3& gravity) {
    return std::visit([&](const auto& own) { return linear_sag(plant, own, gravity); },
                      held(settings));
}

double shape_likeness(const Column<SegmentId, Vec3>& a, const Column<SegmentId, Vec3>& b) {
    double both = 0, first = 0, second = 0;
    for (const SegmentId row : a.rows()) {
        both += a[row].dot(b[row]);
        first += a[row].squaredNorm();
        second += b[row].squaredNorm();
    }
    return first > 0 && second > 0 ? both * both / (first * second) : 0;
}

size_t likest_mode(const std::vector<LinearMode>& modes, const LinearMode& other) {
    const auto unlike = [&](const LinearMode& mode) {
        return 1 - shape_likeness(mode.end, other.end) +
               std::abs(std::log(mode.frequency / other.frequency));
    };
    return static_cast<size_t>(std::ranges::min_element(modes, {}, unlike) - modes.begin());
}

double shaken_rms(const LinearModes& modes, SegmentId tip, std::span<const Vec3> directions,
                  double density) {
    const auto n = static_cast<Eigen::Index>(modes.modes.size());
    const auto m = static_cast<Eigen::Index>(directions.size());
    // In units of the lowest mode's time, so that rates and places are of one size.
    const double unit = 2 * std::numbers::pi * modes.modes.front().frequency;
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * n, 2 * n), B = Eigen::MatrixXd::Zero(2 * n, m),
                    C = Eigen::MatrixXd::Zero(m, 2 * n);
    A.topRightCorner(n, n).setIdentity();
    A.bottomRightCorner(n, n) = -modes.damping / unit;
    for (Eigen::Index k = 0; k < n; ++k) {
        const LinearMode& mode = modes.modes[static_cast<size_t>(k)];
        A(n + k, k) = -std::pow(2 * std::numbers::pi * mode.frequency / unit, 2);
        for (Eigen::Index i = 0; i < m; ++i) {
            B(n + k, i) = -mode.drive.dot(directions[static_cast<size_t>(i)]);
            C(i, k) = mode.end[tip].dot(directions[static_cast<size_t>(i)]);
        }
    }
    const Eigen::EigenSolver<Eigen::MatrixXd> eigen(A);
    const Eigen::VectorXcd poles = eigen.eigenvalues();
    const Eigen::MatrixXcd seen = C * eigen.eigenvectors(),
                           driven = eigen.eigenvectors().partialPivLu().solve(
                               B.cast<std::complex<double>>());
    const Eigen::MatrixXcd pushed = driven * driven.adjoint();
    double sum = 0;
    for (Eigen::Index i = 0; i < m; ++i)
        for (Eigen::Index k = 0; k < 2 * n; ++k)
            for (Eigen::Index l = 0; l < 2 * n; ++l)
                sum -= (seen(i, k) * pushed(k, l) * std::conj(seen(i, l)) /
                        (poles[k] + std::conj(poles[l])))
                           .real();
    // A one-sided density S is an intensity S/2; a squared length has unit⁻³ with it.
    return std::sqrt(std::max(0.0, sum) * density / 2 / std::pow(unit, 3));
}

}  // namespace thigmo
