// Stages, Newton's method, and steps cut in halves.
#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/sim/reduced/tree.h"
#include "thigmo/sim/stoppable.h"

namespace thigmo {
namespace {

constexpr int most_cuts = 8;
constexpr size_t push_numbers = 7;
const double gamma = 1 - std::sqrt(0.5);

}  // namespace

void ReducedTree::reach(const Stage& stage, State& at) const {
    at.q = stage.q + stage.c_place * at.a;
    at.v = stage.v + stage.c_rate * at.a;
    at.base = stage.base;
    if (settings_.footing.base == Base::held) return;
    at.base.velocity += stage.c_rate * at.base_a.tail<3>();
    at.base.placement.translation += stage.c_place * at.base_a.tail<3>();
    at.base.angular_velocity += stage.c_rate * at.base_a.head<3>();
    at.base.placement.rotation =
        turned_on(stage.turn + stage.c_place * at.base_a.head<3>(), stage.base.placement.rotation);
}

/// A held base is where it is driven to, `time` after the step's beginning.
void ReducedTree::drive(double time, const BaseDrive& drive, Stage& stage) const {
    if (settings_.footing.base != Base::held) return;
    Start& base = stage.base = begin_.base;
    const double half = 0.5 * time * time;
    base.placement.translation += time * base.velocity + half * drive.acceleration;
    base.placement.rotation = turned_on(
        time * base.angular_velocity + half * drive.angular_acceleration, base.placement.rotation);
    base.velocity += time * drive.acceleration;
    base.angular_velocity += time * drive.angular_acceleration;
}

/// Whether what Newton's next change would be, after one of `change` and the one before it (0: it
/// was the first), is within the tolerance. The first is judged by how the method contracted when
/// last seen; quadratic as it is, a larger change contracts that much less. A share that was not
/// seen again is trusted a little less each time, and half at once: what it lacks is left in every
/// step of a swing alike, and adds up to a gain of energy.
bool ReducedTree::converged(double change, double before) {
    if (before > 0) {
        contraction_ = {change / before, before};
    } else if (change > contraction_.at) {
        contraction_ = {contraction_.share * change / contraction_.at, change};
    }
    const double share = contraction_.share;
    if (before == 0) contraction_.share = std::min(1.0, 1.1 * share);
    const double allowed = (before == 0 ? 0.5 : 1) * settings_.tolerance;
    return change == 0 || (share < 1 && share / (1 - share) * change < allowed);
}

/// Newton's method from the accelerations that `at` has.
bool ReducedTree::solve(const Stage& stage, const TreeLoads& loads, State& at, StepReport& report) {
    double before = 0;
    if (settings_.footing.base == Base::held)
        at.base_a << loads.base.angular_acceleration, loads.base.acceleration;
    for (int iterate = 0; iterate < settings_.most_iterates; ++iterate) {
        if (stops(progress_)) return false;
        reach(stage, at);
        if (!find_accelerations(stage, at, loads)) return false;
        ++report.recursions;
        const auto found = recursion_.coordinate_accelerations();
        double change = 0;
        for (size_t i = 0; i < frames_.size(); ++i) {
            const ReducedBody& body = bodies_.bodies[i];
            const size_t first = recursion_.first(i);
            for (int k = 0; k < body.size; ++k) {
                double& a = at.a[static_cast<Eigen::Index>(first) + k];
                const double next = found[first + static_cast<size_t>(k)];
                const double by = std::abs(next - a) / body.units.length;
                if (!(by <= change)) change = by;  // what is no number comes through too
                a = next;
            }
        }
        take_blades(at);
        if (settings_.footing.base != Base::held) {
            const Mat3 axes = at.base.placement.rotation.toRotationMatrix();
            const Vec6 felt = recursion_.base_acceleration();
            Vec6 next;
            next << axes * felt.head<3>(), axes * felt.tail<3>() + loads.gravity;
            const double by = (next - at.base_a).norm();
            if (!(by <= change)) change = by;
            at.base_a = next;
        }
        if (!std::isfinite(change)) return false;
        change *= stage.c_place;
        if (converged(change, before)) {
            reach(stage, at);
            return true;
        }
        before = change;
    }
    contraction_ = {};
    return false;
}

/// One step of the scheme from state_, `begin` after the whole step's beginning.
bool ReducedTree::part(double dt, double begin, const TreeLoads& loads, StepReport& report) {
    stage_.base = state_.base;
    stage_.turn.setZero();
    at_.a = state_.a;
    at_.base_a = state_.base_a;
    const auto steps = [&] {
        switch (settings_.integrator) {
            case ReducedIntegrator::generalised_alpha:
                return &ReducedTree::generalised_alpha;
            case ReducedIntegrator::tr_bdf2:
                return begin > 0 || continues(loads) ? &ReducedTree::tr_bdf2 : &ReducedTree::sdirk2;
            default:
                return &ReducedTree::sdirk2;
        }
    }();
    if (!(this->*steps)(dt, begin, loads, report)) return false;
    turn_blades(stage_);
    std::swap(state_, at_);
    std::swap(state_.memory, at_.memory);
    state_.memory.gravity = loads.gravity;
    return true;
}

/// Whether its accelerations are those of a step before, in which air or none and the same bodies'
/// loads acted, and none on blades.
bool ReducedTree::continues(const TreeLoads& loads) const {
    const Memory& memory = state_.memory;
    return memory.is_set && memory.air == !loads.air.empty() && loads.blades.empty() &&
           std::ranges::equal(memory.pushes, loads.points, {}, &Push::body, &BodyLoad::body);
}

/// What acts when a step ends.
void ReducedTree::remember(const TreeLoads& loads) {
    Memory& memory = state_.memory;
    memory.is_set = loads.blades.empty();
    memory.air = !loads.air.empty();
    memory.pushes.clear();
    for (const BodyLoad& load : loads.points) memory.pushes.push_back(push_of(load, state_));
}

/// ρ∞ = 0: 2a′ − a enters the equation at the step's end, γ = 3/2, β = 1.
bool ReducedTree::generalised_alpha(double dt, double begin, const TreeLoads& loads,
                                    StepReport& report) {
    const State& old = state_;
    Stage& stage = stage_;
    stage.c_rate = 0.75 * dt;
    stage.c_place = 0.5 * dt * dt;
    stage.q = old.q + dt * old.v;
    stage.v = old.v + 0.25 * dt * old.a;
    drive(begin + dt, loads.base, stage);
    if (!solve(stage, loads, at_, report)) return false;
    at_.a = 0.5 * (at_.a + old.a);
    return true;
}

/// Or its first stage alone, which is backward Euler.
bool ReducedTree::sdirk2(double dt, double begin, const TreeLoads& loads, StepReport& report) {
    const State& old = state_;
    Stage& stage = stage_;
    const bool euler = settings_.integrator == ReducedIntegrator::backward_euler;
    const double c = euler ? dt : gamma * dt;
    stage.c_rate = c;
    stage.c_place = c * c;
    stage.q = old.q + c * old.v;
    stage.v = old.v;
    stage.base.placement.translation += c * old.base.velocity;
    stage.turn = c * old.base.angular_velocity;
    drive(begin + c, loads.base, stage);
    at_.a.setZero();  // stiff shapes come to rest within a stage: how they went before misleads
    if (!solve(stage, loads, at_, report)) return false;
    if (euler) return true;
    std::swap(first_, at_);
    const State& first = first_;
    const double rest = dt - c;
    stage.v = old.v + rest * first.a;
    stage.q = old.q + rest * first.v + c * stage.v;
    stage.base = old.base;
    stage.base.velocity += rest * first.base_a.tail<3>();
    stage.base.angular_velocity += rest * first.base_a.head<3>();
    stage.base.placement.translation += rest * first.base.velocity + c * stage.base.velocity;
    stage.turn = rest * first.base.angular_velocity + c * stage.base.angular_velocity;
    drive(begin + dt, loads.base, stage);
    at_.a = 0.5 * (old.a + first.a);
    at_.base_a = first.base_a;
    return solve(stage, loads, at_, report);
}

/// Trapezoidal rule to 2γ, then backward differences of second order, on a held base. It has the
/// stability of SDIRK2, but both stages are of second order, so that what is too stiff for the step
/// (the length of a rod that swings far) follows without a loss.
///
/// The accelerations that it begins with are those of the step before. Where gravity, the base's
/// acceleration or a load has jumped by Δ since, they lack what Δ does. They enter only in their
/// sum with the first stage's: this one is solved with Δ twice.
bool ReducedTree::tr_bdf2(double dt, double begin, const TreeLoads& loads, StepReport& report) {
    const State& old = state_;
    Stage& stage = stage_;
    const double c = gamma * dt, k = 0.5 * (dt - c);
    stage.c_rate = c;
    stage.c_place = c * c;
    stage.v = old.v + c * old.a;
    stage.q = old.q + c * (old.v + stage.v);
    drive(begin + 2 * c, loads.base, stage);
    TreeLoads jumped = loads;
    jumped.gravity += loads.gravity - old.memory.gravity;
    jumped.base.angular_acceleration += loads.base.angular_acceleration - old.base_a.head<3>();
    jumped.base.acceleration += loads.base.acceleration - old.base_a.tail<3>();
    if (begin == 0) jumped.jumps = jumps_of(loads);
    if (!solve(stage, jumped, at_, report)) return false;
    std::swap(first_, at_);
    const State& first = first_;
    stage.v = old.v + k * (old.a + first.a);
    stage.q = old.q + k * (old.v + first.v) + c * stage.v;
    drive(begin + dt, loads.base, stage);
    at_.a = first.a;
    return solve(stage, loads, at_, report);
}

StepReport ReducedTree::step(double dt, const TreeLoads& loads) {
    StepReport report;
    begin_ = state_;
    begin_turns_ = turns_;
    const int cut_before = cut_;
    const Contraction contraction_before = contraction_;
    for (int cut = std::max(0, cut_ - 1); cut <= most_cuts; ++cut) {
        const int parts = 1 << cut;
        int done = 0;
        while (done < parts && part(dt / parts, done * dt / parts, loads, report)) ++done;
        if (done == parts) {
            cut_ = cut;
            report.accepted += static_cast<uint64_t>(parts);
            move_frames(state_, loads.gravity);
            remember(loads);
            return report;
        }
        ++report.rejected_turn;
        state_ = begin_;
        turns_ = begin_turns_;
        if (stops(progress_)) break;
    }
    cut_ = cut_before;
    contraction_ = contraction_before;
    update();
    report.status = StepReport::Status::failed;
    report.message =
        stops(progress_) ? stopped_step : "the step does not converge, however small its parts";
    return report;
}

void ReducedTree::set_coordinates(size_t body, std::span<const double> q,
                                  std::span<const double> rates) {
    const auto first = static_cast<std::ptrdiff_t>(recursion_.first(body));
    std::copy(q.begin(), q.end(), state_.q.begin() + first);
    std::copy(rates.begin(), rates.end(), state_.v.begin() + first);
}

void ReducedTree::move_base(size_t root, const Vec6& by, const Vec6& rate) {
    const BodyFrame& frame = frames_[root];
    Start& base = state_.base;
    const Vec3 turn = frame.axes * by.head<3>(), shift = frame.axes * by.tail<3>();
    const Vec3 origin = frame.origin + shift;
    const Vec3 arm =
        turned_on(turn, Quat::Identity()) * (base.placement.translation - frame.origin);
    base.placement = {turned_on(turn, base.placement.rotation), origin + arm};
    const Mat3 axes = turned_on(turn, Quat::Identity()).toRotationMatrix() * frame.axes;
    base.angular_velocity = axes * rate.head<3>();
    base.velocity = axes * rate.tail<3>() + base.angular_velocity.cross(arm);
}

void ReducedTree::place_root(const BodyFrame& frame) {
    constexpr double same = 1e-9;
    const BodyFrame& now = frames_[0];
    if ((now.axes - frame.axes).norm() < same &&
        (now.origin - frame.origin).norm() < same * (1 + frame.origin.norm()) &&
        (now.axes * now.spin - frame.spin).norm() < same * (1 + frame.spin.norm()) &&
        (now.axes * now.velocity - frame.velocity).norm() < same * (1 + frame.velocity.norm()))
        return;
    const Mount& on_base = bodies_.bodies[0].mount;
    Start& base = state_.base;
    base.placement.rotation = Quat(frame.axes * on_base.axes.transpose()).normalized();
    const Vec3 arm = base.placement.rotation * on_base.origin;
    base.placement.translation = frame.origin - arm;
    base.angular_velocity = frame.spin;
    base.velocity = frame.velocity - frame.spin.cross(arm);
    update();
}

size_t ReducedTree::rest_numbers(std::span<const double> state, size_t first) const {
    const size_t fixed = static_cast<size_t>(state_.a.size()) + 28;
    if (state.size() < first + fixed) return fixed;
    const double pushes = state[first + fixed - 1];
    return fixed + push_numbers * static_cast<size_t>(std::clamp(pushes, 0.0, 1e9));
}

void ReducedTree::save_rest(std::vector<double>& out) const {
    const auto add = [&](const auto& vector) {
        out.insert(out.end(), vector.data(), vector.data() + vector.size());
    };
    add(state_.a);
    add(state_.base.placement.rotation.coeffs());
    add(state_.base.placement.translation);
    add(state_.base.velocity);
    add(state_.base.angular_velocity);
    add(state_.base_a);
    const Memory& memory = state_.memory;
    add(memory.gravity);
    out.insert(out.end(), {double(cut_), contraction_.share, contraction_.at, double(memory.is_set),
                           double(memory.air), double(memory.pushes.size())});
    for (const Push& push : memory.pushes) {
        out.push_back(push.body);
        add(push.force);
        add(push.torque);
    }
}

void ReducedTree::restore_rest(std::span<const double> numbers) {
    size_t next = 0;
    const auto take = [&](auto&& vector) {
        for (Eigen::Index k = 0; k < vector.size(); ++k) vector[k] = numbers[next++];
    };
    take(state_.a);
    take(state_.base.placement.rotation.coeffs());
    take(state_.base.placement.translation);
    take(state_.base.velocity);
    take(state_.base.angular_velocity);
    take(state_.base_a);
    Memory& memory = state_.memory;
    take(memory.gravity);
    cut_ = static_cast<int>(std::clamp(numbers[next], 0.0, double{most_cuts}));
    contraction_ = {numbers[next + 1], numbers[next + 2]};
    memory.is_set = numbers[next + 3] != 0;
    memory.air = numbers[next + 4] != 0;
    next += 6;
    memory.pushes.resize((numbers.size() - next) / push_numbers);
    for (Push& push : memory.pushes) {
        push.body = static_cast<int>(numbers[next++]);
        take(push.force);
        take(push.torque);
    }
}

void ReducedTree::restart() {
    forget();
    state_.a.setZero();
    state_.base_a.setZero();
    contraction_ = {};
}

void ReducedTree::set_factors(std::span<const double> stiffness, std::span<const double> stalks) {
    stiffness_.assign(stiffness.begin(), stiffness.end());
    stalks_.assign(stalks.begin(), stalks.end());
}

}  // namespace thigmo
