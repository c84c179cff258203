// A shader pack: a plant for any engine that draws, moved by the wind in its vertex shader.
//
// docs/shader_pack.md says what the files hold.
#pragma once

#include <filesystem>
#include <vector>

#include "thigmo/io/export_report.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/beam/settings.h"

namespace thigmo {

struct ShaderPackSettings {
    BeamSettings beam{};
    /// Also where the CPU moves all vertices at these times (s), for whoever ports the function.
    std::vector<double> check_times;
};

/// Writes all files into a folder, which is put in place when all are written. InputError where
/// there is nothing to draw, or the folder cannot be written.
ExportReport write_shader_pack(const Plant& plant, const ShaderPackSettings& settings,
                               const std::filesystem::path& folder);

}  // namespace thigmo
