// Leaves that ride: their rows as they begin, and their state.
#include "thigmo/sim/articulated/riders.h"

#include <algorithm>
#include <numeric>

#include "thigmo/sim/articulated/lane_eigen.h"
#include "thigmo/sim/articulated/lane_structs.h"

namespace thigmo {
namespace {

/// A lane without a leaf stays where it is.
template <class L>
RiderConstants<L> empty_lanes() {
    const L none(0), one(1);
    return {zero_vec<L>(), {one, zero_vec<L>()}, none, one, one, none, none, none, none, none,
            none};
}
template <class L>
RiderMotion<L> at_rest() {
    return {{L(1), zero_vec<L>()}, zero_vec<L>(), zero_vec<L>()};
}

/// Where each body's joint is in the given shape, in the plant's space.
Column<BodyId, Vec3> given_joints(const Bodies& bodies) {
    Column<BodyId, Vec3> joints(bodies.size());
    for (const BodyId i : bodies.rows()) {
        const BodyId p = bodies.parent[i];
        joints[i] = p.exists() ? joints[p] + bodies.given[p] * bodies.offset[i] : bodies.offset[i];
    }
    return joints;
}

}  // namespace

Riders::Riders(const Crown& crown, const Bodies& bodies, const ArticulatedSettings& settings,
               const BodyTree& carriers)
    : turn_limit_(settings.turn_limit), carrier_(crown.carrier), factor_(crown.riding.size(), 1) {
    seat_riders(crown, carriers);
    const Column<BodyId, Vec3> joints = given_joints(bodies);
    for (size_t i = 0; i < size(); ++i) {
        const BodyId leaf = crown.riding[i];
        stiffness_.push_back(bodies.stiffness[leaf]);
        damping_.push_back(settings.damping ? bodies.damping[leaf] : Vec3(Vec3::Zero()));
        put_rider(i, leaf, bodies, carriers);
        Drawn& drawn = drawn_[seat_[i] / width];
        const Quat back = bodies.given[leaf].conjugate();
        put_lane(lanes_of(back), drawn.turn, lane_of(i));
        put_lane(lanes_of(Vec3(-(back * joints[leaf]))), drawn.shift, lane_of(i));
        drawn.domain[lane_of(i)] = bodies.domain[leaf];
    }
    note_damping();
}

/// Groups of carriers that are near to each other in memory, and the rows that their leaves fill.
void Riders::seat_riders(const Crown& crown, const BodyTree& carriers) {
    std::vector<uint32_t> order(crown.riding.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](uint32_t i) { return carriers.seat(carrier_[i]); });
    seat_.resize(order.size());
    size_t lane = width - 1;  // of the carrier in its group
    BodyId last;
    for (const uint32_t i : order) {
        const BodyId carrier = carrier_[i];
        if (carrier != last) {
            lane = (lane + 1) % width;
            if (lane == 0) add_group(carrier, carriers);
            groups_.back().seat[lane] = carriers.seat(carrier);
            groups_.back().sample[lane] = carriers.air_sample(carrier);
            set_lane(groups_.back().vogel, lane, crown.carriers.foliage_vogel[carrier]);
            last = carrier;
        }
        const size_t at = groups_.back().leaves++ % width;
        if (at == 0) on_.push_back({});
        on_.back().at[at] = static_cast<uint8_t>(lane);
        seat_[i] = static_cast<uint32_t>((on_.size() - 1) * width + at);
    }
    rows_.assign(on_.size(), {empty_lanes<Pack>(), at_rest<Pack>()});
    drawn_.assign(on_.size(), {{Pack(1), zero_vec<Pack>()}, zero_vec<Pack>(), {}});
}

/// Lanes without a carrier of their own see the first.
void Riders::add_group(BodyId carrier, const BodyTree& carriers) {
    Group& group = groups_.emplace_back();
    group.first_row = static_cast<uint32_t>(on_.size());
    group.vogel = Pack(0);
    group.seat.fill(carriers.seat(carrier));
    group.sample.fill(carriers.air_sample(carrier));
}

void Riders::put_rider(size_t rider, BodyId leaf, const Bodies& bodies, const BodyTree& carriers) {
    const Mat3& J = bodies.inertia[leaf];
    const RiderConstants<double> c{.offset = lanes_of(bodies.offset[leaf]),
                                   .rest = lanes_of(bodies.rest[leaf]),
                                   .md = bodies.mass[leaf] * bodies.centre[leaf].x(),
                                   .Ja = J(0, 0),
                                   .Jp = J(1, 1),
                                   .kt = 0,
                                   .kb = 0,
                                   .ct = 0,
                                   .cb = 0,
                                   .drag = bodies.drag[leaf],
                                   .cd = bodies.drag_centre[leaf]};
    put_lane(c, row_of(rider).c, lane_of(rider));
    above_.push_back(bodies.given[bodies.parent[leaf]]);
    rest_.push_back(above_.back() * bodies.rest[leaf]);
    put_joint(rider);
    const BodyNow on = carriers.now(carrier_[rider]);
    const Quat given = bodies.given[bodies.parent[leaf]].conjugate() * bodies.given[leaf];
    const Quat bent = eigen(exponential(lanes_of(bodies.initial[leaf])));
    const RiderMotion<double> m{lanes_of((on.rotation * given * bent).normalized()),
                                lanes_of(on.angular_velocity), zero_vec<double>()};
    put_lane(m, row_of(rider).m, lane_of(rider));
}

void Riders::put_joint(size_t rider) {
    RiderConstants<Pack>& c = row_of(rider).c;
    const size_t at = lane_of(rider);
    const double f = factor_[rider];
    set_lane(c.kt, at, f * stiffness_[rider].x());
    set_lane(c.kb, at, f * stiffness_[rider].y());
    set_lane(c.ct, at, f * damping_[rider].x());
    set_lane(c.cb, at, f * damping_[rider].y());
    put_lane(lanes_of(above_[rider].conjugate() * rest_[rider]), c.rest, at);
}

void Riders::note_damping() {
    damped_ = std::ranges::none_of(damping_, [](const Vec3& c) { return c.isZero(0); });
}

void Riders::set_stiffness(size_t rider, double factor) {
    factor_[rider] = factor;
    put_joint(rider);
}

void Riders::save(std::vector<double>& out) const {
    const auto put = [&](const Vec<double>& v) { out.insert(out.end(), {v.x, v.y, v.z}); };
    const auto put_turn = [&](const Turn<double>& q) {
        out.push_back(q.w);
        put(q.v);
    };
    for (size_t i = 0; i < size(); ++i) {
        const RiderMotion<double> m = take_lane(row_of(i).m, lane_of(i));
        put_turn(m.Q);
        put(m.w);
        put(m.al);
        put_turn(lanes_of(rest_[i]));
        put(lanes_of(stiffness_[i]));
        put(lanes_of(damping_[i]));
        out.push_back(factor_[i]);
    }
    out.push_back(fresh_ ? 1 : 0);
}

void Riders::restore(std::span<const double> numbers) {
    size_t next = 0;
    const auto vector = [&]() {
        next += 3;
        return Vec<double>{numbers[next - 3], numbers[next - 2], numbers[next - 1]};
    };
    const auto turn = [&]() {
        const double w = numbers[next++];
        return Turn<double>{w, vector()};
    };
    for (size_t i = 0; i < size(); ++i) {
        const Turn<double> Q = turn();
        const Vec<double> w = vector(), al = vector();
        put_lane(RiderMotion<double>{Q, w, al}, row_of(i).m, lane_of(i));
        rest_[i] = eigen(turn());
        stiffness_[i] = eigen(vector());
        damping_[i] = eigen(vector());
        factor_[i] = numbers[next++];
        put_joint(i);
    }
    note_damping();
    fresh_ = numbers[next] != 0;
    followed_ = false;
}

}  // namespace thigmo
