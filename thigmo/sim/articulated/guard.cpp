// Turn, energy and finiteness of an attempt.
#include "thigmo/sim/articulated/guard.h"

#include <cmath>

namespace thigmo {
namespace {

/// What rounding can add: to sums, and through angles of 1e-16 rad to elastic energy.
double rounding(const Totals& a, const Totals& b, double stiffness) {
    const double elastic = a.elastic + b.elastic;
    return 1e-13 * (a.kinetic + b.kinetic + elastic) + 1e-15 * std::sqrt(stiffness * elastic) +
           1e-30 * stiffness;
}

}  // namespace

double energy_excess(const Totals& after, const Totals& before, const Work& work,
                     const GuardSettings& settings) {
    const double growth = after.kinetic + after.elastic - before.kinetic - before.elastic;
    double allowed = work.known + work.slack + rounding(before, after, settings.stiffness);
    // A conservative step is right to its order only, and so is the work of wind and loads.
    if (!work.strict) allowed += 0.05 * (before.kinetic + after.kinetic);
    return growth - allowed;
}

Verdict judge(const Attempt& attempt, const Totals& before, const Work& work,
              const GuardSettings& settings) {
    if (!attempt.finite) return Verdict::not_finite;
    if (!(attempt.turn <= settings.turn_limit)) return Verdict::turned;
    if (!settings.energy || !work.tested) return Verdict::taken;
    return energy_excess(attempt.totals, before, work, settings) <= 0 ? Verdict::taken
                                                                      : Verdict::grew;
}

}  // namespace thigmo
