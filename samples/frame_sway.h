// The modes of the frame in which a branch's tip sways, however many others lie between them.
#pragma once

#include <array>
#include <vector>

#include "samples/frame.h"
#include "samples/frame_judge.h"

namespace thigmo::samples {

/// A mode, and how far gusts move the tip in it, beside the others: the product of the tip's
/// displacement and of the modal force by an acceleration of everything, both across the branch, is
/// divided by ω² (the share in a steady way) and by f^(1/3) (gusts' density falls as f^(−5/3)).
struct FrameSway {
    double frequency = 0;               // Hz
    double way = 0;                     // in all directions across
    std::array<double, 2> along{0, 0};  // of force and displacement both along one of them
};

struct FrameSways {
    std::vector<FrameSway> modes;
    double give = 0;  // way of the tip by a steady acceleration of 1 m/s² (m), the greater of two
};

/// Modes of a plant's frame that accelerations in two directions move: those of the Krylov space
/// that begins with what these bend, orthogonal in mass. Twigs and leaves that swing alone,
/// hundreds of which may be slower, have no part in them. `tip`: the segment whose end is looked
/// at.
FrameSways find_frame_sways(const Plant& plant, const FrameSettings& settings, SegmentId tip,
                            const std::array<Vec3, 2>& across);

/// Judges the beam simulator branch by branch: each is cut out with all that grows from it and
/// clamped where it grew. Its two sways are held to the frame's main modes, of all and along the
/// sway's own direction. Leaves and twigs split a sway in several, so all modes count in which
/// gusts move the tip at least a third as far as in the first one; the nearest is taken. At most
/// `count` branches, evenly chosen, of those whose tip weight across them moves by 1e-4 of the
/// plant's size and more.
std::vector<JudgedMode> judge_sways(const Plant& plant, const BeamSettings& settings, size_t count);

}  // namespace thigmo::samples
