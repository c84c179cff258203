// The quartic energy against the elastic energy of the points it was made of, and force, tangent
// and pre-stress against differences and identities of polynomials.
#include "thigmo/sim/reduced/quartic.h"

#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/Dense>
#include <functional>

#include "thigmo/base/random.h"
#include "thigmo/sim/reduced/quartic_builder.h"

namespace thigmo {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Stiffness = Eigen::Matrix<double, 6, 6>;

MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

/// Points of a solid with random modes.
struct Points {
    std::vector<double> weights;
    std::vector<std::vector<Mat3>> gradients;
    std::vector<Stiffness> stiffness;
};

Points random_points(Random& random, int r, int count) {
    Points points;
    for (int a = 0; a < count; ++a) {
        points.weights.push_back(random.uniform(0.1, 1));
        points.gradients.emplace_back();
        for (int k = 0; k < r; ++k) points.gradients.back().push_back(random_matrix(random, 3, 3));
        const MatrixXd root = random_matrix(random, 6, 6);
        points.stiffness.push_back(root * root.transpose() + MatrixXd::Identity(6, 6));
    }
    return points;
}

QuarticBuilder build(const Points& points, int r) {
    QuarticBuilder builder(r);
    for (size_t a = 0; a < points.weights.size(); ++a)
        builder.add(points.weights[a], points.gradients[a], points.stiffness[a]);
    return builder;
}

Mat3 displacement_gradient(const std::vector<Mat3>& modes, const VectorXd& q) {
    Mat3 H = Mat3::Zero();
    for (size_t k = 0; k < modes.size(); ++k) H += q[Eigen::Index(k)] * modes[k];
    return H;
}

Eigen::Matrix<double, 6, 1> column_of(const Mat3& E) {
    return {E(0, 0), E(1, 1), E(2, 2), 2 * E(1, 2), 2 * E(0, 2), 2 * E(0, 1)};
}

/// Green's strain of F = 1 + H.
Eigen::Matrix<double, 6, 1> strain(const std::vector<Mat3>& modes, const VectorXd& q) {
    const Mat3 F = Mat3::Identity() + displacement_gradient(modes, q);
    return column_of(0.5 * (F.transpose() * F - Mat3::Identity()));
}

/// ½ ∫ E:C:E.
double direct_energy(const Points& points, const VectorXd& q) {
    double sum = 0;
    for (size_t a = 0; a < points.weights.size(); ++a) {
        const Eigen::Matrix<double, 6, 1> E = strain(points.gradients[a], q);
        sum += 0.5 * points.weights[a] * E.dot(points.stiffness[a] * E);
    }
    return sum;
}

struct Response {
    VectorXd gradient;
    MatrixXd hessian;
};

std::span<const double> span_of(const VectorXd& v) {
    return {v.data(), size_t(v.size())};
}

Response respond_at(const Quartic& quartic, const VectorXd& q) {
    const Eigen::Index r = q.size(), blocks = (r + 3) / 4;
    constexpr Four junk{{NAN, NAN, NAN, NAN}};
    std::vector<Four> gradient(size_t(blocks), junk), rows(size_t(r * blocks), junk);
    force_and_tangent(quartic, span_of(q), gradient, rows);
    const Eigen::Map<const VectorXd> force(reinterpret_cast<const double*>(gradient.data()),
                                           4 * blocks);
    const Eigen::Map<const MatrixXd> columns(reinterpret_cast<const double*>(rows.data()),
                                             4 * blocks, r);
    EXPECT_TRUE(force.tail(4 * blocks - r).isZero(0));
    EXPECT_TRUE(columns.bottomRows(4 * blocks - r).isZero(0));
    EXPECT_EQ(columns.topRows(r), tangent(quartic, span_of(q)));
    return {force.head(r), columns.topRows(r)};
}

VectorXd force_at(const Quartic& quartic, const VectorXd& q) {
    VectorXd out(q.size());
    force(quartic, span_of(q), {out.data(), size_t(q.size())});
    return out;
}

double energy_at(const Quartic& quartic, const VectorXd& q) {
    return energy(quartic, span_of(q));
}

constexpr int sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 20, 32};

TEST(Quartic, is_the_elastic_energy_of_its_points) {
    for (const int r : sizes) {
        Random random{uint64_t(r)};
        const Points points = random_points(random, r, 40);
        const Quartic quartic = build(points, r).finish();
        for (int sample = 0; sample < 3; ++sample) {
            const VectorXd q = random_matrix(random, r, 1);
            const double exact = direct_energy(points, q);
            EXPECT_NEAR(energy_at(quartic, q), exact, 1e-12 * exact) << r;
        }
    }
}

/// Sixth-order differences are exact for polynomials of fourth degree.
VectorXd difference(const std::function<VectorXd(double)>& f) {
    const double h = 0.25;
    return (45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) + f(3 * h) - f(-3 * h)) / (60 * h);
}

TEST(Quartic, force_and_tangent_are_derivatives_of_the_elastic_energy) {
    for (const int r : sizes) {
        Random random{100 + uint64_t(r)};
        const Points points = random_points(random, r, 5);
        const Quartic quartic = build(points, r).finish();
        const VectorXd q = random_matrix(random, r, 1);
        const Response response = respond_at(quartic, q);
        const VectorXd alone = force_at(quartic, q);
        const double scale = response.gradient.norm();
        EXPECT_LT((alone - response.gradient).norm(), 1e-13 * scale) << r;
        for (int k = 0; k < r; ++k) {
            const VectorXd unit = VectorXd::Unit(r, k);
            const auto along = [&](double h) { return VectorXd(q + h * unit); };
            const VectorXd slope = difference(
                [&](double h) { return VectorXd::Constant(1, direct_energy(points, along(h))); });
            EXPECT_NEAR(response.gradient[k], slope[0], 1e-11 * scale) << r;
            const VectorXd column =
                difference([&](double h) { return force_at(quartic, along(h)); });
            EXPECT_LT((response.hessian.col(k) - column).norm(), 1e-11 * response.hessian.norm());
        }
        EXPECT_EQ(response.hessian, response.hessian.transpose());
    }
}

/// Parts of degrees 2, 3, 4 apart, from V(q), V(−q), V(2q): q·∇V = 2 V₂ + 3 V₃ + 4 V₄ and
/// qᵀ∂²V q = 2 V₂ + 6 V₃ + 12 V₄.
TEST(Quartic, obeys_eulers_identity_of_each_degree) {
    for (const int r : sizes) {
        Random random{200 + uint64_t(r)};
        const Quartic quartic = build(random_points(random, r, 5), r).finish();
        const VectorXd q = random_matrix(random, r, 1);
        const double plus = energy_at(quartic, q), minus = energy_at(quartic, -q);
        const double even = (plus + minus) / 2, cubic = (plus - minus) / 2;
        const double twice = (energy_at(quartic, 2 * q) + energy_at(quartic, -2 * q)) / 2;
        const double fourth = (twice - 4 * even) / 12, second = even - fourth;
        const Response response = respond_at(quartic, q);
        const double slope = 2 * second + 3 * cubic + 4 * fourth;
        const double bend = 2 * second + 6 * cubic + 12 * fourth;
        EXPECT_NEAR(q.dot(response.gradient), slope, 1e-12 * twice) << r;
        EXPECT_NEAR(q.dot(response.hessian * q), bend, 1e-12 * twice) << r;
    }
}

/// A bar that only stretches by q: E = q + q²/2, V = c (q²/2 + q³/2 + q⁴/8).
TEST(Quartic, of_one_stretch_is_the_bars) {
    QuarticBuilder builder(1);
    const Mat3 stretch = Vec3(1, 0, 0).asDiagonal();
    const double c = 3;
    builder.add(1, {&stretch, 1}, c * Stiffness::Identity());
    const Quartic quartic = builder.finish();
    const VectorXd q = VectorXd::Constant(1, 0.5);
    EXPECT_DOUBLE_EQ(energy_at(quartic, q), c * (0.125 + 0.0625 + 0.0078125));
    EXPECT_DOUBLE_EQ(force_at(quartic, q)[0], c * (0.5 + 0.375 + 0.0625));
    EXPECT_DOUBLE_EQ(respond_at(quartic, q).hessian(0, 0), c * (1 + 1.5 + 0.375));
}

TEST(Quartic, stores_each_coefficient_of_twenty_coordinates_once) {
    Random random(9);
    const Quartic quartic = build(random_points(random, 20, 40), 20).finish();
    size_t stored = 0;
    for (const Four& four : quartic.coefficients)
        for (int k = 0; k < 4; ++k) stored += four.v[k] != 0;
    EXPECT_EQ(stored, 10605u);
    EXPECT_LE(quartic.coefficients.size() * sizeof(Four), 109'000u);
}

/// The energy ∫ S₀:E of a stress S₀ = Σ p_k C e_k, less its part linear in q.
TEST(Quartic, prestress_stiffness_is_the_curvature_of_the_energy_of_a_stress) {
    const int r = 7;
    Random random(10);
    const Points points = random_points(random, r, 20);
    const StressGradient stress = build(points, r).stress_gradient();
    const VectorXd p = random_matrix(random, r, 1), q = random_matrix(random, r, 1);
    const auto work = [&](const VectorXd& at) {
        double sum = 0;
        for (size_t a = 0; a < points.weights.size(); ++a) {
            const Mat3 H = displacement_gradient(points.gradients[a], p);
            const Eigen::Matrix<double, 6, 1> S0 =
                points.stiffness[a] * column_of(0.5 * (H + H.transpose()));
            sum += points.weights[a] * strain(points.gradients[a], at).dot(S0);
        }
        return sum;
    };
    const MatrixXd K = prestress_stiffness(stress, span_of(p));
    const double even = work(q) + work(-q);
    EXPECT_NEAR(q.dot(K * q), even, 1e-12 * K.norm());
    EXPECT_EQ(K, K.transpose());
    const VectorXd o = random_matrix(random, r, 1);
    const double mixed = work(q + o) + work(-q - o) - even - work(o) - work(-o);
    EXPECT_NEAR(2 * q.dot(K * o), mixed, 1e-12 * K.norm());
}

}  // namespace
}  // namespace thigmo
