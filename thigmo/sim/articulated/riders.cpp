// Leaves that ride: their rows, and the carriers' paths that they follow.
#include "thigmo/sim/articulated/riders.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/drag.h"

namespace thigmo {
namespace {

constexpr int deepest = 6;          // halvings of a leaf's own step
constexpr size_t chunk_rows = 256;  // that one thread takes at a time
constexpr size_t path_grain = 1024;

Vec<double> lanes_of(const Vec3& v) {
    return {v.x(), v.y(), v.z()};
}
Turn<double> lanes_of(const Quat& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}

template <class L>
void set_lane(Vec<L>& to, size_t i, const Vec<double>& v) {
    set_lane(to.x, i, v.x);
    set_lane(to.y, i, v.y);
    set_lane(to.z, i, v.z);
}
template <class L>
void set_lane(Turn<L>& to, size_t i, const Turn<double>& q) {
    set_lane(to.w, i, q.w);
    set_lane(to.v, i, q.v);
}
template <class L>
Vec<double> lane(const Vec<L>& v, size_t i) {
    return {lane(v.x, i), lane(v.y, i), lane(v.z, i)};
}
template <class L>
Turn<double> lane(const Turn<L>& q, size_t i) {
    return {lane(q.w, i), lane(q.v, i)};
}
template <class L>
void set_lane(RiderMotion<L>& to, size_t i, const RiderMotion<double>& m) {
    set_lane(to.Q, i, m.Q);
    set_lane(to.w, i, m.w);
    set_lane(to.al, i, m.al);
}
template <class L>
RiderMotion<double> lane(const RiderMotion<L>& m, size_t i) {
    return {lane(m.Q, i), lane(m.w, i), lane(m.al, i)};
}
template <class L>
RiderConstants<double> lane(const RiderConstants<L>& c, size_t i) {
    return {lane(c.offset, i), lane(c.rest, i),  lane(c.mass, i), lane(c.d, i),  lane(c.Ja, i),
            lane(c.Jp, i),     lane(c.kt, i),    lane(c.kb, i),   lane(c.ct, i), lane(c.cb, i),
            lane(c.drag, i),   lane(c.plate, i), lane(c.cd, i)};
}
template <class L>
Vec<L> broad(const Vec<double>& v) {
    return {L(v.x), L(v.y), L(v.z)};
}
template <class L>
CarrierMotion<L> broad(const CarrierMotion<double>& m) {
    return {{L(m.Q.w), broad<L>(m.Q.v)},
            {broad<L>(m.R.x), broad<L>(m.R.y), broad<L>(m.R.z)},
            broad<L>(m.w),
            broad<L>(m.al),
            broad<L>(m.v),
            broad<L>(m.a)};
}
template <class L>
RiderAir<L> broad(const RiderAir<double>& air) {
    return {broad<L>(air.wind), L(air.factor)};
}

/// A lane without a leaf stays where it is.
template <class L>
RiderConstants<L> empty_lanes() {
    RiderConstants<L> c{};
    c.Ja = c.Jp = L(1);
    c.rest = {L(1), zero_vec<L>()};
    return c;
}

/// How far a leaf turns against its carrier in a step by what is not linear in it: the change of
/// its spin, and that spin itself, whose gyroscopic terms are explicit.
template <class L>
L wildness2(const Vec<L>& before, const Vec<L>& after) {
    const Vec<L> change = after - before;
    return larger(dot(change, change), dot(after, after));
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

Quat quat(const Turn<double>& q) {
    return {q.w, q.v.x, q.v.y, q.v.z};
}
Vec3 vec(const Vec<double>& v) {
    return {v.x, v.y, v.z};
}

}  // namespace

Riders::Riders(const Crown& crown, const Bodies& bodies, const ArticulatedSettings& settings,
               const BodyTree& carriers)
    : turn_limit_(settings.turn_limit), riding_(crown.riding) {
    const size_t n = riding_.size();
    const Column<BodyId, Vec3> joints = given_joints(bodies);
    carrier_.resize(n);
    for (size_t i = 0; i < n; ++i) {
        if (paths_of_.empty() || paths_of_.back() != crown.carrier[i]) {
            paths_of_.push_back(crown.carrier[i]);
            vogel_.push_back(crown.carriers.foliage_vogel[crown.carrier[i]]);
            sample_.push_back(carriers.air_sample(crown.carrier[i]));
        }
        carrier_[i] = static_cast<uint32_t>(paths_of_.size() - 1);
    }
    paths_.resize(paths_of_.size());
    for (size_t i = 0; i < n; ++i) {
        const bool opens = i == 0 || carrier_[i] != carrier_[i - 1];
        if (opens || seat_.back() % width == width - 1) row_path_.push_back(carrier_[i]);
        const bool goes_on = !opens && seat_.back() % width != width - 1;
        seat_.push_back(goes_on ? seat_.back() + 1
                                : static_cast<uint32_t>((row_path_.size() - 1) * width));
    }
    rows_.assign(row_path_.size(),
                 Row{empty_lanes<Pack>(),
                     {{Pack(1), zero_vec<Pack>()}, zero_vec<Pack>(), zero_vec<Pack>()}});
    counts_.resize((rows_.size() + chunk_rows - 1) / chunk_rows);
    factor_.assign(n, 1);
    stiffness_.resize(n);
    damping_.resize(n);
    for (size_t i = 0; i < n; ++i) {
        const BodyId leaf = riding_[i];
        Row& row = rows_[seat_[i] / width];
        const size_t at = seat_[i] % width;
        stiffness_[i] = bodies.stiffness[leaf];
        damping_[i] = settings.damping ? bodies.damping[leaf] : Vec3(Vec3::Zero());
        set_lane(row.c.offset, at, lanes_of(bodies.offset[leaf]));
        set_lane(row.c.rest, at, lanes_of(bodies.rest[leaf]));
        set_lane(row.c.mass, at, bodies.mass[leaf]);
        set_lane(row.c.d, at, bodies.centre[leaf].x());
        set_lane(row.c.Ja, at, bodies.inertia[leaf](0, 0));
        set_lane(row.c.Jp, at, bodies.inertia[leaf](1, 1));
        set_lane(row.c.drag, at, bodies.drag[leaf]);
        set_lane(row.c.plate, at, bodies.plate[leaf]);
        set_lane(row.c.cd, at, bodies.drag_centre[leaf]);
        put_joint(i);
        domain_.push_back(bodies.domain[leaf]);
        const Quat from = bodies.given[leaf].conjugate();
        given_.push_back({from, -(from * joints[leaf])});
        const BodyNow on = carriers.now(crown.carrier[i]);
        const Vec3& initial = bodies.initial[leaf];
        const Vec<double> turn = lanes_of(initial);
        const Quat given = bodies.given[bodies.parent[leaf]].conjugate() * bodies.given[leaf];
        const Quat Q = (on.rotation * given * quat(exponential(turn))).normalized();
        set_lane(row.m, at, {lanes_of(Q), lanes_of(on.angular_velocity), zero_vec<double>()});
    }
}

void Riders::put_joint(size_t rider) {
    RiderConstants<Pack>& c = rows_[seat_[rider] / width].c;
    const size_t at = seat_[rider] % width;
    const double f = factor_[rider];
    set_lane(c.kt, at, f * stiffness_[rider].x());
    set_lane(c.kb, at, f * stiffness_[rider].y());
    set_lane(c.ct, at, f * damping_[rider].x());
    set_lane(c.cb, at, f * damping_[rider].y());
}

void Riders::set_stiffness(size_t rider, double factor) {
    factor_[rider] = factor;
    put_joint(rider);
}

void Riders::begin(const BodyTree& carriers) {
    parallel_chunks(paths_.size(), path_grain, [&](size_t first, size_t last) {
        for (size_t p = first; p < last; ++p)
            paths_[p].before = followed_ ? paths_[p].after : carriers.now(paths_of_[p]);
    });
}

namespace {

/// The carrier at a share s of the step: a cubic in rotation, linear in the rest.
CarrierMotion<double> on_path(const BodyNow& before, const BodyNow& after, const Vec3& turn,
                              double dt, double s) {
    const Vec3 &w0 = before.angular_velocity, &w1 = after.angular_velocity;
    const Vec3 angle =
        s * s * (3 - 2 * s) * turn + dt * s * (1 - s) * (1 - s) * w0 + dt * s * s * (s - 1) * w1;
    const Vec3 spin =
        6 * s * (1 - s) / dt * turn + (1 - s) * (1 - 3 * s) * w0 + s * (3 * s - 2) * w1;
    const auto mix = [&](const Vec3& a, const Vec3& b) { return lanes_of(Vec3(a + s * (b - a))); };
    const Turn<double> Q = exponential(lanes_of(angle)) * lanes_of(before.rotation);
    return {Q,
            matrix(Q),
            lanes_of(spin),
            mix(before.angular_acceleration, after.angular_acceleration),
            mix(before.velocity, after.velocity),
            mix(before.acceleration, after.acceleration)};
}

}  // namespace

/// The carriers' way through the step, at the stages' times.
void Riders::follow(double dt, const BodyTree& carriers, const Scheme& scheme, const Loads& loads) {
    parallel_chunks(paths_.size(), path_grain, [&](size_t first, size_t last) {
        for (size_t p = first; p < last; ++p) {
            Path& path = paths_[p];
            path.after = carriers.now(paths_of_[p]);
            if (fresh_) {
                path.before.acceleration = path.after.acceleration;
                path.before.angular_acceleration = path.after.angular_acceleration;
            }
            const Quat turn = path.after.rotation * path.before.rotation.conjugate();
            path.turn = vec(logarithm(lanes_of(turn)).phi);
            for (int k = 0; k < scheme.stages; ++k)
                path.stage[k] =
                    on_path(path.before, path.after, path.turn, dt, time_of(scheme.stage[k]) / dt);
            path.air = {zero_vec<double>(), 0};
            if (loads.air.empty()) continue;
            const Vec3& wind = loads.air[sample_[p]].wind;
            const double speed = (wind - path.before.velocity).norm();
            path.air = {lanes_of(wind),
                        speed > vogel_speed ? std::pow(speed / vogel_speed, vogel_[p]) : 1};
        }
    });
}

/// One leaf by itself, in halves of halves where it turns too far.
struct Riders::Single {
    const RiderConstants<double>& c;
    const Path& path;
    double dt, turn_limit;
    Counts& counts;

    CarrierMotion<double> at(double s) const {
        return on_path(path.before, path.after, path.turn, dt, s);
    }

    /// The acceleration that steps of this length begin with.
    void begin(RiderMotion<double>& m, double from, double share) const {
        m.al = solve_rider(c, m, zero_vec<double>(), at(from), path.air, start_stage(share * dt));
    }

    void run(RiderMotion<double>& m, double from, double share, int depth) const {
        const bool last = depth == deepest;
        const double h = share * dt;
        const Scheme steps = scheme(last ? Integrator::backward_euler : Integrator::tr_bdf2, h);
        const CarrierMotion<double> stages[2] = {at(from + share * time_of(steps.stage[0]) / h),
                                                 at(from + share)};
        const RiderMotion<double> next = advance_rider(c, m, stages, path.air, steps);
        const double turn = h * std::sqrt(wildness2(m.w - at(from).w, next.w - stages[1].w));
        if (turn <= turn_limit) {
            m = next;
            return;
        }
        ++(std::isfinite(turn) ? counts.turned : counts.not_finite);
        if (last) {  // nothing helps: it goes with its carrier
            const CarrierMotion<double> before = at(from), after = at(from + share);
            m = {normalised(after.Q * conjugate(before.Q) * m.Q), after.w, after.al};
            return;
        }
        begin(m, from, share / 2);
        run(m, from, share / 2, depth + 1);
        run(m, from + share / 2, share / 2, depth + 1);
    }
};

[[gnu::flatten]] void Riders::start_row(size_t r, double dt) {
    Row& row = rows_[r];
    const Path& path = paths_[row_path_[r]];
    const CarrierMotion<double> carrier = on_path(path.before, path.after, path.turn, dt, 0);
    row.m.al = zero_vec<Pack>();
    row.m.al = solve_rider(row.c, row.m, row.m.al, broad<Pack>(carrier), broad<Pack>(path.air),
                           start_stage(dt));
}

[[gnu::flatten]] void Riders::step_row(size_t r, double dt, const Scheme& steps, Counts& counts) {
    Row& row = rows_[r];
    const Path& path = paths_[row_path_[r]];
    const CarrierMotion<Pack> carriers[2] = {broad<Pack>(path.stage[0]),
                                             broad<Pack>(path.stage[1])};
    const RiderMotion<Pack> next =
        advance_rider(row.c, row.m, carriers, broad<Pack>(path.air), steps);
    const Vec<Pack> spin = row.m.w - broad<Pack>(lanes_of(path.before.angular_velocity));
    const Pack turn = wildness2(spin, next.w - broad<Pack>(lanes_of(path.after.angular_velocity)));
    const double most = turn_limit_ * turn_limit_ / (dt * dt);
    const RiderMotion<Pack> before = row.m;
    row.m = next;
    for (size_t i = 0; i < width; ++i)
        if (!(lane(turn, i) <= most)) redo(r, i, dt, before, counts);
}

/// A leaf that turned too far, by itself.
[[gnu::noinline]] void Riders::redo(size_t r, size_t i, double dt, const RiderMotion<Pack>& before,
                                    Counts& counts) {
    ++counts.turned;
    RiderMotion<double> m = lane(before, i);
    const RiderConstants<double> c = lane(rows_[r].c, i);
    const Single single{c, paths_[row_path_[r]], dt, turn_limit_, counts};
    const Vec<double> w = m.w;
    single.begin(m, 0, 0.5);
    single.run(m, 0, 0.5, 1);
    single.run(m, 0.5, 0.5, 1);
    // Over the step, not at its end: the next step's predictor takes steps of this length.
    m.al = scaled(1 / dt, m.w - w);
    set_lane(rows_[r].m, i, m);
}

void Riders::step(double dt, const BodyTree& carriers, const Loads& loads, StepReport& report) {
    const Scheme steps = scheme(Integrator::tr_bdf2, dt);
    follow(dt, carriers, steps, loads);
    parallel_chunks(rows_.size(), chunk_rows, [&](size_t first, size_t last) {
        Counts& counts = counts_[first / chunk_rows];
        counts = {};
        for (size_t r = first; r < last; ++r) {
            if (fresh_) start_row(r, dt);
            step_row(r, dt, steps, counts);
        }
    });
    fresh_ = false;
    followed_ = true;
    for (const Counts& counts : counts_) {
        report.rejected_turn += counts.turned;
        report.rejected_not_finite += counts.not_finite;
    }
}

Vec3 Riders::angular_velocity(size_t rider) const {
    return vec(lane(rows_[seat_[rider] / width].m.w, seat_[rider] % width));
}
Vec3 Riders::position(size_t rider, const BodyTree& carriers) const {
    const BodyNow on = carriers.now(paths_of_[carrier_[rider]]);
    return on.position +
           on.rotation * vec(lane(rows_[seat_[rider] / width].c.offset, seat_[rider] % width));
}
Vec3 Riders::velocity(size_t rider, const BodyTree& carriers) const {
    const BodyNow on = carriers.now(paths_of_[carrier_[rider]]);
    const Vec3 arm =
        on.rotation * vec(lane(rows_[seat_[rider] / width].c.offset, seat_[rider] % width));
    return on.velocity + on.angular_velocity.cross(arm);
}

void Riders::pose(const BodyTree& carriers, Column<DomainId, Rigid>& shapes) const {
    parallel_chunks(size(), 4096, [&](size_t first, size_t last) {
        uint32_t path = UINT32_MAX;
        BodyNow on;
        Mat3 R;
        for (size_t i = first; i < last; ++i) {
            if (carrier_[i] != path) {
                on = carriers.now(paths_of_[path = carrier_[i]]);
                R = on.rotation.toRotationMatrix();
            }
            const Row& row = rows_[seat_[i] / width];
            const size_t at = seat_[i] % width;
            const Quat now = quat(lane(row.m.Q, at));
            Rigid& out = shapes[domain_[i]];
            out.rotation = now * given_[i].rotation;
            out.translation = on.position + R * vec(lane(row.c.offset, at)) +
                              now.toRotationMatrix() * given_[i].translation;
        }
    });
}

Energy Riders::energy(const BodyTree& carriers) const {
    std::vector<Energy> sums((rows_.size() + chunk_rows - 1) / chunk_rows);
    parallel_chunks(rows_.size(), chunk_rows, [&](size_t first, size_t last) {
        Energy& sum = sums[first / chunk_rows];
        for (size_t r = first; r < last; ++r) {
            const Energy row = row_energy(r, carriers.now(paths_of_[row_path_[r]]));
            sum.elastic += row.elastic;
            sum.kinetic += row.kinetic;
        }
    });
    Energy all;
    for (const Energy& sum : sums) {
        all.elastic += sum.elastic;
        all.kinetic += sum.kinetic;
    }
    return all;
}

[[gnu::flatten]] Energy Riders::row_energy(size_t r, const BodyNow& carrier) const {
    const auto& [c, m] = rows_[r];
    const Turn<double> on = lanes_of(carrier.rotation);
    const Turn<Pack> Q{Pack(on.w), broad<Pack>(on.v)};
    const Vec<Pack> phi = logarithm(conjugate(Q * c.rest) * m.Q).phi;
    const Pack elastic = c.kt * phi.x * phi.x + c.kb * (phi.y * phi.y + phi.z * phi.z);
    const Mat<Pack> R = matrix(m.Q);
    const Vec<Pack> spin = m.w - broad<Pack>(lanes_of(carrier.angular_velocity));
    const Pack along = dot(spin, Vec<Pack>{R.x.x, R.y.x, R.z.x});
    const Pack kinetic = c.Jp * dot(spin, spin) + (c.Ja - c.Jp) * along * along;
    Energy sum;
    for (size_t i = 0; i < width; ++i) {
        if (lane(c.mass, i) == 0) continue;  // no leaf
        sum.elastic += 0.5 * lane(elastic, i);
        sum.kinetic += 0.5 * lane(kinetic, i);
    }
    return sum;
}

void Riders::save(std::vector<double>& out) const {
    const auto put = [&](const Vec<double>& v) { out.insert(out.end(), {v.x, v.y, v.z}); };
    const auto put_turn = [&](const Turn<double>& q) {
        out.push_back(q.w);
        put(q.v);
    };
    for (size_t i = 0; i < size(); ++i) {
        const RiderMotion<double> m = lane(rows_[seat_[i] / width].m, seat_[i] % width);
        put_turn(m.Q);
        put(m.w);
        put(m.al);
        put_turn(lane(rows_[seat_[i] / width].c.rest, seat_[i] % width));
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
        Row& row = rows_[seat_[i] / width];
        const Turn<double> Q = turn();
        const Vec<double> w = vector(), al = vector();
        set_lane(row.m, seat_[i] % width, {Q, w, al});
        set_lane(row.c.rest, seat_[i] % width, turn());
        stiffness_[i] = vec(vector());
        damping_[i] = vec(vector());
        factor_[i] = numbers[next++];
        put_joint(i);
    }
    fresh_ = numbers[next] != 0;
    followed_ = false;
}

}  // namespace thigmo
