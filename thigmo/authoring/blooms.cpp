// Blooms laid on each other by three of their points, then compared part by part.
#include "thigmo/authoring/blooms.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace thigmo {
namespace {

constexpr size_t largest = 200;  // parts of a bloom that is compared at all

std::vector<Bloom> list_blooms(const Blades& blades, const Anchors& anchors) {
    std::map<BladeId, std::vector<BladeId>> on;
    for (const BladeId blade : blades.rows())
        if (anchors.of[blade].on_blade.exists()) on[anchors.of[blade].on_blade].push_back(blade);
    std::vector<Bloom> blooms;
    for (auto& [heart, parts] : on)
        if (parts.size() >= 2) blooms.push_back({heart, std::move(parts), {}});
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
        sets.push_back(set(bloom.heart));
        return sets;
    }

    std::optional<Placement> fit(const Bloom& first, const Bloom& second) const {
        if (first.parts.size() > largest) return {};
        const BladeId a = first.parts.front(), b = farthest_from(first, a);
        const std::array<Vec3, 3> from = {middle(first.heart), middle(a), middle(b)};
        const double near = 0.05 * size(second);
        for (const BladeId c : second.parts) {
            if (set(c) != set(a)) continue;
            for (const BladeId d : second.parts) {
                if (d == c || set(d) != set(b)) continue;
                const std::array<Vec3, 3> to = {middle(second.heart), middle(c), middle(d)};
                const Fit found = fit_points(from, to, CopyBy::similarity);
                if (found.worst <= near && lies_on(first, second, found.placement, near))
                    return found.placement;
            }
        }
        return {};
    }

  private:
    uint32_t set(BladeId blade) const { return instances_.of[blade].set; }
    const Vec3& middle(BladeId blade) const { return blades_[blade].centre; }

    double size(const Bloom& bloom) const {
        Box box = blades_[bloom.heart].box;
        for (const BladeId part : bloom.parts) box.extend(blades_[part].box);
        return box.diagonal().norm();
    }

    /// The part that spans the widest triangle with the heart and another part.
    BladeId farthest_from(const Bloom& bloom, BladeId a) const {
        const Vec3 heart = middle(bloom.heart), side = middle(a) - heart;
        return *std::ranges::max_element(bloom.parts, {}, [&](BladeId part) {
            return part == a ? -1.0 : (middle(part) - heart).cross(side).norm();
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

Blooms find_blooms(const Blades& blades, const Instances& instances, const Anchors& anchors) {
    const Comparison comparison(blades, instances);
    std::map<std::vector<uint32_t>, std::vector<size_t>> alike;  // sets by signature
    Blooms blooms;
    for (Bloom& bloom : list_blooms(blades, anchors)) {
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
        sets.push_back(blooms.sets.size());
        blooms.sets.push_back({std::move(bloom)});
    }
    return blooms;
}

}  // namespace thigmo
