// Plants made of straight, uniform, round rods, as [Garcia2023] chapters 8 and 9 move them.
#pragma once

#include <span>

#include "samples/papers/beam.h"
#include "thigmo/plant/plant.h"

namespace thigmo::papers {

/// A plant of one rod of n equal segments from the origin.
Plant rod(const Beam& beam, size_t segments, const Vec3& direction);

/// Goes on with a plant: a rod of n segments from the end of a parent's last segment, of a material
/// of its own.
DomainId add_rod(Plant& plant, DomainId parent, const Beam& beam, size_t segments,
                 const Vec3& direction);

/// Thin rods one after another, of 1 kg and this length each, on joints that turn freely.
Plant pendulum_rods(double length, std::span<const Vec3> directions);

/// Makes it from a string of modules: an immovable root body B that stands on the ground, and a JB
/// per rod. Each angle turns from the way straight on towards +X (rad); a half turn is straight
/// down from the root.
Plant pendulum_of_string(double length, std::span<const double> angles);

/// The thesis's cantilever, bent a little as its first mode is: the tip stands 2 mm off.
Plant plucked_cantilever(size_t segments);

SegmentId last_segment(const Plant& plant, DomainId domain = DomainId(size_t{0}));

}  // namespace thigmo::papers
