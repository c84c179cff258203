// A plant's bodies in plain numbers.
#include "bench/peers/model.h"

#include <algorithm>

namespace thigmo::peers {
namespace {

void copy(const Vec3& from, double to[3]) {
    for (int i = 0; i < 3; ++i) to[i] = from[i];
}

void copy(const Quat& from, double to[4]) {
    to[0] = from.w();
    copy(from.vec(), to + 1);
}

Quat turned_by(const Vec3& rotation_vector) {
    const double angle = rotation_vector.norm();
    return angle == 0 ? Quat::Identity()
                      : Quat(Eigen::AngleAxisd(angle, Vec3(rotation_vector / angle)));
}

Vec3 vector(const double v[3]) {
    return {v[0], v[1], v[2]};
}

}  // namespace

PeerModel make_model(const Bodies& bodies, const Vec3& gravity) {
    PeerModel model;
    copy(gravity, model.gravity);
    for (const BodyId id : bodies.rows()) {
        PeerBody& body = model.bodies.emplace_back();
        const BodyId parent = bodies.parent[id];
        if (parent.exists()) body.parent = static_cast<int>(parent.value);
        copy(bodies.offset[id], body.offset);
        copy(bodies.rest[id], body.rest);
        const Quat below = parent.exists() ? bodies.given[parent] : Quat::Identity();
        const Quat given = below.conjugate() * bodies.given[id];
        copy((bodies.rest[id].conjugate() * given * turned_by(bodies.initial[id])).normalized(),
             body.start);
        const Vec3& centre = bodies.centre[id];
        body.length = bodies.length[id];
        body.mass = bodies.mass[id];
        copy(centre, body.centre);
        const Mat3 shift =
            body.mass * (centre.squaredNorm() * Mat3::Identity() - centre * centre.transpose());
        copy((bodies.inertia[id] - shift).diagonal(), body.inertia);
        copy(bodies.stiffness[id], body.stiffness);
        copy(bodies.damping[id], body.damping);
    }
    return model;
}

double stable_step(const PeerModel& model, bool implicit_damping) {
    std::vector<Vec3> stiffness(model.bodies.size(), Vec3::Zero());
    for (size_t i = 0; i < model.bodies.size(); ++i) {
        const PeerBody& body = model.bodies[i];
        stiffness[i] += vector(body.stiffness);
        if (body.parent < 0) continue;
        const Mat3 axes = Quat(body.rest[0], body.rest[1], body.rest[2], body.rest[3]).matrix();
        stiffness[static_cast<size_t>(body.parent)] += axes.cwiseAbs2() * vector(body.stiffness);
    }
    double step = 1;
    for (size_t i = 0; i < model.bodies.size(); ++i)
        for (int axis = 0; axis < 3; ++axis) {
            const PeerBody& body = model.bodies[i];
            const double beta = implicit_damping ? 0 : body.damping[axis] / body.stiffness[axis];
            const double square = 2 * stiffness[i][axis] / body.inertia[axis];
            const double limit = std::sqrt(beta * beta + 4 / square) - beta;
            step = std::min(step, 0.9 * limit);
        }
    return step;
}

}  // namespace thigmo::peers
