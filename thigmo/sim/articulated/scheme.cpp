// The coefficients of each integrator.
#include "thigmo/sim/articulated/scheme.h"

#include <numbers>

namespace thigmo {
namespace {

/// Trapezoidal rule to 2g, then second-order backward differences; L-stable. `extrapolated`:
/// rotations are predicted with accelerations, else from velocities alone.
Scheme tr_bdf2(double dt, bool extrapolated) {
    const double g = (1 - std::numbers::sqrt2 / 2) * dt, k = std::numbers::sqrt2 / 4 * dt;
    Scheme s{.stages = 2, .needs_acceleration = true};
    const double first = extrapolated ? g * g : -g * g;  // beside the half that both have
    s.stage[0] = {.turn = {2 * g, g * g + first},
                  .spin = {1, 2 * g},
                  .late = {0, -first},
                  .early = {1, g},
                  .c1 = g,
                  .c2 = g * g};
    // The last acceleration is extrapolated as β + p(β − α).
    const double p = (dt - 2 * g) / (2 * g), gg = extrapolated ? g * g : 0;
    s.stage[1] = {.turn = {2 * k + g, 2 * k * g - gg * p, 2 * k * g + gg * (1 + p)},
                  .spin = {1, k - g * p, k + g * (1 + p)},
                  .late = {0, gg * p, -gg * (1 + p)},
                  .early = {1, k, k},
                  .c1 = g,
                  .c2 = g * g,
                  .second = true};
    if (extrapolated) s.stage[0].stiffened = s.stage[1].stiffened = 0;
    s.finish = {.turn = {2 * k + g, k * g + g * k, k * g + g * k, g * g},
                .spin = {1, k, k, g},
                .next = {0, 0, 0, 1}};
    return s;
}

/// Two-stage Rosenbrock W-method with the same stability function; needs no acceleration.
Scheme rosenbrock(double dt) {
    const double g = (1 - std::numbers::sqrt2 / 2) * dt;
    Scheme s{.stages = 2};
    s.stage[0] = {.spin = {1}, .late = {g}, .early = {1}, .c1 = g, .c2 = g * g};
    s.stage[1] = {.turn = {dt, 0, dt * g},
                  .spin = {1, 0, dt},
                  .late = {-g, 0, g * dt - 4 * g * g},
                  .early = {1, 0, dt - 2 * g},
                  .c1 = g,
                  .c2 = g * g,
                  .second = true};
    s.finish = {.turn = {dt, 0, dt * (dt - g) / 2, dt * g / 2},
                .spin = {1, 0, dt / 2, dt / 2},
                .next = {0, 0, 0.5, 0.5}};
    return s;
}

Scheme backward_euler(double dt) {
    Scheme s;
    s.stage[0] = {.spin = {1}, .late = {dt}, .early = {1}, .c1 = dt, .c2 = dt * dt};
    s.finish = {.turn = {dt, 0, 0, dt * dt}, .spin = {1, 0, 0, dt}, .next = {0, 0, 0, 1}};
    return s;
}

Scheme midpoint(double dt) {
    Scheme s{.needs_acceleration = true};
    s.stage[0] = {
        .turn = {dt / 2}, .spin = {1, dt / 2}, .early = {1}, .c1 = dt / 2, .c2 = dt * dt / 4};
    s.finish = {.turn = {dt, 0, 0, dt * dt / 2}, .spin = {1, 0, 0, dt}, .next = {0, 0, 0, 1}};
    return s;
}

/// Explicit forces: stable only to 2/ω of the stiffest mode; for comparison.
Scheme semi_implicit_euler(double dt) {
    Scheme s;
    s.stage[0] = {.spin = {1}, .early = {1}};
    s.finish = {.turn = {dt, 0, 0, dt * dt}, .spin = {1, 0, 0, dt}, .next = {0, 0, 0, 1}};
    return s;
}

}  // namespace

Scheme scheme(Integrator integrator, double dt, bool extrapolated) {
    switch (integrator) {
        case Integrator::rosenbrock:
            return rosenbrock(dt);
        case Integrator::backward_euler:
            return backward_euler(dt);
        case Integrator::midpoint:
            return midpoint(dt);
        case Integrator::semi_implicit_euler:
            return semi_implicit_euler(dt);
        default:
            return tr_bdf2(dt, extrapolated);
    }
}

const char* not_finite(Integrator integrator) {
    return integrator == Integrator::semi_implicit_euler
               ? "its motion is not finite: semi-implicit Euler needs a smaller dt, or more "
                 "substeps"
               : "its motion is not finite";
}

Stage start_stage(double dt) {
    return {.spin = {1}, .early = {1}, .c1 = dt / 2, .c2 = dt * dt / 4};
}

}  // namespace thigmo
