// Gusts between two frequencies: a field that is periodic along and across the wind.
//
// Based on [Veers1988].
#pragma once

#include <cstdint>
#include <vector>

#include "thigmo/mechanics/spectrum.h"

namespace thigmo {

/// What the gusts of a place are like.
struct Turbulence {
    Spectrum spectrum = Spectrum::kaimal;
    double speed = 8;               // U, mean that carries the gusts past (m/s)
    Vec3 deviation = Vec3::Ones();  // σ of u, v, w over all frequencies (m/s)
    Vec3 scales = Vec3::Ones();     // integral length scales of u, v, w (m)
};

struct GustBand {
    double low = 0, high = 1;  // Hz: low < f ≤ high
    double spacing = 1;        // m between nodes
    double period = 640;       // s
    uint64_t seed = 1;
};

inline constexpr size_t gust_nodes = 16;  // of the grid, each way across the wind; then it repeats
// Rows, planes and series end with their first two members again, so that the corners of a cell are
// never apart, even where rounding puts a place at the very end.
inline constexpr size_t gust_padding = 2;
inline constexpr size_t gust_row = gust_nodes + gust_padding;

/// The share of a node's gust a part w of the way to it from its neighbour: sin(wθ)/sin θ, cos θ =
/// e^(−0.945) being the coherence of nodes side by side at the band's centre. So variance is the
/// same all the way between two nodes, where linear weights would lose it.
constexpr float neighbour_share(float w) {
    return w * (1.27133f + w * w * (-0.29064f + w * w * 0.01931f));
}

/// The distance between nodes (m): that at which the coherence at a frequency (Hz) is e^(−0.7).
double gust_spacing(const Turbulence& turbulence, double centre);

/// Slices of time in the period.
size_t gust_slices(const GustBand& band);

/// Values at the nodes: [z][y][slice][u v w 0], gust_row × gust_row nodes of gust_slices +
/// gust_padding slices, so close that straight lines between them will do.
std::vector<float> synthesize(const GustBand& band, const Turbulence& turbulence);

}  // namespace thigmo
