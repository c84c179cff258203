// What glTF files are made of: parts, the joints that move them, and how those move.
#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include "thigmo/io/drawn_parts.h"
#include "thigmo/io/export_report.h"
#include "thigmo/io/joint_tracks.h"
#include "thigmo/io/joints.h"

namespace thigmo {

constexpr size_t joint_limit = 65535;  // of JOINTS_0 as unsigned short

/// The animation: keys at equal steps of time from 0.
struct JointMotion {
    double frames_per_second = 30;
    size_t frames = 0;
    Column<JointId, JointTrack> tracks;
    Box bounds;  // holds everything drawn, in every frame
};

/// What else vertices carry, for shaders.
struct VertexExtras {
    std::vector<Vec4f> tangents;
    /// TEXCOORD_1 and on: engines import these, and drop attributes of names that they do not know.
    std::vector<std::vector<Vec2f>> uvs;
};

struct GltfScene {
    const Plant& plant;
    const std::vector<DrawnPart>& parts;
    std::optional<Joints> joints;        // with a skin
    std::optional<JointMotion> motion;   // of those joints
    bool binary = true;                  // GLB; else JSON with the data in it
    std::vector<VertexExtras> extras{};  // by part; none where it is empty
};

/// What a domain's rigid shape follows itself; none where it goes with its segment.
Follow shape_follow(const Joints& joints, DomainId domain);

/// Whether a vertex follows no joint, neither a segment's nor its shape's own; it then follows one
/// more, named `ground`.
bool needs_ground(const std::vector<DrawnPart>& parts, const Joints& joints);

/// Of positions, normals, uvs, indices, weights, matrices, pictures and keys.
uint64_t buffer_bytes(const GltfScene& scene);

/// InputError for more bytes than readers of glTF count; known before memory is taken.
void check_size(const GltfScene& scene);

ExportReport report_of(const GltfScene& scene);

/// Takes the keys out of the scene's motion as it goes. False when the stream failed.
bool write_scene(GltfScene& scene, std::ostream& stream);

}  // namespace thigmo
