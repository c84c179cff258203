// Spectra, coherence and profile of the wind.
#include "thigmo/mechanics/spectrum.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace thigmo {
namespace {

// (2√π Γ(1/3)/Γ(5/6))²: the usual 70.8 to all digits, so that the variance is exactly 1.
constexpr double von_karman_c = 70.78012763381727;

double density(Spectrum spectrum, WindComponent component, double n) {
    if (spectrum == Spectrum::kaimal) return 4 / std::pow(1 + 6 * n, 5. / 3);
    const double c = von_karman_c;
    if (component == WindComponent::u) return 4 / std::pow(1 + c * n * n, 5. / 6);
    return 4 * (1 + 8. / 3 * 4 * c * n * n) / std::pow(1 + 4 * c * n * n, 11. / 6);
}

}  // namespace

Vec3 integral_scales(double height) {
    return Vec3(8.1, 2.7, 0.66) * 0.7 * std::min(height, 60.0);
}

double spectral_density(Spectrum spectrum, WindComponent component, double f, double L, double U) {
    return L / U * density(spectrum, component, f * L / U);
}

double spectral_share(Spectrum spectrum, WindComponent component, double low, double high, double L,
                      double U) {
    const double a = low * L / U, b = high * L / U;
    if (spectrum == Spectrum::kaimal)
        return std::pow(1 + 6 * a, -2. / 3) - std::pow(1 + 6 * b, -2. / 3);
    // Gauss and Legendre, 5 points a panel; panels that grow with n resolve bend and tail alike.
    constexpr std::array<double, 5> at = {-0.906179845938664, -0.538469310105683, 0,
                                          0.538469310105683, 0.906179845938664};
    constexpr std::array<double, 5> weight = {0.236926885056189, 0.478628670499366,
                                              0.568888888888889, 0.478628670499366,
                                              0.236926885056189};
    double sum = 0;
    for (double from = a; from < b;) {
        const double to = std::min(b, from * 1.5 + 0.02);
        const double half = (to - from) / 2;
        for (size_t i = 0; i < at.size(); ++i)
            sum += weight[i] * half * density(spectrum, component, from + half * (1 + at[i]));
        from = to;
    }
    return sum;
}

double coherence(double f, double r, double L, double U) {
    return std::exp(-12 * std::hypot(f * r / U, 0.12 * r / L));
}

double log_profile(double z, double U_ref, double z_ref, double z0) {
    return z > z0 ? U_ref * std::log(z / z0) / std::log(z_ref / z0) : 0;
}

}  // namespace thigmo
