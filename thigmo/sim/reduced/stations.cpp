// Sections read from the tree, and what lies between them.
#include "thigmo/sim/reduced/stations.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

Rigid about(const Quat& rotation, const Vec3& rest, const Vec3& now) {
    return {rotation, now - rotation * rest};
}

/// The section below a place, and the place's share of the way to the next.
struct Between {
    size_t below = 0;
    double share = 0;
};

Between between(double along, size_t stretches) {
    const double place = std::clamp(along, 0.0, 1.0) * static_cast<double>(stretches);
    const size_t below = std::min(static_cast<size_t>(place), stretches - 1);
    return {below, place - static_cast<double>(below)};
}

MovingStation rigid_motion(const BodyFrame& frame) {
    return {frame.origin, frame.axes * frame.velocity, frame.axes * frame.spin};
}

MovingStation section_motion(const MovingFace& face, const BodyFrame& frame,
                             std::span<const double> q, std::span<const double> v) {
    double ride[6 * most_coordinates];
    MountedFrame mounted;
    if (!mount(face, {}, q, v, frame.spin, mounted, {ride, 6, face.size}))
        return rigid_motion(frame);
    const Vec3 spin = frame.spin + mounted.rate.head<3>();
    return {frame.origin + frame.axes * mounted.arm,
            frame.axes * (frame.velocity + mounted.rate.tail<3>() + spin.cross(mounted.arm)),
            frame.axes * spin};
}

}  // namespace

Stations::Station Stations::read_rigid(const ReducedBody& body, const BodyFrame& frame) const {
    const Quat turn = Quat(frame.axes * body.units.turn.transpose()).normalized();
    return {about(turn, body.units.origin, frame.origin), body.units.origin, frame.origin};
}

Stations::Station Stations::read_section(const ReducedBody& body, const MovingFace& face,
                                         const BodyFrame& frame, std::span<const double> q) const {
    Vec3 centre;
    Mat3 turn;
    if (!place_face(face, q, centre, turn)) return read_rigid(body, frame);
    Station station;
    station.rest = body.units.origin + body.units.turn * face.centre;
    station.centre = frame.origin + frame.axes * centre;
    station.motion = about(Quat(frame.axes * turn * body.units.turn.transpose()).normalized(),
                           station.rest, station.centre);
    return station;
}

void Stations::read(const ReducedBodies& bodies, const ReducedTree& tree) {
    first_.assign(1, 0);
    for (const ReducedBody& body : bodies.bodies)
        first_.push_back(first_.back() + std::max<size_t>(1, body.stations.size()));
    stations_.resize(first_.back());
    parallel_chunks(bodies.bodies.size(), 32, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const ReducedBody& body = bodies.bodies[i];
            Station* out = &stations_[first_[i]];
            if (body.size == 0) *out = read_rigid(body, tree.frame(i));
            for (size_t k = 0; k < body.stations.size(); ++k)
                out[k] = read_section(body, body.stations[k], tree.frame(i), tree.coordinates(i));
        }
    });
    base_ = tree.base().placement;
}

Rigid Stations::at(int body, double along) const {
    if (body < 0) return base_;
    const size_t first = first_[static_cast<size_t>(body)];
    const size_t last = first_[static_cast<size_t>(body) + 1] - 1;
    if (first == last) return stations_[first].motion;
    const auto [below, share] = between(along, last - first);
    const Station &a = stations_[first + below], &b = stations_[first + below + 1];
    const auto& qa = a.motion.rotation.coeffs();
    const auto& qb = b.motion.rotation.coeffs();
    const double sign = qa.dot(qb) < 0 ? -1 : 1;
    Quat rotation;
    rotation.coeffs() = ((1 - share) * qa + share * sign * qb).normalized();
    return about(rotation, (1 - share) * a.rest + share * b.rest,
                 (1 - share) * a.centre + share * b.centre);
}

MovingStation moving_station(const ReducedBodies& bodies, const ReducedTree& tree, int body,
                             double along) {
    const Start& base = tree.base();
    if (body < 0) return {base.placement.translation, base.velocity, base.angular_velocity};
    const auto i = static_cast<size_t>(body);
    const ReducedBody& own = bodies.bodies[i];
    if (own.size == 0) return rigid_motion(tree.frame(i));
    const auto [below, share] = between(along, own.stations.size() - 1);
    const auto at = [&](size_t k) {
        return section_motion(own.stations[k], tree.frame(i), tree.coordinates(i), tree.rates(i));
    };
    const MovingStation a = at(below), b = at(below + 1);
    const double rest = 1 - share;
    return {rest * a.centre + share * b.centre, rest * a.velocity + share * b.velocity,
            rest * a.spin + share * b.spin};
}

}  // namespace thigmo
