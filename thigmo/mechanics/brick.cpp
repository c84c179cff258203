// Products of three parabolas, and Gauss' points.
#include "thigmo/mechanics/brick.h"

#include <Eigen/LU>
#include <cmath>

namespace thigmo {
namespace {

/// Of the three nodes at −1, 0, 1.
Vec3 parabolas(double t) {
    return {0.5 * t * (t - 1), 1 - t * t, 0.5 * t * (t + 1)};
}
Vec3 slopes(double t) {
    return {t - 0.5, -2 * t, t + 0.5};
}

BrickValues product(const Vec3& x, const Vec3& y, const Vec3& z) {
    BrickValues values;
    for (int c = 0; c < 3; ++c)
        for (int b = 0; b < 3; ++b)
            for (int a = 0; a < 3; ++a) values[9 * c + 3 * b + a] = x[a] * y[b] * z[c];
    return values;
}

template <size_t Along>
auto gauss_points(const std::array<double, Along>& along, const std::array<double, Along>& shares) {
    const std::array<double, 3> across = {-std::sqrt(0.6), 0, std::sqrt(0.6)};
    const std::array<double, 3> weights = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    std::array<BrickPoint, 9 * Along> points;
    size_t next = 0;
    for (size_t c = 0; c < Along; ++c)
        for (size_t b = 0; b < 3; ++b)
            for (size_t a = 0; a < 3; ++a)
                points[next++] = {Vec3(across[a], across[b], along[c]),
                                  weights[a] * weights[b] * shares[c]};
    return points;
}

}  // namespace

BrickValues brick_values(const Vec3& local) {
    return product(parabolas(local.x()), parabolas(local.y()), parabolas(local.z()));
}

BrickGradients brick_gradients(const Vec3& local) {
    const Vec3 x = parabolas(local.x()), y = parabolas(local.y()), z = parabolas(local.z());
    BrickGradients gradients;
    gradients << product(slopes(local.x()), y, z), product(x, slopes(local.y()), z),
        product(x, y, slopes(local.z()));
    return gradients;
}

std::span<const BrickPoint> brick_strain_points() {
    static const auto points =
        gauss_points<2>({-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)}, {1.0, 1.0});
    return points;
}

std::span<const BrickPoint> brick_mass_points() {
    static const auto points =
        gauss_points<3>({-std::sqrt(0.6), 0, std::sqrt(0.6)}, {5.0 / 9, 8.0 / 9, 5.0 / 9});
    return points;
}

BrickPlace brick_place(std::span<const Vec3> nodes, const BrickNodes& brick, const Vec3& local) {
    BrickPlace place;
    place.values = brick_values(local);
    const BrickGradients by_local = brick_gradients(local);
    Mat3 jacobian = Mat3::Zero();  // ∂X/∂ξ
    for (int i = 0; i < brick_nodes; ++i) {
        const Vec3& node = nodes[brick[static_cast<size_t>(i)]];
        place.point += place.values[i] * node;
        jacobian += node * by_local.row(i);
    }
    place.volume = jacobian.determinant();
    place.axis = jacobian.col(2).normalized();
    place.gradients = by_local * jacobian.inverse();
    return place;
}

}  // namespace thigmo
