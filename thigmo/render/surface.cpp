// Flattened into one mesh: a leaf of a few triangles is smaller than the record of an instance.
#include "thigmo/render/surface.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

void check_size(const Plant& plant, const Skin& skin) {
    uint64_t triangles = skin.mesh.triangles.size();
    for (const ShapeId shape : plant.domains.shape)
        if (shape.exists()) triangles += plant.shapes[shape].mesh.triangles.size();
    if (triangles == 0) throw InputError(fmt::format("{}: nothing to draw", plant.name));
    if (triangles > most_triangles)
        throw InputError(fmt::format("{}: {} triangles as drawn, expected at most {}", plant.name,
                                     triangles, most_triangles));
}

void add_vertices(const Plant& plant, const Skin& skin, Surface& surface) {
    surface.uvs = skin.mesh.uvs;
    for (const DomainId domain : plant.domains.rows()) {
        surface.shape_starts.push_back(static_cast<uint32_t>(surface.uvs.size()));
        const ShapeId shape = plant.domains.shape[domain];
        if (!shape.exists()) continue;
        const std::vector<Vec2f>& uvs = plant.shapes[shape].mesh.uvs;
        surface.uvs.insert(surface.uvs.end(), uvs.begin(), uvs.end());
    }
    surface.normals.resize(surface.uvs.size());
    surface.positions.resize(surface.uvs.size() + 1, Vec3f::Zero());
}

void add_triangles(const Plant& plant, const Skin& skin, const Looks& looks, bool masked,
                   Surface& surface) {
    const auto drawn_now = [&](DomainId domain) {
        return (looks.masked[plant.domains.look[domain]] != 0) == masked;
    };
    const auto add = [&](DomainId domain, std::span<const Triangle> triangles, uint32_t start) {
        for (const Triangle& t : triangles)
            surface.triangles.push_back({t[0] + start, t[1] + start, t[2] + start});
        surface.domains.resize(surface.triangles.size(), domain);
    };
    for (const Tube& tube : skin.tubes)
        if (drawn_now(tube.domain))
            add(tube.domain,
                std::span(skin.mesh.triangles).subspan(tube.first_triangle, tube.triangle_count),
                0);
    for (const DomainId domain : plant.domains.rows()) {
        const ShapeId shape = plant.domains.shape[domain];
        if (shape.exists() && drawn_now(domain))
            add(domain, plant.shapes[shape].mesh.triangles, surface.shape_starts[domain.value]);
    }
}

void pose_shape(const Plant& plant, DomainId domain, const Rigid& motion, Surface& surface) {
    const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
    const Placement& placement = plant.domains.placement[domain];
    const Quat rotation = motion.rotation * placement.rotation;
    const Eigen::Matrix3f turn = rotation.toRotationMatrix().cast<float>();
    const Eigen::Matrix3f grow = turn * static_cast<float>(placement.scale);
    const Vec3f place = (motion * placement.position).cast<float>();
    const size_t start = surface.shape_starts[domain.value];
    for (size_t i = 0; i < mesh.positions.size(); ++i) {
        surface.positions[start + i] = grow * mesh.positions[i] + place;
        surface.normals[start + i] = turn * mesh.normals[i];
    }
}

}  // namespace

Surface build_surface(const Plant& plant, const Skin& skin, const Looks& looks) {
    check_size(plant, skin);
    Surface surface;
    add_vertices(plant, skin, surface);
    add_triangles(plant, skin, looks, false, surface);
    surface.first_masked = surface.triangles.size();
    add_triangles(plant, skin, looks, true, surface);
    return surface;
}

void pose_surface(const Plant& plant, const Skin& skin, const Pose& pose, Surface& surface) {
    const TriangleMesh posed = pose_skin(skin, pose);
    std::copy(posed.positions.begin(), posed.positions.end(), surface.positions.begin());
    std::copy(posed.normals.begin(), posed.normals.end(), surface.normals.begin());
    parallel_chunks(plant.domains.size(), 1024, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const DomainId domain(row);
            if (plant.domains.shape[domain].exists())
                pose_shape(plant, domain, pose.shapes[domain], surface);
        }
    });
}

}  // namespace thigmo
