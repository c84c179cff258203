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

Station read_rigid(const ReducedBody& body, const BodyFrame& frame) {
    Station station;
    station.motion = about(Quat(frame.axes * body.units.turn.transpose()).normalized(),
                           body.units.origin, frame.origin);
    station.centre = frame.origin;
    station.velocity = frame.axes * frame.velocity;
    station.spin = frame.axes * frame.spin;
    return station;
}

Station read_station(const ReducedBody& body, const MovingFace& face, const BodyFrame& frame,
                     std::span<const double> q, std::span<const double> v) {
    double ride[6 * most_coordinates];
    MountedFrame mounted;
    if (!mount(face, {}, q, v, frame.spin, mounted, {ride, 6, body.size}))
        return read_rigid(body, frame);
    Station station;
    const Mat3 axes = frame.axes * mounted.turn.transpose();
    station.centre = frame.origin + frame.axes * mounted.arm;
    station.motion = about(Quat(axes * body.units.turn.transpose()).normalized(),
                           body.units.origin + body.units.turn * face.centre, station.centre);
    const Vec3 spin = frame.spin + mounted.rate.head<3>();
    station.spin = frame.axes * spin;
    station.velocity =
        frame.axes * (frame.velocity + mounted.rate.tail<3>() + spin.cross(mounted.arm));
    return station;
}

}  // namespace

void Stations::read(const ReducedBodies& bodies, const ReducedTree& tree) {
    const size_t count = bodies.bodies.size();
    first_.assign(1, 0);
    for (const ReducedBody& body : bodies.bodies)
        first_.push_back(first_.back() + (body.size == 0 ? 1 : station_count + 1));
    stations_.resize(first_.back());
    parallel_chunks(count, 32, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const ReducedBody& body = bodies.bodies[i];
            Station* out = &stations_[first_[i]];
            if (body.size == 0) *out = read_rigid(body, tree.frame(i));
            for (size_t k = 0; k < body.stations.size(); ++k)
                out[k] = read_station(body, body.stations[k], tree.frame(i), tree.coordinates(i),
                                      tree.rates(i));
        }
    });
    const Start& base = tree.base();
    base_ = {base.placement, base.placement.translation, base.velocity, base.angular_velocity};
}

Station Stations::at(int body, double along) const {
    if (body < 0) return base_;
    const size_t first = first_[static_cast<size_t>(body)];
    const size_t last = first_[static_cast<size_t>(body) + 1] - 1;
    if (first == last) return stations_[first];
    const double place = std::clamp(along, 0.0, 1.0) * static_cast<double>(last - first);
    const size_t below = std::min(static_cast<size_t>(place), last - first - 1);
    const double share = place - static_cast<double>(below);
    const Station &a = stations_[first + below], &b = stations_[first + below + 1];
    Station between;
    const auto& qa = a.motion.rotation.coeffs();
    const auto& qb = b.motion.rotation.coeffs();
    const double sign = qa.dot(qb) < 0 ? -1 : 1;
    between.motion.rotation.coeffs() = ((1 - share) * qa + share * sign * qb).normalized();
    between.centre = (1 - share) * a.centre + share * b.centre;
    between.velocity = (1 - share) * a.velocity + share * b.velocity;
    between.spin = (1 - share) * a.spin + share * b.spin;
    // The centre at rest, as each of the two sees it.
    const Vec3 rest_a = a.motion.rotation.conjugate() * (a.centre - a.motion.translation),
               rest_b = b.motion.rotation.conjugate() * (b.centre - b.motion.translation);
    const Vec3 rest = (1 - share) * rest_a + share * rest_b;
    between.motion.translation = between.centre - between.motion.rotation * rest;
    return between;
}

Vec3 Stations::moved(int body, double along, const Vec3& at_rest) const {
    return at(body, along).motion * at_rest;
}

}  // namespace thigmo
