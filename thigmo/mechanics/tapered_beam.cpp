// Closed forms, fits and bends of the tapered beam.
#include "thigmo/mechanics/tapered_beam.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

namespace thigmo {
namespace {

constexpr std::array<double, 4> gauss8_halves = {0.1834346424956498, 0.525532409916329,
                                                 0.7966664774136267, 0.9602898564975363};
constexpr std::array<double, 4> gauss8_weights = {0.362683783378362, 0.3137066458778873,
                                                  0.2223810344533745, 0.1012285362903763};

/// ∫₀ˣ u′ ds with 8 points of Gauss.
double summed_slope(double taper, double x) {
    double sum = 0;
    for (size_t i = 0; i < 4; ++i) {
        const double near = x / 2 * (1 - gauss8_halves[i]), far = x / 2 * (1 + gauss8_halves[i]);
        sum += gauss8_weights[i] * (beam_slope(taper, near) + beam_slope(taper, far));
    }
    return sum * x / 2;
}

/// [Habel2009] eq. 25. Divides by (a − 1)⁴: for tapers far from 1.
double closed_deflection(double a, double x) {
    const double q = 1 + (a - 1) * x;
    const double bracket = a * a / (q * q) - 6 * a / q + (2 * a * a - 6 * a + 6) * q - 3 * a * a +
                           12 * a - 6 - 6 * std::log(q);
    return bracket / (3 * std::numbers::pi * std::pow(a - 1, 4));
}

/// Least squares over columns x^powers.
template <int n>
Eigen::Vector<double, n> fit(double taper, const std::array<int, n>& powers) {
    Eigen::Matrix<double, n, n> square = Eigen::Matrix<double, n, n>::Zero();
    Eigen::Vector<double, n> right = Eigen::Vector<double, n>::Zero();
    for (int i = 0; i <= 100; ++i) {
        const double x = i / 100.0;
        Eigen::Vector<double, n> row;
        for (int k = 0; k < n; ++k) row[k] = std::pow(x, powers[static_cast<size_t>(k)]);
        square += row * row.transpose();
        right += beam_deflection(taper, x) * row;
    }
    return square.inverse() * right;
}

}  // namespace

double beam_deflection(double taper, double x) {
    // Near 1 the closed form cancels; far from it 8 points are too few for the integral.
    return taper > 0.7 ? summed_slope(taper, x) : closed_deflection(taper, x);
}

BeamPolynomial fit_even(double taper) {
    const auto c = fit<2>(taper, {2, 4});
    return {c[0], 0, c[1]};
}

BeamPolynomial fit_quartic(double taper) {
    const auto c = fit<3>(taper, {2, 3, 4});
    return {c[0], c[1], c[2]};
}

BentPoint bend_as_printed(const BeamPolynomial& shape, double amplitude, double x) {
    const double u = amplitude * shape.deflection(x), slope = amplitude * shape.slope(x);
    const double s = std::sqrt(1 + slope * slope);
    // u/u′ without the 0/0 of eq. 8 at the clamp.
    const double ratio = x * (shape.c2 + x * (shape.c3 + x * shape.c4)) /
                         (2 * shape.c2 + x * (3 * shape.c3 + x * 4 * shape.c4));
    const double d = ratio * (s - 1);                                  // eq. 8
    const double along = x - d / s;                                    // eq. 9
    return {along, u / s, std::atan(amplitude * shape.slope(along))};  // eq. 10, 13
}

}  // namespace thigmo
