// Points that go with a deforming body, and forces on them, in blocks of four coordinates.
//
// A point is at y = X + U q in the body's frame. With the frame's acceleration (angular, linear)
// less gravity and q̈, that of the point is P (a, q̈) and more, P = (−[y], 1, U); a force on it
// stands in the body's equation by Pᵀ.
#pragma once

#include <span>

#include "thigmo/sim/reduced/moving_body.h"

namespace thigmo {

struct MovingPoint {
    Vec3 place = Vec3::Zero();  // X
    PaddedRows of_modes;        // U (rows a); then, where the point has an axis, how that changes
};

/// axis_modes: 3×r, or none.
MovingPoint make_point(const Vec3& place, const Modes3& modes,
                       const Modes3& axis_modes = Eigen::Matrix<double, 3, 0>());

/// A body's coordinates, their rates and accelerations; the last may be left out.
template <int B>
struct BodyPacks {
    Packs<B> q, rate, acceleration;

    BodyPacks(std::span<const double> q_in, std::span<const double> qdot,
              std::span<const double> qddot)
        : q(Packs<B>::of(q_in)), rate(Packs<B>::of(qdot)), acceleration(Packs<B>::of(qddot)) {}
};

/// What of a point's motion its body's coordinates make.
struct PointState {
    Vec3 place;               // X + U q
    Vec3 rate, acceleration;  // U q̇, U q̈
    Vec3 axis_change;         // of its axis
};

template <int B>
PointState state_of(const MovingPoint& point, const BodyPacks<B>& body) {
    const bool axis = point.of_modes.rows() > 3;
    const auto row = [&](int n) { return Packs<B>::of(point.of_modes.row(n)); };
    const Packs<B> U[3] = {row(0), row(1), row(2)};
    const auto along = [&](const Packs<B>& x, int axis_row) {
        return sums(products(U[0], x), products(U[1], x), products(U[2], x),
                    axis ? products(row(axis_row), body.q) : Four::Pack{});
    };
    const Four::Pack at = along(body.q, 3), rate = along(body.rate, 4),
                     acceleration = along(body.acceleration, 5);
    const auto vector = [](Four::Pack p) { return Vec3(p[0], p[1], p[2]); };
    return {point.place + vector(at), vector(rate), vector(acceleration),
            Vec3(at[3], rate[3], acceleration[3])};
}

/// A force on a point, `known` − slope · (the point's acceleration), in the body's axes, slope
/// symmetric.
template <int B>
void add_force(const MovingPoint& point, const Vec3& y, const Vec3& known, const Mat3& slope,
               PackedEquation<B>& out) {
    Mat3 lever, turning;  // [y] slope, [y] slope [y]ᵀ
    for (int c = 0; c < 3; ++c) lever.col(c) = y.cross(slope.col(c));
    for (int a = 0; a < 3; ++a) turning.row(a) = y.cross(lever.row(a)).transpose();
    out.p.template head<3>() -= y.cross(known);
    out.p.template tail<3>() -= known;
    out.I.template topLeftCorner<3, 3>() += turning;
    out.I.template topRightCorner<3, 3>() += lever;
    out.I.template bottomLeftCorner<3, 3>() += lever.transpose();
    out.I.template bottomRightCorner<3, 3>() += slope;
    Packs<B> U[3], slopes[3];
    for (int a = 0; a < 3; ++a) {
        U[a] = Packs<B>::of(point.of_modes.row(a));
        out.p_q += -known[a] * U[a];
    }
    for (int a = 0; a < 3; ++a) {
        slopes[a] = slope(a, 0) * U[0] + slope(a, 1) * U[1] + slope(a, 2) * U[2];
        out.C[3 + a] += slopes[a];
    }
    for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        out.C[a] += y[b] * slopes[c] - y[c] * slopes[b];
    }
    each<B>([&](auto block) __attribute__((always_inline)) {
        constexpr int b = decltype(block)::value;
        for (int l = 4 * b; l < 4 * b + 4; ++l) {
            const double s[3] = {slopes[0].v[b][l % 4], slopes[1].v[b][l % 4],
                                 slopes[2].v[b][l % 4]};
            for (int n = b; n < B; ++n)
                out.M[l].v[n] += U[0].v[n] * s[0] + U[1].v[n] * s[1] + U[2].v[n] * s[2];
        }
    });
}

}  // namespace thigmo
