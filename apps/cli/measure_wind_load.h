// thigmo measure wind SPEEDS --on PLANT: what steady winds do to a plant.
#pragma once

#include "apps/cli/measure.h"

namespace thigmo::cli {

struct WindLoadRequest {
    std::string plant;  // empty: the wind alone is measured
    bool tunnel = false, bare = false;
};

/// The speeds are `common.file`: words or numbers, with commas between.
void measure_wind_load(const WindLoadRequest& request, const MeasureRequest& common,
                       Terminal& terminal);

}  // namespace thigmo::cli
