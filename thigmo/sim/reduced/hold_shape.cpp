// The stress that holds a given shape up under gravity.
//
// At rest the elastic force is f₀ = K₀ p of the stress C:ε(p), and must equal what gravity does to
// the coordinates: on the body's own mass, and on each subtree through its seat. The stress then
// goes with the material, so that bending without stretch leaves its energy as it is and a heavy
// crown still pushes a leaning stem over; a mere force f₀ would hold the crown up from outside.
#include <Eigen/Cholesky>

#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {
namespace {

Eigen::Matrix<double, 6, Eigen::Dynamic> ride_of(const MovingFace& face, const Mount& on,
                                                 const ReducedBody& parent) {
    const std::vector<double> rest(static_cast<size_t>(parent.size));
    Eigen::Matrix<double, 6, Eigen::Dynamic> ride(6, parent.size);
    MountedFrame frame;
    mount(face, on, rest, rest, Vec3::Zero(), frame, {ride.data(), 6, parent.size});
    return ride;
}

/// What a weight does to a body about its origin, in its axes.
Vec6 wrench_on(const ReducedBody& body, const CarriedWeight& weight, const Vec3& gravity) {
    const Mat3 back = body.units.turn.transpose();
    Vec6 wrench;
    wrench << back * (weight.first - weight.mass * body.units.origin).cross(gravity),
        back * (weight.mass * gravity);
    return wrench;
}

}  // namespace

std::vector<CarriedWeight> carried_weights(const std::vector<ReducedBody>& bodies) {
    std::vector<CarriedWeight> sums(bodies.size());
    for (size_t i = bodies.size(); i-- > 0;) {
        const ReducedBody& body = bodies[i];
        const double mass = body.resting.mass;
        sums[i].mass += mass;
        sums[i].first += mass * body.units.origin + body.units.turn * body.resting.first;
        if (body.parent < 0) continue;
        CarriedWeight& below = sums[static_cast<size_t>(body.parent)];
        below.mass += sums[i].mass;
        below.first += sums[i].first;
    }
    return sums;
}

Eigen::Matrix<double, 6, Eigen::Dynamic> ride_of(const ReducedBody& body,
                                                 const ReducedBody& parent) {
    return ride_of(body.seat, body.mount, parent);
}

void hold_shape(ReducedBodies& all, const Vec3& gravity, bool lumped) {
    std::vector<ReducedBody>& bodies = all.bodies;
    const std::vector<CarriedWeight> weights = carried_weights(bodies);
    std::vector<Eigen::VectorXd> pull(bodies.size());
    for (size_t i = 0; i < bodies.size(); ++i) {
        const ReducedBody& body = bodies[i];
        const Vec3 g = body.units.turn.transpose() * gravity;
        pull[i] = Eigen::VectorXd::Zero(body.size);
        for (int k = 0; k < body.size; ++k)
            for (int a = 0; a < 3; ++a) pull[i][k] += g[a] * body.integrals.of_modes(a, k);
    }
    for (const ReducedSeat& seat : all.seats) {
        const ReducedBody& body = bodies[seat.body];
        CarriedWeight weight;
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
            const Blade& blade = all.blades[k];
            weight.mass += blade.solid.mass;
            weight.first += blade.solid.mass * blade.hinge + blade.solid.first;
        }
        pull[seat.body] +=
            ride_of(seat.face, seat.mount, body).transpose() * wrench_on(body, weight, gravity);
    }
    for (size_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i].parent < 0 || lumped) continue;
        const auto p = static_cast<size_t>(bodies[i].parent);
        const ReducedBody& parent = bodies[p];
        pull[p] += ride_of(bodies[i], parent).transpose() * wrench_on(parent, weights[i], gravity);
    }
    for (size_t i = 0; i < bodies.size(); ++i)
        if (bodies[i].size > 0) set_preload(bodies[i], bodies[i].stiffness.ldlt().solve(pull[i]));
    for (Blade& blade : all.blades) hold_blade(blade, gravity);
}

}  // namespace thigmo
