// Segments and shapes as they stand.
#include "thigmo/sim/rest_samples.h"

#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/plate.h"
#include "thigmo/sim/wood.h"

namespace thigmo {

std::vector<AirSample> rest_samples(const Plant& plant) {
    Column<ShapeId, Vec3> centres;
    for (const Shape& shape : plant.shapes) centres.push_back(make_plate(shape).solid.first);
    std::vector<AirSample> samples;
    const auto add = [&](const Vec3& point, const DragLaw& law) {
        AirSample sample;
        sample.point = point;
        add_drag(law, sample.drag);
        samples.push_back(sample);
    };
    for (const DomainId domain : plant.domains.rows()) {
        const Kind kind = plant.domains.kind[domain];
        const Material& material = plant.materials[plant.domains.material[domain]];
        if (const ShapeId shape = plant.domains.shape[domain]; shape.exists() && is_foliage(kind)) {
            add(plant.domains.placement[domain] * centres[shape],
                {drag_constant(material.drag, shown_area(plant, domain)), material.vogel});
            continue;
        }
        for (const SegmentId row : plant.domains.segments[domain]) {
            const Frustum piece = frustum(plant.segments, row);
            const Vec3 axis = direction(plant.segments, row);
            add(plant.segments.start[row] + side_centre(piece) * axis,
                {drag_constant(material.drag, side_area(piece)), material.vogel, axis});
        }
    }
    return samples;
}

}  // namespace thigmo
