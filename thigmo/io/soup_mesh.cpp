// Faces of a file's meshes as triangles that are sound: finite, with corners that exist.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <set>

#include "thigmo/io/soup_scene.h"
#include "thigmo/mesh/polygon.h"

namespace thigmo {
namespace {

constexpr double farthest = 1e9;     // of a position, in the file's unit
constexpr float farthest_uv = 1e6f;  // as a plant may have it
constexpr uint32_t unused = UINT32_MAX;

/// The vertices of a mesh under a transform. Rows of positions that cannot be used are NaN.
TriangleMesh place_vertices(const FileMesh& mesh, const Eigen::Affine3d& transform) {
    TriangleMesh placed;
    const Mat3 turn = transform.linear().inverse().transpose();
    placed.positions.reserve(mesh.positions.size());
    for (const Vec3f& position : mesh.positions) {
        const Vec3 p = transform * position.cast<double>();
        const bool is_near = p.cwiseAbs().maxCoeff() <= farthest;  // false for NaN too
        placed.positions.push_back(is_near ? p.cast<float>().eval() : Vec3f::Constant(NAN));
    }
    placed.normals.reserve(mesh.positions.size());
    for (const Vec3f& normal : mesh.normals)
        placed.normals.push_back((turn * normal.cast<double>()).normalized().cast<float>());
    placed.normals.resize(mesh.positions.size(), Vec3f::Zero());
    placed.uvs = mesh.uvs;
    placed.uvs.resize(mesh.positions.size(), Vec2f::Zero());
    return placed;
}

/// Leaves out triangles with a corner twice, and those that lie where an earlier one does.
void drop_repeated(std::vector<Triangle>& triangles) {
    std::set<Triangle> seen;
    std::erase_if(triangles, [&](Triangle corners) {
        std::ranges::sort(corners);
        return corners[0] == corners[1] || corners[1] == corners[2] || !seen.insert(corners).second;
    });
}

/// Adds the triangles of a face whose corners exist. A face may go round its corners several times.
void cut_face(std::span<const uint32_t> corners, std::span<const Vec3f> positions,
              std::vector<Triangle>& triangles) {
    if (corners.size() == 3) {
        triangles.push_back({corners[0], corners[1], corners[2]});
        return;
    }
    std::vector<Vec3f> outline;
    for (const uint32_t corner : corners) outline.push_back(positions[corner]);
    std::vector<Triangle> cut = cut_polygon(outline);
    for (Triangle& triangle : cut)
        for (uint32_t& corner : triangle) corner = corners[corner];
    std::vector<uint32_t> sorted(corners.begin(), corners.end());
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) drop_repeated(cut);
    triangles.insert(triangles.end(), cut.begin(), cut.end());
}

std::vector<Triangle> sound_triangles(const FileMesh& mesh, std::span<const Vec3f> positions,
                                      bool mirrored, MeshFaults& faults) {
    std::vector<Triangle> triangles;
    triangles.reserve(mesh.faces.size());
    std::span<const uint32_t> left = mesh.corners;
    for (const uint32_t count : mesh.faces) {
        const std::span<const uint32_t> corners = left.first(count);
        left = left.subspan(count);
        if (std::ranges::any_of(corners, [&](uint32_t i) { return i >= positions.size(); }))
            ++faults.without_corner;
        else if (count < 3)
            ++(count == 1 ? faults.points : faults.lines);
        else
            cut_face(corners, positions, triangles);
    }
    faults.without_position += std::erase_if(triangles, [&](const Triangle& corners) {
        return std::ranges::any_of(corners,
                                   [&](uint32_t i) { return std::isnan(positions[i].x()); });
    });
    if (mirrored)
        for (Triangle& corners : triangles) std::swap(corners[1], corners[2]);
    return triangles;
}

/// For every vertex the one that stands for it: itself or, of those alike bit for bit, the first.
std::vector<uint32_t> join_alike(const TriangleMesh& mesh) {
    using Bits = std::array<float, 8>;
    std::vector<Bits> bits;
    bits.reserve(mesh.positions.size());
    for (size_t i = 0; i < mesh.positions.size(); ++i) {
        const Vec3f &p = mesh.positions[i], &n = mesh.normals[i];
        bits.push_back(
            {p.x(), p.y(), p.z(), n.x(), n.y(), n.z(), mesh.uvs[i].x(), mesh.uvs[i].y()});
    }
    const auto order = [&](uint32_t i, uint32_t j) {
        return std::memcmp(&bits[i], &bits[j], sizeof(Bits));
    };
    std::vector<uint32_t> rows(bits.size()), first(bits.size());
    std::iota(rows.begin(), rows.end(), 0u);
    std::sort(rows.begin(), rows.end(), [&](uint32_t i, uint32_t j) {
        const int less = order(i, j);
        return less != 0 ? less < 0 : i < j;
    });
    for (size_t i = 0; i < rows.size(); ++i)
        first[rows[i]] = i > 0 && order(rows[i], rows[i - 1]) == 0 ? first[rows[i - 1]] : rows[i];
    return first;
}

/// Leaves out every vertex that is no corner, the others in their order.
void drop_idle_vertices(TriangleMesh& mesh) {
    std::vector<uint32_t> row(mesh.positions.size(), unused);
    for (const Triangle& corners : mesh.triangles)
        for (const uint32_t corner : corners) row[corner] = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < row.size(); ++i) {
        if (row[i] == unused) continue;
        mesh.positions[count] = mesh.positions[i];
        mesh.normals[count] = mesh.normals[i];
        mesh.uvs[count] = mesh.uvs[i];
        row[i] = count++;
    }
    mesh.positions.resize(count);
    mesh.normals.resize(count);
    mesh.uvs.resize(count);
    for (Triangle& corners : mesh.triangles)
        for (uint32_t& corner : corners) corner = row[corner];
}

/// Normals that the file lacks, or has as zero or NaN, are those of the triangles.
void mend_normals(TriangleMesh& mesh, bool has_normals, MeshFaults& faults) {
    const auto is_unit = [](const Vec3f& n) { return std::abs(n.squaredNorm() - 1) < 1e-3f; };
    if (std::ranges::all_of(mesh.normals, is_unit)) return;
    const std::vector<Vec3f> made = vertex_normals(mesh.positions, mesh.triangles);
    for (size_t i = 0; i < made.size(); ++i) {
        if (is_unit(mesh.normals[i])) continue;
        mesh.normals[i] = is_unit(made[i]) ? made[i] : Vec3f(Vec3f::UnitY());
        if (has_normals) ++faults.normals;
    }
}

void mend_uvs(TriangleMesh& mesh, MeshFaults& faults) {
    for (Vec2f& uv : mesh.uvs) {
        if (std::abs(uv.x()) <= farthest_uv && std::abs(uv.y()) <= farthest_uv) continue;
        uv = Vec2f::Zero();
        ++faults.uvs;
    }
}

}  // namespace

TriangleMesh convert_mesh(const FileMesh& mesh, const Eigen::Affine3d& transform, bool split,
                          MeshFaults& faults) {
    TriangleMesh placed = place_vertices(mesh, transform);
    const bool mirrored = transform.linear().determinant() < 0;
    placed.triangles = sound_triangles(mesh, placed.positions, mirrored, faults);
    mend_uvs(placed, faults);
    if (split) {
        const std::vector<uint32_t> first = join_alike(placed);
        for (Triangle& corners : placed.triangles)
            for (uint32_t& corner : corners) corner = first[corner];
    }
    drop_idle_vertices(placed);
    mend_normals(placed, !mesh.normals.empty(), faults);
    return placed;
}

}  // namespace thigmo
