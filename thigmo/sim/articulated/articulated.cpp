// A plant on the articulated bodies: rows of the plant to bodies and back.
#include "thigmo/sim/articulated/articulated.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/bend_leaves.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/riders.h"
#include "thigmo/sim/articulated/scheme.h"
#include "thigmo/sim/articulated/segment_motion.h"
#include "thigmo/sim/articulated/thesis.h"
#include "thigmo/sim/refused_load.h"
#include "thigmo/sim/stoppable.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// Where a body's motion is kept: among the carriers, or among the riders.
struct Seat {
    uint32_t number = 0;
    bool rides = false;
};

std::vector<StateRow> state_rows(const Plant& plant, const Bodies& bodies,
                                 const Column<BodyId, Seat>& seats, size_t first_rider) {
    constexpr size_t n = BodyTree::numbers_per_body;
    std::vector<StateRow> rows;
    for (const BodyId i : bodies.rows()) {
        const size_t first = (seats[i].rides ? first_rider : 0) + seats[i].number * n;
        StateRow row{Load::Table::segments, 0, static_cast<uint32_t>(first), n};
        if (bodies.segment[i].exists()) {
            row.key = plant.segments.key[bodies.segment[i]];
        } else {
            row.table = Load::Table::domains;
            row.key = plant.domains.key[bodies.domain[i]];
        }
        // All joints of one segment are one row.
        if (!rows.empty() && rows.back().table == row.table && rows.back().key == row.key)
            rows.back().count += static_cast<uint32_t>(n);
        else
            rows.push_back(row);
    }
    return rows;
}

/// What the body tree holds by now: only rows and whose they are stay.
void forget_constants(Bodies& bodies) {
    Bodies rows;
    rows.parent = std::move(bodies.parent);
    rows.domain = std::move(bodies.domain);
    rows.segment = std::move(bodies.segment);
    rows.along = std::move(bodies.along);
    rows.of_domain = std::move(bodies.of_domain);
    rows.joints = std::move(bodies.joints);
    rows.at_start = std::move(bodies.at_start);
    rows.at_end = std::move(bodies.at_end);
    rows.log = std::move(bodies.log);
    bodies = std::move(rows);
}

/// The bodies that a segment's ends go with, by their places in the tree; the base comes last.
struct EndBodies {
    uint32_t lower = 0, upper = 0;
};

/// Wood between a segment's start and its first joint: part of the body that carries the segment.
struct Foot {
    double mass = 0;
    Vec3 centre = Vec3::Zero();  // in the plant's space
};

class Articulated final : public Simulator, public Stoppable {
  public:
    Articulated(const Plant& plant, const ArticulatedSettings& settings, const Start& start);

    const char* name() const override { return "articulated"; }
    Claims claims() const override {
        // What the last step's wind left in the accelerations still counts in this one, by spin.a.
        const bool first = integrator_ == Integrator::backward_euler ||
                           integrator_ == Integrator::semi_implicit_euler;
        return {.dynamic = true,
                .conservative = integrator_ != Integrator::backward_euler,
                .order = first ? 1 : 2,
                .wind_at = 0.5 + scheme(integrator_, 1).finish.spin.a};
    }

    std::span<const std::string> warnings() const override { return bodies_.log.warnings; }

    void save(std::vector<double>& out) const override;
    void restore(std::span<const double> state) override;
    std::span<const StateRow> rows() const override { return rows_; }
    void restart() override;
    void air_samples(std::vector<AirSample>& out) const override { tree_->air_samples(out); }
    Energy energy(const Vec3& gravity) const override;
    Start base() const override { return tree_->base(); }

    StepReport step(double dt, const Loads& loads) override;
    void heed(const Progress* progress) override { tree_->heed(progress); }
    void pose(Pose& out) const override;
    void pose_segments(Pose& out) const override;
    Start motion_at(Load::Table table, uint32_t row, const Vec3& rest) const override;
    Rigid row_motion(Load::Table table, uint32_t row) const override;
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const override;
    void attachment_loads(std::vector<Wrench>& segments) const override;
    void set_stiffness(const Column<DomainId, double>& factors) override;

  private:
    BodyId body_of(Load::Table table, uint32_t row, const Vec3& point) const;
    BodyId body_near(SegmentId segment, const Vec3& point) const;
    Rigid segment_motion(SegmentId segment) const;
    Rigid body_motion(BodyId body) const;
    void find_feet();
    void find_ends();
    void pass_on(size_t rider, Load& load) const;
    BodyId body_of_shape(DomainId domain) const;
    DomainId failed_domain() const;
    void add_start_loads(DomainId domain, std::vector<Wrench>& segments) const;

    const Plant& plant_;
    Integrator integrator_;
    Bodies bodies_;
    Column<BodyId, Seat> seats_;
    std::optional<BodyTree> tree_;
    std::optional<Riders> riders_;
    size_t tree_numbers_ = 0;         // of the saved state; the riders' follow
    Column<BodyId, BodyId> carrier_;  // of every body: itself, or the one it rides on
    std::vector<StateRow> rows_;
    Column<SegmentId, Foot> feet_;
    Column<SegmentId, EndBodies> ends_;
    std::vector<SegmentId> riding_;  // of leaves that ride
    std::vector<Load> loads_;        // of the step, by body
    // Kept so that reading them does not allocate.
    mutable std::vector<Wrench> wrenches_;
    mutable std::vector<Rigid> motions_;
};

Articulated::Articulated(const Plant& plant, const ArticulatedSettings& settings,
                         const Start& start)
    : plant_(plant),
      integrator_(settings.integrator),
      bodies_((check(settings), build_bodies(plant, settings))),
      seats_(bodies_.size()),
      carrier_(bodies_.size()) {
    if (leaves_ride(settings)) {
        const Crown crown = part_crown(bodies_, find_riders(plant, bodies_));
        tree_.emplace(crown.carriers, settings, start);
        riders_.emplace(crown, bodies_, settings, *tree_);
        for (const BodyId i : bodies_.rows()) seats_[i].number = crown.carrier_row[i].value;
        for (size_t k = 0; k < crown.riding.size(); ++k)
            seats_[crown.riding[k]] = {static_cast<uint32_t>(k), true};
    } else {
        tree_.emplace(bodies_, settings, start);
        for (const BodyId i : bodies_.rows()) seats_[i].number = i.value;
    }
    for (const BodyId i : bodies_.rows()) carrier_[i] = seats_[i].rides ? bodies_.parent[i] : i;
    find_feet();
    find_ends();
    forget_constants(bodies_);
    tree_numbers_ = tree_->fixed_numbers();
    rows_ = state_rows(plant, bodies_, seats_, tree_numbers_);
}

void Articulated::save(std::vector<double>& out) const {
    tree_->save(out);
    if (!riders_) return;
    const std::vector<double> pushes(out.begin() + static_cast<std::ptrdiff_t>(tree_numbers_),
                                     out.end());
    out.resize(tree_numbers_);
    riders_->save(out);
    out.insert(out.end(), pushes.begin(), pushes.end());
}

void Articulated::restore(std::span<const double> state) {
    if (!riders_) return tree_->restore(state);
    const size_t riders = riders_->size() * BodyTree::numbers_per_body;
    if (state.size() < tree_numbers_ + riders)
        throw InputError(fmt::format("state: found {} numbers, expected {}", state.size(),
                                     tree_numbers_ + riders));
    std::vector<double> tree(state.begin(),
                             state.begin() + static_cast<std::ptrdiff_t>(tree_numbers_));
    tree.insert(tree.end(), state.begin() + static_cast<std::ptrdiff_t>(tree_numbers_ + riders),
                state.end());
    riders_->restore(state.subspan(tree_numbers_, riders));
    tree_->restore(tree);
}

void Articulated::restart() {
    if (riders_) riders_->restart();
    tree_->restart();
}

Energy Articulated::energy(const Vec3& gravity) const {
    return tree_->energy(gravity);
}

/// A flexible domain's shape goes with its first segment.
BodyId Articulated::body_of_shape(DomainId domain) const {
    if (bodies_.of_domain[domain].exists()) return bodies_.of_domain[domain];
    const Rows<SegmentId> segments = plant_.domains.segments[domain];
    return segments.empty() ? BodyId::none() : bodies_.at_end[segments.front()];
}

/// The body that has the point of a segment that is now at `point`; none: the base.
BodyId Articulated::body_near(SegmentId segment, const Vec3& point) const {
    if (bodies_.joints[segment].empty()) return bodies_.at_end[segment];
    const Rigid motion = segment_motion(segment);
    const Vec3& start = plant_.segments.start[segment];
    const Vec3 axis = plant_.segments.end[segment] - start;
    const Vec3 arm = motion.rotation.conjugate() * (point - motion.translation) - start;
    return body_at(bodies_, segment, arm.dot(axis) / axis.squaredNorm());
}

BodyId Articulated::body_of(Load::Table table, uint32_t row, const Vec3& point) const {
    const bool segments = table == Load::Table::segments;
    const size_t count = segments ? plant_.segments.size() : plant_.domains.size();
    const char* word = segments ? "segment" : "domain";
    if (row >= count)
        throw InputError(fmt::format("load: found {} {}, expected less than {}", word, row, count));
    const BodyId body = segments ? bodies_.at_end[SegmentId(row)] : body_of_shape(DomainId(row));
    if (!body.exists()) throw RefusedLoad(plant_, table, row);
    return segments ? body_near(SegmentId(row), point) : body;
}

/// What pulls at a leaf that rides, pulls at what carries it: a spring does so through the leaf's
/// own stiffness, kb/r² at a distance r from its joint, or the leaf's flutter would shake the wood.
void Articulated::pass_on(size_t rider, Load& load) const {
    const double r2 = (load.point - riders_->position(rider, *tree_)).squaredNorm();
    const double leaf = riders_->bending(rider);
    const double share = leaf / (leaf + load.stiffness.trace() / 3 * r2);
    load.force *= share;
    load.stiffness *= share;
    load.damping *= share;
}

StepReport Articulated::step(double dt, const Loads& loads) {
    loads_.clear();
    for (Load load : loads.points) {
        const BodyId body = body_of(load.table, load.row, load.point);
        if (!body.exists()) continue;  // the ground takes it
        if (seats_[body].rides) pass_on(seats_[body].number, load);
        load.row = seats_[carrier_[body]].number;
        loads_.push_back(load);
    }
    BodyLoads inner = loads;
    inner.points = loads_;
    if (riders_) riders_->begin_step();
    StepReport report = tree_->step(dt, inner);
    if (riders_) riders_->count(report);
    if (report.status == StepReport::Status::advanced) return report;
    report.domain = failed_domain();
    return report;
}

DomainId Articulated::failed_domain() const {
    const uint32_t failed = tree_->failed().value;
    for (const BodyId i : bodies_.rows())
        if (!seats_[i].rides && seats_[i].number == failed) return bodies_.domain[i];
    return DomainId(size_t{0});
}

/// The motion of a body that does not ride, or of the base where there is no body.
Rigid Articulated::body_motion(BodyId body) const {
    return body.exists() ? tree_->motion(BodyId(size_t{seats_[body].number}))
                         : tree_->base().placement;
}

Rigid Articulated::segment_motion(SegmentId segment) const {
    const BodyId start = bodies_.at_start[segment], end = bodies_.at_end[segment];
    if (start == end) return body_motion(end);
    const Rigid lower = body_motion(start), upper = body_motion(end);
    return between(SegmentEnds{&lower, &upper, &plant_.segments.start[segment],
                               &plant_.segments.end[segment]});
}

void Articulated::find_ends() {
    const auto place = [&](BodyId body) {
        const size_t base = tree_->size();
        return body.exists() && !seats_[body].rides ? seats_[body].number : uint32_t(base);
    };
    for (const SegmentId segment : plant_.segments.rows()) {
        const BodyId start = bodies_.at_start[segment], end = bodies_.at_end[segment];
        ends_.push_back({place(start), place(end)});
        if (end.exists() && seats_[end].rides) riding_.push_back(segment);
    }
}

void Articulated::pose_segments(Pose& out) const {
    out.segments.resize(plant_.segments.size());
    out.shapes.resize(plant_.domains.size());
    motions_.resize(tree_->size() + 1);
    tree_->motions(motions_);
    motions_.back() = tree_->base().placement;
    parallel_chunks(plant_.segments.size(), 256, [&](size_t begin, size_t end) {
        for (size_t first = begin; first < end; first += 4) {
            std::array<SegmentEnds, 4> four;
            for (size_t i = 0; i < 4; ++i) {
                const SegmentId row(std::min(first + i, end - 1));
                four[i] = {&motions_[ends_[row].lower], &motions_[ends_[row].upper],
                           &plant_.segments.start[row], &plant_.segments.end[row]};
            }
            const std::array<Rigid, 4> moved = between(four);
            for (size_t i = 0; i < 4 && first + i < end; ++i)
                out.segments[SegmentId(first + i)] = moved[i];
        }
    });
    for (const SegmentId segment : riding_)
        out.segments[segment] = riders_->motion(seats_[bodies_.at_end[segment]].number, *tree_);
}

void Articulated::pose(Pose& out) const {
    pose_segments(out);
    for (const DomainId domain : plant_.domains.rows()) {
        if (!plant_.domains.shape[domain].exists()) continue;
        const BodyId body = body_of_shape(domain);
        if (!body.exists())
            out.shapes[domain] = motions_.back();
        else if (!seats_[body].rides)
            out.shapes[domain] = motions_[seats_[body].number];
    }
    if (riders_) riders_->pose(*tree_, out.shapes);
}

Start Articulated::motion_at(Load::Table table, uint32_t row, const Vec3& rest) const {
    if (table != Load::Table::segments) return Simulator::motion_at(table, row, rest);
    const SegmentId segment(row);
    const Vec3& start = plant_.segments.start[segment];
    const Vec3 axis = plant_.segments.end[segment] - start;
    const BodyId body = body_at(bodies_, segment, (rest - start).dot(axis) / axis.squaredNorm());
    if (body.exists() && seats_[body].rides) return Simulator::motion_at(table, row, rest);
    const BodyNow now =
        body.exists() ? tree_->now(BodyId(size_t{seats_[body].number})) : tree_->base_now();
    Start there{body_motion(body), now.velocity, now.angular_velocity};
    there.velocity += now.angular_velocity.cross(there.placement * rest - now.position);
    return there;
}

Rigid Articulated::row_motion(Load::Table table, uint32_t row) const {
    const bool segments = table == Load::Table::segments;
    const BodyId body = segments ? bodies_.at_end[SegmentId(row)]
                        : plant_.domains.shape[DomainId(row)].exists()
                            ? body_of_shape(DomainId(row))
                            : BodyId::none();
    if (body.exists() && seats_[body].rides) return riders_->motion(seats_[body].number, *tree_);
    return segments ? segment_motion(SegmentId(row)) : body_motion(body);
}

Vec3 Articulated::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    const bool segments = table == Load::Table::segments && row < plant_.segments.size();
    const bool still = segments && !bodies_.at_end[SegmentId(row)].exists();
    const BodyId body = still ? BodyId::none() : body_of(table, row, point);
    if (!body.exists()) return velocity_of(tree_->base(), point);
    const Seat seat = seats_[body];
    if (!seat.rides) return tree_->velocity(BodyId(size_t{seat.number}), point);
    return riders_->velocity(seat.number, *tree_) +
           riders_->angular_velocity(seat.number)
               .cross(point - riders_->position(seat.number, *tree_));
}

void Articulated::attachment_loads(std::vector<Wrench>& segments) const {
    tree_->joint_loads(wrenches_);
    segments.assign(plant_.segments.size(), {});
    for (size_t row = plant_.domains.size(); row-- > 0;) add_start_loads(DomainId(row), segments);
}

/// What a domain's segments carry at their starts: what their first joint carries, the wood before
/// it, and what is attached there. Children come before; leaves that ride are not counted apart.
void Articulated::add_start_loads(DomainId domain, std::vector<Wrench>& segments) const {
    const auto start_of = [&](SegmentId segment) {
        return body_motion(bodies_.at_start[segment]) * plant_.segments.start[segment];
    };
    const auto add = [](Wrench& sum, const Wrench& part, const Vec3& arm) {
        sum.force += part.force;
        sum.moment += part.moment + arm.cross(part.force);
    };
    for (const SegmentId segment : plant_.domains.segments[domain]) {
        if (bodies_.joints[segment].empty()) continue;
        const BodyId joint = bodies_.joints[segment].front();
        if (seats_[joint].rides) continue;
        const uint32_t number = seats_[joint].number;
        Wrench& sum = segments[segment.value];
        if (bodies_.along[joint] == 0) {
            sum = wrenches_[number];
            continue;
        }
        const Vec3 start = start_of(segment);
        add(sum, wrenches_[number], tree_->position(BodyId(size_t{number})) - start);
        const Foot& foot = feet_[segment];
        const BodyId lower = bodies_.at_start[segment];
        const Vec3 centre = body_motion(lower) * foot.centre;
        const BodyNow now =
            lower.exists() ? tree_->now(BodyId(size_t{seats_[lower].number})) : tree_->base_now();
        const Vec3 arm = centre - now.position;
        const Vec3 felt = now.acceleration + now.angular_acceleration.cross(arm) +
                          now.angular_velocity.cross(now.angular_velocity.cross(arm));
        add(sum, {foot.mass * felt, Vec3::Zero()}, centre - start);
    }
    const DomainId parent = plant_.domains.parent[domain];
    const Attachment& at = plant_.domains.attachment[domain];
    if (!parent.exists() || !at.segment.exists() || bodies_.joints[at.segment].empty()) return;
    if (at.along >= bodies_.along[bodies_.joints[at.segment].front()]) return;
    const Vec3 start = start_of(at.segment);
    const Rows<SegmentId> run = plant_.domains.segments[domain];
    const BodyId leaf = bodies_.of_domain[domain];
    if (!run.empty() && !bodies_.joints[run.front()].empty())
        add(segments[at.segment.value], segments[run.front().value], start_of(run.front()) - start);
    else if (leaf.exists() && bodies_.domain[leaf] == domain && !seats_[leaf].rides)
        add(segments[at.segment.value], wrenches_[seats_[leaf].number],
            tree_->position(BodyId(size_t{seats_[leaf].number})) - start);
}

void Articulated::find_feet() {
    feet_.resize(plant_.segments.size());
    for (const DomainId domain : plant_.domains.rows())
        for (const SegmentId segment : plant_.domains.segments[domain]) {
            if (bodies_.joints[segment].empty() || is_centreline_only(plant_, domain)) continue;
            const double along = bodies_.along[bodies_.joints[segment].front()];
            if (along == 0) continue;
            const Frustum piece = part_of(frustum(plant_.segments, segment), 0, along);
            const RodInertia rod = rod_inertia(piece, segment_density(plant_, domain, segment));
            feet_[segment] = {rod.mass, plant_.segments.start[segment] +
                                            rod.centre * direction(plant_.segments, segment)};
        }
}

void Articulated::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != plant_.domains.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     plant_.domains.size()));
    std::vector<double> each(tree_->size());
    for (const BodyId i : bodies_.rows()) {
        const double factor = factors[bodies_.domain[i]];
        if (seats_[i].rides)
            riders_->set_stiffness(seats_[i].number, factor);
        else
            each[seats_[i].number] = factor;
    }
    tree_->set_stiffness(each);
}

}  // namespace

std::unique_ptr<Simulator> make_articulated(const Plant& plant, const ArticulatedSettings& settings,
                                            const Start& start) {
    if (settings.model == ArticulatedModel::thesis) return make_thesis(plant, settings, start);
    ArticulatedSettings own = settings;
    // What nothing holds falls to the ground, whose forces come and go from step to step: the
    // accelerations that TR-BDF2 remembers would feed them back.
    if (own.footing.base == Base::free && own.integrator == Integrator::tr_bdf2)
        own.integrator = Integrator::rosenbrock;
    return std::make_unique<Articulated>(plant, own, start);
}

Plant prepare_articulated(Plant plant, const ArticulatedSettings& settings) {
    return settings.leaf.pieces == 1 ? std::move(plant)
                                     : bend_leaves(plant, settings.leaf.pieces).plant;
}

}  // namespace thigmo
