// Measures of triangle meshes.
#include "thigmo/mesh/triangle_mesh.h"

#include <algorithm>
#include <numeric>
#include <tuple>
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

std::vector<Vec4f> vertex_tangents(const TriangleMesh& mesh) {
    std::vector<Vec3f> along_u(mesh.positions.size(), Vec3f::Zero()), along_v = along_u;
    for (const Triangle& corners : mesh.triangles) {
        const Vec3f& p = mesh.positions[corners[0]];
        const Vec3f a = mesh.positions[corners[1]] - p, b = mesh.positions[corners[2]] - p;
        const Vec2f& uv = mesh.uvs[corners[0]];
        const Vec2f s = mesh.uvs[corners[1]] - uv, t = mesh.uvs[corners[2]] - uv;
        const float turned = s.x() * t.y() - s.y() * t.x();
        if (turned == 0) continue;
        // Weighted by area: of the uvs' by the sign alone.
        const float sign = turned > 0 ? 1.f : -1.f;
        for (const uint32_t corner : corners) {
            along_u[corner] += sign * (t.y() * a - s.y() * b);
            along_v[corner] += sign * (s.x() * b - t.x() * a);
        }
    }
    std::vector<Vec4f> tangents;
    tangents.reserve(mesh.positions.size());
    for (size_t i = 0; i < mesh.positions.size(); ++i) {
        const Vec3f& normal = mesh.normals[i];
        Vec3f across = along_u[i] - normal * normal.dot(along_u[i]);
        if (!(across.squaredNorm() > 1e-12f * along_u[i].squaredNorm()))
            across = normal.unitOrthogonal();
        across.normalize();
        const float side = normal.cross(across).dot(along_v[i]) < 0 ? -1.f : 1.f;
        tangents.emplace_back(across.x(), across.y(), across.z(), side);
    }
    return tangents;
}

double volume(const TriangleMesh& mesh) {
    if (mesh.positions.empty()) return 0;
    // Tetrahedra over one of the mesh's own points: far from the origin no digits are lost.
    const Vec3 origin = mesh.positions.front().cast<double>();
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 p = mesh.positions[a].cast<double>() - origin;
        const Vec3 q = mesh.positions[b].cast<double>() - origin;
        const Vec3 r = mesh.positions[c].cast<double>() - origin;
        sum += p.dot(q.cross(r)) / 6;
    }
    return sum;
}

std::vector<uint32_t> weld(std::span<const Vec3f> positions) {
    std::vector<uint32_t> order(positions.size()), first(positions.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](uint32_t i) {
        return std::tuple(positions[i].x(), positions[i].y(), positions[i].z());
    };
    std::sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) {
        return std::tuple_cat(key(i), std::tuple(i)) < std::tuple_cat(key(j), std::tuple(j));
    });
    for (size_t i = 0; i < order.size(); ++i)
        first[order[i]] =
            i > 0 && key(order[i]) == key(order[i - 1]) ? first[order[i - 1]] : order[i];
    return first;
}

size_t boundary_edges(const TriangleMesh& mesh) {
    const std::vector<uint32_t> first = weld(mesh.positions);
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}})
            edges.emplace_back(std::minmax(first[from], first[to]));
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
