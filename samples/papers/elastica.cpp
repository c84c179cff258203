// A slender rod that bends far, by shooting.
#include "samples/papers/elastica.h"

#include <cmath>
#include <numbers>

namespace thigmo::papers {
namespace {

struct Point {
    double angle, curvature, x, y;  // x and y from the tip backwards
};

Point slope(const Elastica& rod, double sigma, const Point& p) {
    // By σ, which runs from the tip to the clamp: dθ/dσ = −κ, dκ/dσ = −θ″.
    const double across = (rod.force_y + rod.load_y * sigma) * std::cos(p.angle) -
                          (rod.force_x + rod.load_x * sigma) * std::sin(p.angle);
    return {-p.curvature, across / rod.bending, std::cos(p.angle), std::sin(p.angle)};
}

Point add(const Point& p, const Point& d, double h) {
    return {p.angle + h * d.angle, p.curvature + h * d.curvature, p.x + h * d.x, p.y + h * d.y};
}

/// The clamp's end of a rod whose tip stands at this angle.
Point integrate(const Elastica& rod, double tip_angle) {
    constexpr int steps = 1000;
    const double h = rod.length / steps;
    Point p{tip_angle, rod.tip_moment / rod.bending, 0, 0};
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
    return {clamp.x, clamp.y, angle, clamp.curvature};
}

}  // namespace thigmo::papers
