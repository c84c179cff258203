// Fourier transforms by Eigen's copy of kissfft.
#include "thigmo/mechanics/fourier.h"

#include <unsupported/Eigen/FFT>

#include "thigmo/base/assert.h"

namespace thigmo {

using Complex = std::complex<double>;

std::vector<Complex> fourier(std::span<const double> x) {
    if (x.empty()) return {};
    Eigen::FFT<double> fft;
    fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<Complex> half(x.size() / 2 + 1);
    fft.fwd(half.data(), x.data(), static_cast<Eigen::Index>(x.size()));
    return half;
}

std::vector<double> inverse_fourier(std::span<const Complex> halves, size_t n) {
    if (n == 0) return {};
    const size_t bins = n / 2 + 1, count = halves.size() / bins;
    THIGMO_ASSERT(halves.size() == count * bins);
    Eigen::FFT<double> fft;
    fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    fft.SetFlag(Eigen::FFT<double>::Unscaled);
    std::vector<double> x(count * n);
    for (size_t i = 0; i < count; ++i)
        fft.inv(x.data() + i * n, halves.data() + i * bins, static_cast<Eigen::Index>(n));
    return x;
}

}  // namespace thigmo
