// Sums over instances and textures.
#include "thigmo/plant/drawn.h"

#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/mesh/image.h"

namespace thigmo {

std::string title(const Plant& plant) {
    return plant.name.empty() ? "plant" : plant.name;
}

DrawnSize shapes_size(const Plant& plant) {
    DrawnSize size;
    for (const ShapeId shape : plant.domains.shape)
        if (shape.exists()) size = size + drawn_size(plant.shapes[shape].mesh);
    return size;
}

void check_drawn(const Plant& plant, const DrawnSize& size) {
    const auto refuse = [&](uint64_t found, const char* what, uint64_t most) {
        throw InputError(fmt::format("{}: {} {} as drawn, expected at most {}", title(plant), found,
                                     what, most));
    };
    if (size.triangles > drawn_limit.triangles)
        refuse(size.triangles, "triangles", drawn_limit.triangles);
    if (size.vertices > drawn_limit.vertices)
        refuse(size.vertices, "vertices", drawn_limit.vertices);
}

void check_pictures(const Plant& plant) {
    Column<TextureId, uint8_t> seen(plant.textures.size());
    uint64_t pixels = 0;
    for (const Look& look : plant.looks) {
        if (!look.texture.exists() || seen[look.texture] != 0) continue;
        seen[look.texture] = 1;
        const Texture& texture = plant.textures[look.texture];
        const ImageSize size = read_image_size(
            texture.bytes, fmt::format("{}: texture {}", title(plant), texture.name));
        pixels += static_cast<uint64_t>(size.width) * static_cast<uint64_t>(size.height);
    }
    if (pixels > pixel_limit)
        throw InputError(fmt::format("{}: {} pixels in its textures, expected at most {}",
                                     title(plant), pixels, pixel_limit));
}

}  // namespace thigmo
