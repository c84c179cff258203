// A slender rod that bends far, by shooting.
#include "samples/papers/elastica.h"

#include <cmath>
#include <numbers>

namespace thigmo::papers {
namespace {

struct Point {
    double angle, moment, x, y;  // x and y from the tip backwards
};

/// θ₀′ + M/EI at σ from the tip.
double curvature(const Elastica& rod, double sigma, double moment) {
    const double share = 1 - sigma / rod.length, turn = 2 * std::numbers::pi;
    return rod.crook * turn / rod.length * std::cos(turn * share) +
           moment / (rod.bending * std::pow(1 - rod.taper * share, 4));
}

/// Length of uniform rod that weighs what is beyond σ: ∫ (1 − taper s/L)² ds.
double loaded_length(const Elastica& rod, double sigma) {
    const double tip = 1 - rod.taper, here = tip + rod.taper * sigma / rod.length;
    return sigma * (here * here + here * tip + tip * tip) / 3;
}

Point slope(const Elastica& rod, double sigma, const Point& p) {
    // By σ, which runs from the tip to the clamp: dθ/dσ = −κ, dM/dσ = −M′.
    const double loaded = loaded_length(rod, sigma);
    const double across = (rod.force_y + rod.load_y * loaded) * std::cos(p.angle) -
                          (rod.force_x + rod.load_x * loaded) * std::sin(p.angle);
    return {-curvature(rod, sigma, p.moment), across, std::cos(p.angle), std::sin(p.angle)};
}

Point add(const Point& p, const Point& d, double h) {
    return {p.angle + h * d.angle, p.moment + h * d.moment, p.x + h * d.x, p.y + h * d.y};
}

/// The clamp's end of a rod whose tip stands at this angle.
Point integrate(const Elastica& rod, double tip_angle) {
    constexpr int steps = 1000;
    const double h = rod.length / steps;
    Point p{tip_angle, rod.tip_moment, 0, 0};
    for (int i = 0; i < steps; ++i) {
        const double sigma = i * h;
        const Point a = slope(rod, sigma, p);
        const Point b = slope(rod, sigma + h / 2, add(p, a, h / 2));
        const Point c = slope(rod, sigma + h / 2, add(p, b, h / 2));
        const Point d = slope(rod, sigma + h, add(p, c, h));
        p = add(add(add(add(p, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    }
    return p;
}

}  // namespace

ElasticaTip solve(const Elastica& rod) {
    double low = -std::numbers::pi, high = std::numbers::pi;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (integrate(rod, middle).angle > 0 ? high : low) = middle;
    }
    const double angle = (low + high) / 2;
    const Point clamp = integrate(rod, angle);
    return {clamp.x, clamp.y, angle, curvature(rod, rod.length, clamp.moment)};
}

}  // namespace thigmo::papers
