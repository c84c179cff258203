// Turn, energy and finiteness of an attempt.
#include "thigmo/sim/articulated/guard.h"

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

/// A conservative step is right to its order only, and so is the work of wind and loads: the debt
/// may come to this share of the largest kinetic energy.
constexpr double credit = 0.05;
/// Growth by less than this share of the kinetic energy is not worth a smaller step.
constexpr double little = 0.01;

/// What rounding can add: to sums, and through angles of 1e-16 rad to elastic energy.
double rounding(const Totals& a, const Totals& b, double stiffness) {
    const double elastic = a.elastic + b.elastic;
    return 1e-13 * (a.kinetic + b.kinetic + elastic) + 1e-15 * std::sqrt(stiffness * elastic) +
           1e-30 * stiffness;
}

double growth_beyond(const Totals& after, const Totals& before, const Work& work) {
    return after.kinetic + after.elastic - before.kinetic - before.elastic - work.known -
           work.slack;
}

}  // namespace

double energy_excess(const Totals& after, const Totals& before, const Work& work,
                     const Ledger& ledger, const GuardSettings& settings) {
    double allowed = rounding(before, after, settings.stiffness);
    if (!work.strict)
        allowed += std::max(0., credit * std::max(ledger.most, after.kinetic) - ledger.debt);
    return growth_beyond(after, before, work) - allowed;
}

Verdict judge(const Attempt& attempt, const Totals& before, const Work& work, const Ledger& ledger,
              const GuardSettings& settings) {
    if (!attempt.finite) return Verdict::not_finite;
    if (!(attempt.turn <= settings.turn_limit)) return Verdict::turned;
    if (!settings.energy) return Verdict::taken;
    const double excess = energy_excess(attempt.totals, before, work, ledger, settings);
    if (excess <= 0) return Verdict::taken;
    return !work.strict && excess < little * attempt.totals.kinetic ? Verdict::slowed
                                                                    : Verdict::grew;
}

Ledger booked(Ledger ledger, const Totals& after, const Totals& before, const Work& work) {
    ledger.debt = std::max(0., ledger.debt + growth_beyond(after, before, work));
    ledger.most = std::max(ledger.most, after.kinetic);
    return ledger;
}

}  // namespace thigmo
