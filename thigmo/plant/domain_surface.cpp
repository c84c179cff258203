// Shapes placed, and wood closed.
#include "thigmo/plant/domain_surface.h"

#include "thigmo/mesh/caps.h"

namespace thigmo {

DomainSurface domain_surface(const Plant& plant, DomainId domain) {
    if (!plant.domains.shape[domain].exists()) return {};
    const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
    std::vector<Vec3f> positions = mesh.positions;
    DomainSurface surface{{}, mesh.triangles};
    if (is_wood(plant.domains.kind[domain])) cap_holes(positions, surface.triangles);
    for (const Vec3f& position : positions)
        surface.positions.push_back(plant.domains.placement[domain] * position.cast<double>());
    return surface;
}

}  // namespace thigmo
