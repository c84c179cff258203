// Blooms laid on each other by three of their points, then compared part by part.
#include "thigmo/authoring/blooms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace thigmo {
namespace {

constexpr size_t largest = 200;   // parts of a bloom that is compared at all
constexpr size_t most_sets = 16;  // of one signature

std::vector<Bloom> list_blooms(const Limbs& limbs, const Blades& blades, const Anchors& anchors) {
    std::map<BladeId, std::vector<BladeId>> on_cards;
    std::map<LimbId, std::vector<BladeId>> at_tips;
    std::vector<uint8_t> at_tip(blades.size());
    for (const BladeId blade : blades.rows()) {
        const HeldBlade& held = anchors.of[blade];
        if (held.on_blade.exists()) {
            on_cards[held.on_blade].push_back(blade);
        } else if (held.on.limb.exists() && limbs[held.on.limb].line.length() - held.on.along <=
                                                0.5 * blades[blade].size()) {
            at_tips[held.on.limb].push_back(blade);
            at_tip[blade.value] = 1;
        }
    }
    std::vector<Bloom> blooms;
    const auto keep = [&](const Vec3& origin, std::vector<BladeId> parts) {
        if (parts.size() < 3) return;
        std::ranges::sort(parts);
        blooms.push_back({origin, std::move(parts), {}});
    };
    for (auto& [limb, parts] : at_tips) {
        for (size_t i = 0, count = parts.size(); i < count; ++i)
            if (const auto more = on_cards.find(parts[i]); more != on_cards.end())
                parts.insert(parts.end(), more->second.begin(), more->second.end());
        keep(limbs[limb].line.points.back(), std::move(parts));
    }
    for (auto& [card, parts] : on_cards)
        if (at_tip[card.value] == 0) keep(blades[card].centre, std::move(parts));
    std::ranges::sort(blooms, {}, [](const Bloom& bloom) { return bloom.parts.front(); });
    return blooms;
}

class Comparison {
  public:
    Comparison(const Blades& blades, const Instances& instances)
        : blades_(blades), instances_(instances) {}

    /// What copies the parts are of; equal for blooms that may be alike.
    std::vector<uint32_t> signature(const Bloom& bloom) const {
        std::vector<uint32_t> sets;
        for (const BladeId part : bloom.parts) sets.push_back(set(part));
        std::ranges::sort(sets);
        return sets;
    }

    std::optional<Placement> fit(const Bloom& first, const Bloom& second) const {
        if (first.parts.size() > largest) return {};
        const BladeId a = first.parts.front(), b = farthest_from(first, a);
        const std::array<Vec3, 3> from = {first.origin, middle(a), middle(b)};
        const double near = 0.05 * size(second);
        for (const BladeId c : second.parts) {
            if (set(c) != set(a)) continue;
            for (const BladeId d : second.parts) {
                if (d == c || set(d) != set(b)) continue;
                const std::array<Vec3, 3> to = {second.origin, middle(c), middle(d)};
                if (!congruent(from, to, near)) continue;
                const Fit found = fit_points(from, to, CopyBy::similarity);
                if (found.worst <= near && lies_on(first, second, found.placement, near))
                    return found.placement;
            }
        }
        return {};
    }

  private:
    /// Whether two triangles have the same angles, within `near` of the second's points.
    static bool congruent(const std::array<Vec3, 3>& from, const std::array<Vec3, 3>& to,
                          double near) {
        const double a = (from[1] - from[0]).norm(), b = (from[2] - from[0]).norm(),
                     c = (from[2] - from[1]).norm(), scale = (to[1] - to[0]).norm() / a;
        return std::abs((to[2] - to[0]).norm() - scale * b) <= 4 * near &&
               std::abs((to[2] - to[1]).norm() - scale * c) <= 4 * near;
    }
    uint32_t set(BladeId blade) const { return instances_.of[blade].set; }
    const Vec3& middle(BladeId blade) const { return blades_[blade].centre; }

    double size(const Bloom& bloom) const {
        Box box;
        for (const BladeId part : bloom.parts) box.extend(blades_[part].box);
        return box.diagonal().norm();
    }

    /// The part that spans the widest triangle with the origin and another part.
    BladeId farthest_from(const Bloom& bloom, BladeId a) const {
        const Vec3 side = middle(a) - bloom.origin;
        return *std::ranges::max_element(bloom.parts, {}, [&](BladeId part) {
            return part == a ? -1.0 : (middle(part) - bloom.origin).cross(side).norm();
        });
    }

    bool lies_on(const Bloom& first, const Bloom& second, const Placement& placement,
                 double near) const {
        std::vector<uint8_t> taken(second.parts.size());
        return std::ranges::all_of(first.parts, [&](BladeId part) {
            const Vec3 there = placement * middle(part);
            for (size_t i = 0; i < second.parts.size(); ++i) {
                const BladeId other = second.parts[i];
                if (taken[i] != 0 || set(other) != set(part) ||
                    (middle(other) - there).norm() > near)
                    continue;
                taken[i] = 1;
                return true;
            }
            return false;
        });
    }

    const Blades& blades_;
    const Instances& instances_;
};

}  // namespace

size_t Blooms::count() const {
    size_t sum = 0;
    for (const std::vector<Bloom>& set : sets) sum += set.size();
    return sum;
}

Blooms find_blooms(const Limbs& limbs, const Blades& blades, const Instances& instances,
                   const Anchors& anchors) {
    const Comparison comparison(blades, instances);
    std::map<std::vector<uint32_t>, std::vector<size_t>> alike;  // sets by signature
    Blooms blooms;
    for (Bloom& bloom : list_blooms(limbs, blades, anchors)) {
        std::vector<size_t>& sets = alike[comparison.signature(bloom)];
        bool found = false;
        for (const size_t set : sets)
            if (const auto placement = comparison.fit(blooms.sets[set].front(), bloom)) {
                bloom.placement = *placement;
                blooms.sets[set].push_back(std::move(bloom));
                found = true;
                break;
            }
        if (found) continue;
        if (sets.size() < most_sets) sets.push_back(blooms.sets.size());
        blooms.sets.push_back({std::move(bloom)});
    }
    return blooms;
}

}  // namespace thigmo
