// What a grammar's symbols stand for: materials and looks of wood, shapes of leaves and flowers.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// Of one kind of wood.
struct WoodPart {
    MaterialId material;
    LookId look;
};

/// What `~X` draws: an instance of a shape, for one name X.
struct ShapePart {
    std::string symbol;
    Kind kind = Kind::leaf;
    ShapeId shape;
    MaterialId material;
    LookId look;
};

/// The tables are copied into the plant that is grown from them.
struct Palette {
    Column<MaterialId, Material> materials;
    Column<LookId, Look> looks;
    Column<TextureId, Texture> textures;
    Column<ShapeId, Shape> shapes;
    std::array<WoodPart, 3> wood;  // trunk, branch, twig
    std::vector<ShapePart> parts;
};

/// Wood of which nothing is known: between green oak, ash, birch and sycamore.
Material generic_wood();

/// Bark without a texture.
Look generic_bark();

/// Generic wood and a plain leaf under `~l`, for grammars that bring nothing of their own.
Palette default_palette();

}  // namespace thigmo
