// Mass integrals of a deforming body, and the terms of its equation of motion.
#include "thigmo/sim/reduced/moving_body.h"

#include <algorithm>
#include <array>

#include "thigmo/base/assert.h"
#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

using Pack = Four::Pack;
enum { X, Y, Z };
constexpr int axes_of[6][2] = {{X, X}, {Y, Y}, {Z, Z}, {Y, Z}, {Z, X}, {X, Y}};

/// Where the column l of a pair of axes begins, in n blocks.
constexpr int pairs_of(int n, int ab, int l) {
    const int b = l / 4, symmetric = 2 * n * (n + 1);
    if (ab < 3) return ab * symmetric + 4 * (n * b - b * (b - 1) / 2) + l % 4 * (n - b);
    return 3 * symmetric + (4 * n * (ab - 3) + l) * n;
}

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
            const int from = ab < 3 ? 4 * (l / 4) : 0;
            Four* const column = &body.of_pairs[size_t(pairs_of(body.of_modes.blocks(), ab, l))];
            for (int k = from; k < body.size; ++k)
                column[(k - from) / 4].v[k % 4] += Ua(axes_of[ab][0], k) * right;
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

/// P x of a symmetric P, of which each column begins at its own block.
template <int B>
[[gnu::always_inline]] inline Packs<B> symmetric_product(const Four* P, const Packs<B>& x) {
    Packs<B> Px = {};
    each<B>([&](auto block) __attribute__((always_inline)) {
        constexpr int b = decltype(block)::value;
        Pack dots[4] = {};
        for (int l = 0; l < 4; ++l, P += B - b) {
            const double xl = x[4 * b + l];
            Px.v[b] += P[0].v * xl;
            for (int n = 1; n < B - b; ++n) {
                Px.v[b + n] += P[n].v * xl;
                dots[l] += P[n].v * x.v[b + n];
            }
        }
        Px.v[b] += sums(dots[0], dots[1], dots[2], dots[3]);
    });
    return Px;
}

/// N_k(q) as nine rows over k, and ax Ṅ_k as three.
template <int B>
struct Rows {
    Packs<B> N[3][3], ax_rate[3];

    Rows(const BodyIntegrals& body, const Packs<B>& q, const Packs<B>& qdot) {
        const Four* const pairs = body.of_pairs.data();
        for (int a = 0; a < 3; ++a) N[a][a] = symmetric_product<B>(pairs + pairs_of(B, a, 0), q);
        for (int axis = 0; axis < 3; ++axis) {
            const Four* const P = pairs + pairs_of(B, 3 + axis, 0);
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

}  // namespace

BodyIntegrals make_body_integrals(int r) {
    THIGMO_ASSERT(r >= 0 && r <= most_coordinates);
    BodyIntegrals body;
    body.size = r;
    body.of_modes = PaddedRows(12, r);
    body.of_pairs.assign(size_t(pairs_of(body.of_modes.blocks(), 6, 0)), Four{});
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
    for (Four& four : out.of_pairs) four.v *= mass;
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
    for (size_t n = 0; n < b.of_pairs.size(); ++n) out.of_pairs[n].v += b.of_pairs[n].v;
    return out;
}

template <int B>
PackedEquation<B> inertia_and_bias(const BodyIntegrals& body, std::span<const double> q_in,
                                   std::span<const double> qdot_in, const Vec3& omega) {
    THIGMO_ASSERT(int(q_in.size()) == body.size && int(qdot_in.size()) == body.size);
    THIGMO_ASSERT(body.of_modes.blocks() == B);
    const Packs<B> q = Packs<B>::of(q_in), qdot = Packs<B>::of(qdot_in);
    const Rows<B> rows(body, q, qdot);
    const Sums sum_of = sums_of<B>(body, rows, q, qdot);
    const Mat3 turning = sum_of.Y.trace() * Mat3::Identity() - sum_of.Y,
               S = cross_matrix<double>(sum_of.S);
    PackedEquation<B> out;
    out.I << turning, S, -S, body.mass * Mat3::Identity();
    out.p.template head<3>() =
        omega.cross(turning * omega) + 2 * (sum_of.Z.trace() * omega - sum_of.Z * omega);
    out.p.template tail<3>() = omega.cross(omega.cross(sum_of.S) + 2 * sum_of.drift);
    for (int a = 0; a < 3; ++a) {
        out.C[a] = rows.ax(a);
        out.C[3 + a] = Packs<B>::of(body.of_modes.row(a));
        out.p_q += 2 * omega[a] * rows.ax_rate[a];
        for (int b = 0; b < 3; ++b)
            out.p_q += (omega[a] * omega[b] - (a == b ? omega.squaredNorm() : 0)) * rows.N[a][b];
    }
    const Four* const P = body.of_pairs.data();
    for (int l = 0; l < 4 * B; ++l)
        for (int n = l / 4; n < B; ++n) {
            const Four* const four = P + pairs_of(B, 0, l) + n - l / 4;
            out.M[l].v[n] = four[0].v + four[pairs_of(B, 1, 0)].v + four[pairs_of(B, 2, 0)].v;
        }
    return out;
}

template PackedEquation<1> inertia_and_bias<1>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);
template PackedEquation<2> inertia_and_bias<2>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);
template PackedEquation<3> inertia_and_bias<3>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);
template PackedEquation<4> inertia_and_bias<4>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);
template PackedEquation<5> inertia_and_bias<5>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);
template PackedEquation<6> inertia_and_bias<6>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);
template PackedEquation<7> inertia_and_bias<7>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);
template PackedEquation<8> inertia_and_bias<8>(const BodyIntegrals&, std::span<const double>,
                                               std::span<const double>, const Vec3&);

void inertia_and_bias(const BodyIntegrals& body, std::span<const double> q,
                      std::span<const double> qdot, const Vec3& omega, BodyEquation out) {
    with_blocks(body.of_modes.blocks(),
                [&]<int B>() { inertia_and_bias<B>(body, q, qdot, omega).put_in(out); });
    out.M.triangularView<Eigen::StrictlyUpper>() = out.M.transpose();
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
