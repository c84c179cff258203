// A plant on the articulated bodies: rows of the plant to bodies and back.
#include "thigmo/sim/articulated/articulated.h"

#include <fmt/format.h>

#include <optional>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/bend_leaves.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/riders.h"
#include "thigmo/sim/articulated/scheme.h"
#include "thigmo/sim/articulated/thesis.h"

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
            // All bodies of one leaf are one row.
            if (!rows.empty() && rows.back().table == row.table && rows.back().key == row.key) {
                rows.back().count += static_cast<uint32_t>(n);
                continue;
            }
        }
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
    rows.of_domain = std::move(bodies.of_domain);
    rows.of_segment = std::move(bodies.of_segment);
    rows.log = std::move(bodies.log);
    bodies = std::move(rows);
}

class Articulated final : public Simulator {
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
    void pose(Pose& out) const override;
    void pose_segments(Pose& out) const override;
    Rigid row_motion(Load::Table table, uint32_t row) const override;
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const override;
    void attachment_loads(std::vector<Wrench>& segments) const override;
    void set_stiffness(const Column<DomainId, double>& factors) override;

  private:
    BodyId body_of(Load::Table table, uint32_t row) const;
    void pass_on(size_t rider, Load& load) const;
    BodyId body_of_shape(DomainId domain) const;
    DomainId failed_domain() const;

    const Plant& plant_;
    Integrator integrator_;
    Bodies bodies_;
    Column<BodyId, Seat> seats_;
    std::optional<BodyTree> tree_;
    std::optional<Riders> riders_;
    size_t tree_numbers_ = 0;         // of the saved state; the riders' follow
    Column<BodyId, BodyId> carrier_;  // of every body: itself, or the one it rides on
    std::vector<StateRow> rows_;
    std::vector<DomainId> props_;
    std::vector<SegmentId> still_;          // of fixed roots
    std::vector<Load> loads_;               // of the step, by body
    mutable std::vector<Wrench> wrenches_;  // kept so that reading them does not allocate
};

Articulated::Articulated(const Plant& plant, const ArticulatedSettings& settings,
                         const Start& start)
    : plant_(plant),
      integrator_(settings.integrator),
      bodies_((check(settings), build_bodies(plant, settings))),
      seats_(bodies_.size()),
      carrier_(bodies_.size()) {
    if (leaves_ride(plant, bodies_, settings)) {
        const Crown crown = fold_crown(plant, bodies_);
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
    const auto carrier_row = [&](BodyId body) {
        return body.exists() && !seats_[body].rides ? BodyId(size_t{seats_[body].number})
                                                    : BodyId::none();
    };
    BodyTree::Named named{Column<SegmentId, BodyId>(plant.segments.size()),
                          Column<DomainId, BodyId>(plant.domains.size())};
    for (const SegmentId s : plant.segments.rows())
        named.segments[s] = carrier_row(bodies_.of_segment[s]);
    for (const SegmentId s : plant.segments.rows())
        if (!bodies_.of_segment[s].exists()) still_.push_back(s);
    for (const DomainId d : plant.domains.rows())
        if (plant.domains.shape[d].exists()) named.shapes[d] = carrier_row(body_of_shape(d));
    for (const DomainId d : plant.domains.rows())
        if (plant.domains.kind[d] == Kind::prop) props_.push_back(d);
    tree_->name(named);
    forget_constants(bodies_);
    std::vector<double> state;
    tree_->save(state);
    tree_numbers_ = state.size();
    rows_ = state_rows(plant, bodies_, seats_, tree_numbers_);
}

void Articulated::save(std::vector<double>& out) const {
    tree_->save(out);
    if (riders_) riders_->save(out);
}

void Articulated::restore(std::span<const double> state) {
    const size_t riders = riders_ ? riders_->size() * BodyTree::numbers_per_body + 1 : 0;
    if (state.size() != tree_numbers_ + riders)
        throw InputError(fmt::format("state: found {} numbers, expected {}", state.size(),
                                     tree_numbers_ + riders));
    tree_->restore(state.first(tree_numbers_));
    if (riders_) riders_->restore(state.subspan(tree_numbers_));
}

void Articulated::restart() {
    tree_->restart();
    if (riders_) riders_->restart();
}

Energy Articulated::energy(const Vec3& gravity) const {
    Energy sum = tree_->energy(gravity);
    if (!riders_) return sum;
    const Energy riders = riders_->energy(*tree_);
    sum.kinetic += riders.kinetic;
    sum.elastic += riders.elastic;
    return sum;
}

/// A flexible domain's shape goes with its first segment.
BodyId Articulated::body_of_shape(DomainId domain) const {
    if (bodies_.of_domain[domain].exists()) return bodies_.of_domain[domain];
    const Rows<SegmentId> segments = plant_.domains.segments[domain];
    return segments.empty() ? BodyId::none() : bodies_.of_segment[segments.front()];
}

BodyId Articulated::body_of(Load::Table table, uint32_t row) const {
    const bool segments = table == Load::Table::segments;
    const size_t count = segments ? plant_.segments.size() : plant_.domains.size();
    const char* word = segments ? "segment" : "domain";
    if (row >= count)
        throw InputError(fmt::format("load: found {} {}, expected less than {}", word, row, count));
    const BodyId body =
        segments ? bodies_.of_segment[SegmentId(row)] : body_of_shape(DomainId(row));
    if (!body.exists())
        throw InputError(fmt::format("load: found {} {}, expected one that moves", word, row));
    return body;
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
    loads_.assign(loads.points.begin(), loads.points.end());
    for (Load& load : loads_) {
        const BodyId body = body_of(load.table, load.row);
        if (seats_[body].rides) pass_on(seats_[body].number, load);
        load.row = seats_[carrier_[body]].number;
    }
    BodyLoads inner = loads;
    inner.points = loads_;
    if (riders_) riders_->begin(*tree_);
    StepReport report = tree_->step(dt, inner);
    if (report.status == StepReport::Status::advanced) {
        if (riders_) riders_->step(dt, *tree_, loads, report);
        return report;
    }
    report.domain = failed_domain();
    return report;
}

DomainId Articulated::failed_domain() const {
    const uint32_t failed = tree_->failed().value;
    for (const BodyId i : bodies_.rows())
        if (!seats_[i].rides && seats_[i].number == failed) return bodies_.domain[i];
    return DomainId(size_t{0});
}

void Articulated::pose_segments(Pose& out) const {
    tree_->pose(out);
    for (const SegmentId segment : still_) out.segments[segment] = tree_->base().placement;
}

void Articulated::pose(Pose& out) const {
    pose_segments(out);
    if (riders_) riders_->pose(*tree_, out.shapes);
    for (const DomainId prop : props_) out.shapes[prop] = tree_->base().placement;
}

Rigid Articulated::row_motion(Load::Table table, uint32_t row) const {
    BodyId body;
    if (table == Load::Table::segments)
        body = bodies_.of_segment[SegmentId(row)];
    else if (plant_.domains.shape[DomainId(row)].exists())
        body = body_of_shape(DomainId(row));
    if (!body.exists()) return tree_->base().placement;
    const Seat seat = seats_[body];
    return seat.rides ? riders_->motion(seat.number, *tree_)
                      : tree_->motion(BodyId(size_t{seat.number}));
}

Vec3 Articulated::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    const bool segments = table == Load::Table::segments;
    if (segments && row < plant_.segments.size() && !bodies_.of_segment[SegmentId(row)].exists())
        return velocity_of(tree_->base(), point);
    const BodyId body = body_of(table, row);
    const Seat seat = seats_[body];
    if (!seat.rides) return tree_->velocity(BodyId(size_t{seat.number}), point);
    return riders_->velocity(seat.number, *tree_) +
           riders_->angular_velocity(seat.number)
               .cross(point - riders_->position(seat.number, *tree_));
}

void Articulated::attachment_loads(std::vector<Wrench>& segments) const {
    tree_->joint_loads(wrenches_);
    segments.assign(plant_.segments.size(), {});
    for (const BodyId i : bodies_.rows())
        if (bodies_.segment[i].exists())
            segments[bodies_.segment[i].value] = wrenches_[seats_[i].number];
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
