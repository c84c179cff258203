// Inputs of all solids to the store.
#include "thigmo/sim/reduced/prepare_models.h"

#include <set>

#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {

PreparedModels prepare_models(const Plant& plant, const ReducedSettings& settings,
                              Progress& progress) {
    check(settings);
    const auto [solids, inputs, models] =
        reduce_solids(plant, settings, *settings.models, progress);
    PreparedModels prepared;
    prepared.log = solids.log;
    prepared.domains = plant.domains.size();
    for (const DomainId domain : plant.domains.rows())
        if (solids.of_domain[domain].exists()) ++prepared.flexible;
    prepared.models = std::set(models.begin(), models.end()).size();
    for (const ModelPtr& model : models)
        if (model) prepared.coordinates += static_cast<size_t>(model->size);
    return prepared;
}

}  // namespace thigmo
