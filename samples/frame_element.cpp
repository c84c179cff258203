// Integrals along an element, between points at which its sections' motion is known.
#include "samples/frame_element.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo::samples {
namespace {

/// Gauss–Legendre on 0…1.
struct GaussPoint {
    double at, weight;
};
constexpr std::array<GaussPoint, 5> gauss = {{{0.046910077030668, 0.11846344252809454},
                                              {0.23076534494715845, 0.23931433524968324},
                                              {0.5, 0.28444444444444444},
                                              {0.7692346550528415, 0.23931433524968324},
                                              {0.953089922969332, 0.11846344252809454}}};

/// ∫ from the start of what a section yields by.
struct Compliances {
    double axial = 0, across = 0, twist = 0;  // of 1/EA, 1/κGA, 1/GJ
    double bend[2][3] = {};                   // of σᵏ/EI about y and z, k = 0, 1, 2
};

class Integrals {
  public:
    Integrals(const FrameElement& element, bool shear)
        : element_(element), shear_(shear), length_((element.end - element.start).norm()) {}

    double length() const { return length_; }

    /// Ends of parts over which the radius at most doubles.
    std::vector<double> parts() const {
        const double a = blunt(element_.start_radius), b = blunt(element_.end_radius);
        const int count = 1 + static_cast<int>(std::abs(std::log2(b / a)));
        std::vector<double> ends;
        for (int i = 0; i <= count; ++i) {
            const double r = a * std::pow(b / a, static_cast<double>(i) / count);
            const bool even = std::abs(b - a) < 1e-9 * a;
            ends.push_back(length_ * (even ? static_cast<double>(i) / count : (r - a) / (b - a)));
        }
        return ends;
    }

    void add(double from, double to, Compliances& sum) const {
        for (const GaussPoint& point : gauss) {
            const double s = from + point.at * (to - from), step = point.weight * (to - from);
            const double x = s / length_, pi = std::numbers::pi;
            const double r =
                (1 - x) * blunt(element_.start_radius) + x * blunt(element_.end_radius);
            const Vec3 moduli = (1 - x) * element_.start_moduli + x * element_.end_moduli;
            const double area = pi * r * r, second = pi * r * r * r * r / 4;
            constexpr double kappa = 0.9;
            sum.axial += step / (0.5 * (moduli.y() + moduli.z()) * area);
            if (shear_) sum.across += step / (kappa * moduli.x() * area);
            sum.twist += step / (moduli.x() * 2 * second);
            for (int k = 0; k < 3; ++k) {
                sum.bend[0][k] += step * std::pow(s, k) / (moduli.y() * second);
                sum.bend[1][k] += step * std::pow(s, k) / (moduli.z() * second);
            }
        }
    }

    /// e(s) per load at the end, in the element's axes.
    Mat6 motion(double s, const Compliances& sum) const {
        Mat6 e = Mat6::Zero();
        const double l = length_;
        const auto turn = [&](int i) { return l * sum.bend[i][0] - sum.bend[i][1]; };
        const auto shift = [&](int i) { return s * sum.bend[i][0] - sum.bend[i][1]; };
        const auto both = [&](int i) {
            return s * l * sum.bend[i][0] - (s + l) * sum.bend[i][1] + sum.bend[i][2];
        };
        e(0, 0) = sum.axial;
        e(3, 3) = sum.twist;
        e(1, 1) = both(1) + sum.across;  // bent about z
        e(1, 5) = shift(1);
        e(5, 1) = turn(1);
        e(5, 5) = sum.bend[1][0];
        e(2, 2) = both(0) + sum.across;  // about y
        e(2, 4) = -shift(0);
        e(4, 2) = -turn(0);
        e(4, 4) = sum.bend[0][0];
        return e;
    }

    /// Mass of a section per length, over its displacement and rotation.
    Mat6 section(double s) const {
        const double x = s / length_, pi = std::numbers::pi;
        const double r = (1 - x) * element_.start_radius + x * element_.end_radius;
        const double rho = (1 - x) * element_.start_density + x * element_.end_density;
        const double second = pi * r * r * r * r / 4;
        Mat6 mass = Mat6::Zero();
        mass.diagonal().head<3>().setConstant(rho * pi * r * r);
        mass(3, 3) = rho * 2 * second;
        if (shear_) mass(4, 4) = mass(5, 5) = rho * second;
        return mass;
    }

  private:
    /// A point would have no stiffness at all.
    double blunt(double radius) const {
        return std::max(radius, 0.02 * std::max(element_.start_radius, element_.end_radius));
    }

    const FrameElement& element_;
    bool shear_;
    double length_;
};

}  // namespace

Mat6 carry(const Vec3& arm) {
    Mat6 matrix = Mat6::Identity();
    matrix.topRightCorner<3, 3>() = -cross_matrix(arm);
    return matrix;
}

Mat6 rigid_mass(double mass, const Vec3& first, const Mat3& inertia) {
    Mat6 matrix;
    matrix << mass * Mat3::Identity(), -cross_matrix(first), cross_matrix(first), inertia;
    return matrix;
}

ElementMatrices element_matrices(const FrameElement& element, bool shear) {
    const Integrals integrals(element, shear);
    const double l = integrals.length();
    struct Place {
        double s, weight;
        Mat6 motion;
    };
    std::vector<Place> places;
    Compliances sum;
    const std::vector<double> parts = integrals.parts();
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
        double from = parts[i];
        for (const GaussPoint& point : gauss) {
            const double s = parts[i] + point.at * (parts[i + 1] - parts[i]);
            integrals.add(from, s, sum);
            places.push_back(
                {s, point.weight * (parts[i + 1] - parts[i]), integrals.motion(s, sum)});
            from = s;
        }
        integrals.add(from, parts[i + 1], sum);
    }
    const Mat6 end = integrals.motion(l, sum), stiff = (0.5 * (end + end.transpose())).inverse();
    using Wide = Eigen::Matrix<double, 6, 12>;
    Wide beyond;
    beyond << -carry(l * Vec3::UnitX()), Mat6::Identity();
    ElementMatrices local;
    local.stiffness = beyond.transpose() * stiff * beyond;
    for (const Place& place : places) {
        Wide shape = place.motion * stiff * beyond;
        shape.leftCols<6>() += carry(place.s * Vec3::UnitX());
        local.mass += place.weight * shape.transpose() * integrals.section(place.s) * shape;
    }
    Mat12 turn = Mat12::Zero();
    for (Eigen::Index i = 0; i < 4; ++i) turn.block<3, 3>(3 * i, 3 * i) = element.axes;
    return {turn * local.stiffness * turn.transpose(), turn * local.mass * turn.transpose()};
}

}  // namespace thigmo::samples
