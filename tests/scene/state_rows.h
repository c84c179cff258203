// What every row of a scene holds, to be compared over a cut.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "thigmo/scene/scene.h"

namespace thigmo {

/// By table and key.
using StateRows = std::map<std::pair<int, Key>, std::vector<double>>;

/// What every key holds in all actors together.
inline StateRows rows_of(const Scene& scene) {
    StateRows rows;
    for (const Actor& actor : scene.actors) {
        std::vector<double> state;
        actor.simulator->save(state);
        for (const StateRow& row : actor.simulator->rows())
            rows[{static_cast<int>(row.table), row.key}].assign(
                state.begin() + row.first, state.begin() + row.first + row.count);
    }
    return rows;
}

}  // namespace thigmo
