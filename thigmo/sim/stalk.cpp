// Stiffness of stalks from blades, and from what they have to hold.
#include "thigmo/sim/stalk.h"

#include <algorithm>
#include <cmath>

#include "thigmo/plant/walk.h"
#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// Twice the stiffness of a blade: EI/ℓ and GJ/ℓ of a strip.
Vec3 blade_stiffness(const Material& material, double width, double thickness, double length) {
    const double wt3 = width * std::pow(thickness, 3);
    const double bend = 2 * material.young * wt3 / 12 / length;
    return {2 * material.shear * wt3 / 3 / length, bend, bend};
}

}  // namespace

bool has_stalk(const Plant& plant, DomainId domain, const LeafSettings& leaf) {
    return leaf.joint == LeafJoint::stalks && is_centreline_only(plant, domain) &&
           (plant.domains.flexible[domain] == 0 || plant.domains.segments[domain].empty());
}

Vec3 stalk_of(const Plant& plant, DomainId domain, const Column<ShapeId, Plate>& plates,
              double weight_moment, const LeafSettings& leaf) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    const double least = weight_moment / leaf_sag;
    if (plant.domains.kind[domain] == Kind::fruit)
        return leaf.stiffness * least * Vec3(2 * material.shear / material.young, 1, 1);
    const ShapeId shape = plant.domains.shape[domain];
    const double scale = plant.domains.placement[domain].scale;
    const Vec3 own =
        blade_stiffness(material, plates[shape].width * scale,
                        plant.shapes[shape].thickness * scale, plates[shape].length * scale);
    return leaf.stiffness * own * std::max(1.0, least / own.y());
}

Column<DomainId, Vec3> find_stalks(const Plant& plant, const Column<ShapeId, Plate>& plates,
                                   const LeafSettings& leaf) {
    Column<DomainId, Vec3> stalks(plant.domains.size(), Vec3::Zero());
    Column<DomainId, Solid> hung(plant.domains.size());  // with all that it carries, about 0
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    for (size_t row = plant.domains.size(); row-- > 0;) {
        const DomainId domain(row), parent = plant.domains.parent[domain];
        if (plant.domains.kind[domain] == Kind::prop || !has_stalk(plant, domain, leaf)) continue;
        const Vec3& at = plant.domains.placement[domain].position;
        hung[domain] = hung[domain] + shifted(rigid_sum(plant, domain, frames, plates).solid, at);
        const Vec3 first = hung[domain].first - hung[domain].mass * at;
        stalks[domain] = stalk_of(plant, domain, plates, standard_gravity * first.norm(), leaf);
        if (parent.exists()) hung[parent] = hung[parent] + hung[domain];
    }
    return stalks;
}

}  // namespace thigmo
