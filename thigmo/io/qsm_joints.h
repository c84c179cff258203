// How cylinders that do not quite meet become one centreline.
#pragma once

#include <span>
#include <vector>

#include "thigmo/io/qsm.h"
#include "thigmo/io/qsm_table.h"

namespace thigmo {

/// Where a chain's first cylinder hangs on the parent domain.
struct QsmHold {
    Attachment attachment;
    Vec3 start;  // of the chain: as stated, or moved onto the parent's surface
};

/// Looks at `segment` and its neighbours among the parent's segments and takes the nearest surface:
/// scans often name the cylinder before or after. A start inside the wood stays; one outside is a
/// gap and moves straight to the surface.
QsmHold find_qsm_hold(const Segments& segments, Rows<SegmentId> parent, SegmentId segment,
                      const Cylinder& first, QsmGaps& gaps);

/// The points of the centreline of a chain that begins at `start`: one more than cylinders. Where
/// one cylinder's end and the next one's start differ, the joint lies between them, nearer to the
/// start if the first is the longer, so that the longer cylinder is the one that gives way.
void join_qsm_chain(std::span<const Cylinder> chain, const Vec3& start, QsmGaps& gaps,
                    std::vector<Vec3>& points);

}  // namespace thigmo
