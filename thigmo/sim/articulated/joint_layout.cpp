// Counts of joints by the shares of a domain's length, and their places by quadrature.
#include "thigmo/sim/articulated/joint_layout.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/joint.h"
#include "thigmo/mechanics/joint_quadrature.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

constexpr double joints_per_domain = 4;
/// A last segment at least so long, as a share of its domain, has two joints.
constexpr double long_last = 0.15;
/// So has one that is as long and has at least this share of how far a force at its domain's tip
/// moves that: the foot of the thin end of a stout limb.
constexpr double much_sway = 0.35;
/// Domains of up to so many segments have two in their first one.
constexpr size_t few_segments = 5;

bool states_itself(const Articulation& own) {
    return own.density > 0 || own.mass > 0 || !own.centre.isZero(0) || !own.inertia.isZero(0) ||
           !own.young.isZero(0) || !own.damping.isZero(0) || !own.stiffness.isZero(0) ||
           !own.initial.isZero(0);
}

/// A length, ∫ ds/r⁴, and the latter times the square of the way to the tip: of a domain, of which
/// its segments have shares, or of one segment, which ends `beyond` before the tip; and the least
/// radius of the domain.
struct Whole {
    double length = 0, slenderness = 0, sway = 0, least = 0;
};

Whole measure(const Plant& plant, SegmentId segment, double beyond, double least) {
    const double own = length(plant.segments, segment), way = beyond + 0.5 * own;
    const double soft = slenderness(blunted(frustum(plant.segments, segment), least));
    return {own, soft, soft * way * way, least};
}

Whole measure(const Plant& plant, DomainId domain) {
    Whole whole;
    whole.least = least_radius(plant, domain);
    const Rows<SegmentId> run = plant.domains.segments[domain];
    double beyond = centreline_length(plant, domain);
    for (const SegmentId segment : run) {
        beyond -= length(plant.segments, segment);
        const Whole own = measure(plant, segment, beyond, whole.least);
        whole.length += own.length;
        whole.slenderness += own.slenderness;
        whole.sway += own.sway;
    }
    return whole;
}

int count_on(const Plant& plant, DomainId domain, SegmentId segment, double beyond,
             const Whole& whole) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    if (!is_wood(plant.domains.kind[domain])) return 1;
    const Whole own = measure(plant, segment, beyond, whole.least);
    const double share = own.length / whole.length;
    // Where one thin piece of a stout limb bends alone, it is as if the limb were that piece.
    const double soft = own.slenderness / whole.slenderness;
    int count =
        std::max(1, static_cast<int>(std::ceil(joints_per_domain * std::max(share, soft) - 1e-3)));
    if (segment == run.back() && share >= long_last)
        count = std::max(count, run.size() == 2 ? 3 : 2);
    if (segment == run.front() && run.size() <= few_segments) count = std::max(count, 2);
    if (share >= long_last && own.sway >= much_sway * whole.sway) count = std::max(count, 2);
    return count;
}

}  // namespace

Column<SegmentId, uint8_t> count_joints(const Plant& plant, const ArticulatedSettings& settings) {
    Column<SegmentId, uint8_t> counts(plant.segments.size(), 0);
    const bool stated = std::ranges::any_of(plant.articulations, states_itself);
    if (settings.model == ArticulatedModel::thesis || (stated && !settings.joints)) return counts;
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.segments[domain].empty()) continue;
        const Whole whole = measure(plant, domain);
        double beyond = whole.length;
        for (const SegmentId segment : plant.domains.segments[domain]) {
            beyond -= length(plant.segments, segment);
            if (settings.joints) {
                const auto known = settings.joints->find(plant.segments.key[segment]);
                if (known != settings.joints->end()) {
                    counts[segment] = known->second;
                    continue;
                }
            }
            counts[segment] = static_cast<uint8_t>(count_on(plant, domain, segment, beyond, whole));
        }
    }
    return counts;
}

JointCounts joints_by_key(const Plant& plant, const ArticulatedSettings& settings) {
    const Column<SegmentId, uint8_t> counts = count_joints(plant, settings);
    JointCounts by_key;
    by_key.reserve(counts.size());
    for (const SegmentId segment : counts.rows())
        by_key[plant.segments.key[segment]] = counts[segment];
    return by_key;
}

std::vector<SegmentJoint> segment_joints(const Plant& plant, DomainId domain, SegmentId segment,
                                         int count, const PlaceOnDomain& place) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    const Frustum piece = frustum(plant.segments, segment);
    const double slope = (piece.end_radius - piece.start_radius) / piece.length;
    // 1/EI and 1/GJ have this factor in common: 1/r⁴ over the modulus's share of that at the base.
    const auto softness = [&](double s) {
        const double r = std::max(piece.start_radius + slope * s, place.least);
        return 1 / (moduli(material, (place.before + s) / place.whole).y() / material.young * r *
                    r * r * r);
    };
    const Vec3 at_base = moduli(material, 0);
    const Vec3 shape(std::numbers::pi / 2, std::numbers::pi / 4, std::numbers::pi / 4);
    std::vector<SegmentJoint> joints;
    for (const PlacedJoint& placed : place_joints(piece.length, count, softness))
        joints.push_back(
            {placed.at / piece.length, placed.weight * shape.cwiseProduct(at_base).cwiseInverse()});
    return joints;
}

}  // namespace thigmo
