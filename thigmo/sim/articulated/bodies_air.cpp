// Bodies near each other read one sample of the air.
#include <algorithm>
#include <cmath>
#include <limits>

#include "thigmo/sim/articulated/bodies_parts.h"

namespace thigmo {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// From a body's drag centre to the parent's by way of the joint (m): no pose makes it longer.
/// Infinite where one of the two reads another's sample already.
double way_down(const Bodies& bodies, BodyId body) {
    const BodyId parent = bodies.parent[body];
    if (!parent.exists() || bodies.sampled_at[body] != body || bodies.sampled_at[parent] != parent)
        return never;
    const Vec3 from = bodies.drag_centre[parent] * Vec3::UnitX();
    return (bodies.offset[body] - from).norm() + std::abs(bodies.drag_centre[body]);
}

/// What a body knows of those that it carries, as ways along the wood.
struct Near {
    double open = 0;        // to the farthest that still has no sample; −1: all have
    double sample = never;  // to the nearest sample
    BodyId at;              // where that is taken
};

}  // namespace

/// As few samples as can be: from tips to base, one is taken where the farthest body without would
/// be out of reach one body further down.
void share_air(double reach, Bodies& bodies) {
    Column<BodyId, Near> near(bodies.size());
    for (size_t row = bodies.size(); row-- > 0;) {
        const BodyId body(row), parent = bodies.parent[body];
        Near& own = near[body];
        const double way = way_down(bodies, body);
        if (own.open + own.sample <= reach) own.open = -1;
        if (own.open >= 0 && own.open + way > reach) own = {-1, 0, body};
        if (way == never) continue;
        Near& below = near[parent];
        if (own.open >= 0) below.open = std::max(below.open, own.open + way);
        if (own.sample + way < below.sample) {
            below.sample = own.sample + way;
            below.at = own.at;
        }
    }
    for (const BodyId body : bodies.rows()) {
        const double way = way_down(bodies, body);
        if (way == never) continue;
        const Near& below = near[bodies.parent[body]];
        if (below.sample + way < near[body].sample) near[body] = {-1, below.sample + way, below.at};
    }
    for (BodyId& at : bodies.sampled_at) at = near[at].at;
}

}  // namespace thigmo
