// Integrals of powers of a linear radius over a frustum.
#include "thigmo/mechanics/frustum.h"

#include <numbers>

namespace thigmo {

Frustum first_half(const Frustum& frustum) {
    return {0.5 * frustum.length, frustum.start_radius,
            0.5 * (frustum.start_radius + frustum.end_radius)};
}

Frustum second_half(const Frustum& frustum) {
    return {0.5 * frustum.length, 0.5 * (frustum.start_radius + frustum.end_radius),
            frustum.end_radius};
}

double volume(const Frustum& frustum) {
    const double a = frustum.start_radius, b = frustum.end_radius;
    return std::numbers::pi / 3 * frustum.length * (a * a + a * b + b * b);
}

/// With r(s) = a + (b − a)s/ℓ:
///
///     ∫ s r² ds = ℓ²/12 (a² + 2ab + 3b²),   ∫ s² r² ds = ℓ³/30 (a² + 3ab + 6b²),
///     ∫ r⁴ ds = ℓ/5 (a⁴ + a³b + a²b² + ab³ + b⁴);
///     J_axial = ρπ/2 ∫ r⁴ ds,   J_transverse = ρπ (¼ ∫ r⁴ ds + ∫ s² r² ds)
RodInertia rod_inertia(const Frustum& frustum, double density) {
    const double a = frustum.start_radius, b = frustum.end_radius, l = frustum.length;
    const double s_r2 = l * l / 12 * (a * a + 2 * a * b + 3 * b * b);
    const double s2_r2 = l * l * l / 30 * (a * a + 3 * a * b + 6 * b * b);
    const double r4 = l / 5 * (a * a * (a * a + a * b + b * b) + b * b * b * (a + b));
    const double rho_pi = density * std::numbers::pi;
    RodInertia rod;
    rod.mass = density * volume(frustum);
    rod.centre = rho_pi * s_r2 / rod.mass;
    rod.axial = 0.5 * rho_pi * r4;
    rod.transverse = rho_pi * (0.25 * r4 + s2_r2);
    return rod;
}

double side_area(const Frustum& frustum) {
    return frustum.length * (frustum.start_radius + frustum.end_radius);
}

double side_centre(const Frustum& frustum) {
    return frustum.length / 3 * (frustum.start_radius + 2 * frustum.end_radius) /
           (frustum.start_radius + frustum.end_radius);
}

}  // namespace thigmo
