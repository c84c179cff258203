// The mean wind: a direction and a logarithmic profile over the ground at y = 0.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "thigmo/air/wind.h"

namespace thigmo {

/// Along, across and up: the axes of u, v and w in the world; right-handed.
struct WindAxes {
    Vec3 along = Vec3::UnitX(), across = -Vec3::UnitZ();

    explicit WindAxes(const Vec3& direction)
        : along(Vec3(direction.x(), 0, direction.z()).normalized()),
          across(Vec3::UnitY().cross(along)) {}
};

/// ln x for each x of 1 and more, 0 below, to 1e-7: loops that compilers turn into vectors.
template <size_t n>
std::array<float, n> quick_logs(std::array<float, n> x) {
    for (float& value : x) value = value > 1 ? value : 1;
    auto bits = std::bit_cast<std::array<int32_t, n>>(x);
    std::array<float, n> powers;  // of 2, nearest in ratio
    for (size_t i = 0; i < n; ++i) {
        const int32_t exponent = (bits[i] - 0x3f3504f3) >> 23;
        powers[i] = static_cast<float>(exponent);
        bits[i] -= exponent * (1 << 23);
    }
    x = std::bit_cast<std::array<float, n>>(bits);  // √½ … √2
    for (size_t i = 0; i < n; ++i) {
        const float t = (x[i] - 1) / (x[i] + 1), q = t * t;
        x[i] = powers[i] * 0.693147181f + 2 * t * (1 + q * (1.f / 3 + q * (1.f / 5 + q / 7)));
    }
    return x;
}

/// Speed over height as factors of the speed at the reference height.
class Profile {
  public:
    explicit Profile(const WindSettings& settings)
        : per_roughness_(1 / settings.roughness),
          scale_(settings.profile ? 1 / std::log(settings.reference_height / settings.roughness)
                                  : 0),
          base_(settings.profile ? 0 : 1) {}

    /// ln(z/z0), 0 at and below z0.
    double logarithm(double z) const { return std::log(std::max(1.0, z * per_roughness_)); }
    template <size_t n>
    std::array<float, n> logarithms(const std::array<double, n>& z) const {
        std::array<float, n> ratio;
        for (size_t i = 0; i < n; ++i) ratio[i] = static_cast<float>(z[i] * per_roughness_);
        return quick_logs(ratio);
    }
    /// Mean over the reference mean.
    double mean(double logarithm) const { return base_ + scale_ * logarithm; }
    /// Standard deviation over that at the reference height. Over rough ground it hardly changes
    /// with height; below 10 z0, where the profile itself is an extrapolation, it fades to rest
    /// with the mean.
    double gusts(double logarithm) const {
        constexpr double per_ten = 0.4342944819032518;  // 1/ln 10
        return std::min(1.0, base_ + per_ten * logarithm);
    }

  private:
    double per_roughness_, scale_, base_;
};

}  // namespace thigmo
