// Wavefront OBJ out, with its MTL and textures beside it.
#pragma once

#include <filesystem>
#include <vector>

#include "thigmo/io/drawn_parts.h"
#include "thigmo/io/export_report.h"
#include "thigmo/plant/plant.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

/// Where up is. Vertices are turned, never the object.
enum class Axes { y_up, z_up };  // z_up: (x, y, z) becomes (x, -z, y), as Blender has it

inline Vec3f in_axes(const Vec3f& v, Axes axes) {
    return axes == Axes::z_up ? Vec3f(v.x(), -v.z(), v.y()) : v;
}

/// Writes `X.obj`, `X.mtl` and a picture `X_NAME.png` or `.jpg` per texture, one object and
/// material per look; all are put in place together, `X.obj` last. InputError where there is
/// nothing to draw.
ExportReport write_obj(const Plant& plant, const SkinSettings& tubes,
                       const std::filesystem::path& path);

/// The same for parts as they are given, all in one object, so that readers keep the order of the
/// vertices.
ExportReport write_one_object(const Plant& plant, const std::vector<DrawnPart>& parts, Axes axes,
                              const std::filesystem::path& path);

}  // namespace thigmo
