// How near wood samples its air.
#include "thigmo/sim/air_reach.h"

#include "thigmo/plant/walk.h"

namespace thigmo {

/// A plant's longest extent over half a cell of its shelter (docs/shelter.md).
constexpr double half_cells = 48;

double air_reach(const Plant& plant) {
    const Box box = grown_bounds(plant);
    return box.isEmpty() ? 0 : box.sizes().maxCoeff() / half_cells;
}

}  // namespace thigmo
