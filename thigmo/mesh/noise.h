// Smooth random fields for textures: value noise, tileable, the same on every machine.
#pragma once

#include <cstdint>

namespace thigmo {

/// Smooth in x and y with features of size 1, from 0 to 1; repeats after `period` in each
/// direction.
double noise(double x, double y, int period_x, int period_y, uint64_t seed);

/// Octaves of noise, each half the size and half the strength of the one before; 0 to 1.
double fractal_noise(double x, double y, int period_x, int period_y, int octaves, uint64_t seed);

/// Distances to the nearest and second nearest of points scattered one per unit square.
struct Cells {
    double nearest, second;
    uint64_t cell;  // a random number of the nearest point's own
};
Cells cell_noise(double x, double y, int period_x, int period_y, uint64_t seed);

}  // namespace thigmo
