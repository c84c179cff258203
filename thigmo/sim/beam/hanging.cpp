// Moments of subtrees, summed from tips to roots.
#include "thigmo/sim/beam/hanging.h"

#include <algorithm>

#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/frustum.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/plate.h"

namespace thigmo {
namespace {

const Material& material(const Plant& plant, DomainId domain) {
    return plant.materials[plant.domains.material[domain]];
}

/// Whether the segments are only the centreline of a shape, which alone has mass and area.
bool is_centreline_only(const Plant& plant, DomainId domain) {
    return is_foliage(plant.domains.kind[domain]) && plant.domains.shape[domain].exists();
}

/// Of a surface: its centre, and the mean squared distance from there.
struct Spread {
    Vec3 centre = Vec3::Zero();
    double square = 0;  // m²
};
Spread spread(const TriangleMesh& mesh) {
    Vec3 sum = Vec3::Zero();
    double area = 0, square = 0;
    for (const Triangle& triangle : mesh.triangles) {
        const Vec3 a = mesh.positions[triangle[0]].cast<double>(),
                   b = mesh.positions[triangle[1]].cast<double>(),
                   c = mesh.positions[triangle[2]].cast<double>();
        const double size = 0.5 * (b - a).cross(c - a).norm();
        area += size;
        sum += size / 3 * (a + b + c);
        square += size / 12 *
                  ((a + b + c).squaredNorm() + a.squaredNorm() + b.squaredNorm() + c.squaredNorm());
    }
    if (!(area > 0)) return {};
    const Vec3 centre = sum / area;
    return {centre, std::max(0.0, square / area - centre.squaredNorm())};
}

double shape_drag(const Plant& plant, DomainId domain) {
    return drag_constant(material(plant, domain).drag, shown_area(plant, domain));
}

}  // namespace

void Hanging::add_point(double m, double k, const Vec3& x) {
    mass += m;
    first += m * x;
    drag += k;
    drag_first += k * x;
}

Hanging& Hanging::operator+=(const Hanging& other) {
    mass += other.mass;
    first += other.first;
    drag += other.drag;
    drag_first += other.drag_first;
    return *this;
}

Column<SegmentId, Lump> segment_lumps(const Plant& plant) {
    Column<SegmentId, Lump> lumps(plant.segments.size());
    const Segments& segments = plant.segments;
    for (const DomainId domain : plant.domains.rows()) {
        const Rows<SegmentId> run = plant.domains.segments[domain];
        const Material& own = material(plant, domain);
        double whole = 0, before = 0;
        for (const SegmentId row : run) whole += length(segments, row);
        for (const SegmentId row : run) {
            const double piece = length(segments, row);
            const Frustum wood{piece, segments.start_radius[row], segments.end_radius[row]};
            Lump& lump = lumps[row];
            if (is_centreline_only(plant, domain)) {
                lump.mass = mass(plant, domain) * piece / whole;
                lump.drag = shape_drag(plant, domain) * piece / whole;
                lump.at = 0.5 * (segments.start[row] + segments.end[row]);
            } else {
                const double along = (before + piece / 2) / whole;
                const double density = own.density * (1 + along * (own.tip_density - 1));
                const RodInertia rod = rod_inertia(wood, density);
                lump.mass = rod.mass;
                lump.drag = drag_constant(own.drag, side_area(wood));
                lump.at = segments.start[row] +
                          rod.centre / piece * (segments.end[row] - segments.start[row]);
            }
            before += piece;
        }
    }
    return lumps;
}

Column<DomainId, Lump> shape_lumps(const Plant& plant) {
    Column<ShapeId, Spread> spreads;
    for (const Shape& shape : plant.shapes) spreads.push_back(spread(shape.mesh));
    Column<DomainId, Lump> lumps(plant.domains.size());
    for (const DomainId domain : plant.domains.rows()) {
        const ShapeId shape = plant.domains.shape[domain];
        const Rows<SegmentId> run = plant.domains.segments[domain];
        if (!shape.exists() || plant.domains.kind[domain] == Kind::prop ||
            (!run.empty() && is_centreline_only(plant, domain)))
            continue;
        const double scale = plant.domains.placement[domain].scale;
        const double volume =
            plant.shapes[shape].area * scale * scale * plant.shapes[shape].thickness * scale;
        const double heavy = volume * material(plant, domain).density;
        // The skin of wood meets no other air than the segments in it.
        const double drag = run.empty() ? shape_drag(plant, domain) : 0;
        // The moments about three axes sum to twice the squared distances.
        lumps[domain] = {plant.domains.placement[domain] * spreads[shape].centre, heavy, drag,
                         heavy * scale * scale * spreads[shape].square * 2 / 3};
    }
    return lumps;
}

Column<DomainId, Hanging> subtree_moments(const Plant& plant) {
    const Column<SegmentId, Lump> segments = segment_lumps(plant);
    const Column<DomainId, Lump> shapes = shape_lumps(plant);
    Column<DomainId, Hanging> hanging(plant.domains.size());
    for (size_t i = plant.domains.size(); i-- > 0;) {
        const DomainId domain(i);
        Hanging& own = hanging[domain];
        for (const SegmentId row : plant.domains.segments[domain])
            own.add_point(segments[row].mass, segments[row].drag, segments[row].at);
        own.add_point(shapes[domain].mass, shapes[domain].drag, shapes[domain].at);
        const DomainId parent = plant.domains.parent[domain];
        if (parent.exists()) hanging[parent] += own;
    }
    return hanging;
}

}  // namespace thigmo
