// Inelastic landing, Coulomb friction.
#include "thigmo/scene/contact.h"

#include <algorithm>
#include <cmath>

#include "thigmo/plant/walk.h"
#include "thigmo/scene/place.h"

namespace thigmo {
namespace {

/// Masses of rows with all that they carry.
struct Carried {
    Column<SegmentId, double> segments;
    Column<DomainId, double> domains;
};

Carried carried_masses(const Plant& plant) {
    Carried carried{Column<SegmentId, double>(plant.segments.size(), 0.0),
                    Column<DomainId, double>(plant.domains.size(), 0.0)};
    for (size_t i = plant.domains.size(); i-- > 0;) {
        const DomainId domain(i);
        const Rows<SegmentId> own = plant.domains.segments[domain];
        const double whole = mass(plant, domain);
        double room = 0, sum = 0;
        for (const SegmentId segment : own) room += volume(plant.segments, segment);
        for (size_t k = own.count; k-- > 0;) {
            const SegmentId segment(own.first + k);
            sum += carried.segments[segment] + whole * volume(plant.segments, segment) / room;
            carried.segments[segment] = sum;
        }
        carried.domains[domain] += own.empty() ? whole : sum;
        const SegmentId on = plant.domains.attachment[domain].segment;
        if (on.exists())
            carried.segments[on] += carried.domains[domain];
        else if (plant.domains.parent[domain].exists())
            carried.domains[plant.domains.parent[domain]] += carried.domains[domain];
    }
    return carried;
}

/// The point now: its underside, where a sphere about it would touch the ground.
struct Low {
    Vec3 centre, underside;
};
Low find_low(const ContactPoint& at, const Pose& pose) {
    const Rigid& motion = at.table == Load::Table::segments ? pose.segments[SegmentId(at.row)]
                                                            : pose.shapes[DomainId(at.row)];
    const Vec3 centre = motion * at.point;
    return {centre, centre - at.radius * Vec3::UnitY()};
}

void place(const ContactPoint& at, const Vec3& point, const Vec3& velocity, Load& load) {
    load.table = at.table;
    load.row = at.row;
    load.point = point;
    load.velocity = velocity;
}

Vec3 level(const Vec3& v) {
    return {v.x(), 0, v.z()};
}

/// How friction changes with the slip, as a share of force over speed: across it by all of that,
/// along it not at all where it is fast, but wholly where it would else be reversed.
Mat3 braking(const Vec3& slip, double slow) {
    Mat3 share = Vec3(1, 0, 1).asDiagonal();
    const double speed = slip.norm();
    if (speed > slow) share -= (1 - slow / speed) / (speed * speed) * slip * slip.transpose();
    return share;
}

}  // namespace

ContactPoints contact_points(const Plant& plant) {
    ContactPoints points;
    Column<ShapeId, Vec3> tips;
    for (const Shape& shape : plant.shapes) tips.push_back(farthest_vertex(shape.mesh));
    const Segments& rows = plant.segments;
    const Carried carried = carried_masses(plant);
    for (const DomainId domain : plant.domains.rows()) {
        const Rows<SegmentId> own = plant.domains.segments[domain];
        if (!own.empty() && !plant.domains.parent[domain].exists())
            points.push_back({Load::Table::segments, own.first, rows.start[own.front()],
                              rows.start_radius[own.front()], carried.segments[own.front()]});
        for (const SegmentId segment : own)
            points.push_back({Load::Table::segments, segment.value, rows.end[segment],
                              rows.end_radius[segment], carried.segments[segment]});
        const ShapeId shape = plant.domains.shape[domain];
        if (own.empty() && plant.domains.kind[domain] != Kind::prop)
            points.push_back({Load::Table::domains, domain.value,
                              plant.domains.placement[domain] * tips[shape], 0,
                              carried.domains[domain]});
    }
    return points;
}

GroundLoads contact_loads(const Bearing& at, double dt, double mass, double friction) {
    // The ground acts by an implicit damper D that brings the point to the velocity with which it
    // reaches the ground within the step, or leaves it again at a fifth of its depth per step.
    // D = 20 m/dt stops the mass m but for a twentieth; at rest it sinks by m g / K = g dt² / 4.
    const double damping = 20 * mass / dt, stiffness = 0.2 * damping / dt;
    const double up = at.velocity.y();
    const double normal = at.y > 0 ? -damping * (up + at.y / dt) : -stiffness * at.y - damping * up;
    GroundLoads ground;
    // What is inside the ground is held by it as by soil, which lets it out no faster than that:
    // let go whenever it is a little faster, it would be thrown up and fall back step by step.
    ground.acts = at.y <= 0 || normal > 0;
    if (!ground.acts) return ground;
    ground.normal = normal;
    const double limit = friction * std::max(normal, 0.0),
                 stretch = stiffness * level(at.stretch).norm();
    ground.holds = stretch > limit ? limit / stretch : 1;
    const Vec3 spring = -ground.holds * stiffness * level(at.stretch);
    const Vec3 drag = -damping * level(at.velocity), below = -damping * level(at.underside);
    const double asked = (spring + drag + below).norm();
    const double share = asked < limit ? 1 : limit / std::max(asked, 1e-300);
    ground.point.force = Vec3(0, normal, 0) + share * (spring + drag);
    // Slower than this it may come to rest within the step.
    const double slow = share < 1 ? 2 * dt * limit / mass : 1e300;
    ground.point.damping = share * damping * braking(level(at.velocity), slow);
    ground.point.damping(1, 1) = damping;
    // Where it slips, the anchor goes along: only what holds is a spring.
    const double holding = share < 1 ? 0 : stiffness;
    ground.point.stiffness.diagonal() = Vec3(holding, at.y > 0 ? 0 : stiffness, holding);
    ground.underside.force = share * below;
    ground.underside.damping = share * damping * braking(level(at.underside), slow);
    return ground;
}

namespace {

/// Appends what the ground does to one point; whether that touches it or is still inside.
bool bear(const ContactPoint& at, const Low& low, const Simulator& simulator,
          const ContactSettings& settings, Touch& touch, std::vector<Load>& loads) {
    // Where it rises, so does what holds it up, until that is the ground itself.
    const double height = low.underside.y() - settings.ground;
    touch.floor = std::clamp(height, touch.floor, 0.0);
    Bearing bearing{height - touch.floor, low.centre - touch.anchor};
    bearing.velocity = simulator.velocity(at.table, at.row, low.centre);
    if (at.radius > 0) bearing.underside = simulator.velocity(at.table, at.row, low.underside);
    GroundLoads ground = contact_loads(bearing, settings.dt, at.mass, settings.friction);
    touch.anchor = low.centre - ground.holds * bearing.stretch;
    if (!ground.acts) return touch.floor < 0;
    place(at, low.centre, bearing.velocity, ground.point);
    loads.push_back(ground.point);
    if (at.radius > 0) {
        place(at, low.underside, bearing.underside, ground.underside);
        loads.push_back(ground.underside);
    }
    return true;
}

}  // namespace

Touches begin_touches(const ContactPoints& points, const Pose& pose, double ground) {
    Touches touches;
    for (size_t i = 0; i < points.size(); ++i) {
        const Low low = find_low(points[i], pose);
        if (low.underside.y() < ground)
            touches.push_back({static_cast<uint32_t>(i), low.centre, low.underside.y() - ground});
    }
    return touches;
}

void add_contacts(const ContactPoints& points, const Pose& pose, const Simulator& simulator,
                  std::span<const uint32_t> near, const ContactSettings& settings, Touches& touches,
                  std::vector<Load>& loads) {
    const double reach = settings.ground + contact_reach(settings.dt);
    const size_t before = touches.size();
    size_t old = 0;
    for (const uint32_t i : near) {
        const ContactPoint& at = points[i];
        while (old < before && touches[old].contact < i) ++old;
        if (settings.rooted &&
            (settings.placement * at.point).y() - at.radius <= settings.ground + 1e-3)
            continue;
        const Low low = find_low(at, pose);
        if (!(low.underside.y() < reach)) continue;
        Touch touch{i, low.centre};
        if (old < before && touches[old].contact == i) touch = touches[old];
        if (bear(at, low, simulator, settings, touch, loads)) touches.push_back(touch);
    }
    touches.erase(touches.begin(), touches.begin() + static_cast<std::ptrdiff_t>(before));
}

}  // namespace thigmo
