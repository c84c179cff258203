// Rows and looks that the samples are made of.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo::samples {

/// A name, a wood (material 0) and a bark (look 0).
void start_plant(Plant& plant, const char* name);

/// A card whose alpha leaves a disc: shape 0, and the next look and material.
void add_leaf_shape(Plant& plant);

/// A domain of the first material and look, without segments or shape yet.
DomainId add_domain(Plant& plant, DomainId parent, Attachment attachment, Kind kind);

/// Goes on with the last domain's centreline.
void add_segment(Plant& plant, const Vec3& start, const Vec3& end, double r1, double r2);

}  // namespace thigmo::samples
