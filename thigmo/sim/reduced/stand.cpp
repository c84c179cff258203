// Domains too soft to stand in the given shape, made stiffer.
//
// Whether a body stands is a matter of second derivatives of all energy outboard of it, over small
// turns θ of its frame and its coordinates q, when all that it carries bends as it likes. With g
// gravity, s_c a subtree's first moment about its seat, which moves by U q and turns by J q:
//
//     over q, q    D = K₀ + K_S + Σ (Jᵀ W_c J − (s_c × g)·∂J/∂q)    K_S of the stress at rest
//     over θ, q    B = −[(S₁ + Σ m_c U) × g] + Σ (W_c J − ½ J × (s_c × g))
//     over θ, θ    W = (g·s) 1 − ½ (g sᵀ + s gᵀ) + Σ Δ_c,   Δ = Σ Δ_c − B D⁻¹ Bᵀ
//
// where W is that of the body about its own seat and Δ what bending leaves of it for what is below.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "thigmo/plant/names.h"
#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {
namespace {

/// A domain must hold this many times its load before it gives way; so do articulated ones.
constexpr double safety = 1.25;

using Wide = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// Columns crossed with a vector.
Wide crossed(const Wide& columns, const Vec3& vector) {
    Wide out(3, columns.cols());
    for (Eigen::Index k = 0; k < columns.cols(); ++k)
        out.col(k) = Vec3(columns.col(k)).cross(vector);
    return out;
}

/// How a moment on a seat changes as the seat turns: the symmetric part of moment·∂J/∂q, all in the
/// axes of what the seat is on; ∂J/∂q as in polar_frame.h, at rest.
Eigen::MatrixXd turned_moment(const MovingFace& seat, const Wide& J, const Vec3& moment) {
    const Mat3 &S = seat.moment, G = S.trace() * Mat3::Identity() - S;
    const Vec3 t = G.ldlt().solve(moment);
    Eigen::MatrixXd sum(seat.size, seat.size);
    for (int k = 0; k < seat.size; ++k) {
        Mat3 A;
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) A(a, b) = seat.of_modes(3 + 3 * a + b, k);
        const Vec3 row = 2 * (A.transpose() * t - A.trace() * t) - S * t.cross(Vec3(J.col(k)));
        sum.row(k) = row.transpose() * J;
    }
    return 0.5 * (sum + sum.transpose());
}

class Standing {
  public:
    Standing(ReducedBodies& all, const Vec3& gravity)
        : bodies_(all.bodies), g_(gravity), weights_(carried_weights(all.bodies)) {
        for (const ReducedBody& body : bodies_) {
            softer_.push_back(Mat3::Zero());
            load_.push_back(Eigen::MatrixXd::Zero(body.size, body.size));
            Wide own(3, body.size);
            for (int k = 0; k < body.size; ++k)
                for (int a = 0; a < 3; ++a) own(a, k) = body.integrals.of_modes(a, k);
            turn_.push_back(-crossed(body.units.turn * own, g_));
        }
    }

    /// Stiffens a body, all that it carries before it.
    void settle(size_t i) {
        ReducedBody& body = bodies_[i];
        if (body.size == 0) return;
        const Eigen::MatrixXd G = body.stress_stiffness + load_[i];
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(
            G, body.stiffness, Eigen::EigenvaluesOnly | Eigen::Ax_lBx);
        if (const double needed = -safety * solver.eigenvalues()[0]; needed > 1)
            stiffen(body, needed);
        softer_[i] -= turn_[i] * (body.stiffness + G).ldlt().solve(turn_[i].transpose());
    }

    /// A body's share in what it sits on.
    void pass_down(size_t i) {
        const ReducedBody& body = bodies_[i];
        if (body.parent < 0) return;
        const auto p = static_cast<size_t>(body.parent);
        const ReducedBody& parent = bodies_[p];
        const Vec3 seat = parent.units.origin + parent.units.turn * body.seat.centre;
        const Vec3 s = weights_[i].first - weights_[i].mass * seat;
        const Mat3 W = g_.dot(s) * Mat3::Identity() -
                       0.5 * (g_ * s.transpose() + s * g_.transpose()) + softer_[i];
        const Wide own = ride_of(body, parent).topRows<3>(), J = parent.units.turn * own;
        Wide U(3, parent.size);
        for (int k = 0; k < parent.size; ++k)
            for (int a = 0; a < 3; ++a) U(a, k) = body.seat.of_modes(a, k);
        softer_[p] += softer_[i];
        load_[p] += J.transpose() * W * J -
                    turned_moment(body.seat, own, parent.units.turn.transpose() * s.cross(g_));
        turn_[p] += W * J - weights_[i].mass * crossed(parent.units.turn * U, g_) -
                    0.5 * crossed(J, s.cross(g_));
    }

  private:
    std::vector<ReducedBody>& bodies_;
    Vec3 g_;
    std::vector<CarriedWeight> weights_;
    std::vector<Mat3> softer_;           // Δ, in the plant's axes
    std::vector<Eigen::MatrixXd> load_;  // Σ Jᵀ W_c J
    std::vector<Wide> turn_;             // B, in the plant's axes
};

void report(const Plant& plant, ReducedBodies& all) {
    size_t count = 0;
    const ReducedBody* worst = nullptr;
    for (const ReducedBody& body : all.bodies) {
        if (body.stiffened > 1) ++count;
        if (!worst || body.stiffened > worst->stiffened) worst = &body;
    }
    if (count == 0) return;
    all.log.warn(fmt::format(
        "{} of {} domains too soft to stand under their weight, made stiffer; most {}, by {:.3g}",
        count, plant.domains.size(), domain_name(plant, worst->domain), worst->stiffened));
}

}  // namespace

void stiffen(ReducedBody& body, double factor) {
    const Eigen::VectorXd held = body.preload / factor;
    scale(body, {factor, 1});
    body.stiffened *= factor;
    set_preload(body, held);
}

void stand(const Plant& plant, const Vec3& gravity, bool lumped, ReducedBodies& all) {
    Standing standing(all, gravity);
    for (size_t i = all.bodies.size(); i-- > 0;) {
        standing.settle(i);
        if (!lumped) standing.pass_down(i);
    }
    report(plant, all);
}

}  // namespace thigmo
