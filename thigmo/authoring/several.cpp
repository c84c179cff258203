// Roots grouped by their distance against the width of what they carry.
#include "thigmo/authoring/several.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

/// A root with everything that it carries.
struct Stand {
    LimbId root;
    Vec3 foot = Vec3::Zero();
    Box box;
    double wood = 0;  // m³

    /// Straight stems have hardly any: a tenth of the height at least.
    double width() const {
        return std::max(0.5 * (box.sizes().x() + box.sizes().z()), 0.1 * box.sizes().y());
    }
};

double apart(const Stand& a, const Stand& b) {
    return std::hypot(a.foot.x() - b.foot.x(), a.foot.z() - b.foot.z());
}

std::vector<Stand> list_stands(const Limbs& limbs, const Hierarchy& hierarchy, const Blades& blades,
                               const Anchors& anchors) {
    std::vector<uint32_t> stand_of(limbs.size(), UINT32_MAX);
    std::vector<Stand> stands;
    for (const LimbId limb : limbs.rows()) {
        LimbId root = limb;
        while (hierarchy.limbs[root].from.limb.exists()) root = hierarchy.limbs[root].from.limb;
        if (stand_of[root.value] == UINT32_MAX) {
            stand_of[root.value] = static_cast<uint32_t>(stands.size());
            stands.push_back({root, limbs[root].line.points.front(), {}, 0});
        }
        stand_of[limb.value] = stand_of[root.value];
        Stand& stand = stands[stand_of[root.value]];
        for (const Vec3& point : limbs[limb].line.points) stand.box.extend(point);
        stand.wood += volume(limbs[limb].line);
    }
    for (const BladeId blade : blades.rows())
        if (const LimbId on = anchors.of[blade].on.limb; on.exists())
            stands[stand_of[on.value]].box.extend(blades[blade].box);
    return stands;
}

}  // namespace

std::vector<std::vector<LimbId>> find_plants(const Limbs& limbs, const Hierarchy& hierarchy,
                                             const Blades& blades, const Anchors& anchors) {
    std::vector<Stand> stands = list_stands(limbs, hierarchy, blades, anchors);
    std::ranges::stable_sort(stands,
                             [](const Stand& a, const Stand& b) { return a.wood > b.wood; });
    UnionFind sets(stands.size());
    constexpr size_t most_stands = 2000;  // of which each is held against each
    const bool stood_in =
        std::ranges::any_of(limbs, &Limb::of_cards) || stands.size() > most_stands;
    for (uint32_t i = 0; i < stands.size(); ++i) {
        if (stood_in) {
            sets.unite(0, i);
            continue;
        }
        // A sliver of wood that stands alone is no plant.
        const bool slight = stands[i].wood < 0.01 * stands[0].wood;
        uint32_t nearest = 0;
        for (uint32_t j = 0; j < i; ++j) {
            const double narrow = std::min(stands[i].width(), stands[j].width());
            if (apart(stands[i], stands[j]) <= 0.5 * narrow) sets.unite(i, j);
            if (apart(stands[i], stands[j]) < apart(stands[i], stands[nearest])) nearest = j;
        }
        if (slight && i > 0) sets.unite(i, nearest);
    }
    const std::vector<uint32_t> number = sets.numbers();
    std::vector<std::vector<LimbId>> plants;
    for (uint32_t i = 0; i < stands.size(); ++i) {
        if (number[i] >= plants.size()) plants.emplace_back();
        plants[number[i]].push_back(stands[i].root);
    }
    if (plants.size() > most_plants)
        for (size_t i = plants.size(); i-- > 1; plants.pop_back())
            plants[0].insert(plants[0].end(), plants[i].begin(), plants[i].end());
    for (std::vector<LimbId>& roots : plants) std::ranges::sort(roots);
    return plants;
}

}  // namespace thigmo
