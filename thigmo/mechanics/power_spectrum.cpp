// Periodograms and their means.
#include "thigmo/mechanics/power_spectrum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "thigmo/mechanics/fourier.h"

namespace thigmo {
namespace {

double mean(std::span<const double> signal) {
    double sum = 0;
    for (const double value : signal) sum += value;
    return sum / static_cast<double>(signal.size());
}

/// Adds |X|² of the tapered part to the sums, filled up with zeros to `length`.
void add_part(std::span<const double> part, size_t length, double offset,
              std::vector<double>& sums) {
    std::vector<double> tapered(length, 0.0);
    const double per_part = 2 * std::numbers::pi / static_cast<double>(part.size());
    for (size_t i = 0; i < part.size(); ++i)
        tapered[i] =
            (part[i] - offset) * (0.5 - 0.5 * std::cos(per_part * (static_cast<double>(i) + 0.5)));
    const auto transform = fourier(tapered);
    for (size_t k = 0; k < sums.size(); ++k) sums[k] += std::norm(transform[k]);
}

PowerSpectrum mean_of_parts(std::span<const double> signal, double step, size_t part,
                            size_t length) {
    std::vector<double> sums(length / 2 + 1, 0.0);
    const double offset = mean(signal);
    const size_t stride = std::max<size_t>(part / 2, 1);
    size_t count = 0;
    for (size_t from = 0; from + part <= signal.size(); from += stride, ++count)
        add_part(signal.subspan(from, part), length, offset, sums);
    // The taper keeps 3/8 of the power; all frequencies but the first and last stand for two.
    const double scale = 2 * step / (0.375 * static_cast<double>(part * count));
    PowerSpectrum spectrum;
    for (size_t k = 0; k < sums.size(); ++k) {
        spectrum.frequency.push_back(static_cast<double>(k) / (static_cast<double>(length) * step));
        const bool single = k == 0 || 2 * k == length;
        spectrum.density.push_back(sums[k] * scale * (single ? 0.5 : 1));
    }
    return spectrum;
}

}  // namespace

PowerSpectrum periodogram(std::span<const double> signal, double step) {
    // Of a length that transforms fast: a power of two would throw half of the signal away, but
    // zeros would correlate neighbours; so the signal loses at most an eighth of its end.
    size_t part = std::bit_floor(signal.size());
    part += part / 8 * ((signal.size() - part) / (part / 8 + (part < 8)));
    return mean_of_parts(signal.first(part), step, part, part);
}

PowerSpectrum welch(std::span<const double> signal, double step, size_t parts) {
    const size_t part = std::max<size_t>(signal.size() / std::max<size_t>(parts, 1), 1);
    return mean_of_parts(signal, step, part, std::bit_ceil(2 * part));
}

}  // namespace thigmo
