// Rows and looks that the samples are made of.
#include "samples/parts.h"

#include "thigmo/base/random.h"
#include "thigmo/mesh/image.h"

namespace thigmo::samples {

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

}  // namespace thigmo::samples
