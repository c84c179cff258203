// The moment of an elastic ball joint, its derivatives, the turn that gives a moment, and joints
// that bear the plant's weight.
#include "thigmo/sim/articulated/standing.h"

#include <Eigen/LU>
#include <cmath>

#include "thigmo/sim/standing_factors.h"

namespace thigmo {
namespace {

/// c(θ) of joint_moment and c′(θ)/θ.
struct Curve {
    double value, slope;
};
Curve curve(double squared) {
    if (squared < 1e-2)  // the next term of either series is below 1e-13
        return {1.0 / 12 + squared / 720 + squared * squared / 30240 +
                    squared * squared * squared / 1209600,
                1.0 / 360 + squared / 7560 + squared * squared / 201600};
    const double theta = std::sqrt(squared), s = std::sin(theta), c = std::cos(theta);
    // (1 + cos θ)/sin θ as sin θ/(1 − cos θ), which is sound at π.
    const double value = 1 / squared - s / (2 * theta * (1 - c));
    const double slope = -2 / (theta * squared) + (theta + s) / (2 * squared * (1 - c));
    return {value, slope / theta};
}

}  // namespace

Mat3 joint_slope(const Vec3& k, const Vec3& phi) {
    const auto [c, slope] = curve(phi.squaredNorm());
    const Mat3 K = k.asDiagonal(), turn = cross(phi);
    const Vec3 spring = k.cwiseProduct(phi), side = phi.cross(spring), twice = phi.cross(side);
    return K - 0.5 * (turn * K - cross(spring)) +
           c * (turn * turn * K - turn * cross(spring) - cross(side)) +
           slope * twice * phi.transpose();
}

Mat3 weight_block(const Vec3& gravity, const Vec3& s) {
    return gravity.dot(s) * Mat3::Identity() -
           0.5 * (gravity * s.transpose() + s * gravity.transpose());
}

Mat3 joint_hessian(const Vec3& stiffness, const Vec3& phi) {
    const Mat3 turn = cross(phi);
    const Mat3 inverse =
        Mat3::Identity() + 0.5 * turn + curve(phi.squaredNorm()).value * turn * turn;
    const Mat3 product = joint_slope(stiffness, phi) * inverse;
    return 0.5 * (product + product.transpose());
}

Vec3 joint_moment(const Vec3& stiffness, const Vec3& phi) {
    const Vec3 spring = stiffness.cwiseProduct(phi), side = phi.cross(spring);
    return spring - 0.5 * side + curve(phi.squaredNorm()).value * phi.cross(side);
}

JointTurn solve_joint(const Vec3& stiffness, const Vec3& moment) {
    if (!(moment.norm() > 0)) return {Vec3::Zero(), true};
    Vec3 phi = moment.cwiseQuotient(stiffness);
    if (phi.norm() > turn_most) phi *= turn_most / phi.norm();
    const double enough = 1e-14 * moment.norm();
    for (int i = 0; i < 30; ++i) {
        const Vec3 left = moment - joint_moment(stiffness, phi);
        if (left.norm() <= enough) break;
        const Vec3 change = joint_slope(stiffness, phi).inverse() * left;
        phi += change * std::min(1.0, 0.5 / change.norm());  // at most half a radian at a time
        if (!(phi.norm() < 3)) return {};
    }
    const Vec3 left = moment - joint_moment(stiffness, phi);
    return {phi, left.norm() <= 1e-11 * moment.norm() && phi.norm() <= turn_most};
}

void stand(const Plant& plant, const Column<BodyId, Solid>& outboard, const Vec3& gravity,
           Bodies& bodies) {
    const StandingFactors factors =
        find_standing_factors(plant, bodies, outboard, gravity, bodies.log);
    for (const BodyId body : bodies.rows()) {
        if (body == bodies.foot) continue;
        const SegmentId segment = bodies.segment[body];
        bodies.stiffness[body] *= segment.exists()
                                      ? factors.of_segment(plant.segments.key[segment])
                                      : factors.of_stalk(plant.domains.key[bodies.domain[body]]);
        const Vec3 moment = bodies.given[body].conjugate() * outboard[body].first.cross(gravity);
        const Vec3 phi = solve_joint(bodies.stiffness[body], moment).phi;
        const double angle = phi.norm();
        if (!(angle > 0)) continue;
        const Quat bent(Eigen::AngleAxisd(-angle, phi / angle));
        bodies.rest[body] = (bodies.rest[body] * bent).normalized();
    }
}

}  // namespace thigmo
