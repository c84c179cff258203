// Closed forms of a straight, uniform, round beam that is clamped at one end: [Garcia2023] 8.3.
#pragma once

namespace thigmo::papers {

struct Beam {
    double length = 1, radius = 0.01;
    double young = 8.1e9;
    double density = 923;

    double shear() const { return young / 2.6; }  // of a material alike in all directions, ν = 0.3
    double area() const;                          // m²
    double bending() const;                       // EI (N m²), I = πr⁴/4
    double torsion() const;                       // GJ (N m²), J = πr⁴/2
    double weight(double gravity) const;          // N/m
};

/// Natural frequency (Hz) of a mode from 1 up, after Euler and Bernoulli:
///
///     f = β² √(EI/ρA) / (2πL²),  cos β cosh β = −1
double natural_frequency(const Beam& beam, int mode);

/// Slope of a mode's shape at a share x of the length, in units of its height there.
///
///     w = cosh βx − cos βx − σ (sinh βx − sin βx),  σ = (cosh β + cos β)/(sinh β + sin β)
double mode_slope(int mode, double x);

/// Drop of the tip under a uniform load q (N/m): qL⁴/8EI.
double drop_under_load(const Beam& beam, double load);

/// Drop of the tip under a force there: FL³/3EI.
double drop_under_force(const Beam& beam, double force);

}  // namespace thigmo::papers
