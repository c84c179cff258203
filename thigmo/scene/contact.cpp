// Inelastic landing, Coulomb friction.
#include "thigmo/scene/contact.h"

#include <algorithm>
#include <cmath>

#include "thigmo/plant/walk.h"
#include "thigmo/scene/place.h"

namespace thigmo {

ContactPoints contact_points(const Plant& plant) {
    ContactPoints points;
    Column<ShapeId, Vec3> tips;
    for (const Shape& shape : plant.shapes) tips.push_back(farthest_vertex(shape.mesh));
    const Segments& rows = plant.segments;
    for (const DomainId domain : plant.domains.rows()) {
        const Rows<SegmentId> own = plant.domains.segments[domain];
        const double whole = mass(plant, domain);
        double room = 0;
        for (const SegmentId segment : own) room += volume(rows, segment);
        const auto share = [&](SegmentId segment) { return whole * volume(rows, segment) / room; };
        if (!own.empty() && !plant.domains.parent[domain].exists())
            points.push_back({Load::Table::segments, own.first, rows.start[own.front()],
                              rows.start_radius[own.front()], share(own.front())});
        for (const SegmentId segment : own)
            points.push_back({Load::Table::segments, segment.value, rows.end[segment],
                              rows.end_radius[segment], share(segment)});
        const ShapeId shape = plant.domains.shape[domain];
        if (own.empty() && shape.exists())
            points.push_back({Load::Table::domains, domain.value,
                              plant.domains.placement[domain] * tips[shape], 0, whole});
    }
    return points;
}

Load contact_load(double y, const Vec3& velocity, double dt, double inertia, double friction) {
    // The ground acts by an implicit damper D that brings the point to the velocity with which it
    // reaches the ground within the step, or leaves it again at a fifth of its depth per step.
    // D = 20 m/dt stops the mass m but for a twentieth; at rest it sinks by m g / K = g dt² / 4.
    const double damping = 20 * inertia / dt, stiffness = 0.2 * damping / dt;
    const double up = velocity.y();
    const double normal = y > 0 ? -damping * (up + y / dt) : -stiffness * y - damping * up;
    Load load;
    if (!(normal > 0)) return load;
    const Vec3 slip(velocity.x(), 0, velocity.z());
    // Secant of µ·N: never reverses the slip. A point at rest sticks but for a creep of v₀·F/µN, by
    // whatever weight it carries: its own alone would let the wind push a felled crown along.
    constexpr double creep = 1e-3;  // m/s
    const double drag = friction * normal / std::max(slip.norm(), creep);
    load.force = Vec3(0, normal, 0) - drag * slip;
    load.damping.diagonal() = Vec3(drag, damping, drag);
    if (y <= 0) load.stiffness(1, 1) = stiffness;
    return load;
}

void add_contacts(const ContactPoints& points, const Pose& pose, const Simulator& simulator,
                  const ContactSettings& settings, std::vector<Load>& loads) {
    // Nothing moves faster than this towards the ground and is still to be resolved by one step.
    constexpr double fastest = 100;  // m/s
    const double reach = fastest * settings.dt;
    for (const ContactPoint& at : points) {
        if (settings.rooted &&
            (settings.placement * at.point).y() - at.radius <= settings.ground + 1e-3)
            continue;
        const Rigid& motion = at.table == Load::Table::segments ? pose.segments[SegmentId(at.row)]
                                                                : pose.shapes[DomainId(at.row)];
        Vec3 point = motion * at.point;
        point.y() -= at.radius;
        const double y = point.y() - settings.ground;
        if (!(y < reach)) continue;
        const Vec3 velocity = simulator.velocity(at.table, at.row, point);
        Load load = contact_load(y, velocity, settings.dt, at.mass, settings.friction);
        if (load.force.isZero(0)) continue;
        load.table = at.table;
        load.row = at.row;
        load.point = point;
        load.velocity = velocity;
        loads.push_back(load);
    }
}

}  // namespace thigmo
