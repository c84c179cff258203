// Sway: which motion dominates, and how it is damped.
#include "thigmo/mechanics/sway.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

constexpr size_t fewest_samples = 64;
constexpr double fewest_sways = 3;
constexpr size_t welch_parts = 6;

double deviation(std::span<const double> signal) {
    double mean = 0, squares = 0;
    for (const double value : signal) mean += value / static_cast<double>(signal.size());
    for (const double value : signal) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(signal.size()));
}

/// Stands out on both sides from what lies within half as far again.
bool is_peak(const PowerSpectrum& spectrum, size_t k) {
    const auto& density = spectrum.density;
    if (k < 1 || k + 1 >= density.size() || density[k] < density[k - 1] ||
        density[k] < density[k + 1])
        return false;
    const auto below = static_cast<size_t>(static_cast<double>(k) / 1.5);
    const size_t above =
        std::min(density.size() - 1, static_cast<size_t>(1.5 * static_cast<double>(k)) + 1);
    const auto least = [&](size_t from, size_t to) {
        return *std::min_element(density.begin() + static_cast<ptrdiff_t>(from),
                                 density.begin() + static_cast<ptrdiff_t>(to) + 1);
    };
    return density[k] > 1.5 * least(below, k) && density[k] > 1.5 * least(k, above);
}

/// The top of a parabola through the logarithms around k.
double refined(const PowerSpectrum& spectrum, size_t k) {
    const double a = std::log(spectrum.density[k - 1] + 1e-300),
                 b = std::log(spectrum.density[k] + 1e-300),
                 c = std::log(spectrum.density[k + 1] + 1e-300);
    const double bend = a - 2 * b + c;
    const double shift = bend < 0 ? std::clamp(0.5 * (a - c) / bend, -0.5, 0.5) : 0;
    return (static_cast<double>(k) + shift) * spectrum.resolution();
}

/// Whether the motion dies out by itself: decays explain it, its second half is no stronger, and
/// they explain that half too, but for what hardly moves. Behind a jolt that dies out in wind, the
/// wind goes on.
bool dies_out(std::span<const double> signal, const DecayFit& fit) {
    const size_t half = signal.size() / 2;
    const double early = deviation(signal.first(half)), late = deviation(signal.subspan(half));
    return fit.explained > 0.9 && late < 1.05 * early &&
           fit.late < std::max(0.5 * late, 0.1 * early);
}

/// Whether a decay swings within the record. What creeps back to rest, or is damped by so much that
/// it has no resonance (ζ > 1/√2), has no frequency that could be seen.
bool swings(const Decay& decay, double duration) {
    return decay.frequency * duration >= 1 && decay.damping_ratio < std::numbers::sqrt2 / 2;
}

void expect_sways(double frequency, double duration, const std::string& where) {
    if (frequency * duration < fewest_sways)
        throw input_error({where},
                          fmt::format("{:.1f} sways of {:.3g} Hz", frequency * duration, frequency),
                          fmt::format("at least {:g}, a longer record", fewest_sways));
}

}  // namespace

std::optional<double> dominant_frequency(const PowerSpectrum& spectrum) {
    std::optional<size_t> best;
    const auto height = [&](size_t k) { return spectrum.frequency[k] * spectrum.density[k]; };
    for (size_t k = 1; k + 1 < spectrum.density.size(); ++k)
        if (is_peak(spectrum, k) && (!best || height(k) > height(*best))) best = k;
    if (!best) return {};
    return refined(spectrum, *best);
}

Sway measure_sway(std::span<const double> signal, double step, const std::string& where) {
    if (signal.size() < fewest_samples)
        throw input_error({where}, fmt::format("{} samples", signal.size()),
                          fmt::format("at least {}", fewest_samples));
    Sway sway;
    sway.rms = deviation(signal);
    const double size =
        std::abs(*std::ranges::max_element(signal, {}, [](double x) { return std::abs(x); }));
    if (!(sway.rms > 1e-12 * size))
        throw input_error({where}, "a signal that does not move", "one that sways");
    const double duration = step * static_cast<double>(signal.size());
    sway.spectrum = welch(signal, step, welch_parts);
    // A few slow sways show only in the record as a whole.
    std::optional<double> peak = dominant_frequency(sway.spectrum);
    if (!peak || *peak * duration < 2 * welch_parts) {
        sway.spectrum = welch(signal, step, 1);
        peak = dominant_frequency(sway.spectrum);
    }
    if (!peak) throw input_error({where}, "a spectrum without a peak", "a motion that sways");
    const DecayFit fit = fit_decays(signal, step);
    sway.explained = fit.explained;
    std::vector<Decay> swinging = fit.decays;
    std::erase_if(swinging, [&](const Decay& decay) { return !swings(decay, duration); });
    if (dies_out(signal, fit) && !swinging.empty()) {
        sway.dominant_hz = swinging[0].frequency;
        sway.damping_ratio = swinging[0].damping_ratio;
        for (size_t i = 1; i < swinging.size(); ++i) sway.other_hz.push_back(swinging[i].frequency);
        expect_sways(sway.dominant_hz, duration, where);
        return sway;
    }
    expect_sways(*peak, duration, where);
    Resonance resonance = fit_resonance(signal, step, *peak);
    sway.method = Sway::Method::resonance;
    // A fit that wandered off to another peak says nothing of this one's place.
    const bool close = std::abs(resonance.frequency / *peak - 1) < 0.2;
    sway.dominant_hz = close ? resonance.frequency : *peak;
    sway.damping_ratio = resonance.damping_ratio;
    sway.damping_error = resonance.relative_error;
    sway.fit_hz = std::move(resonance.frequencies);
    sway.fit_density = std::move(resonance.densities);
    return sway;
}

}  // namespace thigmo
