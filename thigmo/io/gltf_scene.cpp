// What a glTF scene holds, and how much of it.
#include "thigmo/io/gltf_scene.h"

#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

constexpr uint64_t largest_buffer = INT32_MAX;  // bytes; readers count in signed 32 bits

uint64_t motion_bytes(const JointMotion& motion) {
    uint64_t bytes = 4 * (motion.frames + 1);
    for (const JointTrack& track : motion.tracks)
        bytes += track.rotations.size() * sizeof(Vec4f) + track.translations.size() * sizeof(Vec3f);
    return bytes;
}

}  // namespace

Follow shape_follow(const Joints& joints, DomainId domain) {
    return joints.of_shape.empty() ? Follow{} : joints.of_shape[domain];
}

uint64_t buffer_bytes(const GltfScene& scene) {
    uint64_t bytes = 0;
    for (const Texture& texture : scene.plant.textures) bytes += texture.bytes.size() + 4;
    for (const DrawnPart& part : scene.parts)
        bytes += part.mesh.positions.size() * (scene.joints ? 56u : 32u) +
                 part.mesh.triangles.size() * sizeof(Triangle);
    for (const VertexExtras& extras : scene.extras)
        bytes += extras.tangents.size() * (sizeof(Vec4f) + extras.uvs.size() * sizeof(Vec2f));
    if (scene.joints) bytes += (scene.joints->size() + 1) * sizeof(Eigen::Matrix4f);
    if (scene.motion) bytes += motion_bytes(*scene.motion);
    return bytes;
}

bool needs_ground(const std::vector<DrawnPart>& parts, const Joints& joints) {
    for (const DrawnPart& part : parts)
        for (const RigidRun& run : part.rigid)
            if (!part.bindings[run.first].segments[0].exists() &&
                !shape_follow(joints, run.domain).exists())
                return true;
    return false;
}

void check_size(const GltfScene& scene) {
    const uint64_t bytes = buffer_bytes(scene);
    if (bytes > largest_buffer)
        throw InputError(
            fmt::format("{}: {} bytes to write, expected at most {}: readers of glTF "
                        "stop there",
                        title(scene.plant), bytes, largest_buffer));
}

ExportReport report_of(const GltfScene& scene) {
    ExportReport report;
    for (const DrawnPart& part : scene.parts) {
        report.triangles += part.mesh.triangles.size();
        report.vertices += part.mesh.positions.size();
    }
    report.parts = scene.parts.size();
    report.segments = scene.plant.segments.size();
    if (!scene.joints) return report;
    report.joints = scene.joints->size() + needs_ground(scene.parts, *scene.joints);
    report.merge_error = scene.joints->merge_error;
    return report;
}

}  // namespace thigmo
