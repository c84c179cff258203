// Discrete Fourier transforms; the library behind them stays in fourier.cpp.
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace thigmo {

/// X_k = Σ_j x_j e^(−2πi jk/n) for k = 0 … n/2.
std::vector<std::complex<double>> fourier(std::span<const double> x);

/// The n real numbers x_j = Σ_k X_k e^(2πi jk/n) of a spectrum given for k = 0 … n/2, the other
/// half being its mirror image; without the factor 1/n. Several spectra may follow one another; so
/// do the results.
std::vector<double> inverse_fourier(std::span<const std::complex<double>> halves, size_t n);

}  // namespace thigmo
