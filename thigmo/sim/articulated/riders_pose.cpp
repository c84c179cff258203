// Where leaves that ride are and how they move.
#include "thigmo/base/parallel.h"
#include "thigmo/sim/articulated/lane_eigen.h"
#include "thigmo/sim/articulated/lane_structs.h"
#include "thigmo/sim/articulated/riders.h"

namespace thigmo {
namespace {

constexpr size_t chunk_groups = 64;  // that one thread takes at a time

}  // namespace

Vec3 Riders::angular_velocity(size_t rider) const {
    return eigen(motion_of(rider).w);
}

Vec3 Riders::position(size_t rider, const BodyTree& carriers) const {
    const BodyNow on = carriers.now(carrier_[rider]);
    return on.position + on.rotation * eigen(take_lane(row_of(rider).c.offset, lane_of(rider)));
}

Vec3 Riders::velocity(size_t rider, const BodyTree& carriers) const {
    const BodyNow on = carriers.now(carrier_[rider]);
    const Vec3 arm = on.rotation * eigen(take_lane(row_of(rider).c.offset, lane_of(rider)));
    return on.velocity + on.angular_velocity.cross(arm);
}

Rigid Riders::motion(size_t rider, const BodyTree& carriers) const {
    const Quat now = eigen(motion_of(rider).Q);
    const Drawn& drawn = drawn_[seat_[rider] / width];
    return {now * eigen(take_lane(drawn.turn, lane_of(rider))),
            position(rider, carriers) + now * eigen(take_lane(drawn.shift, lane_of(rider)))};
}

void Riders::pose(const BodyTree& carriers, Column<DomainId, Rigid>& shapes) const {
    Rigid* out = shapes.span().data();
    parallel_chunks(groups_.size(), chunk_groups, [&](size_t first, size_t last) {
        for (size_t g = first; g < last; ++g) pose_group(groups_[g], carriers, out);
    });
}

[[gnu::flatten]] void Riders::pose_group(const Group& group, const BodyTree& carriers,
                                         Rigid* shapes) const {
    BodyMotion<Pack> now;
    carriers.rows().read_motions(group.seat, false, now);
    const Vec<Pack> position = carriers.rows().read_positions(group.seat, false);
    const Mat<Pack> R = matrix(now.Q);
    for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
        const Row& row = rows_[r];
        const Drawn& drawn = drawn_[r];
        const RiderMotion<Pack>& m = row.m[now_];
        const Turn<Pack> q = m.Q * drawn.turn;
        const Vec<Pack> x = position + R * row.c.offset + matrix(m.Q) * drawn.shift;
        for (size_t i = 0; i < width; ++i) {
            if (!drawn.domain[i].exists()) continue;
            Rigid& to = shapes[drawn.domain[i].value];
            to.rotation = eigen(take_lane(q, i));
            to.translation = eigen(take_lane(x, i));
        }
    }
}

}  // namespace thigmo
