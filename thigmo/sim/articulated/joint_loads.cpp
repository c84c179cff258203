// What every joint carries: inverse dynamics, tips to base.
#include "thigmo/sim/articulated/body_parts.h"

namespace thigmo {
namespace {

/// Force and moment about its joint that keep the body in its motion against gravity and drag.
Wrench own_wrench(const OneBody& body, const OneMotion& m, bool air) {
    const Mat3 R = m.Q.toRotationMatrix(), J = R * body.inertia * R.transpose();
    const Vec3 c = R * body.centre, t = R.col(0);
    const Vec3 centre_acceleration = m.a + m.al.cross(c) + m.w.cross(m.w.cross(c));
    Wrench sum{body.mass * centre_acceleration,
               J * m.al + m.w.cross(J * m.w) + body.mass * c.cross(m.a)};
    if (!air) return sum;
    const Vec3 arm = body.drag_centre * t;
    Vec3 u = m.v + m.w.cross(arm) - body.wind;
    if (!body.plate) u -= u.dot(t) * t;
    const Vec3 drag = -body.drag * u.norm() * u;
    sum.force -= drag;
    sum.moment -= arm.cross(drag);
    const Vec3 crown = R * body.crown, past = m.v + m.w.cross(crown) - body.wind;
    const Vec3 pull = -body.crown_drag * past.norm() * past;
    sum.force -= pull;
    sum.moment -= crown.cross(pull);
    return sum;
}

}  // namespace

void BodyTree::joint_loads(std::vector<Wrench>& out) const {
    const Parts& parts = *parts_;
    const size_t n = size();
    out.resize(n);
    for (size_t i = 0; i < n; ++i) out[i] = own_wrench(parts.body(i), parts.motion(i), parts.air);
    if (parts.passengers)
        std::visit(
            [&](const auto& e) {
                parts.passengers->add_wrenches(e, parts.air, e.layout().body, out);
            },
            parts.engine);
    for (const BoundLoad& bound : parts.loads) {
        const OneMotion m = parts.motion(bound.body);
        const Vec3 arm = m.Q * bound.arm, f = force_of(bound, m);
        out[bound.body].force -= f;
        out[bound.body].moment -= arm.cross(f) + bound.load.torque;
    }
    for (size_t i = n; i-- > 0;) {
        const uint32_t p = parts.parent[i];
        if (p == BodyId::none_value) continue;
        const Vec3 arm = parts.motion(i).x - parts.motion(p).x;
        out[p].force += out[i].force;
        out[p].moment += out[i].moment + arm.cross(out[i].force);
    }
}

}  // namespace thigmo
