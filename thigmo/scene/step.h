// One advance of a scene by its dt.
#pragma once

#include "thigmo/scene/scene.h"

namespace thigmo {

/// What the simulators report together. A failed step leaves the whole scene as it was.
StepReport step(Scene& scene);

/// Adds up what reports counted; status and message stay.
void add_counts(const StepReport& report, StepReport& sum);

}  // namespace thigmo
