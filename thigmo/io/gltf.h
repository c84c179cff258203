// glTF 2.0 out: GLB and, with everything embedded as text, .gltf.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "thigmo/io/export_report.h"
#include "thigmo/plant/plant.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

struct GltfSettings {
    bool skin = false;         // with a skeleton that moves the meshes
    size_t most_joints = 512;  // 1…65535; more segments than that are merged
    bool binary = true;        // GLB; else JSON with the data in it
    SkinSettings tubes;
};

/// One mesh, node and material per look. With a skin: one joint per segment, a node each, named and
/// nested as the plant branches. A part that hangs on no segment follows a joint named `ground`.
std::string encode_gltf(const Plant& plant, const GltfSettings& settings, ExportReport& report);

/// Written whole; InputError where there is nothing to draw, no segment to move it, or a limit out
/// of range.
ExportReport write_gltf(const Plant& plant, const GltfSettings& settings,
                        const std::filesystem::path& path);

}  // namespace thigmo
