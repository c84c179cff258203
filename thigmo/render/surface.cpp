// Flattened into one mesh: a leaf of a few triangles is smaller than the record of an instance.
#include "thigmo/render/surface.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/shape_binding.h"

namespace thigmo {
namespace {

void check_size(const Plant& plant, const Skin& skin) {
    const DrawnSize size = shapes_size(plant) + drawn_size(skin.mesh);
    if (size.triangles == 0) throw InputError(fmt::format("{}: nothing to draw", title(plant)));
    check_drawn(plant, size);
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
    // Tubes are closed: nobody sees their inner side.
    const auto drawn_now = [&](DomainId domain, bool closed) {
        const LookId look = plant.domains.look[domain];
        return (looks.masked[look] != 0 || (!closed && !plant.looks[look].two_sided)) == masked;
    };
    const auto add = [&](DomainId domain, std::span<const Triangle> triangles, uint32_t start) {
        for (const Triangle& t : triangles)
            surface.triangles.push_back({t[0] + start, t[1] + start, t[2] + start});
        surface.domains.resize(surface.triangles.size(), domain);
    };
    for (const Tube& tube : skin.tubes)
        if (drawn_now(tube.domain, true))
            add(tube.domain,
                std::span(skin.mesh.triangles).subspan(tube.first_triangle, tube.triangle_count),
                0);
    for (const DomainId domain : plant.domains.rows()) {
        const ShapeId shape = plant.domains.shape[domain];
        if (shape.exists() && drawn_now(domain, false))
            add(domain, plant.shapes[shape].mesh.triangles, surface.shape_starts[domain.value]);
    }
}

std::span<Vec3f> shape_part(const Plant& plant, DomainId domain, const Surface& surface,
                            std::vector<Vec3f>& column) {
    const size_t count = plant.shapes[plant.domains.shape[domain]].mesh.positions.size();
    return std::span(column).subspan(surface.shape_starts[domain.value], count);
}

void place(const Plant& plant, DomainId domain, const Rigid& motion, Surface& surface) {
    place_shape(plant, domain, motion, shape_part(plant, domain, surface, surface.positions),
                shape_part(plant, domain, surface, surface.normals));
}

void bind_shapes(const Plant& plant, Surface& surface) {
    for (const DomainId domain : plant.domains.rows()) {
        const DomainId followed = bends_with(plant, domain);
        if (!followed.exists()) continue;
        place(plant, domain, {}, surface);
        surface.bent.push_back(
            {domain, bind_to_segments(plant, followed,
                                      shape_part(plant, domain, surface, surface.positions))});
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
    bind_shapes(plant, surface);
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
                place(plant, domain, pose.shapes[domain], surface);
        }
    });
    if (surface.bent.empty()) return;
    const Column<SegmentId, Motion34> motions = segment_motions(pose);
    parallel_chunks(surface.bent.size(), 64, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const auto& [domain, bindings] = surface.bent[i];
            place(plant, domain, {}, surface);
            pose_vertices(motions, bindings, shape_part(plant, domain, surface, surface.positions),
                          shape_part(plant, domain, surface, surface.normals));
        }
    });
}

}  // namespace thigmo
