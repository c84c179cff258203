// How leaves that ride and the bodies that carry them meet in a step: the bodies know of neither
// leaf nor group, the leaves of neither row nor block's order.
#pragma once

#include <span>
#include <vector>

#include "thigmo/sim/articulated/kernel.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// Sums over all bodies of a motion, as it is seen from a held base: what a base moves and turns
/// as a whole is no motion of the plant's own.
struct Totals {
    double kinetic = 0, elastic = 0;  // J
    double wind_power = 0;            // W, of drag that pushes
    Vec3 moment = Vec3::Zero();       // Σ m x (kg m), in the world
    // Seen from a base that turns: W of the centrifugal forces, and angular momentum about it.
    double centrifugal_power = 0;
    Vec3 spin = Vec3::Zero();
    void operator+=(const Totals& other) {
        kinetic += other.kinetic;
        elastic += other.elastic;
        wind_power += other.wind_power;
        centrifugal_power += other.centrifugal_power;
        spin += other.spin;
        moment += other.moment;
    }
};

/// Where sums are seen from.
struct Viewpoint {
    bool moves = false, turns = false;
    Vec<double> x = {}, v = {}, w = {};
};

using EightLanes = Lanes<8>;
using EightSeats = std::span<const uint32_t, 8>;

/// Bodies that carry something, eight at a time, one to a lane.
class CarrierRows {
  public:
    virtual ~CarrierRows() = default;
    /// When the step begins; `after`: as the solve predicts them, or when it has ended.
    virtual void read_motions(EightSeats seats, bool after,
                              BodyMotion<EightLanes>& motion) const = 0;
    virtual Vec<EightLanes> read_positions(EightSeats seats, bool after) const = 0;
    virtual Vec<EightLanes> read_wind(EightSeats seats) const = 0;
    /// Accelerations by the last solve.
    virtual Accelerations<EightLanes> read_solved(EightSeats seats) const = 0;
    /// Adds what hangs on each body to the solve that comes.
    virtual void hang(EightSeats seats, const Hung<EightLanes>& hung) = 0;

  protected:
    CarrierRows() = default;
    CarrierRows(const CarrierRows&) = default;
    CarrierRows& operator=(const CarrierRows&) = default;
};

/// What hangs on bodies and is solved with them, block by block of theirs.
class Passengers {
  public:
    virtual ~Passengers() = default;
    /// Tips to base: adds its loads to the carriers. `new_air`: the wind is that of a new step.
    virtual void climb(size_t block, const Solve& solve, bool new_air, CarrierRows& rows) = 0;
    /// Base to tips, and up again for the next solve.
    virtual void turn_round(size_t block, const Solve& next, CarrierRows& rows) = 0;
    /// Base to tips: the motion after the step, from that of the carriers.
    virtual void finish(size_t block, const Solve& solve, const Finish& finish, double dt,
                        const CarrierRows& rows) = 0;
    /// Base to tips: accelerations of a motion that has none.
    virtual void start(size_t block, const CarrierRows& rows) = 0;
    /// Sums over a motion, of the step's beginning or its end.
    virtual Totals totals(size_t block, bool after, bool air, const Viewpoint& from,
                          const CarrierRows& rows) const = 0;
    virtual void accept() = 0;
    virtual void keep() = 0;
    virtual void come_back() = 0;
    /// Spins, as seen from what turns by `turning`, times a share.
    virtual void slow(double share, const Vec3& turning) = 0;
    /// Adds what keeps each in its motion to what its carrier's joint must give.
    virtual void add_wrenches(const CarrierRows& rows, bool air, std::span<const uint32_t> body_of,
                              std::span<Wrench> sums) const = 0;
};

}  // namespace thigmo
