// A plant on its bricks: rows of the plant to nodes and back.
#pragma once

#include "thigmo/sim/fem/row_motion.h"
#include "thigmo/sim/fem/standing.h"
#include "thigmo/sim/stoppable.h"

namespace thigmo {

class Fem final : public Simulator, public Stoppable {
  public:
    Fem(const Plant& plant, const FemSettings& settings, const Start& start);

    const char* name() const override { return "fem"; }
    Claims claims() const override { return {}; }
    std::span<const std::string> warnings() const override { return model_.solids.log.warnings; }
    void save(std::vector<double>& out) const override;
    void restore(std::span<const double> state) override;
    std::span<const StateRow> rows() const override { return rows_; }
    void restart() override;
    void air_samples(std::vector<AirSample>& out) const override;
    StepReport step(double dt, const Loads& loads) override;
    void heed(const Progress* progress) override { system_.heed(progress); }
    void pose(Pose& out) const override;
    Rigid row_motion(Load::Table table, uint32_t row) const override;
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const override;
    Energy energy(const Vec3& gravity) const override { return system_.energy(gravity); }
    void attachment_loads(std::vector<Wrench>& segments) const override;
    void set_stiffness(const Column<DomainId, double>& factors) override;
    Start base() const override;

    FemSystem& system() { return system_; }
    const FemModel& model() const { return model_; }

  private:
    /// What a segment holds besides its motion, for a mesh that is made anew.
    struct SegmentState {
        double mesh = 0, beta = 0;  // of its solid
        SmallMotion sag;
    };
    struct FoundRow {
        DomainId domain;
        SegmentId segment;                  // of a domain that bends; else none
        const RowMotion* motion = nullptr;  // none for what goes with the base
        Vec3 reference = Vec3::Zero();      // at rest, what the motion is about
    };
    struct Saved;
    class Numbers;
    Saved saved() const;
    void exchange(Saved& saved, Numbers& numbers) const;
    void place_node(uint32_t node, const Vec3& place, const Vec3& velocity);
    void set_start(const Start& start);
    void read_motions();
    void read_sag();
    void rebuild(SolidId solid);
    std::vector<StateRow> list_rows() const;
    FoundRow find_row(Load::Table table, uint32_t row) const;
    bool bind(const Load& load, FemLoad& bound);
    bool advance(double dt, const FemLoads& loads, int depth, StepReport& report);
    void apply_sag();
    void turn_blade(DomainId domain, RowMotion& motion) const;
    void fall(double dt, const Loads& loads);

    const Plant& plant_;
    FemSettings settings_;
    FemModel model_;
    Column<SegmentId, DomainId> domains_;  // of segments
    FemSystem system_;
    std::vector<Vec3> sag_;       // of nodes
    std::vector<double> meshes_;  // what tells a solid's mesh from others
    Column<SegmentId, RowMotion> segments_;
    Column<SegmentId, SegmentState> segment_states_;
    Column<DomainId, RowMotion> riders_;  // of what does not bend
    Column<DomainId, double> factors_;
    std::vector<StateRow> rows_;
    std::vector<FemLoad> bound_;
    std::vector<BladeLoad> blade_loads_;
};

}  // namespace thigmo
