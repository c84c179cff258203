// Damping of joints from the damping ratio of their domain's own sway.
#include <algorithm>
#include <cmath>

#include "thigmo/sim/articulated/bodies_parts.h"

namespace thigmo {
namespace {

/// J_i/k_i of one joint (s²), what Dunkerley sums, across the body and about its axis.
struct Swing {
    double bend = 0, twist = 0;
};

Swing swing(const Bodies& bodies, const Solid& outboard, BodyId body) {
    const Vec3 t = bodies.given[body] * Vec3::UnitX();
    const double along = t.dot(outboard.inertia * t);
    const double across = 0.5 * (outboard.inertia.trace() - along);
    const Vec3& k = bodies.stiffness[body];
    return {across * 0.5 * (1 / k.y() + 1 / k.z()), along / k.x()};
}

}  // namespace

void set_damping(const Plant& plant, const ArticulatedSettings& settings,
                 const Column<BodyId, Solid>& outboard, Bodies& bodies) {
    Column<DomainId, Swing> squared_time(plant.domains.size());  // 1/ω² (s²)
    for (const BodyId body : bodies.rows()) {
        if (body == bodies.foot) continue;
        const Swing own = swing(bodies, outboard[body], body);
        squared_time[bodies.domain[body]].bend += own.bend;
        squared_time[bodies.domain[body]].twist += own.twist;
    }
    for (const BodyId body : bodies.rows()) {
        Vec3& damping = bodies.damping[body];
        if (!settings.damping) {
            damping = Vec3::Zero();
            continue;
        }
        const DomainId domain = bodies.domain[body];
        const double zeta = plant.materials[plant.domains.material[domain]].damping_ratio;
        const Swing& slowest = squared_time[domain];
        const double beta = 2 * zeta * std::sqrt(std::max(slowest.bend, slowest.twist));
        const Vec3 own = beta * bodies.stiffness[body];
        damping = (damping.array() > 0).select(damping, own);
    }
}

}  // namespace thigmo
