// A segment's motion from those of its ends.
#pragma once

#include <array>

#include "thigmo/base/vector.h"

namespace thigmo {

/// A segment: the motions of what its ends go with, and where these are in the plant's space.
struct SegmentEnds {
    const Rigid *lower = nullptr, *upper = nullptr;
    const Vec3 *start = nullptr, *end = nullptr;
};

/// The motion of a segment whose ends go with two bodies: half of the turn from one to the other,
/// along the line between the two ends, at its middle. That of both, where they are one.
Rigid between(const SegmentEnds& segment);

/// The motions of four segments, found side by side.
std::array<Rigid, 4> between(const std::array<SegmentEnds, 4>& segments);

}  // namespace thigmo
