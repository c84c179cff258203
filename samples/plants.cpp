// Small plants in code.
#include "samples/plants.h"

#include "samples/parts.h"
#include "thigmo/plant/edit.h"

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

namespace {

/// A plant that is one prop: a box about the origin.
Plant prop(const char* name, const Vec3f& half, const Vec3& place, Key key) {
    Plant plant;
    start_plant(plant, name);
    plant.materials.back().name = plant.looks.back().name = name;
    plant.materials.back().vogel = 0;  // other than any plant's, were it ever taken for one
    add_domain(plant, DomainId::none(), {}, Kind::prop);
    plant.domains.key.back() = key;
    plant.domains.placement.back().position = place;
    plant.domains.shape.back() = ShapeId(size_t{0});
    Shape box;
    box.name = name;
    TriangleMesh& mesh = box.mesh;
    for (int k = 0; k < 8; ++k)
        mesh.positions.push_back(half.cwiseProduct(
            Vec3f(k & 1 ? 1.0f : -1.0f, k & 2 ? 1.0f : -1.0f, k & 4 ? 1.0f : -1.0f)));
    mesh.uvs.assign(8, Vec2f::Zero());
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    box.area = 1;
    box.thickness = 1;
    plant.shapes.push_back(box);
    return plant;
}

}  // namespace

Plant potted(const Plant& plant) {
    const Plant pot = prop("pot", {0.15f, 0.1f, 0.15f}, {0, -0.05, 0}, 1);
    const Plant stone = prop("stone", {0.05f, 0.03f, 0.04f}, {0.3, -0.12, 0.1}, 2);
    Plant all = append_plant(append_plant(pot, plant).plant, stone).plant;
    all.name = plant.name;
    return all;
}

}  // namespace thigmo::samples
