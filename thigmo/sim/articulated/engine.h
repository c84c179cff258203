// The bodies in rows, and the sweeps over them that make up a step; one lane type each.
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "thigmo/sim/articulated/kernel.h"
#include "thigmo/sim/articulated/layout.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// Sums over all bodies of a motion.
struct Totals {
    double kinetic = 0, elastic = 0;  // J
    double wind_power = 0;            // W, of drag that pushes
    Vec3 moment = Vec3::Zero();       // Σ m x (kg m)
    void operator+=(const Totals& other) {
        kinetic += other.kinetic;
        elastic += other.elastic;
        wind_power += other.wind_power;
        moment += other.moment;
    }
};

/// What one attempt at a step gave.
struct Attempt {
    double turn = 0;  // rad, largest dt·|Δ(w − w_parent)|
    Totals totals;
    bool finite = true;
};

/// One body's motion, for reading and writing.
struct OneMotion {
    Quat Q = Quat::Identity();
    Vec3 w = Vec3::Zero(), al = Vec3::Zero(), v = Vec3::Zero(), a = Vec3::Zero(), x = Vec3::Zero();
};

/// A load as the engine takes it: bound to a material point of a body.
struct BoundLoad {
    uint32_t body = 0, seat = 0;
    Vec3 arm = Vec3::Zero();  // from the joint, in body axes
    Load load;
};

/// At the bound point, as it stands in one motion of the body.
Vec3 force_of(const BoundLoad& bound, const OneMotion& m);

/// What holds over the attempts of one step.
struct StepInputs {
    Vec3 gravity = Vec3::Zero();
    bool air = false;
    BaseDrive drive;
    std::span<const BoundLoad> loads;
};

/// One body's constants and its drag as it is now.
struct OneBody {
    double mass = 0, drag = 0, drag_centre = 0;
    Vec3 centre = Vec3::Zero();
    Mat3 inertia = Mat3::Zero();
    bool plate = false;
    Vec3 wind = Vec3::Zero();
};

template <class L>
class Engine {
  public:
    static constexpr size_t W = lane_count<L>;
    Engine(const Bodies& bodies, const ArticulatedSettings& settings, size_t block);

    const Layout& layout() const { return layout_; }
    size_t size() const { return layout_.seat.size(); }

    OneMotion motion(uint32_t seat, bool after = false) const;
    void set_motion(uint32_t seat, const OneMotion& m);
    OneBody body(uint32_t seat) const;
    /// Positions, velocities and accelerations of joints from the base outward, and the sums.
    Totals settle(bool after, bool air);

    void set_rest(uint32_t seat, const Quat& rest);
    void set_offset(uint32_t seat, const Vec3& offset);
    void set_joint(uint32_t seat, const Vec3& stiffness, const Vec3& damping);
    /// Wind at every body; `sample` says which each reads.
    void set_air(std::span<const AirSample> samples, std::span<const uint32_t> sample,
                 std::span<const double> vogel);
    /// Loaded bodies get a place where the loads add up.
    void reserve_slots(std::span<const BoundLoad> loads);

    /// One step from the present motion into the other; accept() makes that the present one.
    Attempt attempt(const Scheme& scheme, double dt, const StepInputs& inputs);
    /// The present motion's accelerations, of the base and, from one solve, of the bodies.
    Totals start(double dt, const StepInputs& inputs, bool solved);
    void accept() { before_ = 1 - before_; }

    void keep();  // the present motion, to come back to
    void come_back();

  private:
    struct alignas(64) Slot {
        double n[hung_count][W];
    };
    enum class Down { next_stage, finish, start };
    struct Descent {
        Down kind = Down::finish;
        Solve next = {};
        const Finish* finish = nullptr;
        double dt = 0;
    };

    void predict_block(const Block& block, const Solve& solve);
    void climb_block(const Block& block, const Solve& solve);
    template <bool rod>
    void climb_batch(size_t batch, const Solve& solve);
    void descend_block(size_t block, const Solve& solve, const Descent& descent);
    void descend_batch(size_t batch, const Solve& solve, const Descent& descent, L& turn);
    void settle_block(size_t block, int which, bool air);
    template <bool rod>
    void settle_batch(size_t batch, int which, bool air, Totals& totals);

    Seen<L> seen_parent(size_t batch, const Solve& solve) const;
    BodyMotion<L> parent_motion(size_t batch, int which) const;
    void deliver(size_t batch, const Hung<L>& hung);
    void add_hung(const LaneParent& to, const double* values);
    void add_loads(const Solve& solve, const StepInputs& inputs);
    void drive_base(const StepInputs& inputs);
    void solve_base(const Solve& solve, const StepInputs& inputs);
    void set_base_after(const OneMotion& base);
    void finish_base(const Scheme& scheme, double dt, const StepInputs& inputs);
    void climb_trunk(const Solve& solve, const StepInputs& inputs);
    void each_block(const std::function<void(size_t)>& work);
    Solve make_solve(const Stage& stage, const StepInputs& inputs) const;

    ArticulatedSettings settings_;
    Layout layout_;
    std::vector<Row<L>> rows_;
    std::vector<GeneralConstants<L>> general_;  // of rows that need them
    std::vector<uint32_t> general_of_row_;
    std::vector<Slot> slots_;
    std::vector<std::array<double, hung_count>> outbox_;
    std::vector<BodyMotion<L>> kept_;
    std::vector<Totals> totals_;  // per block
    std::vector<double> turns_;
    int before_ = 0;
};

extern template class Engine<double>;
extern template class Engine<Lanes<4>>;

}  // namespace thigmo
