// Mass integrals of a deforming body, and the terms of its equation of motion.
#include "thigmo/sim/reduced/moving_body.h"

#include <algorithm>
#include <array>

#include "thigmo/base/assert.h"

namespace thigmo {
namespace {

using Pack = Four::Pack;
enum { X, Y, Z };
constexpr int axes_of[6][2] = {{X, X}, {Y, Y}, {Z, Z}, {Y, Z}, {Z, X}, {X, Y}};

/// Adds m f_a f_bᵀ, not symmetrised.
void add_ordered(BodyIntegrals& body, double m, const Vec3& Xa, const Modes3& Ua, const Vec3& Xb,
                 const Modes3& Ub) {
    THIGMO_ASSERT(Ua.cols() == body.size && Ub.cols() == body.size);
    body.mass += m;
    body.first += m * Xa;
    body.second += m * Xa * Xb.transpose();
    for (int k = 0; k < body.size; ++k)
        for (int a = 0; a < 3; ++a) {
            body.of_modes.add(a, k, m * Ua(a, k));
            for (int b = 0; b < 3; ++b) body.of_modes.add(3 + 3 * a + b, k, m * Ua(a, k) * Xb[b]);
        }
    for (int ab = 0; ab < 6; ++ab)
        for (int l = 0; l < body.size; ++l) {
            const double right = m * Ub(axes_of[ab][1], l);
            for (int k = 0; k < body.size; ++k)
                body.of_pairs.add(4 * ab * body.of_pairs.blocks() + l, k,
                                  Ua(axes_of[ab][0], k) * right);
        }
}

/// P x and Pᵀ x of the matrix of a pair of axes.
template <int B>
[[gnu::always_inline]] inline void both_products(const Four* P, const Packs<B>& x, Packs<B>& Px,
                                                 Packs<B>& xP) {
    Px = {};
    each<B>([&](auto block) __attribute__((always_inline)) {
        Pack dots[4];
        for (int l = 0; l < 4; ++l, P += B) {
            const double xl = x[4 * block + l];
            dots[l] = P[0].v * x.v[0];
            Px.v[0] += P[0].v * xl;
            for (int n = 1; n < B; ++n) {
                dots[l] += P[n].v * x.v[n];
                Px.v[n] += P[n].v * xl;
            }
        }
        xP.v[block] = sums(dots[0], dots[1], dots[2], dots[3]);
    });
}

template <int B>
[[gnu::always_inline]] inline Packs<B> symmetric_product(const Four* P, const Packs<B>& x) {
    Packs<B> Px = {};
    for (int l = 0; l < 4 * B; ++l, P += B)
        for (int n = 0; n < B; ++n) Px.v[n] += P[n].v * x[l];
    return Px;
}

/// N_k(q) as nine rows over k, and ax Ṅ_k as three.
template <int B>
struct Rows {
    Packs<B> N[3][3], ax_rate[3];

    Rows(const BodyIntegrals& body, const Packs<B>& q, const Packs<B>& qdot) {
        const Four* P = body.of_pairs.row(0);
        for (int a = 0; a < 3; ++a, P += 4 * B * B) N[a][a] = symmetric_product<B>(P, q);
        for (int axis = 0; axis < 3; ++axis, P += 4 * B * B) {
            const int a = axes_of[3 + axis][0], b = axes_of[3 + axis][1];
            both_products<B>(P, q, N[a][b], N[b][a]);
            Packs<B> rate, transposed;
            both_products<B>(P, qdot, rate, transposed);
            ax_rate[axis] = transposed - rate;
        }
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) N[a][b] += Packs<B>::of(body.of_modes.row(3 + 3 * a + b));
    }
    /// ax N_k along an axis.
    Packs<B> ax(int axis) const {
        const int a = axes_of[3 + axis][0], b = axes_of[3 + axis][1];
        return N[b][a] - N[a][b];
    }
};

/// Sums over k: S, Y, Z and ∫ρU q̇.
struct Sums {
    Vec3 S, drift;
    Mat3 Y, Z;
};

template <int B>
Sums sums_of(const BodyIntegrals& body, const Rows<B>& rows, const Packs<B>& q,
             const Packs<B>& qdot) {
    Sums out;
    for (int a = 0; a < 3; ++a) {
        const Packs<B> U = Packs<B>::of(body.of_modes.row(a));
        const Pack first = sums(products(U, q), products(U, qdot), Pack{}, Pack{});
        out.S[a] = body.first[a] + first[0];
        out.drift[a] = first[1];
        for (int b = 0; b < 3; ++b) {
            const Packs<B> both = Packs<B>::of(body.of_modes.row(3 + 3 * b + a)) + rows.N[a][b];
            const Pack second =
                sums(products(both, q), products(rows.N[a][b], qdot), Pack{}, Pack{});
            if (a <= b) out.Y(a, b) = out.Y(b, a) = body.second(a, b) + second[0];
            out.Z(a, b) = second[1];
        }
    }
    return out;
}

Mat3 cross(const Vec3& v) {
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

template <int B>
void evaluate(const BodyIntegrals& body, std::span<const double> q_in,
              std::span<const double> qdot_in, const Vec3& omega, BodyEquation& out) {
    const Packs<B> q = Packs<B>::of(q_in), qdot = Packs<B>::of(qdot_in);
    const Rows<B> rows(body, q, qdot);
    const Sums sum_of = sums_of<B>(body, rows, q, qdot);
    const Mat3 turning = sum_of.Y.trace() * Mat3::Identity() - sum_of.Y, S = cross(sum_of.S);
    out.I << turning, S, -S, body.mass * Mat3::Identity();
    out.p.head<3>() =
        omega.cross(turning * omega) + 2 * (sum_of.Z.trace() * omega - sum_of.Z * omega);
    out.p.tail<3>() = omega.cross(omega.cross(sum_of.S) + 2 * sum_of.drift);

    Packs<B> bias = {}, C[6];
    for (int a = 0; a < 3; ++a) {
        C[a] = rows.ax(a);
        C[3 + a] = Packs<B>::of(body.of_modes.row(a));
        bias += 2 * omega[a] * rows.ax_rate[a];
        for (int b = 0; b < 3; ++b)
            bias += (omega[a] * omega[b] - (a == b ? omega.squaredNorm() : 0)) * rows.N[a][b];
    }
    const int r = body.size;
    for (int k = 0; k < r; ++k) {
        out.p_q[k] = bias[k];
        for (int row = 0; row < 6; ++row) out.C(row, k) = C[row][k];
    }
    const Four* const P = body.of_pairs.row(0);
    constexpr int matrix = 4 * B * B;
    for (int l = 0; l < r; ++l) {
        Packs<B> column;
        for (int n = 0; n < B; ++n)
            column.v[n] = P[B * l + n].v + P[matrix + B * l + n].v + P[2 * matrix + B * l + n].v;
        std::copy_n(column.data(), r, &out.M(0, l));
    }
}

}  // namespace

BodyIntegrals make_body_integrals(int r) {
    THIGMO_ASSERT(r >= 1 && r <= most_coordinates);
    BodyIntegrals body;
    body.size = r;
    body.of_modes = PaddedRows(12, r);
    body.of_pairs = PaddedRows(24 * body.of_modes.blocks(), r);
    return body;
}

void add_mass(BodyIntegrals& body, double mass, const Vec3& X, const Modes3& U) {
    add_ordered(body, mass, X, U, X, U);
}

void add_pair(BodyIntegrals& body, double mass, const Vec3& Xa, const Modes3& Ua, const Vec3& Xb,
              const Modes3& Ub) {
    add_ordered(body, mass, Xa, Ua, Xb, Ub);
    add_ordered(body, mass, Xb, Ub, Xa, Ua);
}

BodyIntegrals scaled(const BodyIntegrals& body, double mass, double length) {
    BodyIntegrals out = body;
    out.mass *= mass;
    out.first *= mass * length;
    out.second *= mass * length * length;
    const auto modes = out.of_modes.all();
    const size_t linear = size_t(3 * out.of_modes.blocks());
    for (size_t n = 0; n < modes.size(); ++n) modes[n].v *= n < linear ? mass : mass * length;
    for (Four& four : out.of_pairs.all()) four.v *= mass;
    return out;
}

BodyIntegrals operator+(const BodyIntegrals& a, const BodyIntegrals& b) {
    THIGMO_ASSERT(a.size == b.size);
    BodyIntegrals out = a;
    out.mass += b.mass;
    out.first += b.first;
    out.second += b.second;
    for (size_t n = 0; n < b.of_modes.all().size(); ++n)
        out.of_modes.all()[n].v += b.of_modes.all()[n].v;
    for (size_t n = 0; n < b.of_pairs.all().size(); ++n)
        out.of_pairs.all()[n].v += b.of_pairs.all()[n].v;
    return out;
}

void inertia_and_bias(const BodyIntegrals& body, std::span<const double> q,
                      std::span<const double> qdot, const Vec3& omega, BodyEquation out) {
    THIGMO_ASSERT(int(q.size()) == body.size && int(qdot.size()) == body.size);
    using Evaluate = void (*)(const BodyIntegrals&, std::span<const double>,
                              std::span<const double>, const Vec3&, BodyEquation&);
    static constexpr Evaluate evaluations[most_blocks] = {evaluate<1>, evaluate<2>, evaluate<3>,
                                                          evaluate<4>, evaluate<5>, evaluate<6>,
                                                          evaluate<7>, evaluate<8>};
    evaluations[body.of_modes.blocks() - 1](body, q, qdot, omega, out);
}

double kinetic_energy(const BodyIntegrals& body, std::span<const double> q,
                      std::span<const double> qdot, const Eigen::Matrix<double, 6, 1>& twist) {
    constexpr size_t most = most_coordinates;
    const int r = body.size;
    std::array<double, 6 * most> C;
    std::array<double, most * most> M;
    std::array<double, most> p_q;
    Eigen::Matrix<double, 6, 6> I;
    Eigen::Matrix<double, 6, 1> p;
    const BodyEquation all{I, {C.data(), 6, r}, {M.data(), r, r}, p, {p_q.data(), r}};
    inertia_and_bias(body, q, qdot, twist.head<3>(), all);
    const Eigen::Map<const Eigen::VectorXd> rate(qdot.data(), r);
    return twist.dot(0.5 * I * twist + all.C * rate) + 0.5 * rate.dot(all.M * rate);
}

}  // namespace thigmo
