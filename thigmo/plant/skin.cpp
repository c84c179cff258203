// Tubes along centrelines, domain by domain into one mesh, and their pose.
#include "thigmo/plant/skin.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/mesh/tube.h"
#include "thigmo/plant/centreline.h"

namespace thigmo {
namespace {

constexpr size_t domains_per_chunk = 64;

/// One tube before its place in the mesh is known.
struct PlannedTube {
    Tube tube;
    size_t first_ring = 0, rings = 0;
    uint32_t sides = 0;
    Vec3 tip;
    Binding tip_binding;
};

/// The tubes of one chunk of domains, their rings in one array.
struct Plan {
    std::vector<PlannedTube> tubes;
    std::vector<TubeRing> rings;
    std::vector<Binding> bindings;
};

void plan_domain(const Plant& plant, DomainId domain, const SkinSettings& settings,
                 Centreline& line, Plan& plan) {
    if (plant.domains.shape[domain].exists()) return;
    trace_centreline(plant, domain, settings, line);
    if (line.rings.empty()) return;
    PlannedTube planned;
    planned.first_ring = plan.rings.size();
    planned.rings = line.rings.size();
    planned.sides = count_sides(line.largest_radius, settings);
    planned.tip = line.tip;
    planned.tip_binding = line.tip_binding;
    planned.tube.domain = domain;
    plan.tubes.push_back(planned);
    plan.rings.insert(plan.rings.end(), line.rings.begin(), line.rings.end());
    plan.bindings.insert(plan.bindings.end(), line.bindings.begin(), line.bindings.end());
}

std::vector<Plan> plan_tubes(const Plant& plant, const SkinSettings& settings) {
    const size_t count = plant.domains.size();
    std::vector<Plan> plans((count + domains_per_chunk - 1) / domains_per_chunk);
    parallel_chunks(plans.size(), 1, [&](size_t first, size_t last) {
        Centreline line;
        for (size_t chunk = first; chunk < last; ++chunk) {
            const size_t end = std::min(count, (chunk + 1) * domains_per_chunk);
            for (size_t row = chunk * domains_per_chunk; row < end; ++row)
                plan_domain(plant, DomainId(row), settings, line, plans[chunk]);
        }
    });
    return plans;
}

DrawnSize size_of(const PlannedTube& planned) {
    return {tube_vertices(planned.rings, planned.sides),
            tube_triangles(planned.rings, planned.sides)};
}

DrawnSize planned_size(const std::vector<Plan>& plans) {
    DrawnSize size;
    for (const Plan& plan : plans)
        for (const PlannedTube& planned : plan.tubes) size = size + size_of(planned);
    return size;
}

/// Gives every tube its place and makes room for all, which `check_drawn` has allowed.
void place_tubes(std::vector<Plan>& plans, Skin& skin) {
    uint32_t vertices = 0, triangles = 0;
    for (Plan& plan : plans)
        for (PlannedTube& planned : plan.tubes) {
            const DrawnSize size = size_of(planned);
            planned.tube.first_vertex = vertices;
            planned.tube.first_triangle = triangles;
            planned.tube.vertex_count = static_cast<uint32_t>(size.vertices);
            planned.tube.triangle_count = static_cast<uint32_t>(size.triangles);
            vertices += planned.tube.vertex_count;
            triangles += planned.tube.triangle_count;
            skin.tubes.push_back(planned.tube);
        }
    skin.mesh.positions.resize(vertices);
    skin.mesh.normals.resize(vertices);
    skin.mesh.uvs.resize(vertices);
    skin.mesh.triangles.resize(triangles);
    skin.bindings.resize(vertices);
}

void fill_tube(const Plan& plan, const PlannedTube& planned, Skin& skin) {
    const std::span rings = std::span(plan.rings).subspan(planned.first_ring, planned.rings);
    sweep_tube({rings, planned.tip, planned.sides}, planned.tube.first_vertex,
               planned.tube.first_triangle, skin.mesh);
    Binding* out = skin.bindings.data() + planned.tube.first_vertex;
    *out++ = plan.bindings[planned.first_ring];
    for (size_t i = 0; i < planned.rings; ++i)
        out = std::fill_n(out, planned.sides + 1, plan.bindings[planned.first_ring + i]);
    *out = planned.tip_binding;
}

}  // namespace

Skin build_skin(const Plant& plant, const SkinSettings& settings) {
    std::vector<Plan> plans = plan_tubes(plant, settings);
    check_drawn(plant, planned_size(plans));
    Skin skin;
    place_tubes(plans, skin);
    parallel_chunks(plans.size(), 1, [&](size_t first, size_t last) {
        for (size_t chunk = first; chunk < last; ++chunk)
            for (const PlannedTube& planned : plans[chunk].tubes)
                fill_tube(plans[chunk], planned, skin);
    });
    return skin;
}

DrawnSize skin_size(const Plant& plant, const SkinSettings& settings) {
    return planned_size(plan_tubes(plant, settings));
}

Motion34 motion34(const Rigid& motion) {
    return {motion.rotation.toRotationMatrix().cast<float>(), motion.translation.cast<float>()};
}

Column<SegmentId, Motion34> segment_motions(const Pose& pose) {
    Column<SegmentId, Motion34> motions(pose.segments.size());
    parallel_chunks(motions.size(), 2048, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) {
            motions[SegmentId(row)] = motion34(pose.segments[SegmentId(row)]);
        }
    });
    return motions;
}

namespace {

/// To where they came from, or elsewhere.
void pose_vertices(const Column<SegmentId, Motion34>& motions, std::span<const Binding> bindings,
                   const Vec3f* rest_positions, const Vec3f* rest_normals, Vec3f* positions,
                   Vec3f* normals) {
    parallel_chunks(bindings.size(), 4096, [&](size_t first, size_t last) {
        Motion34 motion;
        for (size_t i = first; i < last; ++i) {
            const Binding& binding = bindings[i];
            const Motion34& one = motions[binding.segments[0]];
            // The vertices of a ring follow the same two.
            if (i == first || binding != bindings[i - 1]) {
                const Motion34& two = motions[binding.segments[1]];
                const float share = binding.weight;
                motion = {share * one.matrix + (1 - share) * two.matrix,
                          share * one.offset + (1 - share) * two.offset};
            }
            const Vec3f normal = rest_normals[i], turned = motion.matrix * normal;
            const float size = turned.squaredNorm();
            positions[i] = motion.matrix * rest_positions[i] + motion.offset;
            // Two opposite rotations can cancel; the first alone then decides.
            normals[i] = size > 1e-12f ? Vec3f(std::sqrt(normal.squaredNorm() / size) * turned)
                                       : Vec3f(one.matrix * normal);
        }
    });
}

}  // namespace

void pose_vertices(const Column<SegmentId, Motion34>& motions, std::span<const Binding> bindings,
                   std::span<Vec3f> positions, std::span<Vec3f> normals) {
    pose_vertices(motions, bindings, positions.data(), normals.data(), positions.data(),
                  normals.data());
}

TriangleMesh pose_skin(const Skin& skin, const Pose& pose) {
    TriangleMesh mesh = skin.mesh;
    pose_skin(skin, pose, mesh);
    return mesh;
}

void pose_skin(const Skin& skin, const Pose& pose, TriangleMesh& posed) {
    pose_vertices(segment_motions(pose), skin.bindings, skin.mesh.positions.data(),
                  skin.mesh.normals.data(), posed.positions.data(), posed.normals.data());
}

}  // namespace thigmo
