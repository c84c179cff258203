// Which settings make which simulator.
#include "thigmo/sim/simulators.h"

#include "thigmo/base/error.h"
#include "thigmo/sim/articulated/articulated.h"

namespace thigmo {

std::unique_ptr<Simulator> make_simulator(const Plant& plant, const SimulatorSettings& settings,
                                          const Start& start) {
    const auto& articulated = std::get<ArticulatedSettings>(settings);
    if (articulated.model == ArticulatedModel::thesis)
        throw InputError("model: found \"thesis\", expected \"ball\"");
    return make_articulated(plant, articulated, start);
}

}  // namespace thigmo
