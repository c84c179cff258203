// The bending of a round beam whose radius goes linearly to the tip, under a uniform load across
// it: closed forms, the polynomials fitted to them, and the centreline bent to its true length.
//
// Based on [Habel2009], sec. 4.1, 4.2 and app. A. Lengths are shares of the beam's: x = 0 at the
// clamp, 1 at the tip. Deflections are in units of F/(E′ r₁⁴), with F the load (N/m), E′ = E L, and
// r₁ = s₁/L the radius at the clamp; [Habel2009] prints that as E′F/r₁⁴, by which a stiffer branch
// would bend more. The taper a is the tip's radius over the clamp's.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace thigmo {

/// Thinner tips are taken as this: at a point the deflection grows without bound.
constexpr double least_taper = 0.05;

/// Deflection u at x, for a taper from least_taper to 1 (and a little above):
///
///     u″ = 2 (1 − x)² / (π q⁴),  q = 1 + (a − 1) x,  u(0) = u′(0) = 0        [Habel2009] eq. 25
double beam_deflection(double taper, double x);

/// Its slope u′, in a form that loses nothing near a = 1; d = a − 1:
///
///     u′ = 2x (3 − 3x + x² + d x (3 − x) + d² x²) / (3π q³)
template <class Scalar>
Scalar beam_slope(Scalar taper, Scalar x) {
    constexpr Scalar two_thirds_per_pi = Scalar(0.21220659078919378);
    const Scalar d = taper - 1, q = 1 + d * x;
    return two_thirds_per_pi * x * (3 - 3 * x + x * x + d * x * (3 - x) + d * d * x * x) /
           (q * q * q);
}

/// c₂x² + c₃x³ + c₄x⁴.
struct BeamPolynomial {
    double c2 = 0, c3 = 0, c4 = 0;
    double deflection(double x) const { return x * x * (c2 + x * (c3 + x * c4)); }
    double slope(double x) const { return x * (2 * c2 + x * (3 * c3 + x * 4 * c4)); }
};

/// Least squares at x = 0, 0.01 … 1: of c₂ and c₄ ([Habel2009] eq. 7, table 1), and of all three,
/// which is a few times nearer and exact at a = 1.
BeamPolynomial fit_even(double taper);
BeamPolynomial fit_quartic(double taper);

/// Where a point of the centreline has come to, in the plane of bending: along the straight beam
/// and across it.
struct BentPoint {
    double along = 0, across = 0;
    double angle = 0;  // of the tangent there
};

/// Gauss–Legendre on 0…1.
constexpr std::array<double, 5> bend_points = {0.046910077030668, 0.23076534494715845, 0.5,
                                               0.7692346550528415, 0.953089922969332};
constexpr std::array<double, 5> bend_weights = {0.11846344252809454, 0.23931433524968324,
                                                0.28444444444444444, 0.23931433524968324,
                                                0.11846344252809454};

/// The beam bent by a slope tan θ(s) of the centreline, each piece turned and none stretched:
///
///     p(x) = ∫₀ˣ (cos θ, sin θ) ds
///
/// With the slope of a beam of taper 0.1 and more the tip is within 1.1e-4 of the length, for
/// deflections up to 1. Differs from [Habel2009] eq. 8–12, which shorten tapered beams by up to
/// 15 %; see docs/beam.md.
template <class Slope>
BentPoint bend(const Slope& slope, double x) {
    BentPoint point;
    for (size_t i = 0; i < bend_points.size(); ++i) {
        const double tangent = slope(bend_points[i] * x);
        const double step = bend_weights[i] * x / std::sqrt(1 + tangent * tangent);
        point.along += step;
        point.across += step * tangent;
    }
    point.angle = std::atan(slope(x));
    return point;
}

/// [Habel2009] eq. 8–10: the deflected point is moved back along its tangent.
BentPoint bend_as_printed(const BeamPolynomial& shape, double amplitude, double x);

}  // namespace thigmo
