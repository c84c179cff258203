// Joints at the starts of segments: compliance of the half lengths that they stand for.
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/bodies_parts.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

const Material& material(const Plant& plant, DomainId domain) {
    return plant.materials[plant.domains.material[domain]];
}

}  // namespace

bool goes_on(const Plant& plant, DomainId domain) {
    const DomainId parent = plant.domains.parent[domain];
    if (!parent.exists() || plant.domains.flexible[parent] == 0 ||
        plant.domains.segments[parent].empty())
        return false;
    const Attachment& at = plant.domains.attachment[domain];
    return at.segment == plant.domains.segments[parent].back() && at.along > 1 - 1e-9;
}

Vec3 parents_half(const Plant& plant, DomainId domain, SegmentId first,
                  const Column<SegmentId, uint8_t>& counts) {
    if (!goes_on(plant, domain)) return Vec3::Zero();
    const DomainId parent = plant.domains.parent[domain];
    const SegmentId last = plant.domains.segments[parent].back();
    if (counts[last] != 0) return Vec3::Zero();
    const Frustum before = blunted(frustum(plant.segments, last), least_radius(plant, parent));
    const double along = 1 - 0.25 * before.length / centreline_length(plant, parent);
    const Vec3 stiff = stated_moduli(plant, domain, first, moduli(material(plant, parent), along));
    return compliance(second_half(before), stiff);
}

Vec3 stated_compliance(const Plant& plant, DomainId domain, SegmentId segment,
                       const Column<SegmentId, uint8_t>& counts, double before) {
    const double whole = centreline_length(plant, domain);
    const double least = least_radius(plant, domain);
    const Frustum own = blunted(frustum(plant.segments, segment), least);
    const auto stiff = [&](double along) {
        return stated_moduli(plant, domain, segment, moduli(material(plant, domain), along));
    };
    const Vec3 own_half = compliance(first_half(own), stiff((before + 0.25 * own.length) / whole));
    if (segment == plant.domains.segments[domain].front())
        return parents_half(plant, domain, segment, counts) + own_half;
    const SegmentId last(segment.value - 1);
    if (counts[last] != 0) return own_half;
    const Frustum piece = blunted(frustum(plant.segments, last), least);
    return compliance(second_half(piece), stiff((before - 0.25 * piece.length) / whole)) + own_half;
}

}  // namespace thigmo
