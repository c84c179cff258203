// What an export wrote.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace thigmo {

/// How far skinned vertices lie from where the motion has them, over all vertices and frames (m).
struct SkinError {
    double moved_rms = 0;                           // from rest: what the error is measured against
    double error_rms = 0;                           // of the skinned vertices
    double error_max = 0;                           // of the worst vertex in its worst frame
    double wood_moved_rms = 0, wood_error_rms = 0;  // of vertices that follow segments
    double shared_organs_rms = 0;  // expected error_rms with a joint for every segment, and one for
                                   // the organs of each twig; 0 where nothing is shared
    size_t enough_joints = 0;      // that would leave 15 % of moved_rms or less; 0: no number would

    double share() const { return moved_rms > 0 ? error_rms / moved_rms : 0; }
};

struct ExportReport {
    size_t triangles = 0, vertices = 0, parts = 0;
    size_t segments = 0, joints = 0;  // joints are 0 without a skeleton
    double merge_error = 0;           // m, see joints.h
    std::optional<SkinError> skin;    // of a skeleton whose motion is known
    std::vector<std::filesystem::path> files;
};

}  // namespace thigmo
