// The step guard: which attempts at a step are taken.
#pragma once

#include "thigmo/sim/articulated/engine.h"

namespace thigmo {

enum class Verdict { taken, turned, grew, not_finite };

/// What the loads may have put into a plant during an attempt.
struct Work {
    double known = 0;     // J, by gravity, wind, loads and the base's push
    double slack = 0;     // J, how far that may be wrong
    bool strict = false;  // nothing drives and something dissipates: energy cannot grow
    bool tested = true;   // false: a driven base does work that nobody counts
};

struct GuardSettings {
    double turn_limit = 1;
    bool energy = true;
    double stiffness = 0;  // Σ of all joints (N m/rad): how rounding of angles shows as energy
};

/// J by which energy grew beyond what the loads may have put in; not positive: it did not.
double energy_excess(const Totals& after, const Totals& before, const Work& work,
                     const GuardSettings& settings);

Verdict judge(const Attempt& attempt, const Totals& before, const Work& work,
              const GuardSettings& settings);

}  // namespace thigmo
