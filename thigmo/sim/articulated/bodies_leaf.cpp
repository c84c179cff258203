// Leaves, petals and fruits: stiffness of their stalks, and shapes that bend along their segments.
#include <algorithm>
#include <cmath>
#include <map>

#include "thigmo/sim/articulated/bodies_parts.h"
#include "thigmo/sim/plate.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// Points that stand for equal shares of a triangle's area: the centroids of m² congruent parts.
template <class Visit>
void sample_triangle(const Vec3& a, const Vec3& b, const Vec3& c, int m, Visit visit) {
    const Vec3 u = (b - a) / m, v = (c - a) / m;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < m - i; ++j) {
            const Vec3 corner = a + i * u + j * v;
            visit(Vec3(corner + (u + v) / 3));
            if (j < m - i - 1) visit(Vec3(corner + 2 * (u + v) / 3));
        }
}

struct Nearest {
    SegmentId segment;
    double along = 0;  // 0 … 1
};

Nearest nearest_place(const Segments& segments, Rows<SegmentId> run, const Vec3& point) {
    Nearest nearest{run.front(), 0};
    double least = INFINITY;
    for (const SegmentId segment : run) {
        const Vec3 start = segments.start[segment], axis = segments.end[segment] - start;
        const double share = std::clamp((point - start).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
        const double squared = (start + share * axis - point).squaredNorm();
        if (squared < least) {
            least = squared;
            nearest = {segment, share};
        }
    }
    return nearest;
}

/// Shares of the shape's area (sum 1) by body, about the plant's origin in its axes.
std::map<BodyId, Solid> area_shares(const Plant& plant, DomainId domain, const Bodies& bodies) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
    const Placement& placement = plant.domains.placement[domain];
    constexpr double points = 400;  // for one shape, so that few triangles are shared out finely
    const int m = std::max(
        1, static_cast<int>(std::sqrt(points / static_cast<double>(mesh.triangles.size()))));
    std::map<BodyId, Solid> shares;
    double whole = 0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = placement * mesh.positions[i].cast<double>(),
                   b = placement * mesh.positions[j].cast<double>(),
                   c = placement * mesh.positions[k].cast<double>();
        const double area = 0.5 * (b - a).cross(c - a).norm();
        whole += area;
        sample_triangle(a, b, c, m, [&](const Vec3& point) {
            const Nearest at = nearest_place(plant.segments, run, point);
            Solid& share = shares[body_at(bodies, at.segment, at.along)];
            share = share + point_solid(area / (m * m), point);
        });
    }
    for (auto& [body, share] : shares)
        share = {share.mass / whole, share.first / whole, share.inertia / whole};
    return shares;
}

}  // namespace

void hold_leaves_up(const Plant& plant, const ArticulatedSettings& settings,
                    const Column<BodyId, Solid>& outboard, Bodies& bodies) {
    Column<DomainId, double> joints(plant.domains.size(), 0.0);
    for (const BodyId body : bodies.rows()) joints[bodies.domain[body]] += 1;
    for (const BodyId body : bodies.rows()) {
        const DomainId domain = bodies.domain[body];
        const SegmentId segment = bodies.segment[body];
        if (!is_foliage(plant.domains.kind[domain])) continue;
        if (segment.exists() && !plant.articulations.empty() &&
            plant.articulations[segment].stiffness.maxCoeff() > 0)
            continue;
        const double moment = standard_gravity * outboard[body].first.norm();
        const double least = settings.leaf.stiffness * moment * joints[domain] / leaf_sag;
        Vec3& stiffness = bodies.stiffness[body];
        stiffness *= std::max(1.0, least / std::min(stiffness.y(), stiffness.z()));
    }
}

std::vector<ShapeShare> spread_shape(const Plant& plant, DomainId domain, BodyId first,
                                     const Column<BodyId, Vec3>& joints, Bodies& bodies) {
    std::map<BodyId, Solid> shares = area_shares(plant, domain, bodies);
    const double mass = shape_mass(plant, domain);
    const double scale = plant.domains.placement[domain].scale;
    const double area = plant.shapes[plant.domains.shape[domain]].area * scale * scale;
    const bool alone = is_centreline_only(plant, domain);
    const size_t count = bodies.size() - first.value;
    // A body that no surface is near still needs a little mass to move.
    const double even = 0.01 / static_cast<double>(count);
    for (auto& [body, share] : shares)
        share = {0.99 * share.mass, 0.99 * share.first, 0.99 * share.inertia};
    for (size_t row = first.value; row < bodies.size(); ++row) {
        const BodyId body(row);
        const double length = bodies.length[body];
        const double radius = 0.5 * area / std::max(length * static_cast<double>(count), 1e-12);
        const Frustum spine{length, radius, radius};
        const Vec3 t = bodies.given[body] * Vec3::UnitX();
        Solid& share = shares[body];
        share =
            share + shifted(rod_solid(rod_inertia(spine, even / volume(spine)), t), joints[body]);
    }
    std::vector<ShapeShare> solids;
    for (const auto& [body, share] : shares) {
        solids.push_back({body, {mass * share.mass, mass * share.first, mass * share.inertia}});
        if (!alone) continue;
        // What lies before the first joint meets the air there.
        const bool own = body.exists() && body >= first;
        const BodyId at = own ? body : first;
        const double part = shown_area(plant, domain) * share.mass, sum = bodies.area[at] + part;
        const double x =
            own ? (bodies.given[at] * Vec3::UnitX()).dot(share.centre() - joints[at]) : 0.0;
        bodies.drag_centre[at] += part / sum * (x - bodies.drag_centre[at]);
        bodies.area[at] = sum;
        bodies.plate[at] = 1;
    }
    return solids;
}

}  // namespace thigmo
