// Closed forms of a clamped beam.
#include "samples/papers/beam.h"

#include <cmath>
#include <numbers>

namespace thigmo::papers {
namespace {

/// β: one root of cos β + 1/cosh β lies in each interval ((k − 1)π, kπ).
double mode_root(int mode) {
    double low = (mode - 1) * std::numbers::pi, high = mode * std::numbers::pi;
    const auto residual = [](double beta) { return std::cos(beta) + 1 / std::cosh(beta); };
    const bool rises = residual(high) > 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        ((residual(middle) > 0) == rises ? high : low) = middle;
    }
    return (low + high) / 2;
}

}  // namespace

double Beam::area() const {
    return std::numbers::pi * radius * radius;
}

double Beam::bending() const {
    return young * std::numbers::pi / 4 * std::pow(radius, 4);
}

double Beam::torsion() const {
    return shear() * std::numbers::pi / 2 * std::pow(radius, 4);
}

double Beam::weight(double gravity) const {
    return density * area() * gravity;
}

double natural_frequency(const Beam& beam, int mode) {
    const double beta = mode_root(mode);
    return beta * beta * std::sqrt(beam.bending() / (beam.density * beam.area())) /
           (2 * std::numbers::pi * beam.length * beam.length);
}

double mode_slope(int mode, double x) {
    const double b = mode_root(mode);
    const double sigma = (std::cosh(b) + std::cos(b)) / (std::sinh(b) + std::sin(b));
    return b * (std::sinh(b * x) + std::sin(b * x) - sigma * (std::cosh(b * x) - std::cos(b * x)));
}

double drop_under_load(const Beam& beam, double load) {
    return load * std::pow(beam.length, 4) / (8 * beam.bending());
}

double drop_under_force(const Beam& beam, double force) {
    return force * std::pow(beam.length, 3) / (3 * beam.bending());
}

}  // namespace thigmo::papers
