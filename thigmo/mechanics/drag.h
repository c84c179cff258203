// The drag of air on plant parts: quadratic in the speed across a cylinder, or in the whole speed
// for a leaf, with reconfiguration by a Vogel exponent.
#pragma once

#include <numbers>

#include "thigmo/base/vector.h"
#include "thigmo/mechanics/air_sample.h"

namespace thigmo {

constexpr double air_density = 1.2;  // kg/m³, at sea level and 20 °C
/// Below this speed (m/s) parts keep their form; above it drag grows as speed^(2 + vogel).
constexpr double vogel_speed = 2;

/// The share of its one-sided area that a thin blade shows to the wind, and the share of its
/// surface that a convex body shows, in the mean over all directions (Cauchy).
constexpr double blade_share = 0.5, body_share = 0.25;
/// Drag along the wind of a cylinder over that across its axis, in the mean over all directions:
/// the mean of sin³ of the angle between them.
constexpr double cylinder_share = 3 * std::numbers::pi / 16;

/// k = ½ρ C_d A (kg/m), of a part that stands in the air's way with an area (m²).
double drag_constant(double coefficient, double area);

/// What of the air's motion relative to the part counts.
struct DragLaw {
    double constant = 0;       // k (kg/m)
    double vogel = 0;          // exponent, −2 … 2
    Vec3 axis = Vec3::Zero();  // of a cylinder, unit length: only what is across it; 0: all
};

/// Force (N) at a velocity u of the part relative to the air (m/s):
///
///     F = −k f(|u⊥|) |u⊥| u⊥,   f(s) = 1 up to vogel_speed, (s/vogel_speed)^vogel beyond
Vec3 drag_force(const DragLaw& law, const Vec3& u);

/// The secant k f(|u⊥|) |u⊥| (kg/s) ≥ 0: F = −secant · u⊥.
double drag_secant(const DragLaw& law, const Vec3& u);

/// F and its slope −∂F/∂u (kg/s), symmetric and never negative: where a strong reconfiguration
/// makes drag fall with speed (vogel < −1), without that part.
struct DragWithSlope {
    Vec3 force;
    Mat3 slope;
};
DragWithSlope drag_with_slope(const DragLaw& law, const Vec3& u);

/// The share (s/vogel_speed)^vogel of its drag area that a part keeps in a wind of speed s (m/s).
double kept_share(double vogel, double speed);

/// Adds a part to what meets the air at a place: wood where the law has an axis, else foliage.
void add_drag(const DragLaw& law, DragArea& sum);

}  // namespace thigmo
