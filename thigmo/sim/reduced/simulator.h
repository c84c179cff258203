// A plant on the reduced bodies: its rows on their sections, and states that survive edits.
#pragma once

#include <memory>
#include <numbers>

#include "thigmo/sim/reduced/fit_motion.h"
#include "thigmo/sim/reduced/stations.h"
#include "thigmo/sim/stoppable.h"

namespace thigmo {

class Reduced final : public Simulator, public Stoppable {
  public:
    Reduced(const Plant& plant, const ReducedSettings& settings, const Start& start);

    const char* name() const override { return "reduced"; }
    Claims claims() const override {
        const bool euler = settings_.integrator == ReducedIntegrator::backward_euler;
        // The wind of the step before acts for that share of a step of TR-BDF2.
        const double late =
            settings_.integrator == ReducedIntegrator::tr_bdf2 ? 0.25 * std::numbers::sqrt2 : 0;
        return {
            .dynamic = true, .conservative = !euler, .order = euler ? 1 : 2, .wind_at = 0.5 + late};
    }
    std::span<const std::string> warnings() const override { return bodies_.log.warnings; }

    void save(std::vector<double>& out) const override;
    void restore(std::span<const double> state) override;
    std::span<const StateRow> rows() const override { return rows_; }
    void restart() override { tree_->restart(); }

    void air_samples(std::vector<AirSample>& out) const override;
    StepReport step(double dt, const Loads& loads) override;
    void heed(const Progress* progress) override { tree_->heed(progress); }
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
    Place place_on(SegmentId segment, double along) const;
    Place place_of(Load::Table table, uint32_t row) const;
    int blade_of(Load::Table table, uint32_t row) const;
    Rigid rider_motion(DomainId domain, const Rigid& section) const;
    Rigid segment_motion(SegmentId segment, const Rigid& at_start, const Rigid& at_end) const;
    Rigid motion_at(const Place& place) const { return stations_.at(place.body, place.along); }
    void add_segment(SegmentId segment, std::vector<double>& out) const;
    void read_strains();
    void check_row(const Load& load) const;
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
    std::vector<StateRow> rows_;  // of domains, of blades, then of segments
    size_t first_blade_row_ = 0;
    std::vector<uint32_t> starts_;  // of every body's numbers among them
    Column<SegmentId, std::pair<SmallMotion, SmallMotion>> strains_;  // see SegmentMotion
    std::vector<BodyLoad> loads_;
    std::vector<BladeLoad> blade_loads_;
    mutable Stations stations_;
    mutable bool read_ = false;
};

}  // namespace thigmo
