// Value noise on a hashed lattice, and distances to scattered points.
#include "thigmo/mesh/noise.h"

#include <cmath>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

int wrapped(int i, int period) {
    const int rest = i % period;
    return rest < 0 ? rest + period : rest;
}

uint64_t lattice(int i, int j, int period_x, int period_y, uint64_t seed) {
    return mix(seed + static_cast<uint64_t>(wrapped(i, period_x)) * 0x9e3779b1u +
               (static_cast<uint64_t>(wrapped(j, period_y)) << 32));
}

double unit(uint64_t bits) {
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

double smooth(double t) {
    return t * t * (3 - 2 * t);
}

}  // namespace

double noise(double x, double y, int period_x, int period_y, uint64_t seed) {
    const double left = std::floor(x), bottom = std::floor(y);
    const int i = static_cast<int>(left), j = static_cast<int>(bottom);
    const auto at = [&](int di, int dj) {
        return unit(lattice(i + di, j + dj, period_x, period_y, seed));
    };
    const double a = smooth(x - left), b = smooth(y - bottom);
    const double low = at(0, 0) + a * (at(1, 0) - at(0, 0));
    const double high = at(0, 1) + a * (at(1, 1) - at(0, 1));
    return low + b * (high - low);
}

double fractal_noise(double x, double y, int period_x, int period_y, int octaves, uint64_t seed) {
    double sum = 0, strength = 1, total = 0;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += strength * noise(x, y, period_x, period_y, mix(seed, static_cast<uint64_t>(octave)));
        total += strength;
        strength *= 0.5;
        x *= 2;
        y *= 2;
        period_x *= 2;
        period_y *= 2;
    }
    return sum / total;
}

Cells cell_noise(double x, double y, int period_x, int period_y, uint64_t seed) {
    const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
    Cells cells{81, 81, 0};
    for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di) {
            const uint64_t bits = lattice(i + di, j + dj, period_x, period_y, seed);
            const double px = i + di + unit(bits), py = j + dj + unit(mix(bits));
            const double distance = (px - x) * (px - x) + (py - y) * (py - y);  // squared
            if (distance < cells.nearest)
                cells = {distance, cells.nearest, bits};
            else if (distance < cells.second)
                cells.second = distance;
        }
    return {std::sqrt(cells.nearest), std::sqrt(cells.second), cells.cell};
}

}  // namespace thigmo
