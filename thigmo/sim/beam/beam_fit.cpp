// Least squares over places along a branch.
#include "thigmo/sim/beam/beam_fit.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/tapered_beam.h"

namespace thigmo {
BeamFit fit_taper(const BentBranch& bent, double taper) {
    BeamFit found{taper, 0, 0};
    double fitted = 0, unit_square = 0, square = 0;
    for (size_t i = 0; i < bent.way.size(); ++i) {
        const double unit = beam_deflection(taper, bent.along[i]) / beam_deflection(taper, 1);
        fitted += bent.weight[i] * unit * bent.way[i];
        unit_square += bent.weight[i] * unit * unit;
        square += bent.weight[i] * bent.way[i] * bent.way[i];
    }
    if (!(unit_square > 0)) return found;
    found.tip = fitted / unit_square;
    found.residual = square - fitted * fitted / unit_square;
    return found;
}

BeamFit fit_beam(const BentBranch& bent, double own) {
    BeamFit best = fit_taper(bent, own);
    const double enough = 0.5 * best.residual;
    for (const double taper : {0.05, 0.1, 0.2, 0.3, 0.45, 0.7, 1.0}) {
        const BeamFit other = fit_taper(bent, taper);
        if (other.residual < enough && other.residual < best.residual) best = other;
    }
    return best;
}

double tip_share(const BentBranch& bent, const BeamFit& fit) {
    constexpr double most = 2.5;
    const double way = bent.way.back();
    if (!(way > 0)) return 1;
    const double drawn = std::clamp(way, fit.tip / most, std::max(fit.tip / most, most * fit.tip));
    return std::clamp(drawn / way, 0.0, most);
}

Reach reach_of(double taper, double amplitude) {
    constexpr int pieces = 32;
    Reach reach;
    for (int i = 0; i < pieces; ++i) {
        const double unit = beam_slope(taper, (i + 0.5) / pieces), slope = amplitude * unit;
        const double cosine = 1 / std::sqrt(1 + slope * slope);
        reach.across += slope * cosine / pieces;
        reach.slope += unit * cosine * cosine * cosine / pieces;
    }
    return reach;
}

double amplitude_of(double taper, double across) {
    const auto reached = [&](double amplitude) { return reach_of(taper, amplitude).across; };
    double low = 0, high = 1 / beam_deflection(taper, 1);
    while (reached(high) < across && high < 1e3 / beam_deflection(taper, 1)) high *= 2;
    for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (low + high);
        (reached(middle) < across ? low : high) = middle;
    }
    return low;
}

}  // namespace thigmo
