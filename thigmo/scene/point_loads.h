// Pulls, pins, twists and blows as loads at points of a plant.
#pragma once

#include "thigmo/scene/timeline.h"

namespace thigmo {

/// Anchors the pins that begin in this step where they are.
void begin_pins(Scene& scene, const Moment& moment);

/// Appends the loads of all events that act on the actor during the moment.
void add_point_loads(const Scene& scene, size_t actor, const Moment& moment,
                     std::vector<Load>& loads);

}  // namespace thigmo
