// The surface of a domain's shape in the plant's space.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo {

struct DomainSurface {
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;
};

/// Without triangles where the domain has no shape. Tubes of wood are solid, though most end open:
/// theirs are closed.
DomainSurface domain_surface(const Plant& plant, DomainId domain);

}  // namespace thigmo
