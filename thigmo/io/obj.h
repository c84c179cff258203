// Wavefront OBJ out, with its MTL and textures beside it.
#pragma once

#include <filesystem>

#include "thigmo/io/export_report.h"
#include "thigmo/plant/plant.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

/// Writes `X.obj`, `X.mtl` and a picture `X_NAME.png` or `.jpg` per texture, one object and
/// material per look. InputError where there is nothing to draw.
ExportReport write_obj(const Plant& plant, const SkinSettings& tubes,
                       const std::filesystem::path& path);

}  // namespace thigmo
