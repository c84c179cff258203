// Smooth noise for surfaces.
#pragma once

#include <cmath>

#include "thigmo/base/random.h"
#include "thigmo/base/vector.h"

namespace thigmo {

/// 0…1, one random value per unit cube's corner, smooth between.
inline float value_noise(const Vec3f& p) {
    const Vec3f cell = p.array().floor();
    Vec3f f = p - cell;
    f = f.array().square() * (3 - 2 * f.array());
    const auto corner = [&](int dx, int dy, int dz) {
        const auto key = [](float base, int d) {
            return static_cast<uint64_t>(static_cast<int64_t>(base) + d) & 0x1fffff;
        };
        const uint64_t at = key(cell.x(), dx) | key(cell.y(), dy) << 21 | key(cell.z(), dz) << 42;
        return static_cast<float>(mix(at) >> 40) * 0x1p-24f;
    };
    const auto along = [](float a, float b, float t) { return a + t * (b - a); };
    const auto face = [&](int dz) {
        return along(along(corner(0, 0, dz), corner(1, 0, dz), f.x()),
                     along(corner(0, 1, dz), corner(1, 1, dz), f.x()), f.y());
    };
    return along(face(0), face(1), f.z());
}

}  // namespace thigmo
