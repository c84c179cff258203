// How a domain's shape moves: with segments where it bends, else as one rigid body.
#pragma once

#include <span>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

/// The domain itself, or the nearest below it, that has segments; none where there is none.
DomainId nearest_with_segments(const Plant& plant, DomainId domain);

/// Whose segments a domain's shape bends with: its own where it is flexible and has some; where it
/// is flexible and has none, those of the nearest domain below that has. None for rigid shapes.
DomainId bends_with(const Plant& plant, DomainId domain);

/// The vertices of a domain's shape in their place, moved from there by `motion`; the spans are as
/// long as the shape has vertices. Normals come out with unit length.
void place_shape(const Plant& plant, DomainId domain, const Rigid& motion,
                 std::span<Vec3f> positions, std::span<Vec3f> normals);

/// What points at rest, in the plant's space, follow of a domain that has segments: the nearest
/// segment and the one that it meets there, half and half where they meet, the nearest alone in its
/// middle and at both ends of the domain.
std::vector<Binding> bind_to_segments(const Plant& plant, DomainId domain,
                                      std::span<const Vec3f> points);

}  // namespace thigmo
