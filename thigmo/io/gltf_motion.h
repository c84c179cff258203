// Motion out as glTF 2.0: a skinned plant and an animation of its joints.
#pragma once

#include <filesystem>
#include <memory>

#include "thigmo/io/gltf.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

struct GltfMotionSettings {
    double frames_per_second = 30;
    size_t frames = 0;                    // expected; 0: not known
    size_t most_joints = default_joints;  // 1…65535
    bool binary = true;                   // GLB; else JSON with the data in it
    ExportReport* report = nullptr;       // filled by finish()
    SkinSettings tubes;
};

/// Writes the file beside its target and renames it when finished.
///
/// Every segment has a joint, and so has every rigid shape that moves in its segment's frame, where
/// `most_joints` is enough for all: the skinned mesh is then the posed one in every frame. Where it
/// is not, joints are shared as choose_joints decides when all poses are known, and the report
/// tells what that costs. Poses wait on the disk, 56 bytes for a segment or domain and frame.
/// Joints have linear keys of rotation, and of translation where they leave their place, so a part
/// that comes off falls. The scene's extras tell frames_per_second, frames, and motion_min_m and
/// motion_max_m, a box that holds the plant in every frame. The plant must outlive the sink.
/// InputError as encode_gltf, and for more bytes than readers count.
std::unique_ptr<MotionSink> open_gltf_motion(const Plant& plant, const GltfMotionSettings& settings,
                                             const std::filesystem::path& path);

}  // namespace thigmo
