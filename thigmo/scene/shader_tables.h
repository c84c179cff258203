// The tables of a shader pack: what a vertex function reads of branches, leaves, sway and flutter,
// and what vertices carry.
#pragma once

#include <vector>

#include "thigmo/io/gltf_scene.h"
#include "thigmo/sim/beam/surface.h"

namespace thigmo {

/// Texels of floats, row by row.
struct FloatTable {
    static constexpr int row_texels = 1024;  // of tables of branches and leaves

    int width = 0, height = 0, channels = 4;
    size_t entries = 0;  // branches, leaves, layers, planes
    std::vector<float> values;
};

/// Texels of a branch, and names of what they hold; one entry follows the other.
constexpr int branch_texels = 12;
constexpr std::array<std::array<const char*, 4>, branch_texels> branch_fields = {{
    {"base.x (m)", "base.y (m)", "base.z (m)", "parent: row of the branch it grows from, -1: none"},
    {"c1.x (m)", "c1.y (m)", "c1.z (m)", "along: of the parent's length, where it grows"},
    {"c2.x (m)", "c2.y (m)", "c2.z (m)", "taper: radius of the tip over the base's"},
    {"c3.x (m)", "c3.y (m)", "c3.z (m)", "length (m)"},
    {"frame.x", "frame.y", "frame.z", "frame.w: quaternion, x to the tip, y and z across"},
    {"frequency along y (Hz)", "lean (per squared m/s): over that of the unit load",
     "hardening: how much less it leans far out", "order: 0 for what stands on the ground"},
    {"start.x (repeats of the motion texture)", "start.y", "way.x (repeats per period)", "way.y"},
    {"borne.x (per squared m/s): how those that bear it turn", "borne.y", "borne.z",
     "gusts (x): sway along y over that of one oscillator"},
    {"stiffness (x)", "damping (x)", "sway (x)", "gusts (x): likewise along z"},
    {"frequency along z (Hz)", "damping ratio in still air", "damping ratio per m/s of wind",
     "turbulence (x): over that at the reference height"},
    {"in step: share of the stem's sway along y in its own along y", "of that along z",
     "in its own along z: of that along y", "of that along z"},
    {"stem: row of the branch on the ground that bears it, or its own", "unused", "unused",
     "unused"},
}};
constexpr int leaf_texels = 2;
constexpr std::array<std::array<const char*, 4>, leaf_texels> leaf_fields = {{
    {"pivot.x (m)", "pivot.y (m)", "pivot.z (m)",
     "supple: share of the turns that wind gives a thin leaf"},
    {"frame.x", "frame.y", "frame.z", "frame.w: quaternion, x across the leaf, y along, z out"},
}};

FloatTable branch_table(const BeamPlant& plant);
FloatTable leaf_table(std::span<const Leaf> leaves);
FloatTable motion_table(const MotionTexture& texture);
FloatTable flutter_table(const FlutterTexture& texture);

/// All vertices of the parts, one part after the other.
std::vector<SurfaceVertex> surface_vertices(const Plant& plant,
                                            const std::vector<DrawnPart>& parts);

/// TANGENT, and TEXCOORD_1: branch, leaf (−1: none); 2 and 3: places along the branch and three
/// before it; 4: weights of bending and flutter.
std::vector<VertexExtras> vertex_extras(const std::vector<DrawnPart>& parts, const BeamPlant& plant,
                                        std::span<const SurfaceVertex> vertices,
                                        const BeamSurface& surface);

}  // namespace thigmo
