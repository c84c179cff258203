// Sums over leaves that ride: energy and what goes with it, and what keeps them in their motion.
#include "thigmo/sim/articulated/lane_eigen.h"
#include "thigmo/sim/articulated/lane_structs.h"
#include "thigmo/sim/articulated/riders.h"
#include "thigmo/sim/articulated/seen_motion.h"

namespace thigmo {

[[gnu::flatten]] Totals Riders::group_totals(const Group& group, bool after, bool air,
                                             const Viewpoint& from, const CarrierRows& rows) const {
    BodyMotion<Pack> on;
    rows.read_motions(group.seat, after, on);
    const AtOffset<Pack> place{rows.read_positions(group.seat, after), matrix(on.Q)};
    const AtOffset<Pack> velocity{on.v, cross_columns(on.w, place.X)};
    const Vec<Pack> wind = air ? rows.read_wind(group.seat) : zero_vec<Pack>();
    const Vec<Pack> x = spread<Pack>(from.x), frame_v = spread<Pack>(from.v),
                    frame_w = spread<Pack>(from.w);
    Pack kinetic(0), elastic(0), power(0), centrifugal(0);
    Vec<Pack> moment = zero_vec<Pack>(), spin = zero_vec<Pack>();
    for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
        const RiderConstants<Pack>& c = rows_[r].c;
        const RiderMotion<Pack>& m = rows_[r].m[after ? 1 - now_ : now_];
        const Axes<Pack> in = axes_of(m.Q);
        const Vec<Pack> joint = place(c.offset), moves = velocity(c.offset);
        Vec<Pack> v = moves, w = m.w;  // as seen
        if (from.moves) {
            const Pack is_leaf = where_above(c.mass, Pack(0), Pack(1), Pack(0));
            v = v - frame_v - cross(frame_w, joint - x);
            w = is_leaf * (w - frame_w);
        }
        const Vec<Pack> mc = (c.mass * c.d) * in.t;
        kinetic += turning_energy(c, in, w) + Pack(2) * dot(cross(w, mc), v) + c.mass * dot(v, v);
        elastic += bending_energy(c, rider_bend(c, m.Q, on.Q));
        moment = moment + c.mass * joint + mc;
        if (from.turns) {
            const Inertia<Pack> has{c.mass, mc,
                                    axial(Pack(0), c.J.x, in.t) + axial(Pack(0), c.J.y, in.y) +
                                        axial(Pack(0), c.J.z, in.z)};
            const SeenMotion<Pack> seen_leaf{joint - x, v, w};
            const Pack is_leaf = where_above(c.mass, Pack(0), Pack(1), Pack(0));
            centrifugal += is_leaf * centrifugal_power(frame_w, seen_leaf, has);
            spin = spin + is_leaf * spin_of(seen_leaf, has);
        }
        if (!air) continue;
        const Vec<Pack> arm = c.cd * in.t, past = moves + cross(m.w, arm) - wind;
        const Pack kk = rows_[r].k * square_root(dot(past, past));
        power += larger(-kk * dot(past, v + cross(w, arm)), Pack(0));
    }
    Totals sum;
    sum.kinetic = 0.5 * sum_of_lanes(kinetic);
    sum.elastic = 0.5 * sum_of_lanes(elastic);
    sum.wind_power = sum_of_lanes(power);
    sum.centrifugal_power = sum_of_lanes(centrifugal);
    sum.spin = Vec3(sum_of_lanes(spin.x), sum_of_lanes(spin.y), sum_of_lanes(spin.z));
    sum.moment = Vec3(sum_of_lanes(moment.x), sum_of_lanes(moment.y), sum_of_lanes(moment.z));
    return sum;
}

/// Adds the force of every leaf on its carrier, m(a + α × c + …) less its drag, and the moment of
/// that about the carrier's joint.
void Riders::add_wrenches(const CarrierRows& rows, bool air, std::span<const uint32_t> body_of,
                          std::span<Wrench> sums) const {
    for (const Group& group : groups_) {
        BodyMotion<Pack> on;
        rows.read_motions(group.seat, false, on);
        const Vec<Pack> wind = air ? rows.read_wind(group.seat) : zero_vec<Pack>();
        const Mat<Pack> R = matrix(on.Q), turning = cross_columns(on.w, R);
        const AtOffset<Pack> v{on.v - wind, turning};
        const AtOffset<Pack> a{on.a, cross_columns(on.al, R) + cross_columns(on.w, turning)};
        Vec<Pack> force = zero_vec<Pack>(), moment = force;
        for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
            const RiderConstants<Pack>& c = rows_[r].c;
            const RiderMotion<Pack>& m = rows_[r].m[now_];
            const Axes<Pack> in = axes_of(m.Q);
            const Vec<Pack> mc = (c.mass * c.d) * in.t, felt = a(c.offset);
            const Sym<Pack> J = axial(Pack(0), c.J.x, in.t) + axial(Pack(0), c.J.y, in.y) +
                                axial(Pack(0), c.J.z, in.z);
            Vec<Pack> f = c.mass * felt + cross(m.al, mc) + cross(m.w, cross(m.w, mc));
            Vec<Pack> n = J * m.al + cross(m.w, J * m.w) + cross(mc, felt);
            if (air) {
                const Vec<Pack> arm = c.cd * in.t, u = v(c.offset) + cross(m.w, arm);
                const Vec<Pack> drag = (rows_[r].k * square_root(dot(u, u))) * u;
                f = f + drag;
                n = n + cross(arm, drag);
            }
            force = force + f;
            moment = moment + n + cross(R * c.offset, f);
        }
        for (size_t i = 0; i < width; ++i) {
            Wrench& sum = sums[body_of[group.seat[i]]];
            sum.force += eigen(take_lane(force, i));
            sum.moment += eigen(take_lane(moment, i));
        }
    }
}

}  // namespace thigmo
