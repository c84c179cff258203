// Whittle's likelihood of a resonance.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/mechanics/simplex.h"
#include "thigmo/mechanics/sway.h"

namespace thigmo {
namespace {

/// Of (ln C, p, ln f₀, ln ζ, ln B); f in units of the frequency near which it lies.
double density(const std::vector<double>& at, double f) {
    const double f0 = std::exp(at[2]), zeta = std::exp(at[3]);
    const double ratio = f / f0, stiff = 1 - ratio * ratio, damped = 2 * zeta * ratio;
    return std::exp(at[0]) * std::pow(f, -at[1]) / (stiff * stiff + damped * damped) +
           std::exp(at[4]);
}

/// What a tapered periodogram shows of it: a bin and a sixth each of its neighbours.
double seen(const std::vector<double>& at, double f, double bin) {
    return (4 * density(at, f) + density(at, f - bin) + density(at, f + bin)) / 6;
}

}  // namespace

Resonance fit_resonance(std::span<const double> signal, double step, double near) {
    const PowerSpectrum found = periodogram(signal, step);
    const double bin = found.resolution() / near;
    std::vector<double> f, power;
    for (size_t k = 2; k + 1 < found.frequency.size(); ++k) {
        const double at = found.frequency[k] / near;
        if (at < 0.5 || at > 2) continue;
        f.push_back(at);
        power.push_back(found.density[k]);
    }
    double mean = 0, least = HUGE_VAL;
    for (const double value : power) mean += value / static_cast<double>(power.size());
    const size_t edge = std::max<size_t>(power.size() / 10, 1);
    for (const size_t from : {size_t{0}, power.size() - edge}) {
        double sum = 0;
        for (size_t i = from; i < from + edge; ++i) sum += power[i] / static_cast<double>(edge);
        least = std::min(least, sum);
    }
    const auto unlikely = [&](const std::vector<double>& at) {
        double sum = 0;
        for (size_t i = 0; i < f.size(); ++i) {
            const double expected = seen(at, f[i], bin);
            sum += std::log(expected) + power[i] / expected;
        }
        // Weakly: no slope that no wind has, and no damping beyond all swaying.
        const double slope = at[1] / 4, heavy = std::max(0.0, at[3]);
        return sum + slope * slope + 100 * heavy * heavy;
    };
    std::vector<double> at = {std::log(0.02 * mean + 1e-300), 1, 0, std::log(0.05),
                              std::log(least / 10 + 1e-300)};
    for (int i = 0; i < 3; ++i) at = minimize(unlikely, at, {1, 0.5, 0.03, 0.7, 1}, 800);
    Resonance resonance;
    resonance.frequency = near * std::exp(at[2]);
    resonance.damping_ratio = std::exp(at[3]);
    const double duration = 1 / found.resolution();
    resonance.relative_error = 1 / std::sqrt(2 * std::numbers::pi * resonance.damping_ratio *
                                             resonance.frequency * duration);
    for (const double x : f) {
        resonance.frequencies.push_back(near * x);
        resonance.densities.push_back(density(at, x));
    }
    return resonance;
}

}  // namespace thigmo
