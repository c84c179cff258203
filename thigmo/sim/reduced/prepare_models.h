// All models of a plant at once, before any simulation.
#pragma once

#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/reduced/settings.h"

namespace thigmo {

struct PreparedModels {
    size_t domains = 0;
    size_t flexible = 0;  // of them
    size_t models = 0;    // that these share
    size_t coordinates = 0;
    Log log;  // what had to be changed of the plant
};

/// Fills the settings' store with what the plant, as prepare() gives it, needs. Less than all where
/// it was cancelled.
PreparedModels prepare_models(const Plant& plant, const ReducedSettings& settings,
                              Progress& progress);

}  // namespace thigmo
