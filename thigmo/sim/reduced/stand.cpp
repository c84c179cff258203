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
#include <algorithm>
#include <cmath>
#include <set>

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

/// What sits on a body, and the body's own weight.
struct Outboard {
    Mat3 softer;           // Δ, in the plant's axes
    Eigen::MatrixXd load;  // Σ Jᵀ W_c J − (s_c × g)·∂J/∂q
    Wide turn;             // B, in the plant's axes
};

class Standing {
  public:
    Standing(ReducedBodies& all, const Vec3& gravity)
        : bodies_(all.bodies), g_(gravity), weights_(carried_weights(all.bodies)) {
        for (const ReducedBody& body : bodies_) {
            Wide own(3, body.size);
            for (int k = 0; k < body.size; ++k)
                for (int a = 0; a < 3; ++a) own(a, k) = body.resting.of_modes(a, k);
            outboard_.push_back({Mat3::Zero(), Eigen::MatrixXd::Zero(body.size, body.size),
                                 -crossed(body.units.turn * own, g_)});
        }
    }

    /// Stiffens a domain, the bodies from `first` up to `end`, all that it carries before it. Of
    /// several, the softest: a cap on their softness is lowered until they stand.
    void settle(size_t first, size_t end) {
        std::vector<double> softness;
        for (size_t i = first; i < end; ++i) softness.push_back(softness_of(i));
        const auto factors = [&](double cap) {
            std::vector<double> each;
            for (const double soft : softness) each.push_back(std::max(1.0, soft / cap));
            return each;
        };
        double cap = std::ranges::max(softness), above = cap;
        constexpr int most_halvings = 60;
        for (int i = 0; i < most_halvings && !stands(first, factors(cap)); ++i) {
            above = cap;
            cap /= 2;
        }
        if (cap < above) {
            for (int round = 0; round < 30; ++round) {
                const double middle = std::sqrt(above * cap);
                (stands(first, factors(middle)) ? cap : above) = middle;
            }
            const std::vector<double> each = factors(cap);
            for (size_t i = first; i < end; ++i)
                if (each[i - first] > 1) stiffen(bodies_[i], each[i - first]);
        }
        for (size_t i = end; i-- > first;) {
            bend(bodies_[i], 1, 1, outboard_[i]);
            if (i > first) pass_down(i);
        }
    }

    /// A body's share in what it sits on, unless that is the base.
    void pass_down(size_t i) {
        if (bodies_[i].parent >= 0)
            pass_down(i, 1, outboard_[i], outboard_[static_cast<size_t>(bodies_[i].parent)]);
    }

  private:
    /// What all that it carries would turn its tip by, held out level, at most (rad).
    double softness_of(size_t i) const {
        const ReducedBody& body = bodies_[i];
        if (body.size == 0) return 0;
        const std::vector<double> rest(static_cast<size_t>(body.size));
        Eigen::Matrix<double, 6, Eigen::Dynamic> ride(6, body.size);
        MountedFrame frame;
        mount(body.stations.back(), {}, rest, rest, Vec3::Zero(), frame,
              {ride.data(), 6, body.size});
        const Wide turn = ride.topRows<3>();
        const Mat3 compliance = turn * body.stiffness.ldlt().solve(turn.transpose());
        const CarriedWeight& weight = weights_[i];
        const double arm = (weight.first - weight.mass * body.units.origin).norm();
        return g_.norm() * (arm + weight.mass * body.units.length) * compliance.norm();
    }

    /// Whether a domain stands under its load × safety, its bodies stiffer by these factors.
    bool stands(size_t first, const std::vector<double>& factors) const {
        std::vector<Outboard> own;
        for (size_t i = 0; i < factors.size(); ++i) {
            const Outboard& as_is = outboard_[first + i];
            own.push_back({safety * as_is.softer, safety * as_is.load, safety * as_is.turn});
        }
        for (size_t i = factors.size(); i-- > 0;) {
            if (!bend(bodies_[first + i], factors[i], safety, own[i])) return false;
            if (i > 0) pass_down(first + i, safety, own[i], own[i - 1]);
        }
        return true;
    }

    /// Lets a body bend as it likes; false where it gives way.
    static bool bend(const ReducedBody& body, double stiffer, double gravity, Outboard& own) {
        if (body.size == 0) return true;
        const Eigen::LLT<Eigen::MatrixXd> solver(stiffer * body.stiffness +
                                                 gravity * body.stress_stiffness + own.load);
        if (solver.info() != Eigen::Success) return false;
        own.softer -= own.turn * solver.solve(own.turn.transpose());
        return true;
    }

    void pass_down(size_t i, double gravity, const Outboard& own, Outboard& below) const {
        const ReducedBody &body = bodies_[i], &parent = bodies_[static_cast<size_t>(body.parent)];
        const Vec3 g = gravity * g_;
        const Vec3 seat = parent.units.origin + parent.units.turn * body.seat.centre;
        const Vec3 s = weights_[i].first - weights_[i].mass * seat;
        const Mat3 W = g.dot(s) * Mat3::Identity() - 0.5 * (g * s.transpose() + s * g.transpose()) +
                       own.softer;
        const Wide ride = ride_of(body, parent).topRows<3>(), J = parent.units.turn * ride;
        Wide U(3, parent.size);
        for (int k = 0; k < parent.size; ++k)
            for (int a = 0; a < 3; ++a) U(a, k) = body.seat.of_modes(a, k);
        below.softer += own.softer;
        below.load += J.transpose() * W * J -
                      turned_moment(body.seat, ride, parent.units.turn.transpose() * s.cross(g));
        below.turn += W * J - weights_[i].mass * crossed(parent.units.turn * U, g) -
                      0.5 * crossed(J, s.cross(g));
    }

    std::vector<ReducedBody>& bodies_;
    Vec3 g_;
    std::vector<CarriedWeight> weights_;
    std::vector<Outboard> outboard_;
};

void report(const Plant& plant, ReducedBodies& all) {
    std::set<DomainId> domains;
    const ReducedBody* worst = nullptr;
    for (const ReducedBody& body : all.bodies) {
        if (body.stiffened > 1) domains.insert(body.domain);
        if (!worst || body.stiffened > worst->stiffened) worst = &body;
    }
    if (domains.empty()) return;
    all.log.warn(fmt::format(
        "{} of {} domains too soft to stand under their weight, made stiffer; most {}, by {:.3g}",
        domains.size(), plant.domains.size(), domain_name(plant, worst->domain), worst->stiffened));
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
    for (size_t end = all.bodies.size(); end > 0;) {
        const auto first = static_cast<size_t>(all.of_domain[all.bodies[end - 1].domain]);
        standing.settle(first, end);
        if (!lumped) standing.pass_down(first);
        end = first;
    }
    report(plant, all);
}

}  // namespace thigmo
