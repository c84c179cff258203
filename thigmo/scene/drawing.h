// The one plant that is drawn of a scene: all of them, each in its place, and where its rows are.
//
// A motion never changes its plant, so cuts are prepared in it: a part that will be cut off is a
// stem of its own from the beginning, and no skin bridges the two.
#pragma once

#include "thigmo/scene/scene.h"

namespace thigmo {

struct Drawing {
    Plant plant;
    struct OfOrigin {
        Column<SegmentId, SegmentId> segments;  // of the origin's rows: those of the drawing
        Column<DomainId, DomainId> domains;
        Rigid unplace;  // from the world at rest back to the origin's plant
        bool placed = false;
    };
    std::vector<OfOrigin> origins;
};

/// Of a scene whose events are known.
Drawing draw(const Scene& scene);

/// Where the drawn rows are now; without `shapes`, those of segments only.
void pose_drawing(Scene& scene, const Drawing& drawing, Pose& pose, bool shapes = true);

/// A place of an origin as a row of the drawing and its point there at rest.
Place drawn_place(const Scene& scene, const Drawing& drawing, size_t origin, const Place& place);

}  // namespace thigmo
