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

#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

constexpr double safety = 1.25;      // times its load that a domain must hold
constexpr double turn_most = 1;      // rad, that a joint may be bent by what it carries
constexpr size_t least_joints = 12;  // of a domain

struct Joint {
    int parent = -1;  // −1: the ground
    Vec3 place = Vec3::Zero();
    Mat3 spring = Mat3::Zero();  // in the plant's axes (N m/rad)
    double mass = 0, outboard = 0;
    Vec3 first = Vec3::Zero();    // of its own body, about its place
    Vec3 carried = Vec3::Zero();  // of all outboard, about its place
};

/// A domain's joints are a row of them.
struct Chain {
    DomainId domain;
    size_t first = 0, end = 0;
};

/// Second derivative, over turns, of the energy in gravity of a first moment that turns along.
Mat3 weight_block(const Vec3& gravity, const Vec3& s) {
    return gravity.dot(s) * Mat3::Identity() -
           0.5 * (gravity * s.transpose() + s * gravity.transpose());
}

class Joints {
  public:
    explicit Joints(const Plant& plant)
        : plant_(plant), frames_(segment_frames(plant)), of_domain_(plant.domains.size(), -1) {
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
        const auto pieces = static_cast<int>((least_joints + run.size() - 1) / run.size());
        const double more = shape_mass(plant_, domain);
        const double wood = mass(plant_, domain) - more;
        int below = of_domain_[domain];
        double before = 0;
        for (const SegmentId segment : run) {
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
        joint.spring = axes * soft.cwiseInverse().asDiagonal() * axes.transpose();
        const int body = static_cast<int>(joints.size());
        joints.push_back(joint);
        const double own = weight * volume(piece) / volume(all);
        const Frustum lower{piece.length / 2, radius(low), radius(mid)};
        const double share = volume(lower) / volume(piece);
        put(below, point_solid(share * own, Vec3::Zero()), start + (low + 0.25 / n) * way);
        put(body, point_solid((1 - share) * own, Vec3::Zero()), start + (high - 0.25 / n) * way);
        return body;
    }

    const Plant& plant_;
    Column<SegmentId, Quat> frames_;
    Column<ShapeId, Plate> plates_;
    Column<DomainId, int> of_domain_;  // the body that carries it
    Column<SegmentId, int> first_of_;  // the first of its joints
    Column<SegmentId, int> pieces_;
};

class Standing {
  public:
    Standing(const std::vector<Joint>& joints, const Vec3& gravity)
        : joints_(joints), g_(gravity), loads_(joints.size(), Mat3::Zero()) {
        for (size_t i = 0; i < joints.size(); ++i) loads_[i] = weight_block(g_, joints[i].first);
    }

    /// The least factor with which a chain stands, all that it carries before it.
    double settle(const Chain& chain) {
        double low = 1, high = 1;
        if (!stands(chain, 1)) {
            while (!stands(chain, high) && high < 1e12) high *= 2;
            low = high / 2;
            for (int round = 0; round < 12; ++round) {
                const double middle = std::sqrt(low * high);
                (stands(chain, middle) ? high : low) = middle;
            }
        }
        pass_down(chain, high);
        return high;
    }

  private:
    /// A of a joint whose outboard second derivatives are W.
    Mat3 remainder(const Joint& joint, const Mat3& spring, const Mat3& W, const Vec3& g) const {
        const Mat3 coupling = 0.5 * cross_matrix<double>(joint.carried.cross(g)) - spring;
        return spring - coupling * (spring + W).inverse() * coupling.transpose();
    }

    bool stands(const Chain& chain, double factor) const {
        std::vector<Mat3> loads;
        for (size_t i = chain.first; i < chain.end; ++i) loads.push_back(safety * loads_[i]);
        const Vec3 g = safety * g_;
        for (size_t i = chain.end; i-- > chain.first;) {
            const Joint& joint = joints_[i];
            const Mat3 spring = factor * joint.spring, &W = loads[i - chain.first];
            if (spring.ldlt().solve(joint.carried.cross(g_)).norm() > turn_most) return false;
            if (Eigen::LLT<Mat3>(spring + W).info() != Eigen::Success) return false;
            if (i == chain.first) break;
            const Joint& below = joints_[i - 1];
            loads[i - 1 - chain.first] +=
                remainder(joint, spring, W, g) +
                weight_block(g, joint.outboard * (joint.place - below.place));
        }
        return true;
    }

    /// What a chain that stands leaves for what carries it.
    void pass_down(const Chain& chain, double factor) {
        for (size_t i = chain.end; i-- > chain.first;) {
            const Joint& joint = joints_[i];
            if (joint.parent < 0) continue;
            const auto below = static_cast<size_t>(joint.parent);
            loads_[below] +=
                remainder(joint, factor * joint.spring, loads_[i], g_) +
                weight_block(g_, joint.outboard * (joint.place - joints_[below].place));
        }
    }

    const std::vector<Joint>& joints_;
    Vec3 g_;
    std::vector<Mat3> loads_;  // W of every joint
};

void report(const Plant& plant, const Column<DomainId, double>& factors, Log& log) {
    size_t count = 0;
    DomainId worst(size_t{0});
    for (const DomainId domain : factors.rows()) {
        count += factors[domain] > 1;
        if (factors[domain] > factors[worst]) worst = domain;
    }
    if (count == 0) return;
    log.warn(fmt::format(
        "{} of {} domains too soft to stand under their weight, made stiffer; most {}, by {:.3g}",
        count, factors.size(), domain_name(plant, worst), factors[worst]));
}

}  // namespace

Column<DomainId, double> find_standing_factors(const Plant& plant, const Vec3& gravity, Log& log) {
    Column<DomainId, double> factors(plant.domains.size(), 1.0);
    const Joints all(plant);
    Standing standing(all.joints, gravity);
    for (size_t k = all.chains.size(); k-- > 0;)
        factors[all.chains[k].domain] = standing.settle(all.chains[k]);
    report(plant, factors, log);
    return factors;
}

}  // namespace thigmo
