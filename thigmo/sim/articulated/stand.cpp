// Makes a plant stand as it is given: joints bent by the weight on them, and stiff enough for it.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "thigmo/plant/names.h"
#include "thigmo/sim/articulated/standing.h"

namespace thigmo {
namespace {

/// A domain must hold this many times its load before it gives way sideways.
constexpr double safety = 1.25;

/// Second derivatives, over turns of one body, of all energy outboard of its joint, when all turns
/// freely that hangs on it; with the load as it is and with it times `safety`.
struct Loads {
    Mat3 as_is = Mat3::Zero();
    Mat3 enlarged = Mat3::Zero();

    void add(const Mat3& weight) {
        as_is += weight;
        enlarged += safety * weight;
    }
};

/// What remains of a joint's spring for its parent once the child has turned as it likes.
Mat3 remainder(const Mat3& spring, const Mat3& coupling, const Mat3& block) {
    return spring - coupling * block.inverse() * coupling.transpose();
}

class Stand {
  public:
    Stand(const Column<BodyId, Solid>& outboard, const Vec3& gravity, Bodies& bodies)
        : outboard_(outboard), gravity_(gravity), bodies_(bodies), loads_(bodies.size()) {}

    /// Bodies `first` to `last` of one domain, all that carry others before those that they hang
    /// on. Where they do not stand, the softest joints are made stiffer until they do: a cap on
    /// softness is lowered. Returns the largest factor of a joint.
    double settle(size_t first, size_t last) {
        phi_.resize(last - first);
        before_.assign(loads_.begin() + static_cast<std::ptrdiff_t>(first),
                       loads_.begin() + static_cast<std::ptrdiff_t>(last));
        double cap = measure(first, last);
        while (!stands(first, last)) {
            cap /= 1.2;
            for (size_t i = 0; i < factor_.size(); ++i)
                factor_[i] = std::max(1.0, softness_[i] / cap);
            std::copy(before_.begin(), before_.end(),
                      loads_.begin() + static_cast<std::ptrdiff_t>(first));
        }
        for (size_t row = first; row < last; ++row) {
            const BodyId body(row);
            bodies_.stiffness[body] *= factor_[row - first];
            const Vec3& phi = phi_[row - first];
            const double angle = phi.norm();
            if (!(angle > 0)) continue;
            const Quat bent(Eigen::AngleAxisd(-angle, phi / angle));
            bodies_.rest[body] = (bodies_.rest[body] * bent).normalized();
        }
        return std::ranges::max(factor_);
    }

  private:
    /// Every joint's softness: weight times radius of gyration, over stiffness (rad), which is at
    /// least what its load would turn it by, held out level. Returns the largest.
    double measure(size_t first, size_t last) {
        factor_.assign(last - first, 1.0);
        softness_.resize(last - first);
        for (size_t row = first; row < last; ++row) {
            const Solid& load = outboard_[BodyId(row)];
            const double moment =
                gravity_.norm() * std::sqrt(0.5 * load.mass * load.inertia.trace());
            softness_[row - first] = moment / bodies_.stiffness[BodyId(row)].minCoeff();
        }
        return std::ranges::max(softness_);
    }

    /// Whether the bodies stand with the factors as they are; their loads then lie on the holder.
    bool stands(size_t first, size_t last) {
        Loads at_foot;
        for (size_t row = last; row-- > first;) {
            const BodyId body(row);
            const Mat3 axes = bodies_.given[body].toRotationMatrix();
            const Vec3 stiffness = factor_[row - first] * bodies_.stiffness[body];
            const Vec3 moment = axes.transpose() * outboard_[body].first.cross(gravity_);
            const JointTurn turn = solve_joint(stiffness, moment);
            if (!turn.found) return false;
            phi_[row - first] = turn.phi;
            const Mat3 spring = axes * joint_hessian(stiffness, turn.phi) * axes.transpose();
            Loads& own = loads_[row];
            own.add(weight_block(gravity_, bodies_.mass[body] * (axes * bodies_.centre[body])));
            const Mat3 enlarged = spring + own.enlarged;
            if (Eigen::LLT<Mat3>(enlarged).info() != Eigen::Success) return false;
            const BodyId parent = bodies_.parent[body];
            if (!parent.exists()) continue;
            const Mat3 coupling = 0.5 * cross(axes * moment) - spring;
            // Bodies before the first hear of it only when the whole run stands.
            Loads& upper = parent.value >= first ? loads_[parent.value] : at_foot;
            upper.as_is += remainder(spring, coupling, spring + own.as_is);
            upper.enlarged += parent.value >= first
                                  ? remainder(spring, coupling, enlarged)
                                  : safety * remainder(spring, coupling, spring + own.as_is);
            upper.add(weight_block(gravity_, outboard_[body].mass * given_arm(bodies_, body)));
        }
        const BodyId holder = bodies_.parent[BodyId(first)];
        if (!holder.exists()) return true;
        loads_[holder.value].as_is += at_foot.as_is;
        loads_[holder.value].enlarged += at_foot.enlarged;
        return true;
    }

    const Column<BodyId, Solid>& outboard_;
    const Vec3 gravity_;
    Bodies& bodies_;
    std::vector<Loads> loads_;
    // Of the domain at hand.
    std::vector<Loads> before_;
    std::vector<Vec3> phi_;
    std::vector<double> softness_, factor_;
};

void report_soft(const Plant& plant, const Column<DomainId, double>& factors, Log& log) {
    size_t count = 0;
    DomainId worst(size_t{0});
    for (const DomainId domain : factors.rows()) {
        if (factors[domain] > 1) ++count;
        if (factors[domain] > factors[worst]) worst = domain;
    }
    if (count == 0) return;
    log.warn(
        fmt::format("{} of {} domains too soft to stand under their weight, softest joints made "
                    "stiffer; most in {}, by {:.3g}",
                    count, factors.size(), domain_name(plant, worst), factors[worst]));
}

}  // namespace

void stand(const Plant& plant, const Column<BodyId, Solid>& outboard, const Vec3& gravity,
           Bodies& bodies) {
    Column<DomainId, double> factors(plant.domains.size(), 1.0);
    Stand standing(outboard, gravity, bodies);
    for (size_t last = bodies.size(); last > 0;) {
        const DomainId domain = bodies.domain[BodyId(last - 1)];
        size_t first = last - 1;
        while (first > 0 && bodies.domain[BodyId(first - 1)] == domain) --first;
        factors[domain] = standing.settle(first, last);
        last = first;
    }
    report_soft(plant, factors, bodies.log);
}

}  // namespace thigmo
