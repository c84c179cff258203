// The simulator: what the scene knows of each way to move a plant.
//
// A simulator is built from a plant (see simulators.h) and holds what changes over time. Rows of
// the plant stay what they are while it lives: an edit builds a new one, into which the scene
// carries what it can by key (see StateRow).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "thigmo/mechanics/air_sample.h"
#include "thigmo/mechanics/load.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

/// What a simulator promises; the conformance tests hold it to that.
struct Claims {
    bool dynamic = true;         // has velocities: energy, order and cut are tested
    bool conservative = true;    // undamped energy holds
    int order = 2;               // of accuracy in time
    bool exact_in_time = false;  // any dt gives the same pose at t
    /// The moment of a step, as a share of it, whose wind held over the step is right to the order.
    double wind_at = 0.5;
};

/// How the ground drives the plant's base during a step; all held constant over it.
struct BaseDrive {
    Vec3 acceleration = Vec3::Zero();          // m/s², of a held base
    Vec3 angular_acceleration = Vec3::Zero();  // rad/s²
    Vec3 force = Vec3::Zero();                 // N, on a sliding base
    double friction = 0;                       // N, at most, against a sliding base
};

/// Everything that acts on a plant during one step.
struct Loads {
    Vec3 gravity = Vec3(0, -9.81, 0);
    std::span<const AirSample>
        air{};  // as air_samples() gave them, with the wind; or empty: no air
    std::span<const Load> points{};
    BaseDrive base{};
};

struct StepReport {
    enum class Status : uint8_t { advanced, failed };
    Status status = Status::advanced;
    std::string message;           // why it failed; the state is as before
    DomainId domain;               // in which; none where no one is to blame
    bool in_least_steps = false;   // it failed in steps as small as the simulator takes by itself
    uint64_t recursions = 0;       // passes over the tree, up and down counted as one
    uint64_t accepted = 0;         // steps of whatever length
    uint64_t rejected_turn = 0;    // a joint would have turned too far
    uint64_t rejected_energy = 0;  // energy grew by more than the loads' work
    uint64_t rejected_not_finite = 0;
};

/// Mechanical energy (J). Gravity's is measured from the world's origin.
struct Energy {
    double kinetic = 0, elastic = 0, gravity = 0;
    double total() const { return kinetic + elastic + gravity; }
};

/// What a domain's or segment's joint carries: on the child, at the joint, in the world.
struct Wrench {
    Vec3 force = Vec3::Zero();
    Vec3 moment = Vec3::Zero();
};

/// Where a row's numbers stand in the saved state. Rows of one key hold the same quantities in
/// every simulator of one kind, so a state is carried over an edit by copying them: rotations and
/// velocities in the world, and what the joint got from the plant as a whole (its rest rotation
/// under GivenShape::standing, its damping), which a cut must not change. The base is no row: it is
/// carried by Start.
struct StateRow {
    Load::Table table = Load::Table::segments;
    Key key = 0;
    uint32_t first = 0, count = 0;
};

/// Where the simulated plant stands when time begins, and how its base moves.
struct Start {
    Rigid placement;  // from the plant's space to the world
    /// Of the plant's origin as it moves with the base; of the root's joint where the base is free.
    Vec3 velocity = Vec3::Zero();
    Vec3 angular_velocity = Vec3::Zero();
};

class Simulator {
  public:
    virtual ~Simulator() = default;
    virtual const char* name() const = 0;
    virtual Claims claims() const = 0;
    /// What of the plant was changed so that it can be simulated, a line each.
    virtual std::span<const std::string> warnings() const { return {}; }

    /// Everything that changes, live edits included: the same state gives the same future.
    virtual void save(std::vector<double>& out) const = 0;
    virtual void restore(std::span<const double> state) = 0;
    virtual std::span<const StateRow> rows() const = 0;
    /// After rows were carried over from another simulator's state: what depends on the whole plant
    /// (accelerations) begins anew.
    virtual void restart() = 0;

    /// Where the plant meets the air; replaces what `out` held.
    virtual void air_samples(std::vector<AirSample>& out) const = 0;
    virtual StepReport step(double dt, const Loads& loads) = 0;

    /// Motions from rest in the plant's space to now in the world.
    virtual void pose(Pose& out) const = 0;
    /// The segments' alone; what `out` holds of shapes may be anything.
    virtual void pose_segments(Pose& out) const { pose(out); }
    /// One row's.
    virtual Rigid row_motion(Load::Table table, uint32_t row) const {
        Pose all;
        pose(all);
        return table == Load::Table::segments ? all.segments[SegmentId(row)]
                                              : all.shapes[DomainId(row)];
    }
    /// How a row moves at a point of it, which is given at rest in the plant's space: the motion
    /// there, and the velocity of that point.
    virtual Start motion_at(Load::Table table, uint32_t row, const Vec3& rest) const;
    /// Velocity of a point that moves with a row (m/s).
    virtual Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const = 0;
    virtual Energy energy(const Vec3& gravity) const = 0;
    /// What every segment's joint carries now, by row; zero for rows that have none of their own.
    virtual void attachment_loads(std::vector<Wrench>& segments) const = 0;
    /// Multiplies the stiffness that the plant's materials give, per domain.
    virtual void set_stiffness(const Column<DomainId, double>& factors) = 0;
    /// The base: where it is now, and how it moves.
    virtual Start base() const = 0;
};

}  // namespace thigmo
