// Mass points on springs.
#include "tests/scene/puppet.h"

#include <cmath>

#include "thigmo/sim/finite_loads.h"

namespace thigmo {
namespace {

constexpr double point_mass = 1, spring = 100, damper = 1;

class Puppet final : public Simulator {
  public:
    Puppet(const Plant& plant, const SimulatorSettings& settings, const Start& start,
           double longest, int lasts, uint64_t work)
        : plant_(plant),
          base_(footing(settings).base),
          start_(start),
          longest_(longest),
          lasts_(lasts),
          work_(work) {
        for (const SegmentId row : plant.segments.rows())
            add({Load::Table::segments, row.value}, plant.segments.key[row]);
        for (const DomainId row : plant.domains.rows())
            if (plant.domains.segments[row].empty() && plant.domains.kind[row] != Kind::prop)
                add({Load::Table::domains, row.value}, plant.domains.key[row]);
        if (base_ == Base::free)
            for (size_t i = 0; i < rows_.size(); ++i) set_velocity(i, start.velocity);
    }

    const char* name() const override { return "puppet"; }
    Claims claims() const override { return {true, false, 1, false}; }
    void save(std::vector<double>& out) const override {
        out = state_;
        for (int axis = 0; axis < 3; ++axis) out.push_back(start_.placement.translation[axis]);
        for (int axis = 0; axis < 3; ++axis) out.push_back(start_.velocity[axis]);
        out.insert(out.end(), factors_.begin(), factors_.end());
    }
    void restore(std::span<const double> state) override {
        std::copy_n(state.begin(), state_.size(), state_.begin());
        for (size_t axis = 0; axis < 3; ++axis) {
            start_.placement.translation[static_cast<int>(axis)] = state[state_.size() + axis];
            start_.velocity[static_cast<int>(axis)] = state[state_.size() + 3 + axis];
        }
        factors_.assign(state.begin() + static_cast<long>(state_.size()) + 6, state.end());
    }
    std::span<const StateRow> rows() const override { return rows_; }
    void restart() override { ++restarts; }
    void air_samples(std::vector<AirSample>& out) const override {
        out.clear();
        for (size_t i = 0; i < rows_.size(); ++i)
            out.push_back(
                {start_.placement * middle(i) + offset(i), velocity_of(i), Vec3::Zero(), 1});
    }
    StepReport step(double dt, const Loads& loads) override {
        StepReport report = check_finite(loads, [](const Load&) { return DomainId::none(); });
        if (report.status == StepReport::Status::failed) return report;
        if (dt > longest_ || lasts_ == 0) {
            report.status = StepReport::Status::failed;
            report.message = "the step is too long";
            report.rejected_not_finite = 1;
            report.recursions = work_;
            return report;
        }
        report.recursions = report.accepted = 1;
        --lasts_;
        if (base_ == Base::held) {
            start_.placement.translation +=
                dt * start_.velocity + 0.5 * dt * dt * loads.base.acceleration;
            start_.velocity += dt * loads.base.acceleration;
        }
        if (base_ == Base::sliding) {
            start_.velocity += dt * loads.base.force;
            const double speed = start_.velocity.norm();
            start_.velocity *= std::max(0.0, 1 - dt * loads.base.friction / std::max(speed, 1e-9));
            start_.placement.translation += dt * start_.velocity;
        }
        for (size_t i = 0; i < rows_.size(); ++i) step_row(i, dt, loads);
        return report;
    }
    void pose(Pose& out) const override {
        out.segments.resize(plant_.segments.size());
        out.shapes.resize(plant_.domains.size());
        for (const DomainId row : plant_.domains.rows())
            if (plant_.domains.kind[row] == Kind::prop) out.shapes[row] = start_.placement;
        for (size_t i = 0; i < ids_.size(); ++i) {
            Rigid& motion = ids_[i].first == Load::Table::segments
                                ? out.segments[SegmentId(ids_[i].second)]
                                : out.shapes[DomainId(ids_[i].second)];
            motion = start_.placement;
            motion.translation += offset(i);
        }
    }
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3&) const override {
        return velocity_of(index(table, row));
    }
    Energy energy(const Vec3& gravity) const override {
        Energy sum;
        for (size_t i = 0; i < rows_.size(); ++i) {
            sum.kinetic += 0.5 * velocity_of(i).squaredNorm();
            if (base_ != Base::free) sum.elastic += 0.5 * stiffness(i) * offset(i).squaredNorm();
            sum.gravity -= gravity.dot(start_.placement * middle(i) + offset(i));
        }
        return sum;
    }
    void attachment_loads(std::vector<Wrench>& segments) const override {
        segments.assign(plant_.segments.size(), {});
    }
    void set_stiffness(const Column<DomainId, double>& factors) override {
        factors_ = factors.values();
    }
    Start base() const override { return start_; }

    int restarts = 0;

  private:
    void add(std::pair<Load::Table, uint32_t> id, Key key) {
        ids_.push_back(id);
        rows_.push_back({id.first, key, static_cast<uint32_t>(state_.size()), 6});
        state_.resize(state_.size() + 6, 0.0);
    }
    size_t index(Load::Table table, uint32_t row) const {
        size_t i = 0;
        while (ids_[i] != std::pair(table, row)) ++i;
        return i;
    }
    Vec3 offset(size_t i) const { return Vec3::Map(state_.data() + 6 * i); }
    Vec3 velocity_of(size_t i) const { return Vec3::Map(state_.data() + 6 * i + 3); }
    void set_velocity(size_t i, const Vec3& v) { Vec3::Map(state_.data() + 6 * i + 3) = v; }
    Vec3 middle(size_t i) const {
        const auto [table, row] = ids_[i];
        if (table == Load::Table::domains) return plant_.domains.placement[DomainId(row)].position;
        return 0.5 * (plant_.segments.start[SegmentId(row)] + plant_.segments.end[SegmentId(row)]);
    }
    double stiffness(size_t i) const {
        if (factors_.empty()) return spring;
        for (const DomainId domain : plant_.domains.rows())
            if ((ids_[i].first == Load::Table::domains && domain.value == ids_[i].second) ||
                (ids_[i].first == Load::Table::segments &&
                 plant_.domains.segments[domain].contains(SegmentId(ids_[i].second))))
                return spring * factors_[domain.value];
        return spring;
    }
    void step_row(size_t i, double dt, const Loads& loads) {
        const bool held = base_ != Base::free;
        Mat3 inertia = Mat3::Identity() * point_mass;
        Vec3 force = point_mass * loads.gravity;
        Vec3 v = velocity_of(i), u = offset(i);
        if (held) {
            inertia += (dt * damper + dt * dt * stiffness(i)) * Mat3::Identity();
            force = -stiffness(i) * u - damper * v - dt * stiffness(i) * v;
        }
        if (!loads.air.empty()) force += loads.air[i].wind - v;
        for (const Load& load : loads.points) {
            if (load.table != ids_[i].first || load.row != ids_[i].second) continue;
            inertia += dt * load.damping + dt * dt * load.stiffness;
            force += load.force - dt * load.stiffness * v;
        }
        v += inertia.inverse() * (dt * force);
        Vec3::Map(state_.data() + 6 * i) = u + dt * v;
        set_velocity(i, v);
    }

    const Plant& plant_;
    Base base_;
    Start start_;
    double longest_;
    int lasts_;
    uint64_t work_;
    std::vector<std::pair<Load::Table, uint32_t>> ids_;
    std::vector<StateRow> rows_;
    std::vector<double> state_;
    std::vector<double> factors_;
};

}  // namespace

std::unique_ptr<Simulator> make_puppet(const Plant& plant, const SimulatorSettings& settings,
                                       const Start& start) {
    return std::make_unique<Puppet>(plant, settings, start, 1.0, 1000000, 0);
}

SimulatorFactory make_fragile_puppet(double longest, int lasts, uint64_t work) {
    return [=](const Plant& plant, const SimulatorSettings& settings, const Start& start) {
        return std::make_unique<Puppet>(plant, settings, start, longest, lasts, work);
    };
}

}  // namespace thigmo
