// The centreline of a tube by geodesic level sets, for tubes that are open, closed or half closed.
#pragma once

#include <vector>

#include "thigmo/authoring/patch.h"

namespace thigmo {

/// Points from one end to the other with the radius there (m).
struct Axis {
    std::vector<Vec3> points;
    std::vector<double> radius;  // of a circle with the area of the cut
    std::vector<double> reach;   // mean distance of the skin from the centre

    size_t size() const { return points.size(); }
    double length() const;
    void reverse();
};

/// From the thicker end to the thinner. Levels stand two mean radii apart (8 … 400 of them): what
/// is lost between them is the chord, not the level set. Points that stray less than a tenth of the
/// radius from the line without them are left out. Empty where the patch has no extent.
Axis trace_tube(const Patch& patch);

/// The same from given points on, as for a leaf from where it is anchored: any patch, open contours
/// too.
Axis trace_from(const Patch& patch, std::span<const uint32_t> sources);

/// Leaves out points within `share` of a radius of the line through the others; ends stay.
void simplify(Axis& line, double share);

}  // namespace thigmo
