// Cylinders, springs and Euler joints of [Garcia2023] chapter 6.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/mechanics/frustum.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/thesis.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

using std::numbers::pi;

/// Order of turns: left, heading, up ([Garcia2023] figure 6.2: R, H, U).
constexpr std::array<int, 3> euler_order = {1, 0, 2};

/// What the springs of a joint see of a body.
struct Cylinder {
    double radius = 0;  // 0: no wood
    double length = 0;
};

Cylinder cylinder_of(const Plant& plant, const Bodies& bodies, BodyId body) {
    const DomainId domain = bodies.domain[body];
    if (!is_wood(plant.domains.kind[domain]) || plant.domains.segments[domain].empty()) return {};
    const SegmentId segment = bodies.segment[body].exists()
                                  ? bodies.segment[body]
                                  : plant.domains.segments[domain].front();
    const Segments& rows = plant.segments;
    return {0.5 * (rows.start_radius[segment] + rows.end_radius[segment]), bodies.length[body]};
}

/// The cylinder of the body on which this one hangs, or of the fixed root on which it stands.
Cylinder parent_cylinder(const Plant& plant, const Bodies& bodies, BodyId body) {
    if (bodies.parent[body].exists()) return cylinder_of(plant, bodies, bodies.parent[body]);
    const SegmentId root = plant.domains.attachment[bodies.domain[body]].segment;
    if (!root.exists()) return {};
    const Segments& rows = plant.segments;
    return {0.5 * (rows.start_radius[root] + rows.end_radius[root]), length(rows, root)};
}

/// Share of the domain's centreline before the segment.
double joint_along(const Plant& plant, DomainId domain, SegmentId segment) {
    double before = 0;
    for (SegmentId at = plant.domains.segments[domain].front(); at < segment; ++at.value)
        before += length(plant.segments, at);
    return before / centreline_length(plant, domain);
}

/// k = E (π/8 r_p⁴ + π/8 r⁴) · 2/(l_p + l) for bending, G (π/4 r_p⁴ + π/4 r⁴) · 2/(l_p + l) for
/// twisting; [Garcia2023] eq. 6.6 and 6.16, `moduli` = (G, E, E).
Vec3 spring_constants(const Cylinder& parent, const Cylinder& own, const Vec3& moduli) {
    const double fourth = std::pow(parent.radius, 4) + std::pow(own.radius, 4);
    const double inverse_length = 2 / (parent.length + own.length);
    return moduli.cwiseProduct(Vec3(pi / 4, pi / 8, pi / 8)) * (fourth * inverse_length);
}

void make_rod_of(const Cylinder& own, const Frustum& frustum, Bodies& bodies, BodyId body) {
    const double r = own.radius, l = own.length;
    const double density = bodies.mass[body] / volume(frustum);
    const double mass = density * pi * r * r * l;
    bodies.mass[body] = mass;
    bodies.centre[body] = Vec3(l / 2, 0, 0);
    bodies.inertia[body] =
        (mass * Vec3(r * r / 2, l * l / 3, l * l / 3)).asDiagonal();  // about the joint
}

Mat3 about_centre(const Bodies& bodies, BodyId body) {
    const Mat3 lever = cross_matrix(bodies.centre[body]);
    return bodies.inertia[body] + bodies.mass[body] * lever * lever;
}

/// From body axes to the parent's in the given shape.
Quat given_turn(const Bodies& bodies, BodyId body) {
    const BodyId parent = bodies.parent[body];
    if (!parent.exists()) return bodies.given[body];
    return (bodies.given[parent].conjugate() * bodies.given[body]).normalized();
}

/// The springs' rest with which the tree stands as it is given, all angles 0.
void stand(std::vector<JointBody>& joints, const Vec3& gravity) {
    JointTree tree(joints);
    const std::vector<double> still(tree.coordinates(), 0.0);
    const Eigen::VectorXd weight = tree.needed_forces({.gravity = gravity}, still);
    for (size_t i = 0; i < joints.size(); ++i)
        for (int k = 0; k < joints[i].axes; ++k)
            joints[i].spring_rest[k] =
                weight[Eigen::Index(tree.first(i)) + k] / joints[i].stiffness[k];
}

}  // namespace

void make_cylinders(const Plant& plant, Bodies& bodies) {
    Column<BodyId, Vec3> stiffness = bodies.stiffness;
    for (const BodyId body : bodies.rows()) {
        const Cylinder own = cylinder_of(plant, bodies, body);
        if (own.radius == 0) continue;
        const DomainId domain = bodies.domain[body];
        const bool segment_body = bodies.segment[body].exists();
        const SegmentId segment =
            segment_body ? bodies.segment[body] : plant.domains.segments[domain].front();
        const Articulation stated =
            plant.articulations.empty() ? Articulation{} : plant.articulations[segment];
        Cylinder parent = own;
        if (const Cylinder upper = parent_cylinder(plant, bodies, body); upper.radius > 0)
            parent = upper;
        const Material& material = plant.materials[plant.domains.material[domain]];
        const Vec3 E = stated_moduli(plant, domain, segment,
                                     moduli(material, joint_along(plant, domain, segment)));
        const Vec3 spring = spring_constants(parent, own, E);
        stiffness[body] = (stated.stiffness.array() > 0).select(stated.stiffness, spring);
        if (segment_body && !plant.domains.shape[domain].exists() && stated.mass == 0 &&
            stated.inertia.isZero(0))
            make_rod_of(own, frustum(plant.segments, segment), bodies, body);
        // Damping stays the same share of the stiffness unless it is stated.
        const Vec3 kept = bodies.damping[body];
        const Vec3 scaled =
            kept.cwiseProduct(stiffness[body]).cwiseQuotient(bodies.stiffness[body]);
        bodies.damping[body] = (stated.damping.array() > 0).select(kept, scaled);
    }
    bodies.stiffness = stiffness;
}

std::vector<JointBody> thesis_joints(const Bodies& bodies, const ArticulatedSettings& settings) {
    std::vector<JointBody> joints;
    for (const BodyId body : bodies.rows()) {
        JointBody joint;
        joint.parent = bodies.parent[body].exists() ? int(bodies.parent[body].value) : -1;
        joint.place = bodies.offset[body];
        joint.rest = given_turn(bodies, body);
        joint.mass = bodies.mass[body];
        joint.centre = bodies.centre[body];
        joint.inertia = about_centre(bodies, body);
        const Vec3 k = bodies.stiffness[body], b = bodies.damping[body];
        if (settings.planar) {
            const Vec3 normal = bodies.given[body].conjugate() * settings.plane_normal.normalized();
            const Vec3 share = normal.cwiseProduct(normal);
            joint.axes = 1;
            joint.axis[0] = normal;
            joint.stiffness[0] = k.dot(share);
            joint.damping[0] = b.dot(share);
        } else {
            joint.axes = 3;
            for (int turn = 0; turn < 3; ++turn) {
                const int axis = euler_order[size_t(turn)];
                joint.axis[size_t(turn)] = Vec3::Unit(axis);
                joint.stiffness[turn] = k[axis];
                joint.damping[turn] = b[axis];
            }
        }
        if (settings.footing.base == Base::free && joint.parent < 0) {
            joint.axes = 0;
            joint.place.setZero();
        }
        joints.push_back(joint);
    }
    if (settings.footing.shape == GivenShape::standing) stand(joints, settings.footing.gravity);
    return joints;
}

std::vector<double> thesis_angles(const Bodies& bodies, const ArticulatedSettings& settings) {
    std::vector<double> angles;
    for (const BodyId body : bodies.rows()) {
        if (settings.footing.base == Base::free && !bodies.parent[body].exists()) continue;
        const Vec3& turn = bodies.initial[body];
        if (settings.planar) {
            angles.push_back(
                turn.dot(bodies.given[body].conjugate() * settings.plane_normal.normalized()));
            continue;
        }
        const double size = turn.norm();
        const Mat3 R = size > 0 ? Eigen::AngleAxisd(size, turn / size).toRotationMatrix()
                                : Mat3(Mat3::Identity());
        // R = R_y(a) R_x(b) R_z(c).
        angles.push_back(std::atan2(R(0, 2), R(2, 2)));
        angles.push_back(-std::asin(std::clamp(R(1, 2), -1.0, 1.0)));
        angles.push_back(std::atan2(R(1, 0), R(1, 1)));
    }
    return angles;
}

}  // namespace thigmo
