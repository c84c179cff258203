// Cutting out meshes.
#include "thigmo/authoring/shape_of.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace thigmo {

TriangleMesh mesh_of(const SoupSurface& surface, std::span<const uint32_t> triangles) {
    std::vector<uint32_t> used;
    used.reserve(3 * triangles.size());
    for (const uint32_t triangle : triangles)
        for (const uint32_t corner : surface.mesh.triangles[triangle]) used.push_back(corner);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    TriangleMesh mesh;
    for (const uint32_t vertex : used) {
        mesh.positions.push_back(surface.mesh.positions[vertex]);
        mesh.normals.push_back(surface.mesh.normals[vertex]);
        mesh.uvs.push_back(surface.mesh.uvs[vertex]);
    }
    for (const uint32_t triangle : triangles) {
        Triangle corners = surface.mesh.triangles[triangle];
        for (uint32_t& corner : corners)
            corner = static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), corner) -
                                           used.begin());
        mesh.triangles.push_back(corners);
    }
    return mesh;
}

void refine(double longest, size_t most, TriangleMesh& mesh) {
    const auto is_coarse = [&](const Triangle& corners) {
        for (size_t i = 0; i < 3; ++i)
            if ((mesh.positions[corners[i]] - mesh.positions[corners[(i + 1) % 3]]).norm() >
                longest)
                return true;
        return false;
    };
    for (int round = 0; round < 6 && 4 * mesh.triangles.size() <= most &&
                        std::ranges::any_of(mesh.triangles, is_coarse);
         ++round) {
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
        const auto middle = [&](uint32_t a, uint32_t b) {
            const auto [at, is_new] = middles.try_emplace(std::minmax(a, b));
            if (!is_new) return at->second;
            at->second = static_cast<uint32_t>(mesh.positions.size());
            mesh.positions.push_back(0.5f * (mesh.positions[a] + mesh.positions[b]));
            const Vec3f normal = mesh.normals[a] + mesh.normals[b];
            mesh.normals.push_back(normal.norm() > 1e-6f ? Vec3f(normal.normalized())
                                                         : mesh.normals[a]);
            mesh.uvs.push_back(0.5f * (mesh.uvs[a] + mesh.uvs[b]));
            return at->second;
        };
        std::vector<Triangle> finer;
        for (const auto& [a, b, c] : mesh.triangles) {
            const uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        mesh.triangles = std::move(finer);
    }
}

Rigid blade_frame(const SoupSurface& surface, const BladePart& blade, const Vec3& anchor) {
    Vec3 normal = Vec3::Zero();
    for (const uint32_t triangle : blade.triangles) {
        const auto& [i, j, k] = surface.mesh.triangles[triangle];
        const Vec3 a = surface.mesh.positions[i].cast<double>(),
                   b = surface.mesh.positions[j].cast<double>(),
                   c = surface.mesh.positions[k].cast<double>();
        normal += (b - a).cross(c - a);
    }
    Vec3 y = blade.centre - anchor;
    y = y.norm() > 1e-3 * blade.size() ? y.normalized() : Vec3(Vec3::UnitY());
    Vec3 z = normal - normal.dot(y) * y;
    z = z.norm() > 1e-6 * std::max(blade.area, 1e-300) ? z.normalized() : Vec3(y.unitOrthogonal());
    Mat3 axes;
    axes << y.cross(z), y, z;
    return {Quat(axes).normalized(), anchor};
}

void move_into(const Rigid& frame, TriangleMesh& mesh) {
    const Mat3 back = frame.rotation.toRotationMatrix().transpose();
    for (Vec3f& position : mesh.positions)
        position = (back * (position.cast<double>() - frame.translation)).cast<float>();
    for (Vec3f& normal : mesh.normals)
        normal = (back * normal.cast<double>()).normalized().cast<float>();
}

}  // namespace thigmo
