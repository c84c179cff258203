// Subtrees gathered to parts.
#include "thigmo/sim/tree_parts.h"

#include "thigmo/base/assert.h"

namespace thigmo {

TreeParts split_tree(std::span<const int> parents, std::span<const double> work, size_t wanted) {
    const size_t count = parents.size();
    THIGMO_ASSERT(work.size() == count && wanted >= 1);
    std::vector<double> carried(work.begin(), work.end());
    double all = 0;
    for (size_t i = count; i-- > 0;) {
        all += work[i];
        THIGMO_ASSERT(parents[i] < static_cast<int>(i));
        if (parents[i] >= 0) carried[static_cast<size_t>(parents[i])] += carried[i];
    }
    const double most = wanted == 1 ? 0 : all / static_cast<double>(wanted);
    constexpr uint32_t above = UINT32_MAX;
    TreeParts parts;
    parts.part_of.assign(count, above);
    double gathered = most;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t carrier =
            parents[i] < 0 ? above : parts.part_of[static_cast<size_t>(parents[i])];
        if (carrier != above) {
            parts.part_of[i] = carrier;
        } else if (carried[i] <= most && parents[i] >= 0) {
            if (gathered + carried[i] > most) {
                parts.rows.emplace_back();
                gathered = 0;
            }
            gathered += carried[i];
            parts.part_of[i] = parts.last();
            parts.crowns.push_back(static_cast<uint32_t>(i));
        }
    }
    parts.rows.emplace_back();
    for (size_t i = 0; i < count; ++i) {
        if (parts.part_of[i] == above) parts.part_of[i] = parts.last();
        parts.rows[parts.part_of[i]].push_back(static_cast<uint32_t>(i));
    }
    return parts;
}

}  // namespace thigmo
