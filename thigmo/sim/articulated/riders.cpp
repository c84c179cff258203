// Leaves that ride: their rows as they begin, and their state.
#include "thigmo/sim/articulated/riders.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "thigmo/sim/articulated/lane_eigen.h"
#include "thigmo/sim/articulated/lane_structs.h"

namespace thigmo {
namespace {

/// A lane without a leaf stays where it is and adds exactly nothing.
template <class L>
RiderConstants<L> empty_lanes() {
    const L none(0), one(1);
    return {zero_vec<L>(),
            {one, zero_vec<L>()},
            none,
            none,
            {one, one, one},
            none,
            none,
            none,
            none,
            none,
            none,
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

/// A carrier, and the leaves that ride on it.
struct Riders::Seated {
    uint32_t seat = 0, block = 0;
    std::vector<uint32_t> riders;
};

Riders::Riders(const Crown& crown, const Bodies& bodies, const ArticulatedSettings& settings,
               BodyTree& carriers)
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
    totals_.resize(groups_.size());
    carriers.carry(*this, crown, bodies);
}

/// Carriers block by block, those with many leaves first.
void Riders::seat_riders(const Crown& crown, const BodyTree& carriers) {
    std::vector<Seated> seated;
    for (uint32_t i = 0; i < crown.riding.size(); ++i) {  // by carrier
        if (i == 0 || carrier_[i] != carrier_[i - 1])
            seated.push_back({carriers.seat(carrier_[i]), carriers.block(carrier_[i]), {}});
        seated.back().riders.push_back(i);
    }
    std::ranges::sort(seated, [](const Seated& a, const Seated& b) {
        return std::tuple(a.block, b.riders.size(), a.seat) <
               std::tuple(b.block, a.riders.size(), b.seat);
    });
    seat_.resize(crown.riding.size());
    size_t next = 0;
    for (uint32_t block = 0; block < carriers.blocks(); ++block) {
        first_group_.push_back(static_cast<uint32_t>(groups_.size()));
        while (next < seated.size() && seated[next].block == block) {
            size_t end = next;
            while (end < seated.size() && seated[end].block == block && end - next < width) ++end;
            add_group(std::span(seated).subspan(next, end - next));
            next = end;
        }
    }
    first_group_.push_back(static_cast<uint32_t>(groups_.size()));
}

/// Lanes without a carrier of their own see the first.
void Riders::add_group(std::span<const Seated> carriers) {
    Group& group = groups_.emplace_back();
    group.first_row = static_cast<uint32_t>(rows_.size());
    group.rows = static_cast<uint32_t>(carriers.front().riders.size());
    group.seat.fill(carriers.front().seat);
    for (size_t lane = 0; lane < carriers.size(); ++lane) {
        group.seat[lane] = carriers[lane].seat;
        uint32_t row = group.first_row;
        for (const uint32_t rider : carriers[lane].riders)
            seat_[rider] = static_cast<uint32_t>(row++ * width + lane);
    }
    const Vec<Pack> none = zero_vec<Pack>();
    const RiderMotion<Pack> still = at_rest<Pack>();
    rows_.resize(rows_.size() + group.rows,
                 {empty_lanes<Pack>(), {still, still}, {none, none, Pack(0), Pack(0)}, Pack(0)});
    drawn_.resize(rows_.size(), {{Pack(1), none}, none, {}});
}

void Riders::put_rider(size_t rider, BodyId leaf, const Bodies& bodies, const BodyTree& carriers) {
    const RiderConstants<double> c{.offset = lanes_of(bodies.offset[leaf]),
                                   .rest = lanes_of(bodies.rest[leaf]),
                                   .mass = bodies.mass[leaf],
                                   .d = bodies.centre[leaf].x(),
                                   .J = lanes_of(Vec3(bodies.inertia[leaf].diagonal())),
                                   .kt = 0,
                                   .kb = 0,
                                   .ct = 0,
                                   .cb = 0,
                                   .drag = bodies.drag[leaf],
                                   .vogel = bodies.vogel[leaf],
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
    put_lane(m, row_of(rider).m[now_], lane_of(rider));
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

void Riders::restart() {
    for (Row& row : rows_) row.m[now_].al = zero_vec<Pack>();
}

void Riders::keep() {
    kept_.resize(rows_.size());
    for (size_t r = 0; r < rows_.size(); ++r) kept_[r] = rows_[r].m[now_];
}

void Riders::come_back() {
    for (size_t r = 0; r < rows_.size(); ++r) rows_[r].m[now_] = kept_[r];
}

void Riders::slow(double share, const Vec3& turning) {
    const Vec<Pack> turns = spread<Pack>(lanes_of(turning));
    for (Row& row : rows_) {
        const Pack part = where_above(row.c.mass, Pack(0), Pack(share), Pack(1));
        Vec<Pack>& w = row.m[now_].w;
        w = part * w + (Pack(1) - part) * turns;
    }
}

void Riders::save(std::vector<double>& out) const {
    const auto put = [&](const Vec<double>& v) { out.insert(out.end(), {v.x, v.y, v.z}); };
    const auto put_turn = [&](const Turn<double>& q) {
        out.push_back(q.w);
        put(q.v);
    };
    for (size_t i = 0; i < size(); ++i) {
        const RiderMotion<double> m = motion_of(i);
        put_turn(m.Q);
        put(m.w);
        put(m.al);
        put_turn(lanes_of(rest_[i]));
        put(lanes_of(stiffness_[i]));
        put(lanes_of(damping_[i]));
        out.push_back(factor_[i]);
    }
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
        put_lane(RiderMotion<double>{Q, w, al}, row_of(i).m[now_], lane_of(i));
        rest_[i] = eigen(turn());
        stiffness_[i] = eigen(vector());
        damping_[i] = eigen(vector());
        factor_[i] = numbers[next++];
        put_joint(i);
    }
    note_damping();
}

}  // namespace thigmo
