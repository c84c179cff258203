// Inertia of a body that deforms in a moving frame: its mass integrals, constant, and from them the
// matrix and the velocity terms of its equation at any state, exactly.
//
// A piece of mass at rest at X, with modes U (3×r), is at y = X + U q in the frame. With the
// frame's twist V = (ω, v) in its own axes, velocity is v + ω×y + U q̇ and T = ½ (V, q̇)ᵀ [I C; Cᵀ M]
// (V, q̇). Everything follows from N_k = ∫ρ U_k yᵀ:
//
//     S = ∫ρ y,  Y = ∫ρ y yᵀ = ∫ρ XXᵀ + Σ q_k (N_k(0)ᵀ + N_k)
//     I = [tr(Y) 1 − Y, [S]; −[S], m 1],   C = [ax N_k; ∫ρ U_k],   M_kl = ∫ρ U_k·U_l
//     p = (ω×(I_ωω ω) + 2 (tr(Z) 1 − Z) ω,  ω×(ω×S) + 2 ω×∫ρU q̇),     Z = Σ q̇_k N_k
//     p_k = ωᵀN_kω − ω² tr N_k + 2 ω·ax Ṅ_k
//
// with ax B = (B_zy − B_yz, B_xz − B_zx, B_yx − B_xy). The equation is [I C; Cᵀ M] (a, q̈) + (p,
// p_k) = forces, a = (ω̇, acceleration of the origin) the classical one; see docs/recursion.md.
#pragma once

#include <span>
#include <vector>

#include "thigmo/base/vector.h"
#include "thigmo/sim/reduced/padded_rows.h"

namespace thigmo {

using Modes3 = Eigen::Ref<const Eigen::Matrix<double, 3, Eigen::Dynamic>>;

/// The constant integrals.
struct BodyIntegrals {
    int size = 0;                // r
    double mass = 0;             // ∫ρ
    Vec3 first = Vec3::Zero();   // ∫ρ X
    Mat3 second = Mat3::Zero();  // ∫ρ X Xᵀ
    PaddedRows of_modes;  // ∫ρ U_k,a (rows a), then ∫ρ U_k,a X_b (rows 3 + 3a + b), over k
    // ∫ρ U_k,a U_l,b over k, l by l, in blocks of four: of xx, yy, zz, which are symmetric, from
    // l's own block on; of yz, zx, xy whole.
    std::vector<Four> of_pairs;
};

/// Of r coordinates and no mass.
BodyIntegrals make_body_integrals(int r);
/// Adds a point mass (kg) at X that moves by U.
void add_mass(BodyIntegrals& body, double mass, const Vec3& X, const Modes3& U);
/// Adds m_ab = m_ba, a ≠ b, of a consistent mass matrix.
void add_pair(BodyIntegrals& body, double mass, const Vec3& Xa, const Modes3& Ua, const Vec3& Xb,
              const Modes3& Ub);
/// With all masses and all places X scaled; modes stay as they are.
BodyIntegrals scaled(const BodyIntegrals& body, double mass, double length);
/// Of both together, in the same frame and coordinates.
BodyIntegrals operator+(const BodyIntegrals& a, const BodyIntegrals& b);

/// Where inertia_and_bias writes: a row of a tree recursion, say.
struct BodyEquation {
    Eigen::Matrix<double, 6, 6>& I;
    Eigen::Map<Eigen::Matrix<double, 6, Eigen::Dynamic>> C;
    Eigen::Map<Eigen::MatrixXd> M;
    Eigen::Matrix<double, 6, 1>& p;
    Eigen::Map<Eigen::VectorXd> p_q;
};

/// The same, gathered in blocks of four coordinates.
template <int B>
struct PackedEquation {
    Eigen::Matrix<double, 6, 6> I = Eigen::Matrix<double, 6, 6>::Zero();
    Packs<B> C[6] = {};
    Packs<B> M[4 * B] = {};  // column by column; what is before its own block is not read
    Eigen::Matrix<double, 6, 1> p = Eigen::Matrix<double, 6, 1>::Zero();
    Packs<B> p_q = {};

    /// Writes it; of M the lower triangle.
    void put_in(BodyEquation out) const {
        out.I = I;
        out.p = p;
        write(out, [](double& to, double value) { to = value; });
    }
    void add_to(BodyEquation out) const {
        out.I += I;
        out.p += p;
        write(out, [](double& to, double value) { to += value; });
    }

  private:
    template <class Put>
    void write(BodyEquation& out, const Put& put) const {
        const int r = static_cast<int>(out.p_q.size());
        for (int k = 0; k < r; ++k) {
            put(out.p_q[k], p_q.data()[k]);
            for (int row = 0; row < 6; ++row) put(out.C(row, k), C[row].data()[k]);
            for (int l = k; l < r; ++l) put(out.M(l, k), M[k].data()[l]);
        }
    }
};

/// I, C, M, p, p_q at a state; omega in the frame's axes. B: the body's blocks.
template <int B>
PackedEquation<B> inertia_and_bias(const BodyIntegrals& body, std::span<const double> q,
                                   std::span<const double> qdot, const Vec3& omega);
/// Likewise, M whole.
void inertia_and_bias(const BodyIntegrals& body, std::span<const double> q,
                      std::span<const double> qdot, const Vec3& omega, BodyEquation out);

/// T (J) at a state, with twist = (ω, v) in the frame's axes.
double kinetic_energy(const BodyIntegrals& body, std::span<const double> q,
                      std::span<const double> qdot, const Eigen::Matrix<double, 6, 1>& twist);

}  // namespace thigmo
