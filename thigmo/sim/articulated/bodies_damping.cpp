// Damping of joints from the damping ratio of their domain's own sway.
#include <cmath>

#include "thigmo/sim/articulated/bodies_parts.h"

namespace thigmo {
namespace {

/// J_i/k_i of one joint (s²): what Dunkerley sums.
double swing(const Bodies& bodies, const Solid& outboard, BodyId body) {
    const Vec3 t = bodies.given[body] * Vec3::UnitX();
    const double across = 0.5 * (outboard.inertia.trace() - t.dot(outboard.inertia * t));
    const Vec3& k = bodies.stiffness[body];
    return across * 0.5 * (1 / k.y() + 1 / k.z());
}

}  // namespace

void set_damping(const Plant& plant, const ArticulatedSettings& settings,
                 const Column<BodyId, Solid>& outboard, Bodies& bodies) {
    Column<DomainId, double> squared_time(plant.domains.size(), 0.0);  // 1/ω² (s²)
    for (const BodyId body : bodies.rows())
        if (body != bodies.foot)
            squared_time[bodies.domain[body]] += swing(bodies, outboard[body], body);
    for (const BodyId body : bodies.rows()) {
        Vec3& damping = bodies.damping[body];
        if (!settings.damping) {
            damping = Vec3::Zero();
            continue;
        }
        const DomainId domain = bodies.domain[body];
        const double zeta = plant.materials[plant.domains.material[domain]].damping_ratio;
        const double beta = 2 * zeta * std::sqrt(squared_time[domain]);
        const Vec3 own = beta * bodies.stiffness[body];
        damping = (damping.array() > 0).select(damping, own);
    }
}

}  // namespace thigmo
