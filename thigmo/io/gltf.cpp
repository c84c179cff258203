// A plant at rest as glTF.
#include "thigmo/io/gltf.h"

#include <fmt/format.h>

#include <sstream>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/io/gltf_scene.h"
#include "thigmo/io/joint_choice.h"
#include "thigmo/io/skin_error.h"
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

namespace {

/// Chosen joints, and how far vertices lie from the poses with them.
Joints joints_for(const Plant& plant, const std::vector<DrawnPart>& parts,
                  const GltfSettings& settings, std::optional<SkinError>& error) {
    const size_t most = settings.most_joints - needs_ground(parts, {});
    if (settings.poses.empty()) return build_joints(plant, most);
    const DrawnBodies bodies = drawn_bodies(plant, parts);
    JointChoice choice = choose_joints(plant, bodies, settings.poses, most);
    SkinErrorMeter meter(parts, choice.joints);
    JointMotions motions(choice.joints, bodies);
    for (const Pose& pose : settings.poses) meter.add(pose, motions.at(pose));
    error = meter.result();
    error->shared_organs_rms = choice.shared_organs_error;
    error->enough_joints = choice.enough;
    return std::move(choice.joints);
}

}  // namespace

EncodedGltf encode_gltf(const Plant& plant, const GltfSettings& settings) {
    check(plant, settings);
    check_pictures(plant);
    const std::vector<DrawnPart> parts = collect_parts(plant, settings.tubes);
    check_parts(plant, parts);
    GltfScene scene{plant, parts, {}, {}, settings.binary};
    std::optional<SkinError> error;
    if (settings.skin) scene.joints = joints_for(plant, parts, settings, error);
    check_size(scene);
    std::ostringstream stream;
    stream.exceptions(std::ios::badbit);  // hands on that memory is short
    if (!write_scene(scene, stream))
        throw InputError(fmt::format("{}: tinygltf cannot write it as glTF", title(plant)));
    EncodedGltf encoded{std::move(stream).str(), report_of(scene)};
    encoded.report.skin = error;
    return encoded;
}

ExportReport write_gltf(const Plant& plant, const GltfSettings& settings,
                        const std::filesystem::path& path) {
    EncodedGltf encoded = encode_gltf(plant, settings);
    write_file(path, encoded.bytes);
    encoded.report.files = {path};
    return encoded.report;
}

}  // namespace thigmo
