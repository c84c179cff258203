// Elliptic functions by the arithmetic-geometric mean.
#include "samples/papers/elliptic.h"

#include <array>
#include <cmath>
#include <numbers>

namespace thigmo::papers {
namespace {

constexpr int most_rounds = 16;  // the mean converges quadratically: 6 suffice for k < 0.9999

struct Mean {
    std::array<double, most_rounds> a{}, c{};
    int rounds = 0;
};

Mean mean_of(double k) {
    Mean mean;
    mean.a[0] = 1;
    mean.c[0] = k;
    double b = std::sqrt((1 - k) * (1 + k));
    while (std::abs(mean.c[static_cast<size_t>(mean.rounds)]) > 1e-16 &&
           mean.rounds + 1 < most_rounds) {
        const double a = mean.a[static_cast<size_t>(mean.rounds)];
        const auto next = static_cast<size_t>(++mean.rounds);
        mean.a[next] = (a + b) / 2;
        mean.c[next] = (a - b) / 2;
        b = std::sqrt(a * b);
    }
    return mean;
}

}  // namespace

double complete_elliptic(double k) {
    const Mean mean = mean_of(k);
    return std::numbers::pi / (2 * mean.a[static_cast<size_t>(mean.rounds)]);
}

Jacobi jacobi(double u, double k) {
    const Mean mean = mean_of(k);
    // The amplitude of the last round is a multiple of u; each round back halves it.
    double phi = std::ldexp(mean.a[static_cast<size_t>(mean.rounds)] * u, mean.rounds);
    for (auto i = static_cast<size_t>(mean.rounds); i > 0; --i)
        phi = (phi + std::asin(mean.c[i] / mean.a[i] * std::sin(phi))) / 2;
    const double sn = std::sin(phi);
    return {sn, std::cos(phi), std::sqrt(1 - k * k * sn * sn)};
}

Swing pendulum(double angle0, double omega0, double t) {
    const double k = std::sin(angle0 / 2);
    const Jacobi j = jacobi(omega0 * t, std::abs(k));
    const double cd = j.cn / j.dn;
    // cd′ = −(1 − k²) sn/dn², and cos(θ/2) = √(1 − k² cd²) = k′/dn.
    const double velocity = -2 * k * omega0 * std::sqrt(1 - k * k) * j.sn / j.dn;
    return {2 * std::asin(k * cd), velocity};
}

double pendulum_period(double angle0, double omega0) {
    return 4 * complete_elliptic(std::abs(std::sin(angle0 / 2))) / omega0;
}

}  // namespace thigmo::papers
