// Roots grouped by their pots, and by their distance against the width of what they carry.
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
    double wood = 0;            // m³
    std::optional<size_t> pot;  // that it comes out of

    /// Straight stems have hardly any: a tenth of the height at least.
    double width() const {
        return std::max(0.5 * (box.sizes().x() + box.sizes().z()), 0.1 * box.sizes().y());
    }
};

double apart(const Stand& a, const Stand& b) {
    return std::hypot(a.foot.x() - b.foot.x(), a.foot.z() - b.foot.z());
}

/// Whether two roots are surely of one plant, or surely of two, by their pots.
std::optional<bool> together(const Stand& a, const Stand& b) {
    if (!a.pot || !b.pot) return {};
    return *a.pot == *b.pot;
}

std::vector<Stand> list_stands(const Limbs& limbs, const Hierarchy& hierarchy, const Blades& blades,
                               const Anchors& anchors, std::span<const Pot> pots) {
    std::vector<uint32_t> stand_of(limbs.size(), UINT32_MAX);
    std::vector<Stand> stands;
    for (const LimbId limb : limbs.rows()) {
        LimbId root = limb;
        while (hierarchy.limbs[root].from.limb.exists()) root = hierarchy.limbs[root].from.limb;
        if (stand_of[root.value] == UINT32_MAX) {
            stand_of[root.value] = static_cast<uint32_t>(stands.size());
            const Vec3& foot = limbs[root].line.points.front();
            stands.push_back({root, foot, {}, 0, pot_at(pots, foot)});
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
                                             const Blades& blades, const Anchors& anchors,
                                             std::span<const Pot> pots) {
    std::vector<Stand> stands = list_stands(limbs, hierarchy, blades, anchors, pots);
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
        // A sliver of wood that stands alone is no plant, unless somebody has potted it.
        const bool slight = stands[i].wood < 0.01 * stands[0].wood && !stands[i].pot;
        uint32_t nearest = 0;
        for (uint32_t j = 0; j < i; ++j) {
            const double narrow = std::min(stands[i].width(), stands[j].width());
            const bool near = apart(stands[i], stands[j]) <= 0.5 * narrow;
            if (together(stands[i], stands[j]).value_or(near)) sets.unite(i, j);
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

std::vector<Rest> share_rest(const Rest& rest, const Pieces& pieces, const Limbs& limbs,
                             const std::vector<std::vector<LimbId>>& plants,
                             std::span<const Pot> pots) {
    std::vector<size_t> plant_of_pot(pots.size()), plant_of_piece(pieces.size());
    for (size_t plant = 0; plant < plants.size(); ++plant)
        for (const LimbId root : plants[plant])
            if (const auto pot = pot_at(pots, limbs[root].line.points.front()))
                plant_of_pot[*pot] = plant;
    for (size_t pot = 0; pot < pots.size(); ++pot)
        for (const auto* of : {&pots[pot].pieces, &pots[pot].contents})
            for (const PieceId piece : *of) plant_of_piece[piece.value] = plant_of_pot[pot];
    std::vector<Rest> shares(plants.size(), {{}, rest.on_limbs, rest.on_pieces});
    for (const std::vector<uint32_t>& prop : rest.props) {
        std::vector<std::vector<uint32_t>> parts(plants.size());
        for (const uint32_t triangle : prop)
            parts[plant_of_piece[pieces.of[triangle].value]].push_back(triangle);
        for (size_t plant = 0; plant < plants.size(); ++plant)
            if (!parts[plant].empty()) shares[plant].props.push_back(std::move(parts[plant]));
    }
    return shares;
}

}  // namespace thigmo
