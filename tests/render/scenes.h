// Small plants of plain cards, for pictures whose light is known.
#pragma once

#include "samples/parts.h"
#include "thigmo/mesh/image.h"
#include "thigmo/render/picture.h"

namespace thigmo {

/// A square card of the given side about the origin, facing +Z, as one leaf without texture.
inline Plant card(float side, const Vec3f& colour, float translucency = 0) {
    Plant plant;
    samples::start_plant(plant, "card");
    const float h = side / 2;
    Shape shape;
    shape.mesh.positions = {{-h, -h, 0}, {h, -h, 0}, {h, h, 0}, {-h, h, 0}};
    shape.mesh.normals.assign(4, Vec3f::UnitZ());
    shape.mesh.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    shape.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    plant.shapes.push_back(shape);
    plant.looks.back().colour = colour;
    plant.looks.back().translucency = translucency;
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    plant.domains.shape.back() = ShapeId(size_t{0});
    return plant;
}

/// The card's texture: transparent where x of the 16 × 16 pixels is less than `cut`.
inline void mask_card(Plant& plant, int cut) {
    Image image = make_image(16, 16, {255, 255, 255, 255});
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < cut; ++x) image.at(x, y)[3] = 0;
    plant.looks.back().texture = plant.textures.push_back({"half", encode_png(image)});
}

/// A small picture in uniform light without ground.
inline PictureSettings plain_settings(int side, int samples) {
    PictureSettings settings;
    settings.width = settings.height = side;
    settings.samples = samples;
    settings.ground = false;
    settings.light = uniform_light(Vec3f::Ones());
    settings.view.azimuth_deg = 0;
    settings.view.elevation_deg = 0;
    return settings;
}

inline Film expose(const Plant& plant, const PictureSettings& settings, const Camera& camera) {
    Progress progress;
    return Renderer(plant).expose(settings, camera, progress);
}

}  // namespace thigmo
