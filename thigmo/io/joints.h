// The joints of an exported skeleton: one per segment, or fewer where neighbours are merged.
#pragma once

#include <string>
#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo {

using JointId = RowId<struct JointTag>;

struct Joints {
    Column<JointId, SegmentId> segment;  // at whose start the joint sits; parents come first
    Column<JointId, JointId> parent;     // none at a stem's foot
    Column<JointId, std::string> name;
    Column<JointId, Rigid> rest;            // frame in the plant's space: +Y is the heading
    Column<SegmentId, JointId> of_segment;  // the joint that moves each segment
    double merge_error = 0;  // m along the centreline: the farthest that the joint of a segment
                             // lies from that segment's start; 0 where nothing is merged

    size_t size() const { return segment.size(); }
};

/// At most `most` joints. Segments are merged into the joint before them by one threshold for the
/// whole plant, the least that suffices: a segment gets a joint of its own where it starts farther
/// than that from the joint before it, measured along the centreline. InputError if `most` is less
/// than the number of stems, which cannot be merged.
Joints build_joints(const Plant& plant, size_t most);

/// `trunk`, `trunk.seg_2` … for the segments of an only trunk, `branch_12`, `branch_12.seg_2` … for
/// those of the twelfth branch.
Column<SegmentId, std::string> segment_names(const Plant& plant);

}  // namespace thigmo
