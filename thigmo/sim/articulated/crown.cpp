// Which leaves ride, and the bodies without them.
#include "thigmo/sim/articulated/crown.h"

#include <algorithm>

#include "thigmo/sim/articulated/bodies_parts.h"

namespace thigmo {
namespace {

/// Organs heavier than this (kg) pull at their twigs in ways of their own.
constexpr double light = 0.01;

/// Centre on the axis, inertia diagonal, and the joint as stiff and as damped about both axes
/// across it.
bool is_blade(const Bodies& bodies, BodyId body) {
    constexpr double tolerance = 1e-12;
    const Vec3 c = bodies.centre[body], k = bodies.stiffness[body], d = bodies.damping[body];
    const Mat3& J = bodies.inertia[body];
    const Mat3 diagonal = J.diagonal().asDiagonal();
    return c.tail<2>().norm() <= tolerance * c.norm() && k.y() == k.z() && d.y() == d.z() &&
           (J - diagonal).norm() <= tolerance * J.norm();
}

template <class T>
void keep_rows(const Column<BodyId, uint8_t>& rides, Column<BodyId, T>& column) {
    size_t kept = 0;
    for (const BodyId body : rides.rows())
        if (!rides[body] && !column.empty()) column.values()[kept++] = column[body];
    column.resize(kept);
}

/// The rows of those that do not ride.
Bodies without(const Column<BodyId, uint8_t>& rides, const Crown& crown, Bodies bodies) {
    const auto keep = [&](auto&... columns) { (keep_rows(rides, columns), ...); };
    keep(bodies.parent, bodies.offset, bodies.given, bodies.rest, bodies.initial, bodies.length,
         bodies.mass, bodies.centre, bodies.inertia, bodies.stiffness, bodies.damping, bodies.drag,
         bodies.plate, bodies.drag_centre, bodies.vogel, bodies.area, bodies.sampled_at,
         bodies.domain, bodies.segment, bodies.along);
    if (!bodies.foliage.empty()) keep(bodies.foliage, bodies.foliage_centre, bodies.foliage_vogel);
    const auto renumber = [&](BodyId& body) {
        if (body.exists()) body = crown.carrier_row[body];
    };
    for (BodyId& body : bodies.parent) renumber(body);
    for (BodyId& body : bodies.sampled_at) renumber(body);
    for (BodyId& body : bodies.of_domain) renumber(body);
    for (BodyId& body : bodies.at_start) renumber(body);
    for (BodyId& body : bodies.at_end) renumber(body);
    for (Rows<BodyId>& joints : bodies.joints)
        if (!joints.empty()) joints.first = crown.carrier_row[joints.front()].value;
    return bodies;
}

}  // namespace

Column<BodyId, uint8_t> find_riders(const Plant& plant, const Bodies& bodies) {
    Column<BodyId, uint8_t> rides(bodies.size(), 0);
    for (const BodyId body : bodies.rows()) {
        const Kind kind = plant.domains.kind[bodies.domain[body]];
        rides[body] = is_foliage(kind) && bodies.mass[body] <= light && bodies.plate[body] &&
                      bodies.parent[body].exists() && is_blade(bodies, body);
    }
    for (const BodyId body : bodies.rows())
        if (bodies.parent[body].exists()) rides[bodies.parent[body]] = 0;
    return rides;
}

Crown part_crown(const Bodies& bodies, const Column<BodyId, uint8_t>& rides) {
    Crown crown;
    crown.carrier_row.resize(bodies.size());
    size_t rows = 0;
    for (const BodyId body : bodies.rows())
        if (!rides[body]) crown.carrier_row[body] = BodyId(rows++);
    for (const BodyId body : bodies.rows())
        if (rides[body]) crown.riding.push_back(body);
    std::stable_sort(crown.riding.begin(), crown.riding.end(),
                     [&](BodyId a, BodyId b) { return bodies.parent[a] < bodies.parent[b]; });
    for (const BodyId leaf : crown.riding)
        crown.carrier.push_back(crown.carrier_row[bodies.parent[leaf]]);
    crown.carriers = without(rides, crown, bodies);
    return crown;
}

bool leaves_ride(const ArticulatedSettings& settings) {
    // What lies on the ground lies on its leaves, which must feel it.
    return settings.leaf_solve == LeafSolve::riding && settings.footing.base != Base::free;
}

}  // namespace thigmo
