// How much of the view a plant covers.
#pragma once

#include "thigmo/plant/pose.h"

namespace thigmo {

/// The area (m²) that a plant in a pose covers for who looks along `direction` from far away,
/// counted by parallel rays: about 1 % of small crowns. What an alpha cuts covers nothing.
double silhouette(const Plant& plant, const Pose& pose, const Vec3& direction);

}  // namespace thigmo
