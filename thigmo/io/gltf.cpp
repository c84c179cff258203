// A plant at rest as glTF.
#include "thigmo/io/gltf.h"

#include <fmt/format.h>

#include <sstream>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/io/gltf_scene.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {

void check(const Plant& plant, const GltfSettings& settings) {
    if (!settings.skin) return;
    if (plant.segments.size() == 0)
        throw InputError(fmt::format("{}: found no segments, expected some to make a skeleton of",
                                     title(plant)));
    if (settings.most_joints < 1 || settings.most_joints > joint_limit)
        throw InputError(fmt::format("{}: found a limit of {} joints, expected 1 to {}",
                                     title(plant), settings.most_joints, joint_limit));
}

EncodedGltf encode_gltf(const Plant& plant, const GltfSettings& settings) {
    check(plant, settings);
    check_pictures(plant);
    const std::vector<DrawnPart> parts = collect_parts(plant, settings.tubes);
    check_parts(plant, parts);
    GltfScene scene{plant, parts, {}, {}, settings.binary};
    if (settings.skin)
        scene.joints = build_joints(plant, settings.most_joints - needs_ground(parts, {}));
    check_size(scene);
    std::ostringstream stream;
    if (!write_scene(scene, stream))
        throw InputError(fmt::format("{}: tinygltf cannot write it as glTF", title(plant)));
    return {std::move(stream).str(), report_of(scene)};
}

ExportReport write_gltf(const Plant& plant, const GltfSettings& settings,
                        const std::filesystem::path& path) {
    EncodedGltf encoded = encode_gltf(plant, settings);
    write_file(path, encoded.bytes);
    encoded.report.files = {path};
    return encoded.report;
}

}  // namespace thigmo
