// One attempt at a step: sweeps, base and loads in order.
#include <cmath>

#include "thigmo/sim/articulated/engine.h"
#include "thigmo/sim/slide.h"

namespace thigmo {
namespace {

Vec<double> plain(const Vec3& a) {
    return {a.x(), a.y(), a.z()};
}

Mat3 skew(const Vec3& r) {
    Mat3 m;
    m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
    return m;
}

/// A joint's or the base's way through a solve, in the terms of Stage.
Vec3 sum_of(const Stage& stage, const Stage::Terms& t, const Vec3& v, const Vec3& a,
            const Vec3& b) {
    Vec3 sum = t.w * v + t.a * a;
    if (stage.second) sum += t.b * b;
    return sum;
}

/// The numbers of what a load adds to its body, in the order of Hung.
HungRow hung_by(const BoundLoad& bound, const OneMotion& old, const OneMotion& next,
                const Solve& solve, const Vec3& gravity) {
    const Stage& st = solve.stage;
    const Load& load = bound.load;
    const Vec3 a = old.a + gravity, b = next.a + gravity, r = next.Q * bound.arm;
    const Vec3 s = sum_of(st, st.late, old.w, old.al, next.al);
    const Vec3 e = sum_of(st, st.early, old.w, old.al, next.al);
    const Vec3 x = old.x + sum_of(st, st.turn, old.v, a, b) + sum_of(st, st.late, old.v, a, b) +
                   st.c2 * gravity + r + s.cross(r);
    const Vec3 v = sum_of(st, st.early, old.v, a, b) + st.c1 * gravity + e.cross(r);
    const Vec3 f = load.force + st.jumps() * bound.force_jump - load.stiffness * (x - load.point) -
                   load.damping * (v - load.velocity);
    const Mat3 E = st.c2 * load.stiffness + st.c1 * load.damping;
    const Mat3 rE = skew(r) * E, A = rE * skew(r).transpose();
    const Vec3 n = r.cross(f) + load.torque + st.jumps() * bound.torque_jump;
    return {{A(0, 0),  A(1, 1),  A(2, 2),  A(0, 1),  A(0, 2),  A(1, 2),  rE(0, 0), rE(0, 1),
             rE(0, 2), rE(1, 0), rE(1, 1), rE(1, 2), rE(2, 0), rE(2, 1), rE(2, 2), E(0, 0),
             E(1, 1),  E(2, 2),  E(0, 1),  E(0, 2),  E(1, 2),  -n.x(),   -n.y(),   -n.z(),
             -f.x(),   -f.y(),   -f.z(),   f.x(),    f.y(),    f.z(),    f.dot(r)}};
}

}  // namespace

Vec3 force_of(const BoundLoad& bound, const OneMotion& m) {
    const Vec3 r = m.Q * bound.arm;
    return bound.load.force - bound.load.stiffness * (m.x + r - bound.load.point) -
           bound.load.damping * (m.v + m.w.cross(r) - bound.load.velocity);
}

template <class L>
Solve Engine<L>::make_solve(const Stage& stage, const StepInputs& inputs) const {
    const bool implicit = stage.c2 > 0;
    return {stage,  plain(inputs.gravity), inputs.air, crown_, settings_.load_stiffness && implicit,
            before_};
}

template <class L>
void Engine<L>::add_loads(const Solve& solve, const StepInputs& inputs) {
    for (const BoundLoad& load : inputs.loads) {
        const auto hung =
            hung_by(load, motion(load.seat), motion(load.seat, true), solve, inputs.gravity);
        const LaneParent to{.row = static_cast<uint32_t>(load.seat / W),
                            .lane = static_cast<uint32_t>(load.seat % W)};
        add_hung(to, hung);
    }
}

/// A held base moves as it is driven; its acceleration is felt less gravity's.
template <class L>
void Engine<L>::drive_base(const StepInputs& inputs) {
    OneMotion base = motion(0);
    if (settings_.footing.base == Base::held) {
        base.al = inputs.drive.angular_acceleration;
        base.a = inputs.drive.acceleration - inputs.gravity;
    }
    for (uint32_t i = 0; i < W; ++i) set_motion(i, base);
}

template <class L>
void Engine<L>::solve_base(const Solve& solve, const StepInputs& inputs) {
    Slot& slot = slots_[0];
    Hung<double> hung;
    join(slot.lane, hung);
    std::memset(&slot, 0, sizeof(slot));
    const OneMotion old = motion(0), next = motion(0, true);
    const Vec3& g = inputs.gravity;
    const Vec3 pf(hung.pf.x, hung.pf.y, hung.pf.z);
    Mat3 M;
    M << hung.M.xx, hung.M.xy, hung.M.xz, hung.M.xy, hung.M.yy, hung.M.yz, hung.M.xz, hung.M.yz,
        hung.M.zz;
    Vec3 a = old.a, al = old.al;
    if (settings_.footing.base == Base::held) {
        const Vec3 driven = inputs.drive.acceleration - g;
        const Vec3& turned = inputs.drive.angular_acceleration;
        a = driven + solve.stage.jumps() * (driven - old.a);
        al = turned + solve.stage.jumps() * (turned - old.al);
    } else if (settings_.footing.base == Base::free) {
        a = -M.ldlt().solve(pf);
    } else if (settings_.footing.base == Base::sliding) {
        const Stage& st = solve.stage;
        const Vec3 v = sum_of(st, st.early, old.v, old.a + g, next.a + g);
        const Vec3 f = inputs.drive.force + M * g - pf;
        const double own = settings_.footing.base_mass;
        Eigen::Matrix2d S;
        S << M(0, 0) + own, M(0, 2), M(2, 0), M(2, 2) + own;
        const Eigen::Vector2d along =
            slide(S, {f.x(), f.z()}, {v.x(), v.z()}, st.c1, inputs.drive.friction);
        a = Vec3(along.x(), 0, along.y()) - g;
    }
    solved_[0].al = {L(al.x()), L(al.y()), L(al.z())};
    solved_[0].a = {L(a.x()), L(a.y()), L(a.z())};
}

template <class L>
void Engine<L>::set_base_after(const OneMotion& base) {
    before_ = 1 - before_;
    for (uint32_t i = 0; i < W; ++i) set_motion(i, base);
    before_ = 1 - before_;
}

template <class L>
void Engine<L>::finish_base(const Scheme& scheme, double dt, const StepInputs& inputs) {
    const OneMotion old = motion(0), next = motion(0, true);
    OneMotion end = old;
    const Vec3& g = inputs.gravity;
    if (settings_.footing.base == Base::held) {
        end.al = inputs.drive.angular_acceleration;
        end.a = inputs.drive.acceleration - g;
        const Vec3 turn = dt * old.w + dt * dt / 2 * end.al;
        if (turn != Vec3::Zero())
            end.Q = (Quat(Eigen::AngleAxisd(turn.norm(), turn.normalized())) * old.Q).normalized();
        end.w = old.w + dt * end.al;
        end.x = old.x + dt * old.v + dt * dt / 2 * inputs.drive.acceleration;
        end.v = old.v + dt * inputs.drive.acceleration;
    } else {
        const Vec<L>& solved = solved_[0].a;
        const Vec3 a = old.a + g, b = next.a + g;
        const Vec3 c = Vec3(lane(solved.x, 0), lane(solved.y, 0), lane(solved.z, 0)) + g;
        const auto sum = [&](const Finish::Terms& t) -> Vec3 {
            const Vec3 total = t.w * old.v + t.a * a + t.c * c;
            return t.b == 0 ? total : Vec3(total + t.b * b);
        };
        end.x = old.x + sum(scheme.finish.turn);
        end.v = sum(scheme.finish.spin);
        end.a = sum(scheme.finish.next) - g;
    }
    set_base_after(end);
}

/// What the blocks left for the trunk, the trunk itself, and the base.
template <class L>
void Engine<L>::climb_trunk(const Solve& solve, const StepInputs& inputs) {
    for (size_t k = 0; k < outbox_.size(); ++k) add_hung(layout_.outbox[k], outbox_[k]);
    climb_block(0, solve);
    solve_base(solve, inputs);
}

/// A block, and before it what hangs on its bodies.
template <class L>
void Engine<L>::climb_all(size_t block, const Solve& solve) {
    if (passengers_) passengers_->climb(block, solve, new_air_, *this);
    climb_block(block, solve);
}

template <class L>
Totals Engine<L>::start(double dt, const StepInputs& inputs, bool solved) {
    drive_base(inputs);
    for (const Block& block : layout_.blocks) fill_air(block);
    const Totals totals = settle(false, inputs.air);
    if (!solved) return totals;
    const Solve solve = make_solve(start_stage(dt), inputs);
    predict(rows_[0], solve);
    for (const Block& block : layout_.blocks) predict_block(block, solve);
    add_loads(solve, inputs);
    each_block([&](size_t k) { climb_all(k, solve); });
    if (passengers_) passengers_->climb(0, solve, new_air_, *this);
    climb_trunk(solve, inputs);
    OneMotion base = motion(0);
    const Vec<L>& a = solved_[0].a;
    base.a = Vec3(lane(a.x, 0), lane(a.y, 0), lane(a.z, 0));
    set_base_after(base);
    for (size_t k = 0; k < layout_.blocks.size(); ++k) {
        descend_block(k, solve, {.kind = Down::start});
        if (passengers_) passengers_->start(k, *this);
    }
    accept();
    return settle(false, inputs.air);
}

template <class L>
Viewpoint Engine<L>::viewpoint(bool after, bool in_world) const {
    if (in_world || settings_.footing.base != Base::held) return {};
    const OneMotion base = motion(0, after);
    const bool turns = !base.w.isZero(0) || !base.al.isZero(0);
    return {turns || !base.v.isZero(0), turns, plain(base.x), plain(base.v), plain(base.w)};
}

/// The sums of a block's bodies, and of what hangs on them.
template <class L>
void Engine<L>::settle_tips(size_t block, const Sight& sight, bool after, const Viewpoint& from) {
    settle_block(block, sight, true);
    if (passengers_) totals_[block] += passengers_->totals(block, after, sight.air, from, *this);
}

template <class L>
Totals Engine<L>::settle(bool after, bool air, bool in_world) {
    const Viewpoint from = viewpoint(after, in_world);
    const Sight seen_from = sight(after ? 1 - before_ : before_, air, from);
    const auto work = [&](size_t k) {
        settle_block(k, seen_from, false);
        settle_tips(k, seen_from, after, from);
    };
    work(0);
    each_block(work);
    Totals sum;
    for (const Totals& totals : totals_) sum += totals;
    return sum;
}

template <class L>
Attempt Engine<L>::attempt(const Scheme& scheme, double dt, const StepInputs& inputs,
                           double relief) {
    Solve solve = make_solve(scheme.stage[0], inputs);
    predict(rows_[0], solve);
    fill_air(layout_.blocks[0]);
    predict_block(layout_.blocks[0], solve);
    if (!inputs.loads.empty()) {
        each_block([&](size_t k) {
            fill_air(layout_.blocks[k]);
            predict_block(layout_.blocks[k], solve);
        });
        add_loads(solve, inputs);
        each_block([&](size_t k) { climb_all(k, solve); });
    } else {
        each_block([&](size_t k) {
            fill_air(layout_.blocks[k]);
            predict_block(layout_.blocks[k], solve);
            climb_all(k, solve);
        });
    }
    if (passengers_) passengers_->climb(0, solve, new_air_, *this);
    new_air_ = false;
    climb_trunk(solve, inputs);
    if (scheme.stages == 2) {
        const Solve second = make_solve(scheme.stage[1], inputs);
        const Descent descent{.kind = Down::next_stage, .next = second};
        rows_[0].motion[1 - before_].al = solved_[0].al;
        rows_[0].motion[1 - before_].a = solved_[0].a;
        predict(rows_[0], second);
        descend_block(0, solve, descent);
        const auto climb_again = [&](size_t k) {
            if (passengers_) passengers_->turn_round(k, second, *this);
            climb_block(k, second);
        };
        if (!inputs.loads.empty()) {
            each_block([&](size_t k) { descend_block(k, solve, descent); });
            add_loads(second, inputs);
            each_block(climb_again);
        } else {
            each_block([&](size_t k) {
                descend_block(k, solve, descent);
                climb_again(k);
            });
        }
        if (passengers_) passengers_->turn_round(0, second, *this);
        solve = second;
        climb_trunk(solve, inputs);
    }
    finish_base(scheme, dt, inputs);
    const Descent descent{
        .kind = Down::finish, .finish = &scheme.finish, .dt = dt, .relieved_beyond = relief};
    const Viewpoint from = viewpoint(true, false);
    const Sight seen_from = sight(1 - before_, inputs.air, from);
    const auto finish_block = [&](size_t k) {
        descend_block(k, solve, descent);
        settle_block(k, seen_from, false);
        relieve(k, dt, inputs);
        if (passengers_) passengers_->finish(k, solve, scheme.finish, dt, *this);
        settle_tips(k, seen_from, true, from);
    };
    finish_block(0);
    each_block(finish_block);
    Attempt attempt;
    for (const Totals& totals : totals_) attempt.totals += totals;
    for (const double turn : turns_) attempt.turn = larger(turn, attempt.turn);
    const Totals& t = attempt.totals;
    attempt.finite = std::isfinite(t.kinetic + t.elastic + t.moment.sum());
    return attempt;
}

template class Engine<double>;
template class Engine<Lanes<4>>;
template class Engine<Lanes<8>>;

}  // namespace thigmo
