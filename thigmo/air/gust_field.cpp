// The bands of a field, and their sum.
#include "thigmo/air/gust_field.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

/// Frequencies (Hz) of a band, and how long it takes to repeat at least (s).
struct BandPlan {
    double low, high, centre, period;
};
constexpr double record = GustField::record;
constexpr BandPlan plans[GustField::bands] = {{0, 0.08, 0.03, record},
                                              {0.08, 0.4, 0.18, record},
                                              {0.4, 2, 0.9, record / 8},
                                              {2, GustField::fastest, 4.5, record / 16}};

using Floats = std::array<float, gust_block>;
using Pair = Eigen::Array<float, 8, 1>;  // u, v, w, 0 at a slice and the next

using Doubles = std::array<double, gust_block>;
using Indices = std::array<int32_t, gust_block>;

/// How far into its cycle a place is, 0…1, in arithmetic that compilers turn into vectors: adding
/// the shift rounds numbers below 2^51 to whole ones. (Where cycles begin does not matter.)
double part_of_cycle(double cycle) {
    constexpr double shift = 0x1.8p52;
    const double nearest = (cycle + shift) - shift;
    return cycle - nearest + 0.5;
}

/// Where places lie on a grid that repeats. A scalar of few digits is quicker; time needs more.
template <class Scalar>
struct Cells {
    Indices cell;
    Floats t;  // how far from the cell's begin, 0…1

    /// Of places on a grid that drifts along with time (cycles per second).
    Cells(const Doubles& place, double per_cycle, double cells, const Doubles& time, double drift) {
        for (size_t i = 0; i < gust_block; ++i) {
            const double cycle = place[i] * per_cycle + time[i] * drift;
            const auto part = static_cast<Scalar>(part_of_cycle(cycle));
            const Scalar at = part * static_cast<Scalar>(cells);
            cell[i] = static_cast<int32_t>(at);
            t[i] = static_cast<float>(at - static_cast<Scalar>(cell[i]));
        }
    }
};

/// Of the corners of a cell across the wind: y and z, y + 1 and z, y and z + 1, both.
struct CornerWeights {
    Floats a, b, c, d;

    CornerWeights(const Floats& y, const Floats& z) {
        for (size_t i = 0; i < gust_block; ++i) {
            const float low = neighbour_share(1 - z[i]), high = neighbour_share(z[i]);
            const float near = neighbour_share(1 - y[i]), far = neighbour_share(y[i]);
            a[i] = low * near;
            b[i] = low * far;
            c[i] = high * near;
            d[i] = high * far;
        }
    }
};

/// How many tiles a band drifts across in the whole period, so that none of its repeats meets the
/// part of the tile that another met: about a share of their number, without a common divisor.
double tiles_to_drift(int repeats, double share) {
    if (repeats == 1) return 0;
    int tiles = std::max(1, static_cast<int>(std::lround(share * repeats)));
    while (std::gcd(tiles, repeats) != 1) ++tiles;
    return tiles;
}

}  // namespace

GustField::GustField(const Turbulence& turbulence, double period, uint64_t seed) {
    const double whole = period > 0 ? period : record;
    for (size_t i = 0; i < bands; ++i) {
        const BandPlan& plan = plans[i];
        GustBand band;
        band.low = plan.low;
        band.high = plan.high;
        band.spacing = gust_spacing(turbulence, plan.centre);
        // A whole number of repeats in the period asked for.
        const auto repeats = static_cast<int>(std::max(1.0, std::floor(whole / plan.period)));
        band.period = whole / repeats;
        band.seed = mix(seed, i);
        bands_[i] = {1 / band.period,
                     1 / (band.spacing * gust_nodes),
                     tiles_to_drift(repeats, 0.38) / whole,
                     tiles_to_drift(repeats, 0.17) / whole,
                     static_cast<double>(gust_slices(band)),
                     synthesize(band, turbulence)};
    }
}

void GustField::Band::add(const GustPlaces& places, GustBlock& gusts) const {
    const Doubles& s = places.s;
    const Cells<double> time(s, per_period, slices, s, 0);
    const Cells<float> y(places.y, per_tile, gust_nodes, s, drift_y),
        z(places.z, per_tile, gust_nodes, s, drift_z);
    const CornerWeights corner(y.t, z.t);
    const auto node = 4 * (static_cast<int32_t>(slices) + int32_t{gust_padding});
    const int32_t row = int32_t{gust_row} * node;
    Indices first;
    for (size_t i = 0; i < gust_block; ++i)
        first[i] = z.cell[i] * row + y.cell[i] * node + time.cell[i] * 4;
    for (size_t i = 0; i < gust_block; ++i) {
        using Map = Eigen::Map<const Pair>;
        const float* at = table.data() + first[i];
        const Pair sum = (corner.a[i] * Map(at) + corner.b[i] * Map(at + node)) +
                         (corner.c[i] * Map(at + row) + corner.d[i] * Map(at + row + node));
        gusts[i] += sum.head<4>() + time.t[i] * (sum.tail<4>() - sum.head<4>());
    }
}

}  // namespace thigmo
