// Poles of damped modes, and sums over a spectrum.
#include "thigmo/sim/beam/gust_response.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "thigmo/mechanics/spectrum.h"

namespace thigmo {
double Response::to_white_noise() const {
    std::complex<double> sum = 0;
    for (Eigen::Index k = 0; k < poles.size(); ++k)
        for (Eigen::Index l = 0; l < poles.size(); ++l)
            sum -= shares[k] * std::conj(shares[l]) / (poles[k] + std::conj(poles[l]));
    return std::max(0.0, sum.real()) / 2;
}

/// The state y = (x, x′/u) in units 1/u of the slowest mode's time obeys y′ = u A y + B f.
Response tip_response(const BranchModes& modes, const Eigen::MatrixXd& damping,
                      const Eigen::VectorXd& force, const Vec3& seen) {
    const Eigen::Index n = modes.size();
    const double unit = std::sqrt(modes.squares.minCoeff());
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    A.topRightCorner(n, n).setIdentity();
    A.bottomLeftCorner(n, n) = (-modes.squares / (unit * unit)).asDiagonal();
    A.bottomRightCorner(n, n) = -damping / unit;
    const Eigen::EigenSolver<Eigen::MatrixXd> eigen(A);
    Eigen::VectorXcd right = Eigen::VectorXcd::Zero(2 * n);
    right.tail(n) = (force / unit).cast<std::complex<double>>();
    const Eigen::VectorXcd driven = eigen.eigenvectors().partialPivLu().solve(right);
    const Eigen::RowVectorXcd shown = (seen.transpose() * modes.tip).cast<std::complex<double>>() *
                                      eigen.eigenvectors().topRows(n);
    return {unit * eigen.eigenvalues(), shown.transpose().cwiseProduct(driven)};
}

double swell_variance(double speed, double length) {
    return spectral_share(Spectrum::kaimal, WindComponent::u, 0, swell_below, length, speed);
}

double inertial_gusts(double frequency, const GustsMet& gusts) {
    return std::sqrt(4 / std::pow(6, 5.0 / 3)) *
           std::cbrt(gusts.speed / (frequency * gusts.length));
}

double coherent_share(double frequency, const GustsMet& gusts) {
    const double z = 12 * std::numbers::sqrt2 * gusts.spread *
                     std::hypot(frequency / gusts.speed, 0.12 / gusts.length);
    return 1 / (1 + z * z * (0.67 + 4.33 / (1 + 7 * z)));
}

}  // namespace thigmo
