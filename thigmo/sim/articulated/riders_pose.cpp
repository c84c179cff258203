// Where leaves that ride are, how they move, and their energy.
#include "thigmo/base/parallel.h"
#include "thigmo/sim/articulated/lane_eigen.h"
#include "thigmo/sim/articulated/lane_structs.h"
#include "thigmo/sim/articulated/riders.h"

namespace thigmo {
namespace {

constexpr size_t chunk_groups = 64;  // that one thread takes at a time

}  // namespace

Vec3 Riders::angular_velocity(size_t rider) const {
    return eigen(take_lane(row_of(rider).m.w, lane_of(rider)));
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
    const Quat now = eigen(take_lane(row_of(rider).m.Q, lane_of(rider)));
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
    carriers.read_motions(group.seat, now);
    const Vec<Pack> position = carriers.read_positions(group.seat);
    const Mat<Pack> R = matrix(now.Q);
    for (uint32_t k = 0; k < group.rows(); ++k) {
        const size_t r = group.first_row + k;
        const Row& row = rows_[r];
        const Drawn& drawn = drawn_[r];
        const Turn<Pack> q = row.m.Q * drawn.turn;
        const Vec<Pack> x = permuted(position, on_[r]) + permuted(R, on_[r]) * row.c.offset +
                            matrix(row.m.Q) * drawn.shift;
        const size_t leaves = std::min<size_t>(width, group.leaves - k * width);
        for (size_t i = 0; i < leaves; ++i) {
            Rigid& to = shapes[drawn.domain[i].value];
            to.rotation = eigen(take_lane(q, i));
            to.translation = eigen(take_lane(x, i));
        }
    }
}

Energy Riders::energy(const BodyTree& carriers) const {
    std::vector<Energy> sums((groups_.size() + chunk_groups - 1) / chunk_groups);
    parallel_chunks(groups_.size(), chunk_groups, [&](size_t first, size_t last) {
        Energy& sum = sums[first / chunk_groups];
        for (size_t g = first; g < last; ++g) {
            const Energy own = group_energy(groups_[g], carriers);
            sum.elastic += own.elastic;
            sum.kinetic += own.kinetic;
        }
    });
    Energy all;
    for (const Energy& sum : sums) {
        all.elastic += sum.elastic;
        all.kinetic += sum.kinetic;
    }
    return all;
}

[[gnu::flatten]] Energy Riders::group_energy(const Group& group, const BodyTree& carriers) const {
    BodyMotion<Pack> now;
    carriers.read_motions(group.seat, now);
    Energy sum;
    for (uint32_t k = 0; k < group.rows(); ++k) {
        const size_t r = group.first_row + k;
        const auto& [c, m] = rows_[r];
        const RiderEnergy<Pack> own =
            energy_of(c, m, permuted(now.Q, on_[r]), permuted(now.w, on_[r]));
        const size_t leaves = std::min<size_t>(width, group.leaves - k * width);
        for (size_t i = 0; i < leaves; ++i) {
            sum.elastic += lane(own.elastic, i);
            sum.kinetic += lane(own.kinetic, i);
        }
    }
    return sum;
}

}  // namespace thigmo
