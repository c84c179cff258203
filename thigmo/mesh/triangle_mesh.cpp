// Measures of triangle meshes.
#include "thigmo/mesh/triangle_mesh.h"

#include <algorithm>
#include <utility>

namespace thigmo {

double area(const TriangleMesh& mesh) {
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 p = mesh.positions[a].cast<double>();
        const Vec3 q = mesh.positions[b].cast<double>();
        const Vec3 r = mesh.positions[c].cast<double>();
        sum += 0.5 * (q - p).cross(r - p).norm();
    }
    return sum;
}

Box bounds(const TriangleMesh& mesh) {
    Box box;
    for (const Vec3f& position : mesh.positions) box.extend(position.cast<double>());
    return box;
}

std::vector<Vec3f> vertex_normals(std::span<const Vec3f> positions,
                                  std::span<const Triangle> triangles) {
    std::vector<Vec3f> normals(positions.size(), Vec3f::Zero());
    for (const auto& [a, b, c] : triangles) {
        const Vec3f twice_area = (positions[b] - positions[a]).cross(positions[c] - positions[a]);
        normals[a] += twice_area;
        normals[b] += twice_area;
        normals[c] += twice_area;
    }
    for (Vec3f& normal : normals) {
        const float length = normal.norm();
        normal = length > 0 ? Vec3f(normal / length) : Vec3f(Vec3f::UnitY());
    }
    return normals;
}

size_t boundary_edges(const TriangleMesh& mesh) {
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}})
            edges.emplace_back(std::minmax(from, to));
    std::sort(edges.begin(), edges.end());
    size_t count = 0;
    for (size_t i = 0; i < edges.size();) {
        size_t next = i + 1;
        while (next < edges.size() && edges[next] == edges[i]) ++next;
        if (next - i == 1) ++count;
        i = next;
    }
    return count;
}

void append(const TriangleMesh& part, TriangleMesh& mesh) {
    const auto offset = static_cast<uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
    mesh.normals.insert(mesh.normals.end(), part.normals.begin(), part.normals.end());
    mesh.uvs.insert(mesh.uvs.end(), part.uvs.begin(), part.uvs.end());
    for (const auto& [a, b, c] : part.triangles)
        mesh.triangles.push_back({a + offset, b + offset, c + offset});
}

}  // namespace thigmo
