// A damped oscillator that is driven: how it answers each frequency, and how much in all.
//
// Based on [Habel2009], sec. 5.2.
#pragma once

namespace thigmo {

/// Amplitude of displacement per amplitude of force (m/N) of m ẍ + 2ζ m ω_h ẋ + m ω_h² x = F:
///
///     |X|/|F| = 1 / (4π² m √((f_h² − f²)² + (2ζ f_h f)²))              [Habel2009] eq. 15
///
/// f and f_h in Hz, mass in kg. Differs from the printed equation, which has a factor 2π too few in
/// its first term: so printed, damping and static response come out 2.5 times too large.
double oscillator_response(double f, double f_h, double damping_ratio, double mass);

/// Its square in the variables f/f_h, without the factor of mass and stiffness: 1 at rest.
double response_shape(double ratio, double damping_ratio);

}  // namespace thigmo
