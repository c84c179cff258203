// Sections read from the tree, and what lies between them.
#include "thigmo/sim/reduced/stations.h"

#include <algorithm>
#include <array>

#include "thigmo/base/assert.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

Rigid about(const Quat& rotation, const Vec3& rest, const Vec3& now) {
    return {rotation, now - rotation * rest};
}

/// Four sections in a row, and their weights in the cubic through them at a place.
struct Between {
    size_t first = 0;
    std::array<double, 4> weights{};

    template <class Of>
    auto sum(const Of& of) const {
        return (weights[0] * of(first) + weights[1] * of(first + 1) + weights[2] * of(first + 2) +
                weights[3] * of(first + 3))
            .eval();
    }
};

Between between(double along, size_t sections) {
    THIGMO_ASSERT(sections >= 4);
    const double place = std::clamp(along, 0.0, 1.0) * static_cast<double>(sections - 1);
    const size_t below = std::max<size_t>(1, static_cast<size_t>(place)) - 1;
    const size_t first = std::min(below, sections - 4);
    const double x = place - static_cast<double>(first), a = x - 1, b = x - 2, c = x - 3;
    constexpr double sixth = 1.0 / 6;
    return {first, {-sixth * a * b * c, 0.5 * x * b * c, -0.5 * x * a * c, sixth * x * a * b}};
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
            for (size_t k = 1; k < body.stations.size(); ++k) {
                auto& turn = out[k].motion.rotation.coeffs();  // of the two for one rotation
                if (turn.dot(out[k - 1].motion.rotation.coeffs()) < 0) turn = -turn;
            }
        }
    });
    base_ = tree.base().placement;
}

Rigid Stations::at(int body, double along) const {
    if (body < 0) return base_;
    const size_t first = first_[static_cast<size_t>(body)];
    const size_t sections = first_[static_cast<size_t>(body) + 1] - first;
    if (sections == 1) return stations_[first].motion;
    const Between place = between(along, sections);
    const Station* const own = &stations_[first];
    Quat rotation;
    rotation.coeffs() = place.sum([&](size_t k) { return own[k].motion.rotation.coeffs(); });
    return about(rotation.normalized(), place.sum([&](size_t k) { return own[k].rest; }),
                 place.sum([&](size_t k) { return own[k].centre; }));
}

MovingStation moving_station(const ReducedBodies& bodies, const ReducedTree& tree, int body,
                             double along) {
    const Start& base = tree.base();
    if (body < 0) return {base.placement.translation, base.velocity, base.angular_velocity};
    const auto i = static_cast<size_t>(body);
    const ReducedBody& own = bodies.bodies[i];
    if (own.size == 0) return rigid_motion(tree.frame(i));
    const Between place = between(along, own.stations.size());
    std::array<MovingStation, 4> four;
    for (size_t k = 0; k < 4; ++k)
        four[k] = section_motion(own.stations[place.first + k], tree.frame(i), tree.coordinates(i),
                                 tree.rates(i));
    const auto sum = [&](Vec3 MovingStation::*of) {
        return place.sum([&](size_t k) { return four[k - place.first].*of; });
    };
    return {sum(&MovingStation::centre), sum(&MovingStation::velocity), sum(&MovingStation::spin)};
}

}  // namespace thigmo
