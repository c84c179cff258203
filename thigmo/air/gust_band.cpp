// Synthesis of a band: random phases, amplitudes by spectrum and coherence, Fourier transform.
#include "thigmo/air/gust_band.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/fourier.h"

namespace thigmo {
namespace {

using Complex = std::complex<double>;
constexpr size_t n = gust_nodes;
using Plane = Eigen::Matrix<Complex, n, n>;
using Shares = Eigen::Array<double, n, n>;

constexpr double turn = 2 * std::numbers::pi;
constexpr size_t slices_per_wave = 6;  // of the fastest gust, at least

/// A harmonic on the border of two bands belongs to the lower one, whatever the rounding.
size_t harmonics_up_to(double frequency, double period) {
    return static_cast<size_t>(std::floor(frequency * period + 1e-9));
}

/// e^(2πi jk/n): a transform of the plane is matrix · plane · matrix.
Plane transform_matrix() {
    Plane matrix;
    for (size_t j = 0; j < n; ++j)
        for (size_t k = 0; k < n; ++k)
            matrix(j, k) = std::polar(1.0, turn * static_cast<double>(j * k % n) / n);
    return matrix;
}

/// One band in the making.
struct Synthesis {
    const GustBand& band;
    const Turbulence& turbulence;
    Plane matrix = transform_matrix();

    /// Of nodes r metres apart: less than asked for, since what is blended between nodes is more
    /// coherent than they are. The exponent brings points a spacing apart to about what is asked.
    double node_coherence(double f, double r) const {
        const double L = turbulence.scales[0], U = turbulence.speed;
        const double exponent = 1 - 0.5 * std::log(coherence(f, band.spacing, L, U));
        return std::pow(coherence(f, r, L, U), exponent);
    }

    /// Shares of the variance of the waves across the grid at one frequency; they sum to 1. The
    /// grid closes on itself, which may make a wave's share of the coherence negative: then none.
    Shares wave_shares(double f) const {
        Plane plane;
        for (size_t j = 0; j < n; ++j)
            for (size_t k = 0; k < n; ++k) {
                const auto from = static_cast<double>(std::min(j, n - j));
                const auto to = static_cast<double>(std::min(k, n - k));
                plane(j, k) = node_coherence(f, band.spacing * std::hypot(from, to));
            }
        const Shares shares = (matrix * plane * matrix).real().array().max(0.0);
        return shares / shares.sum();
    }

    /// Amplitudes of one harmonic at the nodes, of unit variance in the mean over them.
    Plane node_amplitudes(const Shares& shares, Random random) const {
        Plane waves;
        for (size_t k = 0; k < n; ++k)
            for (size_t j = 0; j < n; ++j)
                waves(j, k) = std::polar(std::sqrt(shares(j, k) / 2), turn * random.uniform());
        return matrix * waves * matrix;
    }

    /// Variance that a cell has in its mean, when its nodes have 1.
    double cell_variance(double f) const {
        double square = 0, product = 0;  // means of the shares' squares and of their product
        constexpr int points = 64;
        for (int i = 0; i < points; ++i) {
            const float w = (static_cast<float>(i) + 0.5f) / points;
            square += neighbour_share(w) * neighbour_share(w) / points;
            product += neighbour_share(w) * neighbour_share(1 - w) / points;
        }
        const double beside = node_coherence(f, band.spacing);
        const double across = node_coherence(f, std::numbers::sqrt2 * band.spacing);
        return 4 * (square * square + 2 * square * product * beside + product * product * across);
    }

    /// Standard deviation of a component that harmonic k stands for, at the nodes.
    double deviation(size_t k, size_t c, double kept) const {
        const double f = static_cast<double>(k) / band.period, half = 0.5 / band.period;
        const auto i = static_cast<Eigen::Index>(c);
        const double share =
            spectral_share(turbulence.spectrum, static_cast<WindComponent>(c), f - half, f + half,
                           turbulence.scales[i], turbulence.speed);
        return turbulence.deviation[i] * std::sqrt(share / kept);
    }
};

/// What straight lines between slices make of the amplitude of harmonic k.
double line_response(size_t k, size_t slices) {
    const double x = std::numbers::pi * static_cast<double>(k) / static_cast<double>(slices);
    return std::pow(std::sin(x) / x, 2);
}

using Spectra = std::array<std::vector<Complex>, 3>;  // of u, v, w: [node][harmonic]

Spectra draw_spectra(const Synthesis& synthesis, size_t slices) {
    const GustBand& band = synthesis.band;
    const size_t first = harmonics_up_to(band.low, band.period) + 1;
    const size_t last = harmonics_up_to(band.high, band.period);
    const size_t bins = slices / 2 + 1;
    Spectra spectra;
    for (auto& spectrum : spectra) spectrum.assign(n * n * bins, 0);
    parallel_chunks(last + 1 - std::min(first, last + 1), 8, [&](size_t begin, size_t end) {
        for (size_t k = first + begin; k < first + end; ++k) {
            const double f = static_cast<double>(k) / band.period;
            const Shares shares = synthesis.wave_shares(f);
            const double kept = synthesis.cell_variance(f), lines = line_response(k, slices);
            for (size_t c = 0; c < 3; ++c) {
                const Plane plane =
                    synthesis.node_amplitudes(shares, Random(mix(band.seed, 3 * k + c)));
                const double amplitude = synthesis.deviation(k, c, kept) / lines;
                for (size_t node = 0; node < n * n; ++node)
                    spectra[c][node * bins + k] = amplitude * plane(node / n, node % n);
            }
        }
    });
    return spectra;
}

/// One component's series at the nodes to the lanes of the table.
void fill(std::vector<float>& table, size_t c, const std::vector<double>& series, size_t slices) {
    constexpr size_t row = gust_row;
    parallel_chunks(row * row, 8, [&](size_t begin, size_t end) {
        for (size_t node = begin; node < end; ++node) {
            const double* from = series.data() + (node / row % n * n + node % row % n) * slices;
            float* to = table.data() + node * (slices + gust_padding) * 4 + c;
            for (size_t i = 0; i < slices + gust_padding; ++i)
                to[4 * i] = static_cast<float>(from[i % slices]);
        }
    });
}

}  // namespace

double gust_spacing(const Turbulence& turbulence, double centre) {
    return 0.7 / 12 / std::hypot(centre / turbulence.speed, 0.12 / turbulence.scales[0]);
}

size_t gust_slices(const GustBand& band) {
    const size_t last = std::max<size_t>(harmonics_up_to(band.high, band.period), 1);
    const size_t least = slices_per_wave * last;
    size_t found = std::bit_ceil(least);
    // Lengths that transform fast.
    for (const size_t factor : {3u, 5u})
        found = std::min(found, factor * std::bit_ceil((least + factor - 1) / factor));
    return found;
}

std::vector<float> synthesize(const GustBand& band, const Turbulence& turbulence) {
    const size_t slices = gust_slices(band);
    std::vector<float> table(gust_row * gust_row * (slices + gust_padding) * 4, 0.f);
    const Spectra spectra = draw_spectra(Synthesis{band, turbulence}, slices);
    for (size_t c = 0; c < 3; ++c) fill(table, c, inverse_fourier(spectra[c], slices), slices);
    return table;
}

}  // namespace thigmo
