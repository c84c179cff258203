// Forces on points, in blocks of four coordinates.
#include "thigmo/sim/reduced/moving_point.h"

#include <array>

#include "thigmo/base/assert.h"
#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

using Pack = Four::Pack;

/// At how many forces a body's coordinates are passed over once.
constexpr size_t at_once = 6;

template <int B>
struct Rows3 {
    Packs<B> row[3];

    static Rows3 of(const PaddedRows& rows) {
        return {{Packs<B>::of(rows.row(0)), Packs<B>::of(rows.row(1)), Packs<B>::of(rows.row(2))}};
    }
    Packs<B> times(double x, double y, double z) const {
        return x * row[0] + y * row[1] + z * row[2];
    }
    Packs<B> times(const Vec3& v) const { return times(v.x(), v.y(), v.z()); }
};

template <int B>
PointState state_of_blocks(const MovingPoint& point, std::span<const double> q,
                           std::span<const double> qdot, std::span<const double> qddot) {
    const Packs<B> by[3] = {Packs<B>::of(q), Packs<B>::of(qdot), Packs<B>::of(qddot)};
    const auto U = Rows3<B>::of(point.of_modes);
    const bool axis = point.of_modes.rows() > 3;
    Pack out[3];
    for (int n = 0; n < 3; ++n) {
        const Pack fourth =
            axis ? products(Packs<B>::of(point.of_modes.row(3 + n)), by[0]) : Pack{};
        out[n] = sums(products(U.row[0], by[n]), products(U.row[1], by[n]),
                      products(U.row[2], by[n]), fourth);
    }
    const auto vector = [](Pack p) { return Vec3(p[0], p[1], p[2]); };
    return {point.place + vector(out[0]), vector(out[1]), vector(out[2]),
            Vec3(out[0][3], out[1][3], out[2][3])};
}

/// One force on the rigid part of the equation.
void add_rigid(const PointForce& force, BodyEquation& out) {
    const Mat3 cross = cross_matrix<double>(force.place), lever = cross * force.slope;
    out.p.head<3>() -= force.place.cross(force.known);
    out.p.tail<3>() -= force.known;
    out.I.topLeftCorner<3, 3>() -= lever * cross;
    out.I.topRightCorner<3, 3>() += lever;
    out.I.bottomLeftCorner<3, 3>() += lever.transpose();
    out.I.bottomRightCorner<3, 3>() += force.slope;
}

template <int B>
void add_blocks(std::span<const PointForce> forces, BodyEquation& out) {
    const int r = static_cast<int>(out.p_q.size());
    std::array<Rows3<B>, at_once> U, slopes;  // slopes = D U
    Packs<B> pushed = {}, C[6] = {};
    for (size_t n = 0; n < forces.size(); ++n) {
        const PointForce& force = forces[n];
        U[n] = Rows3<B>::of(force.point->of_modes);
        pushed += U[n].times(force.known);
        for (int a = 0; a < 3; ++a) slopes[n].row[a] = U[n].times(force.slope.row(a).transpose());
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            C[a] += force.place[b] * slopes[n].row[c] - force.place[c] * slopes[n].row[b];
            C[3 + a] += slopes[n].row[a];
        }
    }
    for (int k = 0; k < r; ++k) {
        out.p_q[k] -= pushed[k];
        for (int row = 0; row < 6; ++row) out.C(row, k) += C[row][k];
    }
    for (int l = 0; l < r; ++l) {
        Packs<B> column = {};
        for (size_t n = 0; n < forces.size(); ++n)
            column += U[n].times(slopes[n].row[0][l], slopes[n].row[1][l], slopes[n].row[2][l]);
        for (int k = 0; k < r; ++k) out.M(k, l) += column[k];
    }
}

}  // namespace

MovingPoint make_point(const Vec3& place, const Modes3& modes, const Modes3& axis_modes) {
    const bool axis = axis_modes.cols() > 0;
    THIGMO_ASSERT(!axis || axis_modes.cols() == modes.cols());
    MovingPoint point{place, PaddedRows(axis ? 6 : 3, static_cast<int>(modes.cols()))};
    for (int k = 0; k < modes.cols(); ++k)
        for (int a = 0; a < 3; ++a) {
            point.of_modes.add(a, k, modes(a, k));
            if (axis) point.of_modes.add(3 + a, k, axis_modes(a, k));
        }
    return point;
}

PointState state_of(const MovingPoint& point, std::span<const double> q,
                    std::span<const double> qdot, std::span<const double> qddot) {
    using State = PointState (*)(const MovingPoint&, std::span<const double>,
                                 std::span<const double>, std::span<const double>);
    static constexpr State states[most_blocks] = {
        state_of_blocks<1>, state_of_blocks<2>, state_of_blocks<3>, state_of_blocks<4>,
        state_of_blocks<5>, state_of_blocks<6>, state_of_blocks<7>, state_of_blocks<8>};
    return states[point.of_modes.blocks() - 1](point, q, qdot, qddot);
}

void add_forces(std::span<const PointForce> forces, BodyEquation out) {
    using Add = void (*)(std::span<const PointForce>, BodyEquation&);
    static constexpr Add adders[most_blocks] = {add_blocks<1>, add_blocks<2>, add_blocks<3>,
                                                add_blocks<4>, add_blocks<5>, add_blocks<6>,
                                                add_blocks<7>, add_blocks<8>};
    for (const PointForce& force : forces) add_rigid(force, out);
    if (out.p_q.size() == 0) return;
    for (; !forces.empty(); forces = forces.subspan(std::min(at_once, forces.size())))
        adders[forces[0].point->of_modes.blocks() - 1](
            forces.first(std::min(at_once, forces.size())), out);
}

}  // namespace thigmo
