// Sums over a plant's tables.
#include "thigmo/plant/summary.h"

#include <algorithm>

#include "thigmo/plant/skin.h"
#include "thigmo/plant/walk.h"

namespace thigmo {

Summary summarize(const Plant& plant) {
    const Domains& domains = plant.domains;
    const Skin skin = build_skin(plant);
    Summary summary;
    summary.name = plant.name;
    summary.domains = domains.size();
    summary.segments = plant.segments.size();
    summary.shapes = plant.shapes.size();
    summary.triangles = skin.mesh.triangles.size();
    summary.vertices = skin.mesh.positions.size();
    for (const DomainId domain : domains.rows()) {
        summary.flexible_domains += domains.flexible[domain];
        summary.orders = std::max<uint64_t>(summary.orders, domains.order[domain] + 1u);
        ++summary.kinds[static_cast<size_t>(domains.kind[domain])];
        if (const ShapeId shape = domains.shape[domain]; shape.exists()) {
            ++summary.instances;
            summary.triangles += plant.shapes[shape].mesh.triangles.size();
            summary.vertices += plant.shapes[shape].mesh.positions.size();
        }
    }
    summary.bounds = bounds(plant);
    summary.height = summary.bounds.isEmpty() ? 0 : summary.bounds.sizes().y();
    summary.wood_volume = wood_volume(plant);
    summary.mass = mass(plant);
    return summary;
}

}  // namespace thigmo
