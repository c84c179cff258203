// Polygon soup: the triangles of a foreign file with its looks, before anything is known of the
// plant in it.
#pragma once

#include <string>
#include <vector>

#include "thigmo/base/log.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// One mesh under one node of the file, with one look. Vertices are joined as the file joins them
/// and no further; a mesh that several nodes show stands once for each of them.
struct SoupPart {
    std::string node;  // the file's names, of the node and of the mesh; may be empty
    std::string name;
    LookId look;
    TriangleMesh mesh;      // in the file's unit, +Y up, all transforms applied
    bool animated = false;  // the node, or one above it, is driven by an animation
    bool has_uvs = true;    // else they are zeros
};

/// Everything finite, every triangle's corners exist; uvs and normals as the file has them, normals
/// made where it has none.
struct Soup {
    std::string name;
    std::vector<SoupPart> parts;
    Column<LookId, Look> looks;
    Column<TextureId, Texture> textures;
    double unit = 0;  // metres per unit of the file where it tells; 0: it does not
    Log log;          // what was missing, left out or mended
};

/// The soup as a plant that only stands there: a prop for every part with triangles, all placed
/// alike. It draws and exports what the file shows.
Plant as_plant(const Soup& soup, const Placement& placement = {});

}  // namespace thigmo
