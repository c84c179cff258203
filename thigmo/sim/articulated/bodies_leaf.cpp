// Leaves, petals and fruits: stiffness of their stalks, and shapes that bend along their segments.
#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/drag.h"
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

SegmentId nearest_segment(const Segments& segments, Rows<SegmentId> run, const Vec3& point) {
    SegmentId nearest = run.front();
    double least = INFINITY;
    for (const SegmentId segment : run) {
        const Vec3 start = segments.start[segment], axis = segments.end[segment] - start;
        const double share = std::clamp((point - start).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
        const double squared = (start + share * axis - point).squaredNorm();
        if (squared < least) {
            least = squared;
            nearest = segment;
        }
    }
    return nearest;
}

/// Shares of the shape's area per segment of the run (sum 1): solids about each segment's start.
std::vector<Solid> area_shares(const Plant& plant, DomainId domain) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
    const Placement& placement = plant.domains.placement[domain];
    constexpr double points = 400;  // for one shape, so that few triangles are shared out finely
    const int m = std::max(
        1, static_cast<int>(std::sqrt(points / static_cast<double>(mesh.triangles.size()))));
    std::vector<Solid> shares(run.size());
    double whole = 0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = placement * mesh.positions[i].cast<double>(),
                   b = placement * mesh.positions[j].cast<double>(),
                   c = placement * mesh.positions[k].cast<double>();
        const double area = 0.5 * (b - a).cross(c - a).norm();
        whole += area;
        sample_triangle(a, b, c, m, [&](const Vec3& point) {
            const SegmentId at = nearest_segment(plant.segments, run, point);
            Solid& share = shares[at.value - run.first];
            share = share + point_solid(area / (m * m), point - plant.segments.start[at]);
        });
    }
    for (Solid& share : shares)
        share = {share.mass / whole, share.first / whole, share.inertia / whole};
    return shares;
}

}  // namespace

Vec3 blade_stiffness(const Material& material, double width, double thickness, double length) {
    const double wt3 = width * thickness * thickness * thickness;
    const double bend = 2 * material.young * wt3 / 12 / length;
    return {2 * material.shear * wt3 / 3 / length, bend, bend};
}

Vec3 stalk_stiffness(const Material& material, double weight_moment) {
    const double bend = weight_moment / leaf_sag;
    return {2 * material.shear / material.young * bend, bend, bend};  // GJ/EI of a round stalk
}

void hold_leaves_up(const Plant& plant, const ArticulatedSettings& settings,
                    const Column<BodyId, Solid>& outboard, Bodies& bodies) {
    for (const BodyId body : bodies.rows()) {
        const DomainId domain = bodies.domain[body];
        const SegmentId segment = bodies.segment[body];
        if (!is_foliage(plant.domains.kind[domain])) continue;
        if (segment.exists() && !plant.articulations.empty() &&
            plant.articulations[segment].stiffness.maxCoeff() > 0)
            continue;
        const double joints = segment.exists() ? plant.domains.segments[domain].size() : 1.0;
        const double moment = standard_gravity * outboard[body].first.norm();
        const double least = settings.leaf.stiffness * moment * joints / leaf_sag;
        Vec3& stiffness = bodies.stiffness[body];
        stiffness *= std::max(1.0, least / std::min(stiffness.y(), stiffness.z()));
    }
}

void spread_shape(const Plant& plant, DomainId domain, Bodies& bodies) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    const std::vector<Solid> shares = area_shares(plant, domain);
    const Material& material = plant.materials[plant.domains.material[domain]];
    const double mass = shape_mass(plant, domain);
    const double scale = plant.domains.placement[domain].scale;
    const double area = plant.shapes[plant.domains.shape[domain]].area * scale * scale;
    const bool alone = is_centreline_only(plant, domain);
    // A segment that no surface is near still needs a little mass to move.
    const double even = 0.01 / run.size();
    for (const SegmentId segment : run) {
        const BodyId body = bodies.of_segment[segment];
        const Solid& share = shares[segment.value - run.first];
        const double length = bodies.length[body];
        const double radius = 0.5 * area / std::max(length * run.size(), 1e-12);
        const Vec3 t = direction(plant.segments, segment);
        const Frustum spine{length, radius, radius};
        const Solid little = rod_solid(rod_inertia(spine, even / volume(spine)), t);
        Solid own{mass * (0.99 * share.mass + little.mass),
                  mass * (0.99 * share.first + little.first),
                  mass * (0.99 * share.inertia + little.inertia)};
        const Mat3 back = bodies.given[body].toRotationMatrix().transpose();
        own = turned(own, back);
        if (!alone)
            own = own + Solid{bodies.mass[body], bodies.mass[body] * bodies.centre[body],
                              bodies.inertia[body]};
        bodies.mass[body] = own.mass;
        bodies.centre[body] = own.centre();
        bodies.inertia[body] = own.inertia;
        if (!alone) continue;
        make_rod(bodies, body);
        bodies.plate[body] = 1;
        bodies.area[body] = shown_area(plant, domain) * (0.99 * share.mass + even);
        bodies.drag[body] = drag_constant(material.drag, bodies.area[body]);
        bodies.drag_centre[body] = bodies.centre[body].x();
    }
}

}  // namespace thigmo
