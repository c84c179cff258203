// Plants that cannot move, refused with the domain that is to blame.
#include "thigmo/sim/movable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

void require_tree(const Plant& plant, DomainId domain) {
    const DomainId parent = plant.domains.parent[domain];
    if (parent.exists() && parent >= domain)
        throw InputError(
            fmt::format("{}: found parent {}, expected one before it: a cycle cannot move",
                        domain_name(plant, domain), domain_name(plant, parent)));
}

void require_segments(const Plant& plant, DomainId domain) {
    const Segments& rows = plant.segments;
    for (const SegmentId segment : plant.domains.segments[domain]) {
        require_positive(plant, domain, "length", length(rows, segment), " m");
        const double a = rows.start_radius[segment], b = rows.end_radius[segment];
        if (a >= 0 && b >= 0) require_positive(plant, domain, "radius", std::max(a, b), " m");
        require_positive(plant, domain, "radius", a < 0 ? a : b < 0 ? b : 1.0, " m");
        if (std::max(a, b) < line_radius)
            throw InputError(fmt::format(
                "{}: found radius {:g} m, expected at least {:g} m: a line cannot stand",
                domain_name(plant, domain), std::max(a, b), line_radius));
    }
}

void require_material(const Plant& plant, DomainId domain) {
    const Material& m = plant.materials[plant.domains.material[domain]];
    require_positive(plant, domain, "density", m.density, " kg/m³");
    require_positive(plant, domain, "tip density", m.tip_density, " of the base's");
    require_positive(plant, domain, "Young's modulus", m.young, " Pa");
    require_positive(plant, domain, "shear modulus", m.shear, " Pa");
    require_positive(plant, domain, "tip modulus", m.tip_young, " of the base's");
}

void require_shape(const Plant& plant, DomainId domain) {
    const ShapeId shape = plant.domains.shape[domain];
    if (!shape.exists()) {
        if (!plant.domains.segments[domain].empty()) return;
        throw InputError(domain_name(plant, domain) +
                         ": found neither segments nor a shape, expected what can move");
    }
    require_positive(plant, domain, "area of its shape", plant.shapes[shape].area, " m²");
    require_positive(plant, domain, "thickness of its shape", plant.shapes[shape].thickness, " m");
    require_positive(plant, domain, "scale of its shape", plant.domains.placement[domain].scale,
                     "");
}

}  // namespace

void require_positive(const Plant& plant, DomainId domain, const char* name, double value,
                      const char* unit) {
    if (value > 0 && std::isfinite(value)) return;
    throw InputError(fmt::format("{}: found {} {:g}{}, expected more than 0",
                                 domain_name(plant, domain), name, value, unit));
}

bool is_fixed_root(const Plant& plant, DomainId domain) {
    const Domains& domains = plant.domains;
    return !domains.parent[domain].exists() && domains.flexible[domain] == 0 &&
           is_wood(domains.kind[domain]) && !domains.segments[domain].empty();
}

void require_movable(const Plant& plant) {
    if (std::ranges::all_of(plant.domains.kind, [](Kind kind) { return kind == Kind::prop; }))
        throw InputError(
            fmt::format("{}: found props alone, expected what can move", title(plant)));
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.kind[domain] == Kind::prop) continue;
        require_tree(plant, domain);
        require_segments(plant, domain);
        require_material(plant, domain);
        require_shape(plant, domain);
    }
}

}  // namespace thigmo
