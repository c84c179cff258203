// Moments of blades and of rigid wood, and the stalks of blades.
#include "samples/frame_blade.h"

#include <algorithm>
#include <cmath>

#include "samples/frame.h"
#include "thigmo/mechanics/frustum.h"
#include "thigmo/plant/walk.h"

namespace thigmo::samples {
namespace {

Mat3 inertia_of_second(const Mat3& second) {
    return second.trace() * Mat3::Identity() - second;
}

/// ∫ x xᵀ dA over a triangle: A/12 (s sᵀ + aaᵀ + bbᵀ + ccᵀ) with s = a + b + c.
Mat3 second_moment(const Vec3& a, const Vec3& b, const Vec3& c, double area) {
    const Vec3 s = a + b + c;
    return area / 12 *
           (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
}

/// The mass lies evenly on the mesh, in a sheet of the shape's thickness.
void add_shape(const Plant& plant, DomainId domain, RigidDomain& sum) {
    const Shape& shape = plant.shapes[plant.domains.shape[domain]];
    const Placement& placement = plant.domains.placement[domain];
    double whole = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    const auto corner = [&](uint32_t i) {
        return Vec3(placement * shape.mesh.positions[i].cast<double>() - sum.at);
    };
    for (const auto& [i, j, k] : shape.mesh.triangles) {
        const Vec3 a = corner(i), b = corner(j), c = corner(k);
        const double area = 0.5 * (b - a).cross(c - a).norm();
        whole += area;
        first += area / 3 * (a + b + c);
        second += second_moment(a, b, c, area);
    }
    const double scale = placement.scale, thickness = scale * shape.thickness;
    const double mass = shape.area * scale * scale * thickness *
                        plant.materials[plant.domains.material[domain]].density;
    sum.mass += mass;
    if (whole > 0) {
        sum.first += mass / whole * first;
        sum.inertia += mass / whole * inertia_of_second(second);
    }
    sum.inertia += mass * thickness * thickness / 12 * Mat3::Identity();
}

void add_wood(const Plant& plant, DomainId domain, RigidDomain& sum) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    double whole = 0, before = 0;
    for (const SegmentId row : plant.domains.segments[domain]) whole += length(plant.segments, row);
    for (const SegmentId row : plant.domains.segments[domain]) {
        const double piece = length(plant.segments, row);
        const Vec3 t = (plant.segments.end[row] - plant.segments.start[row]) / piece,
                   from = plant.segments.start[row] - sum.at;
        const RodInertia rod =
            rod_inertia({piece, plant.segments.start_radius[row], plant.segments.end_radius[row]},
                        density_at(material, (before + piece / 2) / whole));
        const Mat3 along = t * t.transpose();
        const Vec3 own = rod.mass * rod.centre * t;
        // Second moments about its start, carried over to where the domain starts.
        const Mat3 second =
            (rod.transverse - rod.axial / 2) * along + rod.axial / 2 * (Mat3::Identity() - along);
        sum.mass += rod.mass;
        sum.first += own + rod.mass * from;
        sum.inertia += inertia_of_second(second + own * from.transpose() + from * own.transpose() +
                                         rod.mass * from * from.transpose());
        before += piece;
    }
}

/// Reach of the mesh along the blade's axis (m), at least to its centre and its thickness.
double reach(const Plant& plant, DomainId domain, const Vec3& axis, double centre) {
    const Shape& shape = plant.shapes[plant.domains.shape[domain]];
    const Placement& placement = plant.domains.placement[domain];
    double far = std::max(centre, shape.thickness * placement.scale);
    for (const Vec3f& position : shape.mesh.positions)
        far = std::max(far, axis.dot(placement * position.cast<double>() - placement.position));
    return far;
}

/// Stiffness of the blade alone against twist and bending (N m/rad).
Vec3 own_stalk(const Plant& plant, DomainId domain, const RigidDomain& body) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    if (plant.domains.kind[domain] == Kind::fruit || body.mass <= 0)
        return Vec3(2 * material.shear / material.young, 1, 1) * 1e-30;
    const Shape& shape = plant.shapes[plant.domains.shape[domain]];
    const double scale = plant.domains.placement[domain].scale;
    const double far =
        reach(plant, domain, blade_axis(plant, domain), body.first.norm() / body.mass);
    const double width = shape.area * scale * scale / far;
    const double wt3 = width * std::pow(shape.thickness * scale, 3);
    const double bend = 2 * material.young * wt3 / 12 / far;
    return {2 * material.shear * wt3 / 3 / far, bend, bend};
}

}  // namespace

bool is_blade(const Plant& plant, DomainId domain) {
    return is_foliage(plant.domains.kind[domain]) && plant.domains.shape[domain].exists();
}

double density_at(const Material& material, double along) {
    return material.density * (1 + (material.tip_density - 1) * along);
}

RigidDomain rigid_domain(const Plant& plant, DomainId domain) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    RigidDomain sum;
    sum.at =
        run.empty() ? plant.domains.placement[domain].position : plant.segments.start[run.front()];
    if (!is_blade(plant, domain)) add_wood(plant, domain, sum);
    if (plant.domains.shape[domain].exists()) add_shape(plant, domain, sum);
    return sum;
}

Vec3 blade_axis(const Plant& plant, DomainId domain) {
    const RigidDomain body = rigid_domain(plant, domain);
    const Shape& shape = plant.shapes[plant.domains.shape[domain]];
    const double least = 1e-3 * shape.thickness * plant.domains.placement[domain].scale;
    if (body.first.norm() > body.mass * least) return body.first.normalized();
    return plant.domains.placement[domain].rotation * Vec3::UnitY();
}

Column<DomainId, Vec3> leaf_stalks(const Plant& plant, double stiffness) {
    constexpr double gravity = 9.81, most = 0.5;  // m/s², rad
    Column<DomainId, Vec3> stalks(plant.domains.size(), Vec3::Zero());
    for (const DomainId domain : plant.domains.rows()) {
        if (!is_blade(plant, domain)) continue;
        const RigidDomain body = rigid_domain(plant, domain);
        Vec3 first = Vec3::Zero();
        for (const DomainId hung : subtree(plant, domain)) {
            const RigidDomain other = rigid_domain(plant, hung);
            first += other.first + other.mass * (other.at - body.at);
        }
        const Vec3 own = own_stalk(plant, domain, body);
        const double least = gravity * first.norm() / most;
        stalks[domain] = stiffness * own * std::max(1.0, least / own.y());
    }
    return stalks;
}

}  // namespace thigmo::samples
