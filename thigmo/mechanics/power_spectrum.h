// Power spectra of evenly sampled signals.
#pragma once

#include <span>
#include <vector>

namespace thigmo {

/// One-sided: Σ density·Δf is the variance.
struct PowerSpectrum {
    std::vector<double> frequency;  // Hz, evenly from 0
    std::vector<double> density;    // unit²/Hz

    double resolution() const { return frequency.size() > 1 ? frequency[1] : 0; }
};

/// Tapered (Hann) and without its mean, over the whole signal.
PowerSpectrum periodogram(std::span<const double> signal, double step);

/// Welch's mean of periodograms over parts that overlap by half. `parts` says into how many lengths
/// the signal is cut, 1 for a single periodogram.
PowerSpectrum welch(std::span<const double> signal, double step, size_t parts);

}  // namespace thigmo
