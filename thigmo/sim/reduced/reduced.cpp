// A plant on the reduced bodies: rows of the plant to sections, and states that survive edits.
#include "thigmo/sim/reduced/reduced.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/bend_leaves.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/reduced/fit_motion.h"
#include "thigmo/sim/reduced/stations.h"

namespace thigmo {
namespace {

constexpr size_t numbers_per_segment = 19;  // see SegmentMotion

/// Of a domain's row: model, mesh, factor of stiffness and that for standing, the frame's rotation,
/// origin, spin and velocity in the world; then coordinates, rates and preload.
constexpr size_t row_head = 4 + 13;

/// A key as a number that survives every copy.
double as_number(uint64_t key) {
    return static_cast<double>(key & ((uint64_t{1} << 52) - 1));
}

class Reduced final : public Simulator {
  public:
    Reduced(const Plant& plant, const ReducedSettings& settings, const Start& start);

    const char* name() const override { return "reduced"; }
    Claims claims() const override {
        const bool euler = settings_.integrator == ReducedIntegrator::backward_euler;
        return {.dynamic = true, .conservative = !euler, .order = euler ? 1 : 2};
    }
    std::span<const std::string> warnings() const override { return bodies_.log.warnings; }

    void save(std::vector<double>& out) const override;
    void restore(std::span<const double> state) override;
    std::span<const StateRow> rows() const override { return rows_; }
    void restart() override { tree_->restart(); }

    void air_samples(std::vector<AirSample>& out) const override;
    StepReport step(double dt, const Loads& loads) override;
    void pose(Pose& out) const override;
    Rigid row_motion(Load::Table table, uint32_t row) const override;
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const override;
    Energy energy(const Vec3& gravity) const override;
    void attachment_loads(std::vector<Wrench>& segments) const override;
    void set_stiffness(const Column<DomainId, double>& factors) override;
    Start base() const override;

  private:
    /// Where a row of the plant is found: a body's section.
    struct Place {
        int body = -1;
        double along = 0;

        bool operator==(const Place&) const = default;
    };

    void build(std::span<const uint64_t> keys, const Start& start);
    void list_rows();
    std::vector<uint64_t> kept_models(std::span<const double> state) const;
    bool bends(DomainId domain) const {
        const int own = bodies_.of_domain[domain];
        return own >= 0 && bodies_.bodies[static_cast<size_t>(own)].size > 0;
    }
    Place place_of(DomainId domain) const;
    Place place_of(Load::Table table, uint32_t row) const;
    Rigid segment_motion(SegmentId segment, const Place& first, const Place& last) const;
    void add_segment(SegmentId segment, std::vector<double>& out) const;
    void read_strains();
    BodyLoad bound(const Load& load) const;
    Vec3 root_joint() const;
    void read_stations() const {
        if (!read_) stations_.read(bodies_, *tree_);
        read_ = true;
    }

    const Plant& plant_;
    ReducedSettings settings_;
    Column<SegmentId, DomainId> owner_;
    ReducedBodies bodies_;
    std::unique_ptr<ReducedTree> tree_;
    std::vector<StateRow> rows_;
    Column<SegmentId, std::pair<Vec3, Vec3>> strains_;  // see SegmentMotion
    std::vector<BodyLoad> loads_;
    mutable Stations stations_;
    mutable bool read_ = false;
};

Reduced::Reduced(const Plant& plant, const ReducedSettings& settings, const Start& start)
    : plant_(plant), settings_(settings), owner_(segment_domains(plant)) {
    Start own = start;
    build({}, own);
    size_t roots = 0;
    for (const ReducedBody& body : bodies_.bodies) roots += body.parent < 0;
    check_roots(settings_.footing, roots);
    if (settings_.footing.shape == GivenShape::standing) {
        const bool lumped = settings_.coupling == Coupling::lumped;
        hold_shape(bodies_, settings_.footing.gravity, lumped);
        stand(plant_, settings_.footing.gravity, lumped, bodies_);
    }
    if (settings_.footing.base == Base::free)
        own.velocity -=
            own.angular_velocity.cross(own.placement * root_joint() - own.placement.translation);
    if (settings_.footing.base == Base::sliding) own.angular_velocity.setZero();
    tree_ = std::make_unique<ReducedTree>(bodies_, settings_, own);
    list_rows();
    read_strains();
}

/// Bodies with the models of these keys, where they are given, else with those of their content.
void Reduced::build(std::span<const uint64_t> keys, const Start& start) {
    Progress silent;
    bodies_ = build_reduced_bodies(plant_, settings_, *settings_.models, silent, keys);
    tree_ = std::make_unique<ReducedTree>(bodies_, settings_, start);
    read_ = false;
}

/// Where the root is held.
Vec3 Reduced::root_joint() const {
    for (const ReducedBody& body : bodies_.bodies)
        if (body.parent < 0) return body.units.origin;
    return Vec3::Zero();
}

void Reduced::list_rows() {
    uint32_t next = 0;
    rows_.clear();
    for (const ReducedBody& body : bodies_.bodies) {
        const auto count = static_cast<uint32_t>(row_head + 3 * static_cast<size_t>(body.size));
        rows_.push_back({Load::Table::domains, plant_.domains.key[body.domain], next, count});
        next += count;
    }
    for (const SegmentId segment : plant_.segments.rows()) {
        rows_.push_back({Load::Table::segments, plant_.segments.key[segment], next,
                         static_cast<uint32_t>(numbers_per_segment)});
        next += numbers_per_segment;
    }
}

/// The section at its end.
void Reduced::add_segment(SegmentId segment, std::vector<double>& out) const {
    Place place = place_of(Load::Table::segments, segment.value);
    const DomainId domain = owner_[segment];
    if (place.body >= 0 && bodies_.bodies[static_cast<size_t>(place.body)].domain == domain) {
        const ReducedBody& body = bodies_.bodies[static_cast<size_t>(place.body)];
        if (body.size > 0)
            place.along = body.ends[segment.value - plant_.domains.segments[domain].first + 1];
    }
    const MovingStation station = moving_station(bodies_, *tree_, place.body, place.along);
    const Vec3 end = stations_.at(place.body, place.along) * plant_.segments.end[segment];
    const auto add = [&](const auto& vector) {
        out.insert(out.end(), vector.data(), vector.data() + vector.size());
    };
    add(stations_.at(place.body, place.along).rotation.coeffs());
    add(end);
    add(station.velocity_at(end));
    add(station.spin);
    add(strains_[segment].first);
    add(strains_[segment].second);
}

/// What the preload does to every segment's end.
void Reduced::read_strains() {
    strains_.resize(plant_.segments.size(), {Vec3::Zero(), Vec3::Zero()});
    for (const SegmentId segment : plant_.segments.rows()) {
        const int body = bodies_.of_domain[owner_[segment]];
        if (body < 0 || bodies_.bodies[static_cast<size_t>(body)].preload.isZero(0)) continue;
        strains_[segment] = preload_motion(plant_, bodies_, static_cast<size_t>(body), segment);
    }
}

void Reduced::save(std::vector<double>& out) const {
    out.clear();
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        out.insert(out.end(), {as_number(body.key), as_number(body.mesh_key),
                               tree_->stiffness_factors()[i], body.stiffened});
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
    read_stations();
    for (const SegmentId segment : plant_.segments.rows()) add_segment(segment, out);
    tree_->save_rest(out);
}

/// A row that was carried over an edit keeps its model, though what it carries has changed: the
/// keys of all bodies' models, or none where every body has the one it shall have.
std::vector<uint64_t> Reduced::kept_models(std::span<const double> state) const {
    std::vector<uint64_t> keys;
    bool change = false;
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        const auto head = state.subspan(rows_[i].first, row_head);
        keys.push_back(body.key);
        if (body.size == 0 || head[0] == as_number(body.key) || head[1] != as_number(body.mesh_key))
            continue;
        for (const auto& [key, model] : settings_.models->all())
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
    const size_t expected = needed + tree_->rest_numbers();
    if (state.size() != expected)
        throw InputError(
            fmt::format("state: found {} numbers, expected {}", state.size(), expected));
    const auto head = [&](size_t i) { return state.subspan(rows_[i].first, row_head); };
    const std::vector<uint64_t> keys = kept_models(state);
    if (!keys.empty()) build(keys, tree_->base());
    tree_->restore_rest(state.subspan(needed));
    std::vector<double> factors;
    std::vector<bool> unknown(bodies_.bodies.size());
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        ReducedBody& body = bodies_.bodies[i];
        const auto r = static_cast<size_t>(body.size);
        const auto numbers = state.subspan(rows_[i].first + row_head, 3 * r);
        factors.push_back(head(i)[2]);
        if (const double held = head(i)[3]; held > 0 && held != body.stiffened)
            stiffen(body, held / body.stiffened);
        const bool other = head(i)[0] != as_number(body.key);
        const auto is_zero = [](double x) { return x == 0; };
        unknown[i] = other || std::ranges::all_of(numbers.first(2 * r), is_zero);
        if (other) continue;
        tree_->set_coordinates(i, numbers.first(r), numbers.subspan(r, r));
        const Eigen::Map<const Eigen::VectorXd> preload(numbers.data() + 2 * r, body.size);
        if (r > 0 && preload != body.preload) set_preload(body, preload);
    }
    tree_->set_factors(factors);
    tree_->update();
    read_ = false;
    const auto of_segment = [&](SegmentId segment) {
        const StateRow& row = rows_[bodies_.bodies.size() + segment.value];
        const double* at = state.data() + row.first;
        SegmentMotion motion;
        motion.rotation = Quat(at[3], at[0], at[1], at[2]);
        motion.end = Vec3(at[4], at[5], at[6]);
        motion.velocity = Vec3(at[7], at[8], at[9]);
        motion.spin = Vec3(at[10], at[11], at[12]);
        motion.strain = Vec3(at[13], at[14], at[15]);
        motion.strain_turn = Vec3(at[16], at[17], at[18]);
        return motion;
    };
    // A piece's frame is its root's own, not the segment's that it was cut off at.
    if (tree_->is_free() && !unknown[0]) {
        const double* at = head(0).data() + 4;
        tree_->place_root({Quat(at[3], at[0], at[1], at[2]).toRotationMatrix(),
                           Vec3(at[4], at[5], at[6]), Vec3(at[7], at[8], at[9]),
                           Vec3(at[10], at[11], at[12])});
    }
    fit_motion(plant_, bodies_, unknown, of_segment, *tree_);
    read_strains();
}

Reduced::Place Reduced::place_of(DomainId domain) const {
    const int body = bodies_.of_domain[domain];
    if (body >= 0) return {body, 0};
    return {bodies_.riders[domain].body, bodies_.riders[domain].along};
}

/// A segment's middle, or where a domain is held.
Reduced::Place Reduced::place_of(Load::Table table, uint32_t row) const {
    if (table == Load::Table::domains) return place_of(DomainId(row));
    const DomainId domain = owner_[SegmentId(row)];
    Place place = place_of(domain);
    if (place.body < 0 || bodies_.of_domain[domain] < 0) return place;
    const ReducedBody& body = bodies_.bodies[static_cast<size_t>(place.body)];
    if (body.size == 0) return place;
    const size_t at = row - plant_.domains.segments[domain].first;
    place.along = 0.5 * (body.ends[at] + body.ends[at + 1]);
    return place;
}

/// From end to end, so that segments keep together; turned about themselves as their start is.
Rigid Reduced::segment_motion(SegmentId segment, const Place& first, const Place& last) const {
    const Vec3 &start = plant_.segments.start[segment], &end = plant_.segments.end[segment];
    const Rigid station = stations_.at(first.body, first.along);
    const Vec3 now = station * start, tip = stations_.at(last.body, last.along) * end;
    const Quat turned = station.rotation;
    const Quat rotation =
        (Quat::FromTwoVectors(turned * (end - start), tip - now) * turned).normalized();
    return {rotation, now - rotation * start};
}

Rigid Reduced::row_motion(Load::Table table, uint32_t row) const {
    read_stations();
    const DomainId domain = table == Load::Table::domains ? DomainId(row) : owner_[SegmentId(row)];
    if (table == Load::Table::domains || !bends(domain)) {
        const Place place = place_of(domain);
        return stations_.at(place.body, place.along);
    }
    const int own = bodies_.of_domain[domain];
    const ReducedBody& body = bodies_.bodies[static_cast<size_t>(own)];
    const size_t at = row - plant_.domains.segments[domain].first;
    return segment_motion(SegmentId(row), {own, body.ends[at]}, {own, body.ends[at + 1]});
}

void Reduced::pose(Pose& out) const {
    read_stations();
    out.segments.resize(plant_.segments.size());
    out.shapes.resize(plant_.domains.size());
    parallel_chunks(plant_.domains.size(), 256, [&](size_t first, size_t last) {
        Place before{-2, 0};
        Rigid motion;
        for (size_t i = first; i < last; ++i) {
            const DomainId domain(i);
            const Place place = place_of(domain);
            // A twig's leaves go with the section that it goes with.
            if (place != before) motion = stations_.at(place.body, place.along);
            before = place;
            out.shapes[domain] = plant_.domains.shape[domain].exists() ? motion : Rigid{};
            for (const SegmentId segment : plant_.domains.segments[domain])
                out.segments[segment] =
                    bends(domain) ? row_motion(Load::Table::segments, segment.value) : motion;
        }
    });
}

Vec3 Reduced::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    const Place place = place_of(table, row);
    return moving_station(bodies_, *tree_, place.body, place.along).velocity_at(point);
}

void Reduced::air_samples(std::vector<AirSample>& out) const {
    out.resize(bodies_.samples);
    parallel_chunks(bodies_.bodies.size(), 32, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) tree_->read_air(i, out);
    });
}

BodyLoad Reduced::bound(const Load& load) const {
    const bool segments = load.table == Load::Table::segments;
    const size_t count = segments ? plant_.segments.size() : plant_.domains.size();
    const char* word = segments ? "segment" : "domain";
    if (load.row >= count)
        throw InputError(
            fmt::format("load: found {} {}, expected less than {}", word, load.row, count));
    Place place = place_of(load.table, load.row);
    if (place.body < 0)
        throw InputError(fmt::format("load: found {} {}, expected one that moves", word, load.row));
    const Rigid motion = row_motion(load.table, load.row);
    const Vec3 rest = motion.rotation.conjugate() * (load.point - motion.translation);
    const ReducedBody& body = bodies_.bodies[static_cast<size_t>(place.body)];
    if (segments && body.size > 0 && body.domain == owner_[SegmentId(load.row)]) {
        const SegmentId segment(load.row);
        const Vec3 start = plant_.segments.start[segment],
                   way = plant_.segments.end[segment] - start;
        const double share = std::clamp((rest - start).dot(way) / way.squaredNorm(), 0.0, 1.0);
        const size_t at = load.row - plant_.domains.segments[body.domain].first;
        place.along = (1 - share) * body.ends[at] + share * body.ends[at + 1];
    }
    BodyLoad own;
    own.body = place.body;
    own.load = load;
    const BodyPoint point = point_on(bodies_, place.body, place.along, rest);
    own.point = make_point(point.place, point.modes);
    if (body.size > 0)
        own.face = body.stations[static_cast<size_t>(std::lround(place.along * station_count))];
    return own;
}

StepReport Reduced::step(double dt, const Loads& loads) {
    const auto finite = [](const Load& load) {
        return load.point.allFinite() && load.force.allFinite() && load.torque.allFinite() &&
               load.velocity.allFinite() && load.stiffness.allFinite() && load.damping.allFinite();
    };
    StepReport report;
    report.status = StepReport::Status::failed;
    for (const Load& load : loads.points)
        if (!finite(load)) {
            report.message = "a load is not finite";
            return report;
        }
    for (const AirSample& sample : loads.air)
        if (!sample.wind.allFinite()) {
            report.message = "the wind is not finite";
            return report;
        }
    loads_.clear();
    for (const Load& load : loads.points) loads_.push_back(bound(load));
    report = tree_->step(dt, {loads.gravity, loads.air, loads_, loads.base});
    read_ = false;
    if (report.status == StepReport::Status::failed && tree_->failed_body() >= 0)
        report.domain = bodies_.bodies[static_cast<size_t>(tree_->failed_body())].domain;
    return report;
}

Energy Reduced::energy(const Vec3& gravity) const {
    Energy sum = tree_->energy(gravity);
    if (settings_.footing.base == Base::sliding)
        sum.kinetic += 0.5 * settings_.footing.base_mass * tree_->base().velocity.squaredNorm();
    return sum;
}

/// Of every domain's first segment; inside a domain there are no joints.
void Reduced::attachment_loads(std::vector<Wrench>& segments) const {
    segments.assign(plant_.segments.size(), {});
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        const Rows<SegmentId> run = plant_.domains.segments[bodies_.bodies[i].domain];
        if (!run.empty()) segments[run.first] = tree_->carried(i);
    }
}

void Reduced::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != plant_.domains.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     plant_.domains.size()));
    std::vector<double> each;
    for (const ReducedBody& body : bodies_.bodies) {
        const double factor = factors[body.domain];
        if (!(std::isfinite(factor) && factor >= 0))
            throw InputError(fmt::format("stiffness: found {}, expected 0 or more", factor));
        each.push_back(factor);
    }
    tree_->set_factors(each);
}

Start Reduced::base() const {
    Start base = tree_->base();
    if (settings_.footing.base == Base::free)
        base.velocity +=
            base.angular_velocity.cross(base.placement * root_joint() - base.placement.translation);
    return base;
}

}  // namespace

std::unique_ptr<Simulator> make_reduced(const Plant& plant, const ReducedSettings& settings,
                                        const Start& start) {
    check(settings);
    return std::make_unique<Reduced>(plant, settings, start);
}

Plant prepare_reduced(Plant plant, const ReducedSettings& settings) {
    return settings.leaf_pieces == 1 ? std::move(plant)
                                     : bend_leaves(plant, settings.leaf_pieces).plant;
}

}  // namespace thigmo
