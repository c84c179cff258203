// Pendulums and chains on revolute joints.
#include "samples/chains.h"

#include <cmath>
#include <numbers>

namespace thigmo::samples {

namespace {

using std::numbers::pi;

/// Along `axis` from the joint, with moments of inertia about its centre along and across.
JointBody rod_body(double mass, double length, const Vec3& axis, double along, double across) {
    JointBody body;
    body.mass = mass;
    body.centre = length / 2 * axis;
    body.inertia = across * Mat3::Identity() + (along - across) * axis * axis.transpose();
    return body;
}

JointBody thin_rod(double mass, double length, const Vec3& axis) {
    return rod_body(mass, length, axis, 0, mass * length * length / 12);
}

}  // namespace

JointTree pendulum(double mass, double length) {
    return JointTree({thin_rod(mass, length, -Vec3::UnitY())});
}

JointTree double_pendulum(double m1, double m2, double l1, double l2) {
    JointBody second = thin_rod(m2, l2, -Vec3::UnitY());
    second.parent = 0;
    second.place = Vec3(0, -l1, 0);
    return JointTree({thin_rod(m1, l1, -Vec3::UnitY()), second});
}

double Rod::second_moment() const {
    return pi / 4 * std::pow(radius, 4);
}

double Rod::mass() const {
    return density * pi * radius * radius * length;
}

JointTree planar_chain(int n, const Rod& rod, Clamp clamp, Link link, double tilt) {
    const double l = rod.length / n, m = rod.mass() / n, r = rod.radius;
    const double across = m * l * l / 12 + (link == Link::solid ? m * r * r / 4 : 0);
    JointBody body = rod_body(m, l, Vec3::UnitX(), m * r * r / 2, across);
    body.place = Vec3(l, 0, 0);
    body.stiffness.setConstant(rod.young * rod.second_moment() / l);
    std::vector<JointBody> bodies(size_t(n), body);
    for (int i = 0; i < n; ++i) bodies[size_t(i)].parent = i - 1;
    bodies[0].place.setZero();
    bodies[0].rest = Quat(Eigen::AngleAxisd(-tilt, Vec3::UnitZ()));
    if (clamp == Clamp::half) bodies[0].stiffness *= 2;
    return JointTree(std::move(bodies));
}

double thesis_tilt() {
    return double(1.5708f) - pi / 2;
}

Vec3 tip(const JointTree& tree, double length) {
    return tree.frame(tree.size() - 1) * Vec3(length, 0, 0);
}

double settled_drop(JointTree& chain, const Rod& rod, double gravity) {
    if (!settle(chain, Vec3(0, -gravity, 0))) return NAN;
    return -tip(chain, rod.length / double(chain.size())).y();
}

double largest_frequency(const JointTree& chain) {
    const Eigen::VectorXd all = natural_frequencies(chain, Vec3::Zero());
    return all[all.size() - 1];
}

std::shared_ptr<const JointCounts> joints_at_starts(const Plant& plant) {
    JointCounts counts;
    for (const SegmentId segment : plant.segments.rows()) counts[plant.segments.key[segment]] = 0;
    return std::make_shared<const JointCounts>(std::move(counts));
}

}  // namespace thigmo::samples
