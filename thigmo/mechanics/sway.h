// How something sways: its dominant frequency and damping, from a record of its motion.
//
// What dies out is fitted by decays; of what goes on, as in wind, the peak of the spectrum is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "thigmo/mechanics/power_spectrum.h"

namespace thigmo {

/// A sway that dies out: e^(−σt) (a cos ωt + b sin ωt).
struct Decay {
    double frequency = 0;      // ω/2π (Hz)
    double damping_ratio = 0;  // ζ = σ/√(σ² + ω²)
    double energy = 0;         // its share of the motion's squares, in relation to the others'
};

struct DecayFit {
    std::vector<Decay> decays;  // strongest first
    double explained = 0;       // share of the signal's variance, 1 for a perfect fit
    std::vector<double> curve;  // the fit at every sample
    double late = 0;            // root mean square of what it leaves in the second half
};

/// Fits an offset and up to `most` decays by least squares.
DecayFit fit_decays(std::span<const double> signal, double step, size_t most = 3);

/// A resonance, as of a tree in wind: C f^(−p) / ((1 − (f/f₀)²)² + (2ζ f/f₀)²) + B around its peak.
struct Resonance {
    double frequency = 0;       // f₀ (Hz)
    double damping_ratio = 0;   // ζ
    double relative_error = 0;  // of ζ, one standard deviation: 1/√(2π ζ f₀ T)
    std::vector<double> frequencies, densities;  // the fit, where it was made
};

/// By Whittle's likelihood, over the periodogram from half to twice a frequency near the peak.
Resonance fit_resonance(std::span<const double> signal, double step, double near);

struct Sway {
    enum class Method { free_decay, resonance };
    double dominant_hz = 0;
    double damping_ratio = 0;
    Method method = Method::free_decay;
    std::optional<double> damping_error;      // of the ratio, relative; of a resonance
    double explained = 0;                     // by the decays that were tried first
    double rms = 0;                           // about the mean, in the signal's unit
    std::vector<double> other_hz;             // further decays that swing
    PowerSpectrum spectrum;                   // Welch
    std::vector<double> fit_hz, fit_density;  // of a resonance
};

/// The strongest peak of f·S(f) (Hz), refined by a parabola; none where the spectrum has no peak.
std::optional<double> dominant_frequency(const PowerSpectrum& spectrum);

/// InputError `where: …` for fewer than 64 samples, a signal that does not move, one without a peak
/// and fewer than three sways.
Sway measure_sway(std::span<const double> signal, double step, const std::string& where);

}  // namespace thigmo
