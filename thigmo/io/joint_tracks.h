// How the joints of a skeleton move over the frames of a motion, each in its parent's frame.
#pragma once

#include <vector>

#include "thigmo/io/joints.h"

namespace thigmo {

/// The keys of one joint: none while it stands as at rest, one while it never moves from where it
/// was in the first frame, else one per frame. Neighbouring quaternions lie on one side.
struct JointTrack {
    std::vector<Vec4f> rotations;  // x y z w
    std::vector<Vec3f> translations;

    bool moves() const { return !rotations.empty() || !translations.empty(); }
};

/// Takes poses one by one. What changes by less than 1e-7 (rad, m) over the whole motion counts as
/// still, so that most joints of a plant whose segments keep their lengths have rotations only.
class JointTracks {
  public:
    /// Room is made for so many frames.
    JointTracks(const Joints& joints, size_t frames);

    /// Motions from rest of all joints in the next frame.
    void add(const Joints& joints, const Column<JointId, Rigid>& motions);
    size_t frames() const { return frames_; }
    /// Bytes of all keys so far.
    uint64_t bytes() const;
    /// The finished tracks, by joint.
    Column<JointId, JointTrack> take();

  private:
    struct Still {
        Rigid rest, first;  // in the parent's frame
    };
    void add(JointId joint, const Rigid& local);

    Column<JointId, Still> still_;
    Column<JointId, JointTrack> tracks_;
    Column<JointId, Rigid> frames_now_;  // of the joints in the world
    size_t frames_ = 0, expected_;
};

}  // namespace thigmo
