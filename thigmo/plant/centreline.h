// The centreline of a domain as rings for its tube: smoothed, rounded at the tip, sunk at the base.
#pragma once

#include <vector>

#include "thigmo/mesh/tube.h"
#include "thigmo/plant/plant.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

/// The rings of one tube and what they follow; `tip_binding` is of the tube's tip.
struct Centreline {
    std::vector<TubeRing> rings;
    std::vector<Binding> bindings;  // one per ring
    Vec3 tip = Vec3::Zero();
    Binding tip_binding;
    double largest_radius = 0;

    void clear();
};

/// Of the tube around a centreline, by its largest radius (m).
uint32_t count_sides(double radius, const SkinSettings& settings);

/// Traces a domain that has segments.
///
/// Between the ends of segments the curve is a cubic through them, within half a radius of the
/// segments, so that whatever sits on those stays on the tube. Where radii jump from one segment to
/// the next they are blended over three radii. A branch begins inside its parent: on the parent's
/// axis and no thicker than the parent there; one that leaves at the tip begins below where that is
/// rounded. A root begins a little below its foot. Rings that would cross the one before them, at
/// the inside of a sharp bend, are left out.
void trace_centreline(const Plant& plant, DomainId domain, const SkinSettings& settings,
                      Centreline& out);

}  // namespace thigmo
