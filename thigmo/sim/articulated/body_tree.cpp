// The bodies in an engine as they begin, and their state.
#include "thigmo/sim/articulated/body_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/base/error.h"
#include "thigmo/sim/articulated/body_drag.h"
#include "thigmo/sim/articulated/body_parts.h"

namespace thigmo {
namespace {

/// Eight bodies side by side where the processor has lanes for them and the plant fills these: on
/// processors that take wide lanes in two halves, rows cost twice as much. Plants that are larger
/// than the caches wait for memory, and empty lanes would make them larger.
size_t best_lanes([[maybe_unused]] const Bodies& bodies, [[maybe_unused]] size_t block) {
#ifdef __AVX512F__
    constexpr size_t most = 16 << 20;  // bytes
    if (bodies.size() * sizeof(Row<double>) < most &&
        5 * lay_out(bodies, 8, block).row_count < 3 * lay_out(bodies, 4, block).row_count)
        return 8;
#endif
    return 4;
}

BodyTree::Parts::AnyEngine make_engine(const Bodies& bodies, const ArticulatedSettings& settings,
                                       const Tuning& tuning) {
    const size_t lanes = tuning.lanes == 0 ? best_lanes(bodies, tuning.block) : tuning.lanes;
    if (lanes == 1) return Engine<double>(bodies, settings, tuning.block);
    if (lanes == 4) return Engine<Lanes<4>>(bodies, settings, tuning.block);
    if (lanes == 8) return Engine<Lanes<8>>(bodies, settings, tuning.block);
    throw InputError(fmt::format("lanes: found {}, expected 1, 4 or 8", lanes));
}

Quat rotation_of(const Vec3& vector) {
    const double angle = vector.norm();
    if (angle == 0) return Quat::Identity();
    return Quat(Eigen::AngleAxisd(angle, vector / angle));
}

void check_start(const Start& start) {
    const bool finite = start.placement.rotation.coeffs().allFinite() &&
                        start.placement.translation.allFinite() && start.velocity.allFinite() &&
                        start.angular_velocity.allFinite();
    if (!finite) throw InputError("start: found a number that is not finite, expected finite ones");
}

/// Which samples there are, and which each body reads.
void find_samples(BodyTree::Parts& parts, const Bodies& bodies) {
    constexpr uint32_t unknown = UINT32_MAX;
    std::vector<uint32_t> number(bodies.size(), unknown);
    for (const BodyId i : bodies.rows()) number[bodies.sampled_at[i].value] = 0;
    for (const BodyId i : bodies.rows()) {
        if (number[i.value] == unknown) continue;
        number[i.value] = static_cast<uint32_t>(parts.sampled.size());
        parts.sampled.push_back(i);
    }
    parts.sampled_area.assign(parts.sampled.size(), {});
    parts.sample.resize(bodies.size());
    for (const BodyId i : bodies.rows()) {
        parts.sample[i.value] = number[bodies.sampled_at[i].value];
        add_body_drag(bodies, i, parts.sampled_area[parts.sample[i.value]]);
    }
}

/// Every body as given, turned on by its initial rotation and its ancestors'.
void place(BodyTree::Parts& parts, const Bodies& bodies, const Start& start) {
    const Quat turn = start.placement.rotation.normalized();
    const bool as_given = std::all_of(bodies.initial.begin(), bodies.initial.end(),
                                      [](const Vec3& v) { return v == Vec3::Zero(); });
    std::vector<Quat> placed(bodies.size());
    OneMotion body;
    if (parts.settings.footing.base != Base::sliding) body.w = start.angular_velocity;
    for (const BodyId i : bodies.rows()) {
        const BodyId p = bodies.parent[i];
        Quat& Q = placed[i.value];
        Q = turn * bodies.given[i];
        if (!as_given) {
            const Quat above = p.exists() ? placed[p.value] : turn;
            const Quat given = p.exists() ? bodies.given[p] : Quat::Identity();
            Q = above * given.conjugate() * bodies.given[i] * rotation_of(bodies.initial[i]);
        }
        Q.normalize();
        body.Q = Q;
        parts.set_motion(i.value, body);
    }
    OneMotion base;
    base.Q = turn;
    base.x = start.placement.translation;
    base.v = start.velocity;
    if (parts.settings.footing.base == Base::held) base.w = start.angular_velocity;
    if (parts.settings.footing.base == Base::free) base.x += turn * parts.root_offset;
    parts.set_base_motion(base);
}

void put(std::vector<double>& out, const Vec3& v) {
    out.insert(out.end(), {v.x(), v.y(), v.z()});
}
void put(std::vector<double>& out, const Quat& q) {
    out.insert(out.end(), {q.w(), q.x(), q.y(), q.z()});
}

struct Reader {
    std::span<const double> numbers;
    size_t next = 0;
    double number() { return numbers[next++]; }
    Vec3 vec() {
        const double x = number(), y = number();
        return {x, y, number()};
    }
    Quat quat() {
        const double w = number();
        const Vec3 v = vec();
        return {w, v.x(), v.y(), v.z()};
    }
};

constexpr size_t base_numbers = 22;  // with the account of energy
constexpr size_t push_numbers = 7;

}  // namespace

void BodyTree::Parts::put_joint(size_t body) {
    const bool loose = settings.footing.base == Base::free && parent[body] == BodyId::none_value;
    std::visit(
        [&](auto& e) {
            const uint32_t seat = e.layout().seat[body];
            if (loose) {  // a rest rotation of zeros makes every bend of the joint zero
                e.set_rest(seat, Quat(0, 0, 0, 0));
                e.set_joint(seat, Vec3::Zero(), Vec3::Zero());
                e.set_offset(seat, Vec3::Zero());
            } else {
                e.set_rest(seat, rest_on_parent(body));
                e.set_joint(seat, factor[body] * stiffness[body], factor[body] * damping[body]);
            }
        },
        engine);
}

void BodyTree::Parts::settle() {
    totals = std::visit([&](auto& e) { return e.settle(false, air); }, engine);
    damped = carried_damping || std::any_of(damping.begin(), damping.end(),
                                            [](const Vec3& d) { return d != Vec3::Zero(); });
    guard.stiffness = carried_stiffness;
    for (size_t i = 0; i < stiffness.size(); ++i) guard.stiffness += factor[i] * stiffness[i].sum();
}

BodyTree::BodyTree(const Bodies& bodies, const ArticulatedSettings& settings, const Start& start,
                   const Tuning& tuning) {
    check(settings);
    check_start(start);
    check_roots(settings.footing, roots(bodies));
    parts_ = std::make_unique<Parts>(
        Parts{.settings = settings, .engine = make_engine(bodies, settings, tuning)});
    Parts& parts = *parts_;
    const size_t n = bodies.size();
    parts.parent.resize(n);
    for (const BodyId i : bodies.rows()) parts.parent[i.value] = bodies.parent[i].value;
    parts.stiffness = bodies.stiffness.values();
    parts.damping = bodies.damping.values();
    if (!settings.damping) parts.damping.assign(n, Vec3::Zero());
    for (const BodyId i : bodies.rows()) {
        const BodyId p = bodies.parent[i];
        parts.above.push_back(p.exists() ? bodies.given[p] : Quat::Identity());
        parts.rest.push_back(parts.above.back() * bodies.rest[i]);
    }
    parts.factor.assign(n, 1);
    parts.guard.turn_limit = settings.turn_limit;
    parts.guard.energy = settings.energy_guard;
    for (const BodyId i : bodies.rows())
        parts.fastest =
            std::max(parts.fastest,
                     bodies.stiffness[i].cwiseQuotient(bodies.inertia[i].diagonal()).maxCoeff());
    for (const double mass : bodies.mass) parts.mass += mass;
    for (const BodyId i : bodies.rows())
        if (!bodies.parent[i].exists()) parts.root_offset = bodies.offset[i];
    for (size_t i = 0; i < n; ++i) parts.put_joint(i);
    find_samples(parts, bodies);
    std::visit([&](auto& e) { e.set_samples(parts.sample, parts.sampled); }, parts.engine);
    place(parts, bodies, start);
    parts.settle();
}

BodyTree::~BodyTree() = default;
BodyTree::BodyTree(BodyTree&&) noexcept = default;
BodyTree& BodyTree::operator=(BodyTree&&) noexcept = default;

size_t BodyTree::size() const {
    return parts_->parent.size();
}
BodyId BodyTree::failed() const {
    return parts_->failed;
}
Quat BodyTree::rotation(BodyId body) const {
    return parts_->motion(body.value).Q;
}
Vec3 BodyTree::angular_velocity(BodyId body) const {
    return parts_->motion(body.value).w;
}
Vec3 BodyTree::angular_acceleration(BodyId body) const {
    return parts_->motion(body.value).al;
}
Vec3 BodyTree::position(BodyId body) const {
    return parts_->motion(body.value).x;
}
Vec3 BodyTree::velocity(BodyId body, const Vec3& point) const {
    const OneMotion m = parts_->motion(body.value);
    return m.v + m.w.cross(point - m.x);
}

BodyNow BodyTree::now(BodyId body) const {
    const OneMotion m = parts_->motion(body.value);
    return {m.Q, m.w, m.al, m.x, m.v, m.a};
}
BodyNow BodyTree::base_now() const {
    const OneMotion m = parts_->base_motion();
    return {m.Q, m.w, m.al, m.x, m.v, m.a};
}

Vec3 BodyTree::bend(BodyId body) const {
    const uint32_t p = parts_->parent[body.value];
    const Quat above = p == BodyId::none_value ? parts_->base_motion().Q : parts_->motion(p).Q;
    const Quat rest = above * parts_->rest_on_parent(body.value);
    const Quat q = rest.conjugate() * parts_->motion(body.value).Q;
    const Vec<double> phi = logarithm(Turn<double>{q.w(), {q.x(), q.y(), q.z()}}).phi;
    return {phi.x, phi.y, phi.z};
}

void BodyTree::set_rotation(BodyId body, const Quat& rotation) {
    OneMotion m = parts_->motion(body.value);
    m.Q = rotation;
    parts_->set_motion(body.value, m);
}

void BodyTree::set_angular_velocity(BodyId body, const Vec3& velocity) {
    OneMotion m = parts_->motion(body.value);
    m.w = velocity;
    parts_->set_motion(body.value, m);
}

void BodyTree::restart() {
    for (size_t i = 0; i < size(); ++i) {
        OneMotion m = parts_->motion(i);
        m.al = Vec3::Zero();
        parts_->set_motion(i, m);
    }
    parts_->pace = 0;
    parts_->ledger = {};
    parts_->settle();
}

void BodyTree::air_samples(std::vector<AirSample>& out) const {
    const Parts& parts = *parts_;
    out.resize(parts.sampled.size());
    std::visit([&](const auto& e) { e.write_samples(parts.sampled_area, out); }, parts.engine);
}

Energy BodyTree::energy(const Vec3& gravity) const {
    const OneMotion base = parts_->base_motion();
    Totals t = parts_->totals;
    if (parts_->settings.footing.base == Base::held && !(base.v.isZero(0) && base.w.isZero(0)))
        t = std::visit([&](auto& e) { return e.settle(false, parts_->air, true); }, parts_->engine);
    double kinetic = t.kinetic;
    if (parts_->settings.footing.base == Base::sliding)
        kinetic += 0.5 * parts_->settings.footing.base_mass * parts_->base_motion().v.squaredNorm();
    return {kinetic, t.elastic, -gravity.dot(t.moment)};
}

void BodyTree::set_stiffness(std::span<const double> factors) {
    if (factors.size() != size())
        throw InputError(
            fmt::format("stiffness: found {} factors, expected {}", factors.size(), size()));
    for (const double factor : factors)
        if (!(std::isfinite(factor) && factor >= 0))
            throw InputError(fmt::format("stiffness: found {}, expected 0 or more", factor));
    for (size_t i = 0; i < size(); ++i) {
        parts_->factor[i] = factors[i];
        parts_->put_joint(i);
    }
    parts_->settle();
}

Start BodyTree::base() const {
    const OneMotion m = parts_->base_motion();
    Start start{{m.Q, m.x}, m.v, m.w};
    if (parts_->settings.footing.base != Base::free) return start;
    start.placement.translation -= m.Q * parts_->root_offset;
    const auto root = std::find(parts_->parent.begin(), parts_->parent.end(), BodyId::none_value);
    start.angular_velocity = parts_->motion(static_cast<size_t>(root - parts_->parent.begin())).w;
    return start;
}

size_t BodyTree::fixed_numbers() const {
    return size() * numbers_per_body + base_numbers;
}

void BodyTree::save(std::vector<double>& out) const {
    out.clear();
    out.reserve(fixed_numbers());
    for (size_t i = 0; i < size(); ++i) {
        const OneMotion m = parts_->motion(i);
        put(out, m.Q);
        put(out, m.w);
        put(out, m.al);
        put(out, parts_->rest[i]);
        put(out, parts_->stiffness[i]);
        put(out, parts_->damping[i]);
        out.push_back(parts_->factor[i]);
    }
    const OneMotion m = parts_->base_motion();
    put(out, m.x);
    put(out, m.v);
    put(out, m.a);
    put(out, m.Q);
    put(out, m.w);
    put(out, m.al);
    out.insert(out.end(), {parts_->pace, parts_->ledger.debt, parts_->ledger.most});
    for (const Parts::Push& push : parts_->pushes) {
        out.push_back(push.body);
        put(out, push.force);
        put(out, push.torque);
    }
}

void BodyTree::restore(std::span<const double> state) {
    const size_t expected = fixed_numbers();
    if (state.size() < expected || (state.size() - expected) % push_numbers != 0)
        throw InputError(
            fmt::format("state: found {} numbers, expected {}", state.size(), expected));
    Reader in{state};
    for (size_t i = 0; i < size(); ++i) {
        OneMotion m;
        m.Q = in.quat();
        m.w = in.vec();
        m.al = in.vec();
        parts_->set_motion(i, m);
        parts_->rest[i] = in.quat();
        parts_->stiffness[i] = in.vec();
        parts_->damping[i] = in.vec();
        parts_->factor[i] = in.number();
        parts_->put_joint(i);
    }
    OneMotion m;
    m.x = in.vec();
    m.v = in.vec();
    m.a = in.vec();
    m.Q = in.quat();
    m.w = in.vec();
    m.al = in.vec();
    parts_->set_base_motion(m);
    parts_->pace = in.number();
    parts_->ledger.debt = in.number();
    parts_->ledger.most = in.number();
    parts_->pushes.resize((state.size() - expected) / push_numbers);
    for (Parts::Push& push : parts_->pushes) {
        push.body = static_cast<uint32_t>(in.number());
        push.force = in.vec();
        push.torque = in.vec();
    }
    parts_->settle();
}

}  // namespace thigmo
