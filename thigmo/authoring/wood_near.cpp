// Nearest segments of limbs.
#include "thigmo/authoring/wood_near.h"

#include <algorithm>

#include "thigmo/mesh/closest.h"

namespace thigmo {

WoodNear::WoodNear(const Limbs& limbs) : limbs_(limbs) {
    std::vector<Box> boxes;
    for (const LimbId limb : limbs.rows()) {
        const Axis& line = limbs[limb].line;
        double before = 0;
        for (uint32_t i = 1; i < line.size(); ++i) {
            rows_.push_back({limb, i - 1, before});
            boxes.emplace_back(line.points[i - 1]).extend(line.points[i]);
            before += (line.points[i] - line.points[i - 1]).norm();
        }
    }
    tree_ = BoxTree(boxes);
}

WoodNear::Answer WoodNear::nearest(const Vec3& point) const {
    const auto squared = [&](uint32_t item) {
        const Axis& line = limbs_[rows_[item].limb].line;
        const uint32_t at = rows_[item].segment;
        return (closest_on_segment(point, line.points[at], line.points[at + 1]) - point)
            .squaredNorm();
    };
    const auto [item, found] = tree_.nearest(point, squared);
    if (item == BoxTree::none) return {};
    const auto& [limb, at, before] = rows_[item];
    const Axis& line = limbs_[limb].line;
    const double share = closest_share(point, line.points[at], line.points[at + 1]);
    const double reach = (1 - share) * line.reach[at] + share * line.reach[at + 1];
    Answer answer;
    answer.place = {limb, before + share * (line.points[at + 1] - line.points[at]).norm()};
    answer.to_axis = std::sqrt(found);
    answer.to_skin = std::max(0.0, answer.to_axis - reach);
    return answer;
}

}  // namespace thigmo
