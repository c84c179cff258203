// Small plants in code.
#include "samples/plants.h"

#include "samples/parts.h"

namespace thigmo::samples {

Plant stem(size_t segments, double height, double base_radius, double tip_radius) {
    Plant plant;
    start_plant(plant, "stem");
    add_domain(plant, DomainId::none(), {}, Kind::trunk);
    const auto at = [&](size_t i) {
        return static_cast<double>(i) / static_cast<double>(segments);
    };
    const auto radius = [&](size_t i) { return base_radius + (tip_radius - base_radius) * at(i); };
    for (size_t i = 0; i < segments; ++i)
        add_segment(plant, {0, height * at(i), 0}, {0, height * at(i + 1), 0}, radius(i),
                    radius(i + 1));
    return plant;
}

Plant sapling() {
    Plant plant;
    start_plant(plant, "sapling");
    add_leaf_shape(plant);
    const DomainId trunk = add_domain(plant, DomainId::none(), {}, Kind::trunk);
    for (int i = 0; i < 3; ++i)
        add_segment(plant, {0, 0.4 * i, 0}, {0, 0.4 * (i + 1), 0}, 0.03 - 0.008 * i,
                    0.03 - 0.008 * (i + 1));
    for (const double side : {-1.0, 1.0}) {
        const SegmentId on(side < 0 ? size_t{1} : size_t{2});
        const Vec3 base = 0.5 * (plant.segments.start[on] + plant.segments.end[on]);
        const Vec3 middle = base + Vec3(0.2 * side, 0.15, 0),
                   tip = middle + Vec3(0.2 * side, 0.1, 0);
        const DomainId branch = add_domain(plant, trunk, {on, 0.5}, Kind::twig);
        add_segment(plant, base, middle, 0.01, 0.008);
        add_segment(plant, middle, tip, 0.008, 0.004);
        for (const double along : {0.5, 1.0}) {
            const SegmentId last = plant.domains.segments[branch].back();
            add_domain(plant, branch, {last, along}, Kind::leaf);
            plant.domains.material.back() = MaterialId(size_t{1});
            plant.domains.look.back() = LookId(size_t{1});
            plant.domains.shape.back() = ShapeId(size_t{0});
            plant.domains.placement.back() = {middle + along * (tip - middle),
                                              Quat(Eigen::AngleAxisd(-side * 1.2, Vec3::UnitZ())),
                                              1.0};
        }
    }
    return plant;
}

}  // namespace thigmo::samples
