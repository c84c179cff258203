// OBJ, MTL and PLY by hand, the others from a small plant.
#include "tests/fuzz/mesh_seeds.h"

#include <fmt/format.h>

#include <string_view>

#include "samples/plants.h"
#include "samples/soups.h"
#include "thigmo/io/gltf.h"

namespace thigmo::fuzz {
namespace {

constexpr std::string_view obj_text = R"(mtllib mesh.mtl
o twig
v 0 0 0
v 1 0 0
v 1 1 0.5 0.2 0.3 0.4
v 0 1 0
v 0.5 1.5 0
v -1 0 1e-3
vt 0 0
vt 1 0
vt 1 1
vn 0 0 1
vn 0 1 0
s 1
usemtl bark
f 1/1/1 2/2/1 3/3/2 4/1/1
f 1//1 2//1 3//2 5//1 4//1
g leaves
usemtl leaf
f -6 -5 -4
f 1 2 6
l 1 2 3
p 4
)";

constexpr std::string_view mtl_text = R"(newmtl bark
Kd 0.4 0.3 0.2
Ns 10
d 0.9
newmtl leaf
Kd 0.1 0.5 0.1
Pr 0.5
map_Kd -s 1 1 1 -o 0 0 0 leaf.png
map_d -imfchan m leaf.png
)";

constexpr std::string_view ply_text = R"(ply
format ascii 1.0
comment made by hand
element vertex 5
property float x
property float y
property float z
property float nx
property float ny
property float nz
property float s
property float t
property uchar red
property uchar green
property uchar blue
element face 3
property list uchar int vertex_indices
end_header
0 0 0 0 0 1 0 0 255 0 0
1 0 0 0 0 1 1 0 255 0 0
1 1 0 0 0 1 1 1 255 0 0
0 1 0 0 0 1 0 1 255 0 0
0 2 0 0 0 1 0 1 255 0 9
3 0 1 2
4 0 1 2 3
5 0 1 2 4 3
)";

std::string binary_ply() {
    const TriangleMesh mesh = samples::loosen(samples::sapling()).soup.parts.front().mesh;
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\nproperty float "
        "y\nproperty float z\nelement face {}\nproperty list uchar uint "
        "vertex_indices\nend_header\n",
        mesh.positions.size(), mesh.triangles.size());
    for (const Vec3f& p : mesh.positions)
        for (const float value : {p.x(), p.y(), p.z()}) append_value(bytes, value);
    for (const Triangle& corners : mesh.triangles) {
        bytes += '\3';
        for (const uint32_t corner : corners) append_value(bytes, corner);
    }
    return bytes;
}

std::string gltf(bool binary, bool skin) {
    GltfSettings settings;
    settings.binary = binary;
    settings.skin = skin;
    return encode_gltf(samples::sapling(), settings).bytes;
}

}  // namespace

std::vector<MeshSeed> mesh_seeds() {
    return {{"OBJ", "mesh.obj", std::string(obj_text)},
            {"GLB", "mesh.glb", gltf(true, false)},
            {"PLY", "mesh.ply", std::string(ply_text)},
            {"MTL", "mesh.mtl", std::string(mtl_text)},
            {"GLB with a skin", "mesh.glb", gltf(true, true)},
            {"PLY, binary", "mesh.ply", binary_ply()},
            {"glTF as text", "mesh.gltf", gltf(false, true)}};
}

}  // namespace thigmo::fuzz
