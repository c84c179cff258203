// The joints of an exported skeleton: one per segment and rigid shape, or fewer that are shared.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

using JointId = RowId<struct JointTag>;

/// What a segment or a shape follows: a share of one joint's motion and the rest of another's.
struct Follow {
    JointId joint, other;  // there is no other where the weight is 1
    float weight = 1;      // of the first

    bool exists() const { return joint.exists(); }
};

struct Joints {
    Column<JointId, SegmentId> segment;  // at whose start the joint sits; parents come first
    Column<JointId, DomainId> shape;     // at which the joint sits instead; none for a segment's
    Column<JointId, JointId> parent;     // none at a stem's foot
    Column<JointId, std::string> name;
    Column<JointId, Rigid> rest;           // frame in the plant's space: +Y is the heading
    Column<SegmentId, Follow> of_segment;  // what each segment follows
    Column<DomainId, Follow> of_shape;     // none where a shape follows its segment; may be empty
    double merge_error = 0;  // m along the centreline: the farthest that the joint of a segment
                             // lies from that segment's start; 0 where nothing is merged

    size_t size() const { return segment.size(); }
};

/// At most `most` joints. Segments are merged into the joint before them by one threshold for the
/// whole plant, the least that suffices: a segment gets a joint of its own where it starts farther
/// than that from the joint before it, measured along the centreline. InputError if `most` is less
/// than the number of stems, which cannot be merged.
Joints build_joints(const Plant& plant, size_t most);

/// Adds a joint for every shape that does not bend, at its foot, below the joint of the segment
/// that carries it: `leaf_7`, numbered on from the leaves that have segments.
void add_shape_joints(const Plant& plant, Joints& joints);

/// The joints without those of shapes for which `drop` is not 0: these follow their segments.
Joints drop_joints(const Joints& joints, const Column<JointId, uint8_t>& drop);

/// The motion from rest, in a pose, of the segment or shape that a joint sits at.
inline const Rigid& motion(const Joints& joints, JointId joint, const Pose& pose) {
    const DomainId shape = joints.shape[joint];
    return shape.exists() ? pose.shapes[shape] : pose.segments[joints.segment[joint]];
}

/// The frame in that of the frame above it.
Rigid relative(const Rigid& above, const Rigid& frame);

/// A joint's rest frame in its parent's; in the plant's space where it has none.
Rigid local_rest(const Joints& joints, JointId joint);

/// A joint's frame at rest that sits at a segment's start: +Y is its heading, -X its left.
Rigid rest_frame(const Plant& plant, const Column<SegmentId, Quat>& frames, SegmentId segment);

/// InputError for fewer joints than stems: these cannot be merged.
void check_joint_limit(const Plant& plant, size_t most);

/// Numbers for the names of shapes' joints, by kind: those with segments count first.
class ShapeNames {
  public:
    explicit ShapeNames(const Plant& plant);
    /// `leaf_7`; shapes must come in the order of their rows.
    std::string next(const Plant& plant, DomainId domain);

  private:
    std::array<size_t, kind_names.size()> count_{};
};

/// `trunk`, `trunk.seg_2` … for the segments of an only trunk, `branch_12`, `branch_12.seg_2` … for
/// those of the twelfth branch.
Column<SegmentId, std::string> segment_names(const Plant& plant);

}  // namespace thigmo
