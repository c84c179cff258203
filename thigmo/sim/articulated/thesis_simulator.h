// The thesis's plant as a simulator: its class; what it models is told in thesis.h.
#pragma once

#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/thesis.h"

namespace thigmo {

/// A load and the point of its body on which it acts, in body axes.
struct HeldLoad {
    const Load* load = nullptr;
    BodyId body;
    Vec3 local = Vec3::Zero();
};

class Thesis final : public Simulator {
  public:
    Thesis(const Plant& plant, const ArticulatedSettings& settings, const Start& start);

    const char* name() const override { return "articulated (thesis)"; }
    /// An explicit first-order step: the undamped energy wavers by its order and is not promised.
    Claims claims() const override {
        return {.dynamic = true, .conservative = false, .order = 1, .exact_in_time = false};
    }

    void save(std::vector<double>& out) const override;
    void restore(std::span<const double> state) override;
    std::span<const StateRow> rows() const override { return rows_; }
    void restart() override {}

    void air_samples(std::vector<AirSample>& out) const override;
    StepReport step(double dt, const Loads& loads) override;
    void pose(Pose& out) const override;
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const override {
        const bool segments = table == Load::Table::segments && row < plant_.segments.size();
        if (segments && !bodies_.at_end[SegmentId(row)].exists()) return velocity_of(base(), point);
        return tree_.velocity(body_of(table, row).value, point);
    }
    Energy energy(const Vec3& gravity) const override { return tree_.energy(gravity); }
    void attachment_loads(std::vector<Wrench>& segments) const override;
    void set_stiffness(const Column<DomainId, double>& factors) override;
    Start base() const override;

  private:
    void place_rest();
    void list_rows();
    void spring_up(size_t i);
    BodyId body_of(Load::Table table, uint32_t row) const;
    Vec3 drag_point(BodyId body) const {
        return tree_.frame(body.value) * Vec3(bodies_.drag_centre[body], 0, 0);
    }
    void hold(std::span<const Load> loads);
    void add_drag(std::span<const AirSample> air);
    void add_held();
    void add_force(BodyId body, const Vec3& point, const Vec3& force) {
        Wrench& wrench = wrenches_[body.value];
        wrench.force += force;
        wrench.moment += (point - tree_.frame(body.value).translation).cross(force);
    }
    Rigid motion(BodyId body) const;
    BodyId bad_input(const Loads& loads) const;
    StepReport failure(StepReport report, BodyId body, const char* what) const;

    const Plant& plant_;
    ArticulatedSettings settings_;
    Bodies bodies_;
    std::vector<JointBody> joints_;  // as the plant gives them
    JointTree tree_;
    Column<DomainId, double> factors_;
    std::vector<Wrench> wrenches_;
    std::vector<HeldLoad> held_;
    Column<BodyId, Vec3> rest_start_;  // of the joints, in the plant's space
    Column<BodyId, uint32_t> sample_;  // the air sample that a body reads
    std::vector<StateRow> rows_;
    Vec3 root_ = Vec3::Zero();  // where a free plant's base stands, in the plant's space
    size_t state_size_ = 0;
    uint32_t samples_ = 0;        // of air
    std::vector<double> before_;  // the state to come back to
};

}  // namespace thigmo
