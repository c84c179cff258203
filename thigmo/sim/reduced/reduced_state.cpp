// The state of a reduced plant as numbers, row by row.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/sim/reduced/simulator.h"

namespace thigmo {
namespace {

constexpr size_t numbers_per_segment = 26;  // see SegmentMotion

/// A domain's row has of each of its pieces: model, mesh, factor of stiffness, the frame's
/// rotation, origin, spin and velocity in the world; then coordinates, rates and preload.
constexpr size_t row_head = 3 + 13;

/// A blade's row has its turn, its rate, the factor of its stalk's stiffness and its stalk's rest.
constexpr uint32_t numbers_per_blade = 12;

/// A key as a number that survives every copy.
double as_number(uint64_t key) {
    return static_cast<double>(key & ((uint64_t{1} << 52) - 1));
}

/// Whether segments tell of a body that is not this one as its row has it: a domain that an edit
/// left with another number of pieces has no row any more.
bool is_of_others(const ReducedBody& body, double factor,
                  const std::function<SegmentMotion(SegmentId)>& motion) {
    for (const SegmentId segment : body.segments) {
        const SegmentMotion own = motion(segment);
        if (!own.at_end.shift.isZero(0) || !own.at_end.turn.isZero(0) || own.factor != factor)
            return true;
    }
    return false;
}

}  // namespace

void Reduced::list_rows() {
    uint32_t next = 0;
    rows_.clear();
    starts_.clear();
    for (const ReducedBody& body : bodies_.bodies) {
        const Key key = plant_.domains.key[body.domain];
        if (rows_.empty() || rows_.back().key != key)
            rows_.push_back({Load::Table::domains, key, next, 0});
        starts_.push_back(next);
        const auto count = static_cast<uint32_t>(row_head + 3 * static_cast<size_t>(body.size));
        rows_.back().count += count;
        next += count;
    }
    first_blade_row_ = rows_.size();
    for (const Blade& blade : bodies_.blades) {
        rows_.push_back(
            {Load::Table::domains, plant_.domains.key[blade.domain], next, numbers_per_blade});
        next += numbers_per_blade;
    }
    for (const SegmentId segment : plant_.segments.rows()) {
        rows_.push_back({Load::Table::segments, plant_.segments.key[segment], next,
                         static_cast<uint32_t>(numbers_per_segment)});
        next += numbers_per_segment;
    }
}

/// The section at its end.
void Reduced::add_segment(SegmentId segment, std::vector<double>& out) const {
    const Place place = place_on(segment, 1);
    const MovingStation station = moving_station(bodies_, *tree_, place.body, place.along);
    const Rigid motion = stations_.at(place.body, place.along);
    const Vec3 end = motion * plant_.segments.end[segment];
    const auto add = [&](const auto& vector) {
        out.insert(out.end(), vector.data(), vector.data() + vector.size());
    };
    add(motion.rotation.coeffs());
    add(end);
    add(station.velocity_at(end));
    add(station.spin);
    for (const SmallMotion& strain : {strains_[segment].first, strains_[segment].second}) {
        add(strain.shift);
        add(strain.turn);
    }
    const int body = bodies_.of_segment[segment];
    const auto own = static_cast<size_t>(std::max(0, body));
    out.push_back(body < 0 ? 1 : tree_->stiffness_factors()[own]);
}

/// What preloads do to every segment's ends.
void Reduced::read_strains() {
    strains_.resize(plant_.segments.size());
    for (const DomainId domain : plant_.domains.rows())
        if (bends(domain)) read_preloads(plant_, bodies_, domain, strains_);
}

void Reduced::save(std::vector<double>& out) const {
    out.clear();
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        out.insert(out.end(),
                   {as_number(body.key), as_number(body.mesh_key), tree_->stiffness_factors()[i]});
        const BodyFrame& frame = tree_->frame(i);
        const auto add = [&](const auto& vector) {
            out.insert(out.end(), vector.data(), vector.data() + vector.size());
        };
        add(Quat(frame.axes).coeffs());
        add(frame.origin);
        add(Vec3(frame.axes * frame.spin));
        add(Vec3(frame.axes * frame.velocity));
        const auto q = tree_->coordinates(i), v = tree_->rates(i);
        out.insert(out.end(), q.begin(), q.end());
        out.insert(out.end(), v.begin(), v.end());
        out.insert(out.end(), body.preload.begin(), body.preload.end());
    }
    for (size_t k = 0; k < bodies_.blades.size(); ++k) {
        const BladeMotion motion = tree_->blade(k);
        out.insert(out.end(), motion.turn.coeffs().begin(), motion.turn.coeffs().end());
        out.insert(out.end(), motion.rate.begin(), motion.rate.end());
        out.push_back(tree_->stalk_factors()[k]);
        const Quat& rest = bodies_.blades[k].rest;
        out.insert(out.end(), rest.coeffs().begin(), rest.coeffs().end());
    }
    read_stations();
    for (const SegmentId segment : plant_.segments.rows()) add_segment(segment, out);
    tree_->save_rest(out);
}

/// A row that was carried over an edit keeps its model, though what it carries has changed: the
/// keys of all bodies' models, or none where every body has the one it shall have.
std::vector<uint64_t> Reduced::kept_models(std::span<const double> state) const {
    const auto models = settings_.models->all();
    std::vector<uint64_t> keys;
    bool change = false;
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        const auto head = state.subspan(starts_[i], row_head);
        keys.push_back(body.key);
        if (body.size == 0 || head[0] == as_number(body.key) || head[1] != as_number(body.mesh_key))
            continue;
        for (const auto& [key, model] : models)
            if (as_number(key) == head[0]) {
                keys.back() = key;
                change = true;
            }
    }
    if (!change) keys.clear();
    return keys;
}

void Reduced::restore(std::span<const double> state) {
    size_t needed = 0;
    for (const StateRow& row : rows_) needed = std::max<size_t>(needed, row.first + row.count);
    const size_t expected = needed + tree_->rest_numbers(state, needed);
    if (state.size() != expected)
        throw InputError(
            fmt::format("state: found {} numbers, expected {}", state.size(), expected));
    const auto head = [&](size_t i) { return state.subspan(starts_[i], row_head); };
    const std::vector<uint64_t> keys = kept_models(state);
    if (!keys.empty()) build(keys, tree_->base());
    tree_->restore_rest(state.subspan(needed));
    const auto of_segment = [&](SegmentId segment) {
        const StateRow& row = rows_[rows_.size() - plant_.segments.size() + segment.value];
        const double* at = state.data() + row.first;
        const auto vector = [&] {
            const Vec3 next(at[0], at[1], at[2]);
            at += 3;
            return next;
        };
        SegmentMotion motion;
        motion.rotation = Quat(at[3], at[0], at[1], at[2]);
        at += 4;
        motion.end = vector();
        motion.velocity = vector();
        motion.spin = vector();
        for (SmallMotion* strain : {&motion.at_start, &motion.at_end}) {
            strain->shift = vector();
            strain->turn = vector();
        }
        motion.factor = at[0];
        return motion;
    };
    std::vector<double> factors;
    std::vector<Unknown> unknown(bodies_.bodies.size(), Unknown::nothing);
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        ReducedBody& body = bodies_.bodies[i];
        const auto r = static_cast<size_t>(body.size);
        const auto numbers = state.subspan(starts_[i] + row_head, 3 * r);
        const auto is_zero = [](double x) { return x == 0; };
        const bool other =
            r > 0 &&
            (head(i)[0] != as_number(body.key) ||
             (std::ranges::all_of(numbers, is_zero) && is_of_others(body, head(i)[2], of_segment)));
        factors.push_back(head(i)[2]);
        if (other) factors.back() = of_segment(body.segments.front()).factor;
        if (std::ranges::all_of(numbers.first(2 * r), is_zero)) unknown[i] = Unknown::motion;
        if (other) unknown[i] = Unknown::motion_and_preload;
        if (other) continue;
        tree_->set_coordinates(i, numbers.first(r), numbers.subspan(r, r));
        const Eigen::Map<const Eigen::VectorXd> preload(numbers.data() + 2 * r, body.size);
        if (r > 0 && preload != body.preload) set_preload(body, preload);
    }
    std::vector<double> stalks;
    for (size_t k = 0; k < bodies_.blades.size(); ++k) {
        const double* at = state.data() + rows_[first_blade_row_ + k].first;
        tree_->set_blade(k, {Quat(at[3], at[0], at[1], at[2]), Vec3(at[4], at[5], at[6])});
        stalks.push_back(at[7]);
        bodies_.blades[k].rest = Quat(at[11], at[8], at[9], at[10]);
    }
    tree_->set_factors(factors, stalks);
    tree_->update();
    read_ = false;
    // A piece's frame is its root's own, not the segment's that it was cut off at.
    if (tree_->is_free() && unknown[0] == Unknown::nothing) {
        const double* at = head(0).data() + 3;
        tree_->place_root({Quat(at[3], at[0], at[1], at[2]).toRotationMatrix(),
                           Vec3(at[4], at[5], at[6]), Vec3(at[7], at[8], at[9]),
                           Vec3(at[10], at[11], at[12])});
    }
    fit_motion(plant_, bodies_, unknown, of_segment, *tree_);
    read_strains();
}

}  // namespace thigmo
