// Nearest segments of limbs.
#include "thigmo/authoring/wood_near.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mesh/closest.h"

namespace thigmo {

WoodNear::WoodNear(const Limbs& limbs) {
    std::vector<Box> boxes;
    for (const LimbId limb : limbs.rows()) {
        const Axis& line = limbs[limb].line;
        double before = 0;
        for (size_t i = 1; i < line.size(); ++i) {
            const Vec3 &a = line.points[i - 1], &b = line.points[i];
            rows_.push_back({limb, a, b, line.reach[i - 1], line.reach[i], before});
            boxes.emplace_back(a).extend(b);
            before += (b - a).norm();
        }
    }
    tree_ = BoxTree(boxes);
}

WoodNear::Answer WoodNear::nearest(const Vec3& point) const {
    const auto [item, found] = tree_.nearest(point, [&](uint32_t at) {
        return (closest_on_segment(point, rows_[at].start, rows_[at].end) - point).squaredNorm();
    });
    if (item == BoxTree::none) return {};
    const Row& row = rows_[item];
    const double share = closest_share(point, row.start, row.end);
    Answer answer;
    answer.place = {row.limb, row.before + share * (row.end - row.start).norm()};
    answer.to_axis = std::sqrt(found);
    const double reach = (1 - share) * row.start_reach + share * row.end_reach;
    answer.to_skin = std::max(0.0, answer.to_axis - reach);
    return answer;
}

}  // namespace thigmo
