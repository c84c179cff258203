// Whether domains stand, as chains of bodies on elastic joints.
//
// With s the first moment about a joint of all outboard of it, m its mass, τ = s × g the moment
// that the joint holds and S its spring in the plant's axes, the second derivatives of all energy
// outboard over turns of one body, when all that it carries turns as it likes, are
//
//     W = Σ (weight of its own + A_c),   stands where S + W is positive,
//     A = S − (½[τ] − S)(S + W)⁻¹(½[τ] − S)ᵀ + weight of m at the arm to the joint below
//
// and what a joint at r from the body's own joint adds to the body below it is A_c.
#include "thigmo/sim/standing_factors.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "thigmo/plant/names.h"
#include "thigmo/sim/articulated/standing.h"

namespace thigmo {
namespace {

/// Times its load that a domain must hold. Its wood must: n joints, two or more to a segment by a
/// Gauss rule, give way under about 1 − 0.53/n² of what Greenhill's column bears; single ones in
/// the middles of segments under 1 % less or more.
double safety_of(size_t joints, size_t segments) {
    const auto n = static_cast<double>(joints);
    return joints >= 2 * segments ? 1.25 * (1 - 0.53 / (n * n)) : 1.25;
}

/// By which what was made stiffer is so beyond need: on the verge of giving way it would topple
/// whatever carries it, however stout that is.
constexpr double margin = 1.001;

class Standing {
  public:
    Standing(const Bodies& bodies, const Column<BodyId, Solid>& outboard, const Vec3& gravity)
        : bodies_(bodies),
          outboard_(outboard),
          g_(gravity),
          factor_(bodies.size(), 1.0),
          loads_(bodies.size()),
          chain_(bodies.size()),
          springs_(bodies.size()) {
        for (const BodyId body : bodies.rows())
            loads_[body] =
                weight_block(g_, bodies.mass[body] * (bodies.given[body] * bodies.centre[body]));
    }

    /// Finds the factors of a domain, the bodies from `first` up to `last`, all that it carries
    /// before it.
    void settle(size_t first, size_t last) {
        first_ = first;
        last_ = last;
        size_t segments = 1;
        for (size_t row = first + 1; row < last; ++row)
            segments += bodies_.segment[BodyId(row)] != bodies_.segment[BodyId(row - 1)];
        safety_ = safety_of(last - first, segments);
        for (size_t row = last; row-- > first;)
            if (!holds(row)) stiffen(row);
        for (size_t row = last; row-- > first;) pass_down(BodyId(row));
    }

    double factor(BodyId body) const { return factor_[body]; }

  private:
    /// A of a joint whose outboard second derivatives are W.
    Mat3 left_below(BodyId body, const Mat3& W, const Vec3& g) const {
        const Mat3& S = springs_[body];
        const Mat3 coupling = 0.5 * cross(outboard_[body].first.cross(g)) - S;
        return S - coupling * (S + W).inverse() * coupling.transpose() +
               weight_block(g, outboard_[body].mass * given_arm(bodies_, body));
    }

    /// Whether a joint holds `safety_` times its load, those outboard of it in the domain being
    /// known to; what it leaves for the one below is then in chain_.
    bool holds(size_t row) {
        const BodyId body(row);
        if (body == bodies_.foot) return true;  // has no joint
        if (row + 1 == last_) chain_[body].setZero();
        const Mat3 axes = bodies_.given[body].toRotationMatrix();
        const Vec3 stiffness = factor_[body] * bodies_.stiffness[body];
        const JointTurn turn =
            solve_joint(stiffness, axes.transpose() * outboard_[body].first.cross(g_));
        if (!turn.found) return false;
        springs_[body] = axes * joint_hessian(stiffness, turn.phi) * axes.transpose();
        const Mat3 W = safety_ * loads_[body] + chain_[body];
        if (Eigen::LLT<Mat3>(springs_[body] + W).info() != Eigen::Success) return false;
        if (row > first_) chain_[BodyId(row - 1)] = left_below(body, W, safety_ * g_);
        return true;
    }

    /// Raises a joint and all outboard of it in the domain to the least factor with which they
    /// hold. Joints of one segment have one factor.
    void stiffen(size_t row) {
        const SegmentId segment = bodies_.segment[BodyId(row)];
        size_t from = row;
        while (from > first_ && segment.exists() && bodies_.segment[BodyId(from - 1)] == segment)
            --from;
        const std::vector<double> before(factor_.begin() + static_cast<std::ptrdiff_t>(from),
                                         factor_.begin() + static_cast<std::ptrdiff_t>(last_));
        const auto hold_with = [&](double raised) {
            for (size_t i = from; i < last_; ++i)
                factor_[BodyId(i)] = std::max(before[i - from], raised);
            for (size_t i = last_; i-- > row;)
                if (!holds(i)) return false;
            return true;
        };
        double low = before[row - from], high = 2 * low;
        while (!hold_with(high) && high < 1e12) low = std::exchange(high, 2 * high);
        for (int round = 0; round < 12; ++round) {
            const double middle = std::sqrt(low * high);
            (hold_with(middle) ? high : low) = middle;
        }
        hold_with(margin * high);
    }

    /// What a joint of a domain that stands leaves for what carries it.
    void pass_down(BodyId body) {
        const BodyId parent = bodies_.parent[body];
        if (parent.exists() && body != bodies_.foot)
            loads_[parent] += left_below(body, loads_[body], g_);
    }

    const Bodies& bodies_;
    const Column<BodyId, Solid>& outboard_;
    const Vec3 g_;
    Column<BodyId, double> factor_;
    Column<BodyId, Mat3> loads_;    // W of every joint, without what its own domain adds
    Column<BodyId, Mat3> chain_;    // which is this, under `safety_` times the load
    Column<BodyId, Mat3> springs_;  // S of every joint
    size_t first_ = 0, last_ = 0;   // bodies of the domain at hand
    double safety_ = 1;
};

void report(const Plant& plant, const StandingFactors& factors, Log& log) {
    size_t count = 0;
    DomainId worst;
    double most = 1;
    for (const DomainId domain : plant.domains.rows()) {
        double own = factors.of_stalk(plant.domains.key[domain]);
        for (const SegmentId segment : plant.domains.segments[domain])
            own = std::max(own, factors.of_segment(plant.segments.key[segment]));
        count += own > 1;
        if (own > most) {
            most = own;
            worst = domain;
        }
    }
    if (count == 0) return;
    log.warn(fmt::format(
        "{} of {} domains too soft to stand under their weight, made stiffer; most {}, by {:.3g}",
        count, plant.domains.size(), domain_name(plant, worst), most));
}

}  // namespace

StandingFactors find_standing_factors(const Plant& plant, const Bodies& bodies,
                                      const Column<BodyId, Solid>& outboard, const Vec3& gravity,
                                      Log& log) {
    StandingFactors factors;
    Standing standing(bodies, outboard, gravity);
    for (size_t last = bodies.size(); last > 0;) {
        const DomainId domain = bodies.domain[BodyId(last - 1)];
        size_t first = last - 1;
        while (first > 0 && bodies.domain[BodyId(first - 1)] == domain) --first;
        standing.settle(first, last);
        last = first;
    }
    for (const BodyId body : bodies.rows()) {
        if (!(standing.factor(body) > 1)) continue;
        if (const SegmentId segment = bodies.segment[body]; segment.exists())
            factors.segments[plant.segments.key[segment]] = standing.factor(body);
        else
            factors.stalks[plant.domains.key[bodies.domain[body]]] = standing.factor(body);
    }
    report(plant, factors, log);
    return factors;
}

StandingFactors standing_factors(const Plant& plant, const Footing& footing,
                                 const LeafSettings& leaf,
                                 const Column<DomainId, double>& stiffness, Log& log) {
    const bool stands = footing.shape == GivenShape::standing;
    if (footing.stiffer) {
        if (stands) report(plant, *footing.stiffer, log);
        return *footing.stiffer;
    }
    if (!stands) return {};
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.leaf = leaf;
    Bodies bodies = build_bodies(plant, settings);
    for (const BodyId body : bodies.rows())
        if (!stiffness.empty()) bodies.stiffness[body] *= stiffness[bodies.domain[body]];
    return find_standing_factors(plant, bodies, outboard_solids(bodies), footing.gravity, log);
}

}  // namespace thigmo
