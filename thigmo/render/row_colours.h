// A colour for every domain, to tell rows apart in a picture.
#pragma once

#include <string_view>

#include "thigmo/plant/plant.h"

namespace thigmo {

enum class ColourBy { order, domain, kind };

/// Linear RGB, distinct also to the colour-blind: the eight of Okabe and Ito 2008, in
/// darker turns when there are more rows than colours. A domain differs from its parent.
Column<DomainId, Vec3f> row_colours(const Plant& plant, ColourBy by);

}  // namespace thigmo
