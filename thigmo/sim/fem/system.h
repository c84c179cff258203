// The motion of a plant's bricks: forces, matrix, and one implicit step.
#pragma once

#include <optional>

#include "thigmo/base/progress.h"
#include "thigmo/mechanics/warm_solver.h"
#include "thigmo/sim/fem/turning.h"

namespace thigmo {

struct FemState {
    std::vector<Vec3> y, v;  // of every row, in the world
    BaseMotion base;
    std::vector<BladeMotion> blades;
};

/// A load bound to the plant: where its point was and how it moved when the step began.
struct FemLoad {
    Load load;
    uint32_t brick = 0;
    TiedPoint point;
    std::array<TiedPoint, 3> slope;  // of its section
    Vec3 place = Vec3::Zero(), velocity = Vec3::Zero();
    std::array<Vec3, 3> couple;  // that the torque is, on the slopes
};

/// What acts during a step.
struct FemLoads {
    Vec3 gravity = Vec3::Zero();
    std::span<const AirSample> air;
    std::span<const FemLoad> points;
    Vec3 base_force = Vec3::Zero();
    double friction = 0;
    std::span<const BladeLoad> blades{};
};

/// What can change about the elastic body while it lives, solid by solid and brick by brick.
struct FemElastic {
    SolidLaw law = SolidLaw::stvk;
    std::vector<BrickStresses> rest;  // stress in the given shape
    std::vector<double> beta;         // viscosity over stiffness, of every solid (s)
    std::vector<double> stiffness;    // of every solid, × this
    std::vector<double> stalks;       // stiffness of every blade's stalk, × this
};

/// Where the matrix was taken that leads the solves: with it a state gives one future.
struct FemLead {
    std::vector<Vec3> y;  // empty: there is none
    Rigid base;
    double reach = 0;       // γ dt
    bool positive = false;  // without negative eigenvalues
};

class FemSystem {
  public:
    FemSystem(const FemModel& model, FemElastic elastic, const FemSettings& settings);

    /// One step; false where Newton's method does not converge, or is stopped, the state as before.
    bool step(double dt, const FemLoads& loads);
    /// Whom steps ask whether to stop; null: nobody.
    void heed(const Progress* progress) { progress_ = progress; }
    bool stopped() const { return progress_ != nullptr && progress_->cancelled(); }

    FemState& state() { return state_; }
    const FemState& state() const { return state_; }
    const FemElastic& elastic() const { return elastic_; }
    void set_elastic(FemElastic elastic);
    const FemLead& lead() const { return lead_; }
    void set_lead(FemLead lead);
    const FemModel& model() const { return model_; }

    Vec3 position(const TiedPoint& point) const;
    Vec3 velocity(const TiedPoint& point) const;
    Energy energy(const Vec3& gravity) const;
    /// Force and moment about the world's origin that every brick asks of what is below it.
    std::vector<Wrench> brick_loads() const;
    /// What a solid's bricks hold of its part above a share of its length, about the origin.
    Wrench load_above(SolidId solid, double along) const;

    /// Iterates of Newton's method and of the linear solver that a step has taken so far; it fails
    /// beyond most_solves.
    uint64_t iterates = 0, solves = 0, most_solves = UINT64_MAX;

  private:
    struct Stage {
        std::span<const Vec3> y0, v0;  // y = y0 + reach·v, v = v0 + reach·a
        double reach = 0;
        BaseMotion base;
        std::span<const Vec3> turn0, rate0;  // of blades likewise
    };
    /// Where a seat of blades is in a stage.
    struct SeatNow {
        Mat3 F, axes;  // columns of its section's motion, and their rotation
        Vec3 origin;
        SeatMotion motion;  // in its axes
    };
    void turn(const Stage& stage, std::vector<Vec3>& a);
    void begin_stage(const Stage& stage, const FemLoads& loads, std::span<const Vec3> y,
                     std::vector<Vec3>& a);
    bool solve_stage(const Stage& stage, const FemLoads& loads, std::vector<Vec3>& a);
    void end_step(const Stage& stage, const std::vector<Vec3>& a);
    void linearize(const Stage& stage, const FemLoads& loads, bool positive);
    bool solve_linear();
    void move(const Stage& stage, const std::vector<Vec3>& a);
    void sum_forces(const Stage& stage, const FemLoads& loads, const std::vector<Vec3>& a);
    /// A patch's law with its axis where it points now.
    DragLaw law_now(const Stage& stage, const FemPatch& patch) const;
    void add_loads(const Stage& stage, const FemLoads& loads);
    BladeStage blade_stage(const Stage& stage, size_t k) const;
    SeatNow seat_at(const FemSeat& seat, const BaseMotion& base, std::span<const Vec3> y,
                    std::span<const Vec3> v, std::span<const Vec3> a) const;
    void add_blades(const Stage& stage, const FemLoads& loads, const std::vector<Vec3>& a);
    double follow_blades(const Stage& stage, const FemLoads& loads, const std::vector<Vec3>& a);
    void add_blade_matrix(const FemSeat& seat, const SeatNow& now, const Mat6& inertia,
                          BlockMatrix& matrix) const;
    /// Adds the inertia of blades that stand as given, on sections where the rows have them.
    void add_still_blades(const BaseMotion& base, std::span<const Vec3> y, double reach,
                          BlockMatrix& matrix) const;
    void add_blade_energy(const Vec3& gravity, Energy& sum) const;
    void sum_matrix(std::span<const Vec3> nodes, std::span<const BrickStresses> rest, double reach,
                    bool positive, BlockMatrix& matrix);
    /// C:E of bricks that are viscous.
    void find_green(std::span<const Vec3> nodes, std::vector<BrickStresses>& green) const;
    /// C:E₀ at which viscosity is 0, to the stresses at rest that the bricks then seem to have.
    void take_viscous(double reach, std::vector<BrickStresses>& green) const;
    void add_load_slopes(const Stage& stage, const FemLoads& loads);
    BrickPlaces forces_now(size_t e, const BrickPlaces& places, const BrickPlaces& rates) const;
    void find_turns(std::span<const Vec3> nodes, std::vector<Mat3>& turns) const;
    void spread(const BaseMotion& base, std::span<const Vec3> y, std::vector<Vec3>& nodes) const;
    bool renew_lead();

    const FemModel& model_;
    FemElastic elastic_;
    FemIntegrator integrator_;
    double tolerance_;
    FemState state_;
    BlockMatrix matrix_;
    WarmSolver solver_;
    FemLead lead_, linear_;  // of the factor; of the matrix
    bool lead_is_made_ = false;
    std::vector<Mat3> turns_;
    std::vector<Vec3> y_, v_, force_, nodes_x_, nodes_a_, nodes_d_, changes_, a1_, a2_, y0_, v0_,
        y1_, guess_;
    std::vector<double> right_, change_;
    std::vector<SeatNow> seats_;
    std::vector<CondensedBlade> condensed_;
    std::vector<Vec3> blade_a_, still_, rate0_, turn1_, rate1_;  // of blades
    std::vector<BrickStresses> green_, stage_rest_;  // C:E when the step began; see take_viscous
    const Progress* progress_ = nullptr;
};

}  // namespace thigmo
