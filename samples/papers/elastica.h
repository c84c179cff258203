// A slender rod that bends far: the elastica, by shooting; no part of any simulator.
#pragma once

namespace thigmo::papers {

/// A rod clamped along x, in a plane. θ is its angle from x, positive towards y.
struct Elastica {
    double length = 1;
    double bending = 1;               // EI (N m²), at the clamp
    double load_x = 0, load_y = 0;    // N/m along the whole of it, at the clamp
    double force_x = 0, force_y = 0;  // N at the tip
    double tip_moment = 0;            // N m
    double taper = 0;                 // share of its radius lost at the tip, linear: EI and load
    double crook = 0;                 // rad: its angle unloaded is crook · sin(2πs/L)
};

struct ElasticaTip {
    double x, y, angle;
    double root_curvature;
};

/// The rod's tip in equilibrium:
///
///     (EI (θ − θ₀)′)′ = −(F_y + Q_y) cos θ + (F_x + Q_x) sin θ,  Q what is loaded beyond s,
///     θ(0) = 0, EI θ′(L) = M
///
/// by Runge–Kutta from the tip, whose angle is found by bisection in (−π, π): the branch that has
/// no point of inflection beyond the load's.
ElasticaTip solve(const Elastica& rod);

}  // namespace thigmo::papers
