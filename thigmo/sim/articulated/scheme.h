// Integrators as tables of coefficients over one linearly implicit solve; see docs/articulated.md.
#pragma once

#include "thigmo/sim/articulated/settings.h"

namespace thigmo {

/// One solve. A body has angular velocity w and acceleration α when the step begins, and β from the
/// solve before this one (if there was one). Predicted for this solve:
///
///     rotation Q* = exp(turn.w w + turn.a α + turn.b β) Q,    velocity w* = w + spin.a α + spin.b
///     β
///
/// What the solve's own α' still adds to rotation and velocity is c₂α' and c₁α', beside the known
///
///     s = late.w w + late.a α + late.b β,                     e = w + early.a α + early.b β
struct Stage {
    struct Terms {
        double w = 0, a = 0, b = 0;
    };
    Terms turn = {}, spin = {}, late = {}, early = {};
    double c1 = 0, c2 = 0;
    bool second = false;   // β exists
    double stiffened = 1;  // share of a bend's k φ² that the linearised twist is stiffer by

    /// What acts may have jumped by Δ since α was found, which lacks what Δ does. α enters the
    /// first solve in a sum with α': this one gets what is missing by so many further Δ.
    double jumps() const { return second || early.a == 0 ? 0 : early.a / c1; }
};

/// How a step ends, with γ from its last solve: w⁺ = w + spin.a α + spin.b β + spin.c γ, likewise
/// the turn, and α⁺ = next.b β + next.c γ.
struct Finish {
    struct Terms {
        double w = 0, a = 0, b = 0, c = 0;
    };
    Terms turn = {}, spin = {}, next = {};
};

struct Scheme {
    int stages = 1;
    Stage stage[2] = {};
    Finish finish = {};
    bool needs_acceleration = false;  // α must be right when the step begins
};

/// `extrapolated`: TR-BDF2 predicts rotations with accelerations. That follows undamped leaves in a
/// gale, but stiff joints bear it only where the linearisation errs by less than some hundredths: a
/// twig that is bent by a tenth of a radian at a joint rings.
Scheme scheme(Integrator integrator, double dt, bool extrapolated = true);
/// The one solve that gives α at the beginning; nothing moves.
Stage start_stage(double dt);

/// What is said of a motion that has grown beyond all numbers.
const char* not_finite(Integrator integrator);

}  // namespace thigmo
