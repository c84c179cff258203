// Sums over a plant's tables.
#include "thigmo/plant/summary.h"

#include <algorithm>

#include "thigmo/plant/skin.h"
#include "thigmo/plant/walk.h"

namespace thigmo {

Summary summarize(const Plant& plant) {
    const Domains& domains = plant.domains;
    const DrawnSize drawn = skin_size(plant) + shapes_size(plant);
    Summary summary;
    summary.name = plant.name;
    summary.domains = domains.size();
    summary.segments = plant.segments.size();
    summary.shapes = plant.shapes.size();
    summary.triangles = drawn.triangles;
    summary.vertices = drawn.vertices;
    for (const DomainId domain : domains.rows()) {
        summary.flexible_domains += domains.flexible[domain];
        summary.orders = std::max<uint64_t>(summary.orders, domains.order[domain] + 1u);
        ++summary.kinds[static_cast<size_t>(domains.kind[domain])];
        summary.instances += domains.shape[domain].exists();
    }
    summary.bounds = bounds(plant);
    const Box grown = grown_bounds(plant);
    if (!grown.isEmpty()) summary.size = grown.sizes();
    for (const Volume& volume : plant.volumes) {
        summary.volumes += !volume.mesh.voxels.empty();
        summary.voxels += volume.mesh.voxels.size();
    }
    summary.wood_volume = wood_volume(plant);
    summary.mass = mass(plant);
    return summary;
}

}  // namespace thigmo
