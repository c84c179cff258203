// Which settings make which simulator.
#include "thigmo/sim/simulators.h"

#include "thigmo/sim/articulated/articulated.h"
#include "thigmo/sim/articulated/thesis.h"

namespace thigmo {

std::unique_ptr<Simulator> make_simulator(const Plant& plant, const SimulatorSettings& settings,
                                          const Start& start) {
    ArticulatedSettings articulated = std::get<ArticulatedSettings>(settings);
    articulated.gravity = start.placement.rotation.conjugate() * articulated.gravity;
    if (articulated.model == ArticulatedModel::thesis)
        return make_thesis(plant, articulated, start);
    return make_articulated(plant, articulated, start);
}

}  // namespace thigmo
