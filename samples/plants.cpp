// Small plants in code.
#include "samples/plants.h"

#include "thigmo/base/random.h"
#include "thigmo/mesh/image.h"

namespace thigmo::samples {
namespace {

void add_segment(Plant& plant, const Vec3& start, const Vec3& end, double r1, double r2) {
    Segments& segments = plant.segments;
    segments.key.push_back(mix(2, segments.size()));
    segments.start.push_back(start);
    segments.end.push_back(end);
    segments.start_radius.push_back(r1);
    segments.end_radius.push_back(r2);
    ++plant.domains.segments.back().count;
}

DomainId add_domain(Plant& plant, DomainId parent, Attachment attachment, Kind kind) {
    Domains& domains = plant.domains;
    domains.key.push_back(mix(1, domains.size()));
    domains.parent.push_back(parent);
    domains.attachment.push_back(attachment);
    domains.segments.push_back({static_cast<uint32_t>(plant.segments.size()), 0});
    domains.order.push_back(parent.exists() ? static_cast<uint16_t>(domains.order[parent] + 1)
                                            : uint16_t{0});
    domains.kind.push_back(kind);
    domains.flexible.push_back(is_wood(kind));
    domains.material.push_back(MaterialId(size_t{0}));
    domains.look.push_back(LookId(size_t{0}));
    domains.shape.push_back(ShapeId::none());
    return domains.placement.push_back({});
}

/// A diamond whose alpha leaves a disc.
void add_leaf_shape(Plant& plant) {
    Image image = make_image(16, 16);
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x) {
            const bool inside = (2 * x - 15) * (2 * x - 15) + (2 * y - 15) * (2 * y - 15) < 225;
            image.at(x, y) = {60, 120, 30, static_cast<uint8_t>(inside ? 255 : 0)};
        }
    const TextureId texture = plant.textures.push_back({"leaf", encode_png(image)});
    Look look;
    look.name = "leaf";
    look.texture = texture;
    look.translucency = 0.3f;
    look.two_sided = true;
    plant.looks.push_back(look);
    Material material;
    material.name = "leaf";
    material.young = 1e7;
    material.shear = 4e6;
    material.density = 700;
    plant.materials.push_back(material);
    Shape shape;
    shape.name = "leaf";
    shape.mesh.positions = {{-0.03f, 0, 0}, {0.03f, 0, 0}, {0.03f, 0.1f, 0}, {-0.03f, 0.1f, 0}};
    shape.mesh.normals.assign(4, Vec3f::UnitZ());
    shape.mesh.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    shape.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    shape.area = 0.0047;
    shape.thickness = 3e-4;
    plant.shapes.push_back(shape);
}

void start_plant(Plant& plant, const char* name) {
    plant.name = name;
    Material wood;
    wood.name = "wood";
    plant.materials.push_back(wood);
    Look bark;
    bark.name = "bark";
    bark.colour = {0.25f, 0.18f, 0.12f};
    plant.looks.push_back(bark);
}

}  // namespace

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
