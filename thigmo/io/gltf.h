// glTF 2.0 out: GLB and, with everything embedded as text, .gltf.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "thigmo/io/export_report.h"
#include "thigmo/plant/plant.h"
#include "thigmo/plant/pose.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

/// With so many the built-in species move as simulated: docs/motion_files.md.
constexpr size_t default_joints = 2048;

struct GltfSettings {
    bool skin = false;                    // with a skeleton that moves the meshes
    size_t most_joints = default_joints;  // 1…65535; where bodies are more, they share joints
    std::span<const Pose> poses;  // how it will move, to choose joints by; none: by length alone
    bool binary = true;           // GLB; else JSON with the data in it
    SkinSettings tubes;
};

struct EncodedGltf {
    std::string bytes;
    ExportReport report;
};

/// InputError for a skeleton of no segments, or a limit out of range.
void check(const Plant& plant, const GltfSettings& settings);

/// One mesh, node and material per look. With a skin: joints as the poses need them
/// (choose_joints), a node each, named and nested as the plant branches. Without poses: one joint
/// per segment, which shapes follow; where these are too many they are merged by their length
/// (build_joints). A part that hangs on no segment follows a joint named `ground`.
/// InputError where there is nothing to draw, too much of it, no segment to move it, or a limit out
/// of range.
EncodedGltf encode_gltf(const Plant& plant, const GltfSettings& settings);

/// The same, written whole.
ExportReport write_gltf(const Plant& plant, const GltfSettings& settings,
                        const std::filesystem::path& path);

}  // namespace thigmo
