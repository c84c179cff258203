// A solid as a mesh of bricks.
#pragma once

#include <vector>

#include "thigmo/mechanics/brick.h"
#include "thigmo/mechanics/elasticity.h"

namespace thigmo {

struct SolidMesh {
    std::vector<Vec3> nodes;
    std::vector<BrickNodes> bricks;
    std::vector<SolidMaterial> materials;  // one per brick
    bool operator==(const SolidMesh&) const = default;
};

}  // namespace thigmo
