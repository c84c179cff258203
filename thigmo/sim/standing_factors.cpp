// Whether domains stand, as chains of rigid pieces on elastic joints.
//
// Every segment is cut into pieces with a joint in the middle of each, which has the piece's whole
// compliance. With s the first moment about a joint of all outboard of it, m its mass, τ = s × g
// the moment that the joint holds and S its spring in the plant's axes, the second derivatives of
// all energy outboard over turns of one body, when all that it carries turns as it likes, are
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

#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/standing.h"
#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

constexpr double safety = 1.25;      // times its load that a domain must hold
constexpr size_t least_joints = 12;  // of a domain
/// By which what was made stiffer is so beyond need: on the verge of giving way it would topple
/// whatever carries it, however stout that is.
constexpr double margin = 1.001;

struct Joint {
    int parent = -1;  // −1: the ground
    Vec3 place = Vec3::Zero();
    Mat3 axes = Mat3::Identity();   // of its stiffness
    Vec3 stiffness = Vec3::Zero();  // N m/rad: x twists, y and z bend
    SegmentId segment;
    double share = 1;  // of the articulated simulator's joints on its segment
    double mass = 0, outboard = 0;
    Vec3 first = Vec3::Zero();    // of its own body, about its place
    Vec3 carried = Vec3::Zero();  // of all outboard, about its place
};

/// A domain's joints are a row of them.
struct Chain {
    DomainId domain;
    size_t first = 0, end = 0;
};

class Joints {
  public:
    Joints(const Plant& plant, const Column<DomainId, double>& stiffness)
        : plant_(plant),
          stiffness_(stiffness),
          frames_(segment_frames(plant)),
          of_domain_(plant.domains.size(), -1) {
        first_of_.resize(plant.segments.size(), -1);
        pieces_.resize(plant.segments.size(), 0);
        for (const Shape& shape : plant.shapes) plates_.push_back(make_plate(shape));
        for (const DomainId domain : plant.domains.rows())
            if (plant.domains.kind[domain] != Kind::prop) add(domain);
        for (size_t i = joints.size(); i-- > 0;) {
            Joint& joint = joints[i];
            joint.outboard += joint.mass;
            joint.carried += joint.first;
            if (joint.parent < 0) continue;
            Joint& below = joints[static_cast<size_t>(joint.parent)];
            below.outboard += joint.outboard;
            below.carried += joint.carried + joint.outboard * (joint.place - below.place);
        }
    }

    std::vector<Joint> joints;
    std::vector<Chain> chains;

  private:
    void add(DomainId domain) {
        of_domain_[domain] = holder(domain);
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        if (plant_.domains.flexible[domain] != 0 && !run.empty() &&
            !is_centreline_only(plant_, domain)) {
            add_chain(domain, run);
            return;
        }
        const Vec3 base = run.empty() ? plant_.domains.placement[domain].position
                                      : plant_.segments.start[run.front()];
        put(of_domain_[domain], rigid_sum(plant_, domain, frames_, plates_).solid, base);
    }

    /// The body that a place on a segment goes with.
    int body_at(SegmentId segment, double along) const {
        const int pieces = pieces_[segment];
        const int place = static_cast<int>(std::floor(along * pieces + 0.5)) - 1;  // joints passed
        const int at = first_of_[segment] + place;
        return place >= 0 ? at : joints[static_cast<size_t>(first_of_[segment])].parent;
    }

    int holder(DomainId domain) const {
        const DomainId parent = plant_.domains.parent[domain];
        if (!parent.exists()) return -1;
        const Rows<SegmentId> run = plant_.domains.segments[parent];
        if (run.empty() || first_of_[run.front()] < 0) return of_domain_[parent];
        const Attachment& at = plant_.domains.attachment[domain];
        return at.segment.exists() ? body_at(at.segment, at.along) : body_at(run.back(), 1);
    }

    void put(int body, const Solid& solid, const Vec3& base) {
        if (body < 0) return;
        Joint& joint = joints[static_cast<size_t>(body)];
        joint.mass += solid.mass;
        joint.first += solid.first + solid.mass * (base - joint.place);
    }

    void add_chain(DomainId domain, Rows<SegmentId> run) {
        chains.push_back({domain, joints.size(), 0});
        const double whole = centreline_length(plant_, domain);
        const auto even = static_cast<int>((least_joints + run.size() - 1) / run.size());
        const double more = shape_mass(plant_, domain);
        const double wood = mass(plant_, domain) - more;
        int below = of_domain_[domain];
        double before = 0;
        for (const SegmentId segment : run) {
            const int pieces = states_stiffness(segment) ? 1 : even;
            pieces_[segment] = pieces;
            first_of_[segment] = static_cast<int>(joints.size());
            const Frustum all = frustum(plant_.segments, segment);
            const double middle = (before + 0.5 * all.length) / whole;
            const double weight =
                segment_solid(plant_, domain, segment, middle, frames_[segment]).mass *
                (wood > 0 ? 1 + more / wood : 1);
            for (int k = 0; k < pieces; ++k)
                below = add_piece(domain, segment, k, below, before / whole, whole, weight);
            before += all.length;
        }
        chains.back().end = joints.size();
    }

    /// A joint in the middle of a piece; the piece's halves go with the bodies below and above.
    int add_piece(DomainId domain, SegmentId segment, int k, int below, double base, double whole,
                  double weight) {
        const Frustum all = frustum(plant_.segments, segment);
        const double n = pieces_[segment], low = k / n, high = (k + 1) / n,
                     mid = 0.5 * (low + high);
        const auto radius = [&](double share) {
            return (1 - share) * all.start_radius + share * all.end_radius;
        };
        const Frustum piece{all.length / n, radius(low), radius(high)};
        const Material& material = plant_.materials[plant_.domains.material[domain]];
        const Vec3 soft =
            compliance(piece, stated_moduli(plant_, domain, segment,
                                            moduli(material, base + mid * all.length / whole)));
        const Mat3 axes = frames_[segment].toRotationMatrix();
        const Vec3 start = plant_.segments.start[segment],
                   way = plant_.segments.end[segment] - start;
        Joint joint;
        joint.parent = below;
        joint.place = start + mid * way;
        Vec3 stiff = stiffness_[domain] * soft.cwiseInverse();
        if (states_stiffness(segment)) {
            const Vec3& stated = plant_.articulations[segment].stiffness;
            stiff = (stated.array() > 0).select(stated, stiff);
        }
        joint.axes = axes;
        joint.stiffness = stiff;
        joint.segment = segment;
        // It has about four to a domain, or one to a segment.
        const auto segments = static_cast<double>(plant_.domains.segments[domain].size());
        joint.share = std::min(1.0, std::ceil(4 / segments) / n);
        const int body = static_cast<int>(joints.size());
        joints.push_back(joint);
        const double own = weight * volume(piece) / volume(all);
        const Frustum lower{piece.length / 2, radius(low), radius(mid)};
        const double share = volume(lower) / volume(piece);
        put(below, point_solid(share * own, Vec3::Zero()), start + (low + 0.25 / n) * way);
        put(body, point_solid((1 - share) * own, Vec3::Zero()), start + (high - 0.25 / n) * way);
        return body;
    }

    bool states_stiffness(SegmentId segment) const {
        return !plant_.articulations.empty() &&
               plant_.articulations[segment].stiffness.maxCoeff() > 0;
    }

    const Plant& plant_;
    const Column<DomainId, double>& stiffness_;  // by which domains are stiffer than their wood
    Column<SegmentId, Quat> frames_;
    Column<ShapeId, Plate> plates_;
    Column<DomainId, int> of_domain_;  // the body that carries it
    Column<SegmentId, int> first_of_;  // the first of its joints
    Column<SegmentId, int> pieces_;
};

class Standing {
  public:
    Standing(const std::vector<Joint>& joints, const Vec3& gravity)
        : factor(joints.size(), 1.0),
          joints_(joints),
          g_(gravity),
          loads_(joints.size()),
          chain_(joints.size()),
          springs_(joints.size()) {
        for (size_t i = 0; i < joints.size(); ++i) loads_[i] = weight_block(g_, joints[i].first);
    }

    /// Finds the factors of a chain, all that it carries before it.
    void settle(const Chain& chain) {
        for (size_t i = chain.end; i-- > chain.first;)
            if (!holds(i, chain)) stiffen(i, chain);
        for (size_t i = chain.end; i-- > chain.first;) {
            const int below = joints_[i].parent;
            if (below >= 0) loads_[static_cast<size_t>(below)] += left_below(i, loads_[i], g_);
        }
    }

    std::vector<double> factor;  // of every joint

  private:
    /// A of a joint whose outboard second derivatives are W.
    Mat3 left_below(size_t i, const Mat3& W, const Vec3& g) const {
        const Joint& joint = joints_[i];
        const Mat3& S = springs_[i];
        const Mat3 coupling = 0.5 * cross(joint.carried.cross(g)) - S;
        const Vec3 arm = joint.place - joints_[static_cast<size_t>(joint.parent)].place;
        return S - coupling * (S + W).inverse() * coupling.transpose() +
               weight_block(g, joint.outboard * arm);
    }

    /// Whether a joint holds `safety` times its load, those outboard of it in the chain being known
    /// to; what it leaves for the one below is then in chain_.
    bool holds(size_t i, const Chain& chain) {
        if (i + 1 == chain.end) chain_[i].setZero();
        const Mat3 W = safety * loads_[i] + chain_[i];
        if (!bend(i)) return false;
        if (Eigen::LLT<Mat3>(springs_[i] + W).info() != Eigen::Success) return false;
        if (i > chain.first) chain_[i - 1] = left_below(i, W, safety * g_);
        return true;
    }

    /// Finds S as the load bends it; false where that is too far. A bent joint is softer, and few
    /// joints that stand for a limb are bent further than many.
    bool bend(size_t i) {
        const Joint& joint = joints_[i];
        const Vec3 stiffness = factor[i] * joint.share * joint.stiffness;
        const JointTurn turn =
            solve_joint(stiffness, joint.axes.transpose() * joint.carried.cross(g_));
        if (!turn.found || turn.phi.norm() > turn_most) return false;
        springs_[i] = joint.axes * (joint_hessian(stiffness, turn.phi) / joint.share) *
                      joint.axes.transpose();
        return true;
    }

    /// Raises a joint and all outboard of it in the chain to the least factor with which they hold.
    /// Joints of one segment have one factor.
    void stiffen(size_t joint, const Chain& chain) {
        size_t from = joint;
        while (from > chain.first && joints_[from - 1].segment == joints_[joint].segment) --from;
        const std::vector<double> before(factor.begin() + static_cast<std::ptrdiff_t>(from),
                                         factor.begin() + static_cast<std::ptrdiff_t>(chain.end));
        const auto holds_with = [&](double raised) {
            for (size_t i = from; i < chain.end; ++i)
                factor[i] = std::max(before[i - from], raised);
            for (size_t i = chain.end; i-- > joint;)
                if (!holds(i, chain)) return false;
            return true;
        };
        double low = before[joint - from], high = 2 * low;
        while (!holds_with(high) && high < 1e12) low = std::exchange(high, 2 * high);
        for (int round = 0; round < 12; ++round) {
            const double middle = std::sqrt(low * high);
            (holds_with(middle) ? high : low) = middle;
        }
        holds_with(margin * high);
    }

    const std::vector<Joint>& joints_;
    const Vec3 g_;
    std::vector<Mat3> loads_;    // W of every joint, without what its own chain adds
    std::vector<Mat3> chain_;    // which is this, under `safety` times the load
    std::vector<Mat3> springs_;  // S of every joint
};

void report(const Plant& plant, const StandingFactors& factors, Log& log) {
    size_t count = 0;
    DomainId worst;
    double most = 1;
    for (const DomainId domain : plant.domains.rows()) {
        double own = 1;
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

StandingFactors found_factors(const Plant& plant, const Vec3& gravity,
                              const Column<DomainId, double>& stiffness) {
    const Joints all(plant, stiffness);
    Standing standing(all.joints, gravity);
    for (size_t k = all.chains.size(); k-- > 0;) standing.settle(all.chains[k]);
    StandingFactors factors;
    for (size_t i = 0; i < all.joints.size(); ++i)
        if (standing.factor[i] > 1)
            factors.segments[plant.segments.key[all.joints[i].segment]] = standing.factor[i];
    return factors;
}

}  // namespace

StandingFactors find_standing_factors(const Plant& plant, const Footing& footing, Log& log,
                                      const Column<DomainId, double>& stiffness) {
    if (footing.shape != GivenShape::standing)
        return footing.stiffer ? *footing.stiffer : StandingFactors();
    const StandingFactors factors =
        footing.stiffer
            ? *footing.stiffer
            : found_factors(plant, footing.gravity,
                            stiffness.empty() ? Column<DomainId, double>(plant.domains.size(), 1.0)
                                              : stiffness);
    report(plant, factors, log);
    return factors;
}

}  // namespace thigmo
