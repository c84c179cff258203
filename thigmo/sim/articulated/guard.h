// The step guard: which attempts at a step are taken.
#pragma once

#include "thigmo/sim/articulated/engine.h"

namespace thigmo {

/// `slowed`: taken, but that it grew by a little, which is taken from its speeds.
enum class Verdict { taken, slowed, turned, grew, not_finite };

/// What was put into a plant during an attempt.
struct Work {
    double known = 0;     // J, by gravity, wind, loads and the base
    double slack = 0;     // J, how far that may be wrong
    bool strict = false;  // nothing drives and something dissipates: energy cannot grow
};

/// Account of the energy that came from nowhere: errors of the steps. It is part of the state.
struct Ledger {
    double debt = 0;  // J, growth beyond the work, less what was lost since; never below 0
    double most = 0;  // J, the largest kinetic energy since the account began
};

struct GuardSettings {
    double turn_limit = 1;
    bool energy = true;
    double stiffness = 0;  // Σ of all joints (N m/rad): how rounding of angles shows as energy
};

/// J by which energy grew beyond the work and what the account has left; not positive: it did not.
double energy_excess(const Totals& after, const Totals& before, const Work& work,
                     const Ledger& ledger, const GuardSettings& settings);

Verdict judge(const Attempt& attempt, const Totals& before, const Work& work, const Ledger& ledger,
              const GuardSettings& settings);

/// The account after a step that was taken.
Ledger booked(Ledger ledger, const Totals& after, const Totals& before, const Work& work);

}  // namespace thigmo
