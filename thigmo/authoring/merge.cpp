// Merging limbs.
#include "thigmo/authoring/merge.h"

#include <algorithm>

namespace thigmo {

void merge_limbs(const std::vector<LimbId>& merges, const SoupSurface& surface, Limbs& limbs,
                 Hierarchy& hierarchy, Anchors& anchors, Rest& rest) {
    const auto look = [&](LimbId limb) { return surface.look[limbs[limb].triangles.front()]; };
    for (const LimbId top : merges) {
        if (limbs[top].triangles.empty()) continue;  // merged into another one already
        std::vector<uint8_t> gone(limbs.size());
        for (const LimbId limb : limbs.rows()) {
            if (limb == top || limbs[limb].triangles.empty() || look(limb) != look(top)) continue;
            LimbId up = hierarchy.limbs[limb].from.limb;
            while (up.exists() && up != top) up = hierarchy.limbs[up].from.limb;
            gone[limb.value] = up == top;
        }
        for (const LimbId limb : limbs.rows()) {
            if (gone[limb.value] == 0) {
                Growing& growing = hierarchy.limbs[limb];
                if (growing.from.limb.exists() && gone[growing.from.limb.value] != 0)
                    growing.from = {
                        top, nearest_along(limbs[top].line, limbs[limb].line.points.front())};
                continue;
            }
            auto& from = limbs[limb].triangles;
            auto& to = limbs[top].triangles;
            to.insert(to.end(), from.begin(), from.end());
            from.clear();
        }
        std::ranges::sort(limbs[top].triangles);
        for (HeldBlade& held : anchors.of)
            if (held.on.limb.exists() && gone[held.on.limb.value] != 0)
                held.on = {top, nearest_along(limbs[top].line, held.anchor)};
        for (auto& [limb, triangle] : rest.on_limbs)
            if (gone[limb.value] != 0) limb = top;
        std::ranges::sort(rest.on_limbs);
    }
}

}  // namespace thigmo
