// Moments, and Carathéodory's reduction of a cloud to few points, half of them at a time.
#include "thigmo/mechanics/cut_brick.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Powers = std::vector<std::array<int, 3>>;

/// x^a y^b z^c of all powers up to the fourth, at a point.
Vector monomials(const Powers& powers, const Vec3& at) {
    std::array<std::array<double, 5>, 3> power;
    for (size_t axis = 0; axis < 3; ++axis) {
        power[axis][0] = 1;
        for (size_t k = 1; k < 5; ++k)
            power[axis][k] = power[axis][k - 1] * at[static_cast<Eigen::Index>(axis)];
    }
    Vector values(static_cast<Eigen::Index>(powers.size()));
    for (size_t k = 0; k < powers.size(); ++k) {
        const auto& [a, b, c] = powers[k];
        values[static_cast<Eigen::Index>(k)] =
            power[0][size_t(a)] * power[1][size_t(b)] * power[2][size_t(c)];
    }
    return values;
}

Powers powers_up_to(int degree) {
    Powers powers;
    for (int sum = 0; sum <= degree; ++sum)
        for (int a = sum; a >= 0; --a)
            for (int b = sum - a; b >= 0; --b) powers.push_back({a, b, sum - a - b});
    return powers;
}

/// Weights of columns made so that at most as many are left as there are rows; their sum of columns
/// stays. Weights must be positive.
void eliminate(const Matrix& columns, std::vector<double>& weights) {
    std::vector<Eigen::Index> left;
    for (size_t i = 0; i < weights.size(); ++i) left.push_back(static_cast<Eigen::Index>(i));
    const Eigen::Index rows = columns.rows();
    while (static_cast<Eigen::Index>(left.size()) > rows) {
        Matrix some(rows, rows + 1);
        for (Eigen::Index k = 0; k <= rows; ++k) some.col(k) = columns.col(left[size_t(k)]);
        Vector null = some.fullPivLu().kernel().col(0);
        if (null.maxCoeff() < -null.minCoeff()) null = -null;
        double step = INFINITY;
        Eigen::Index gone = 0;
        for (Eigen::Index k = 0; k <= rows; ++k) {
            if (!(null[k] > 0)) continue;
            const double own = weights[size_t(left[size_t(k)])] / null[k];
            if (own < step) step = own, gone = k;
        }
        for (Eigen::Index k = 0; k <= rows; ++k) {
            double& weight = weights[size_t(left[size_t(k)])];
            weight = k == gone ? 0 : std::max(0.0, weight - step * null[k]);
        }
        std::erase_if(left, [&](Eigen::Index i) { return !(weights[size_t(i)] > 0); });
    }
}

/// Points of the cloud, no more than there are powers, with its moments of these. Clusters of
/// points are taken as one each, and half of the clusters go at a time.
std::vector<BrickPoint> recombined(std::span<const BrickPoint> cloud, const Powers& powers) {
    std::vector<BrickPoint> points;
    std::ranges::copy_if(cloud, std::back_inserter(points),
                         [](const BrickPoint& point) { return point.weight > 0; });
    const size_t few = powers.size();
    while (points.size() > few) {
        const size_t clusters = std::min(points.size(), 2 * few);
        Matrix columns =
            Matrix::Zero(static_cast<Eigen::Index>(few), static_cast<Eigen::Index>(clusters));
        std::vector<double> weights(clusters, 1.0);
        for (size_t i = 0; i < points.size(); ++i)
            columns.col(static_cast<Eigen::Index>(i * clusters / points.size())) +=
                points[i].weight * monomials(powers, points[i].local);
        eliminate(columns, weights);
        std::vector<BrickPoint> kept;
        for (size_t i = 0; i < points.size(); ++i)
            if (const double factor = weights[i * clusters / points.size()]; factor > 0)
                kept.push_back({points[i].local, factor * points[i].weight});
        points = std::move(kept);
    }
    return points;
}

/// Weights of Gauss' points with the cloud's moments; empty where they are not all positive.
std::vector<BrickPoint> gauss_rule(std::span<const BrickPoint> cloud) {
    Powers powers;
    for (int c = 0; c < 2; ++c)
        for (int b = 0; b < 3; ++b)
            for (int a = 0; a < 3; ++a) powers.push_back({a, b, c});
    Matrix at_points(brick_points, brick_points);
    const std::span<const BrickPoint> gauss = brick_strain_points();
    for (int q = 0; q < brick_points; ++q)
        at_points.col(q) = monomials(powers, gauss[static_cast<size_t>(q)].local);
    Vector moments = Vector::Zero(brick_points);
    double volume = 0, second = 0;
    for (const BrickPoint& point : cloud) {
        moments += point.weight * monomials(powers, point.local);
        volume += point.weight;
        second += point.weight * point.local.z() * point.local.z();
    }
    const Vector weights = at_points.partialPivLu().solve(moments);
    constexpr double least = 1e-3, close = 0.05;  // of the mean weight, of the mean of z²
    if (!(weights.minCoeff() > least * volume / brick_points) ||
        std::abs(second - volume / 3) > close * volume / 3)
        return {};
    std::vector<BrickPoint> rule;
    for (int q = 0; q < brick_points; ++q)
        rule.push_back({gauss[static_cast<size_t>(q)].local, weights[q]});
    return rule;
}

/// Whether the cloud is the whole brick, 2 × 2 × 2 in local coordinates.
bool is_full(std::span<const BrickPoint> cloud) {
    double volume = 0;
    Vec3 first = Vec3::Zero();
    for (const BrickPoint& point : cloud)
        volume += point.weight, first += point.weight * point.local;
    constexpr double close = 1e-3;
    return std::abs(volume / 8 - 1) < close && first.norm() < close * volume;
}

}  // namespace

std::vector<BrickPoint> strain_rule(std::span<const BrickPoint> cloud) {
    if (is_full(cloud)) return {brick_strain_points().begin(), brick_strain_points().end()};
    std::vector<BrickPoint> rule = gauss_rule(cloud);
    if (!rule.empty()) return rule;
    rule = mass_rule(cloud);
    rule.resize(2 * brick_points);
    constexpr double hardly = 1e-4;  // of the material's stiffness, all over the brick
    for (const BrickPoint& point : brick_strain_points())
        rule.push_back({point.local, hardly * point.weight});
    return rule;
}

std::vector<BrickPoint> mass_rule(std::span<const BrickPoint> cloud) {
    if (is_full(cloud)) return {brick_mass_points().begin(), brick_mass_points().end()};
    static const Powers powers = powers_up_to(4);
    return recombined(cloud, powers);
}

}  // namespace thigmo
