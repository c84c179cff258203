// Turbulence of the wind near the ground: spectra per component, scales, coherence, mean profile.
//
// Based on [IEC2005] annex B and [Kaimal1972] (Kaimal's form), [VonKarman1948] in the form of
// [ESDU1985], [Davenport1961] (coherence).
//
// Components are u along the mean wind, v across it and w up; frequencies f in Hz, one-sided.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

enum class Spectrum { kaimal, von_karman };
enum class WindComponent { u, v, w };

/// Standard deviations of u, v and w over that of u [IEC2005].
inline const Vec3 deviation_ratios(1, 0.8, 0.5);

/// Integral length scales of u, v and w (m) at a height (m): 8.1 Λ, 2.7 Λ, 0.66 Λ with Λ = 0.7 z up
/// to 60 m and 42 m above                                                [IEC2005] table B.1
Vec3 integral_scales(double height);

/// Spectral density S(f) of unit variance (s): ∫₀^∞ S df = 1, S(0) = 4 L/U.
///
///     Kaimal:             f S = 4 n / (1 + 6 n)^(5/3)                   [IEC2005] eq. B.14
///     von Kármán, u:      f S = 4 n / (1 + c n²)^(5/6)                  [ESDU1985]
///     von Kármán, v, w:   f S = 4 n (1 + 8/3·4c n²) / (1 + 4c n²)^(11/6)
///
/// n = f L/U, L integral length scale (m), U mean speed (m/s); c = (2√π Γ(1/3)/Γ(5/6))² = 70.78.
double spectral_density(Spectrum spectrum, WindComponent component, double f, double L, double U);

/// Share of the variance between two frequencies, low ≤ high.
double spectral_share(Spectrum spectrum, WindComponent component, double low, double high, double L,
                      double U);

/// Coherence |S_xy| / √(S_x S_y) of points r metres apart across the wind.
///
///     exp(−12 √((f r/U)² + (0.12 r/L)²))                                 [IEC2005] eq. B.16
///
/// That is [Davenport1961]'s exp(−C f r/U), with a bound on how far slow gusts reach.
double coherence(double f, double r, double L, double U);

/// Mean speed at height z (m): U_ref ln(z/z0)/ln(z_ref/z0); 0 at and below z0.
double log_profile(double z, double U_ref, double z_ref, double z0);

}  // namespace thigmo
