// A plant on the articulated bodies: rows of the plant to bodies and back.
#include "thigmo/sim/articulated/articulated.h"

#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/sim/articulated/body_tree.h"

namespace thigmo {
namespace {

std::vector<StateRow> state_rows(const Plant& plant, const Bodies& bodies) {
    constexpr size_t n = BodyTree::numbers_per_body;
    std::vector<StateRow> rows;
    for (const BodyId i : bodies.rows()) {
        StateRow row{Load::Table::segments, 0, static_cast<uint32_t>(i.value * n), n};
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

class Articulated final : public Simulator {
  public:
    Articulated(const Plant& plant, const ArticulatedSettings& settings, const Start& start)
        : plant_(plant),
          integrator_(settings.integrator),
          bodies_((check(settings), build_bodies(plant, settings))),
          tree_(bodies_, settings, start),
          rows_(state_rows(plant, bodies_)) {
        BodyTree::Named named{bodies_.of_segment, Column<DomainId, BodyId>(plant.domains.size())};
        for (const DomainId d : plant.domains.rows())
            if (plant.domains.shape[d].exists()) named.shapes[d] = body_of_shape(d);
        tree_.name(named);
    }

    const char* name() const override { return "articulated"; }
    Claims claims() const override {
        const bool first = integrator_ == Integrator::backward_euler ||
                           integrator_ == Integrator::semi_implicit_euler;
        return {.dynamic = true,
                .conservative = integrator_ != Integrator::backward_euler,
                .order = first ? 1 : 2};
    }

    void save(std::vector<double>& out) const override { tree_.save(out); }
    void restore(std::span<const double> state) override { tree_.restore(state); }
    std::span<const StateRow> rows() const override { return rows_; }
    void restart() override { tree_.restart(); }
    void air_samples(std::vector<AirSample>& out) const override { tree_.air_samples(out); }
    Energy energy(const Vec3& gravity) const override { return tree_.energy(gravity); }
    Start base() const override { return tree_.base(); }

    StepReport step(double dt, const Loads& loads) override;
    void pose(Pose& out) const override { tree_.pose(out); }
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const override;
    void attachment_loads(std::vector<Wrench>& segments) const override;
    void set_stiffness(const Column<DomainId, double>& factors) override;

  private:
    BodyId body_of(Load::Table table, uint32_t row) const;
    BodyId body_of_shape(DomainId domain) const;

    const Plant& plant_;
    Integrator integrator_;
    Bodies bodies_;
    BodyTree tree_;
    std::vector<StateRow> rows_;
    std::vector<Load> loads_;               // of the step, by body
    mutable std::vector<Wrench> wrenches_;  // kept so that reading them does not allocate
};

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

StepReport Articulated::step(double dt, const Loads& loads) {
    loads_.assign(loads.points.begin(), loads.points.end());
    for (Load& load : loads_) load.row = body_of(load.table, load.row).value;
    BodyLoads inner = loads;
    inner.points = loads_;
    StepReport report = tree_.step(dt, inner);
    if (report.status == StepReport::Status::advanced) return report;
    const DomainId domain = bodies_.domain[tree_.failed()];
    const std::string what = report.message.substr(report.message.find(": ") + 2);
    report.message = fmt::format("{} in row {} (key {:x}): {}",
                                 kind_names[static_cast<size_t>(plant_.domains.kind[domain])],
                                 domain.value, plant_.domains.key[domain], what);
    return report;
}

Vec3 Articulated::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    return tree_.velocity(body_of(table, row), point);
}

void Articulated::attachment_loads(std::vector<Wrench>& segments) const {
    tree_.joint_loads(wrenches_);
    segments.assign(plant_.segments.size(), {});
    for (const BodyId i : bodies_.rows())
        if (bodies_.segment[i].exists()) segments[bodies_.segment[i].value] = wrenches_[i.value];
}

void Articulated::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != plant_.domains.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     plant_.domains.size()));
    std::vector<double> each(bodies_.size());
    for (const BodyId i : bodies_.rows()) each[i.value] = factors[bodies_.domain[i]];
    tree_.set_stiffness(each);
}

}  // namespace

std::unique_ptr<Simulator> make_articulated(const Plant& plant, const ArticulatedSettings& settings,
                                            const Start& start) {
    return std::make_unique<Articulated>(plant, settings, start);
}

}  // namespace thigmo
