// Leaves that ride: in a large crown their inertia and drag are folded into the bodies that carry
// them, and each leaf's own rotation is stepped after them, from the carrier's motion during the
// step. A leaf that would turn too far takes smaller steps by itself; the plant does not wait.
//
// The carrier feels a leaf as if its joint were stiff: right for motions slower than the leaf's
// own, which are those of branches and trunks.
//
// Carriers go in groups, one to a lane. The leaves of a group fill rows, whichever lane they hang
// on; a step works through group after group, so that it passes over the leaves' memory once.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "thigmo/base/large_pages.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/carrier_path.h"
#include "thigmo/sim/articulated/crown.h"

namespace thigmo {

class Riders {
  public:
    Riders(const Crown& crown, const Bodies& bodies, const ArticulatedSettings& settings,
           const BodyTree& carriers);

    size_t size() const { return seat_.size(); }

    /// Notes the carriers' motion when the step begins.
    void begin(const BodyTree& carriers);
    /// Follows them through the step that they have taken. Steps of single leaves that were taken
    /// in halves are counted as rejected.
    void step(double dt, const BodyTree& carriers, const Loads& loads, StepReport& report);
    /// Accelerations begin anew.
    void restart() {
        fresh_ = true;
        followed_ = false;
    }

    Vec3 angular_velocity(size_t rider) const;
    /// Where the joint is, and its velocity, with the carriers' motion now.
    Vec3 position(size_t rider, const BodyTree& carriers) const;
    Vec3 velocity(size_t rider, const BodyTree& carriers) const;
    /// Motions of the leaves' shapes from the given shape to now.
    void pose(const BodyTree& carriers, Column<DomainId, Rigid>& shapes) const;
    Rigid motion(size_t rider, const BodyTree& carriers) const;
    /// Elastic, and kinetic beyond what the carriers' energy counts.
    Energy energy(const BodyTree& carriers) const;
    /// Of a leaf's joint against bending (N m/rad).
    double bending(size_t rider) const { return factor_[rider] * stiffness_[rider].y(); }
    void set_stiffness(size_t rider, double factor);

    /// As BodyTree's: numbers_per_body each.
    void save(std::vector<double>& out) const;
    void restore(std::span<const double> numbers);

  private:
    // Twice as wide as the engine's rows: a leaf's arithmetic is one long chain, and what waits for
    // one lane can work for another.
    static constexpr size_t width = 8;
    using Pack = Lanes<width>;
    struct Group {
        BodyMotion<Pack> before;  // when the step begins
        Pack vogel;
        std::array<uint32_t, width> seat, sample;  // of the carriers, and the air that each reads
        uint32_t first_row = 0, leaves = 0;
        uint32_t rows() const { return static_cast<uint32_t>((leaves + width - 1) / width); }
    };
    struct Row {
        RiderConstants<Pack> c;
        RiderMotion<Pack> m;
    };
    /// Read where leaves are drawn.
    struct Drawn {
        Turn<Pack> turn;  // from the plant's space, in the given shape, to leaf axes
        Vec<Pack> shift;
        std::array<DomainId, width> domain;
    };
    struct Counts {
        uint64_t turned = 0, not_finite = 0;
    };
    struct Single;
    /// A step, its halves, and so on; the finest is of first order, and damps what it cannot
    /// follow.
    static constexpr size_t deepest = 6;
    using Finer = std::array<Scheme, deepest + 1>;

    void seat_riders(const Crown& crown, const BodyTree& carriers);
    void add_group(BodyId carrier, const BodyTree& carriers);
    void put_rider(size_t rider, BodyId leaf, const Bodies& bodies, const BodyTree& carriers);
    void put_joint(size_t rider);
    void note_damping();
    Row& row_of(size_t rider) { return rows_[seat_[rider] / width]; }
    const Row& row_of(size_t rider) const { return rows_[seat_[rider] / width]; }
    size_t lane_of(size_t rider) const { return seat_[rider] % width; }

    void follow(const Group& group, const BodyTree& carriers, const Loads& loads,
                CarrierPath<Pack>& path) const;
    void start_group(const Group& group, double dt, const CarrierPath<Pack>& path);
    void step_group(Group& group, double dt, const Finer& finer, const CarrierPath<Pack>& path,
                    Counts& counts);
    void redo(size_t row, size_t lane, double dt, const Finer& steps, const CarrierPath<Pack>& path,
              RiderMotion<Pack>& next, Counts& counts) const;
    void hold_energy(size_t row, double dt, const CarrierPath<Pack>& path,
                     RiderMotion<Pack>& next) const;
    Energy group_energy(const Group& group, const BodyTree& carriers) const;
    void pose_group(const Group& group, const BodyTree& carriers, Rigid* shapes) const;

    double turn_limit_ = 1;
    bool damped_ = true;  // every one
    bool fresh_ = true;
    bool followed_ = false;                  // the groups' motion is that of the carriers now
    std::vector<uint32_t> seat_;             // of each rider: row · width + lane
    std::vector<BodyId> carrier_;            // of each rider: its carrier's row
    std::vector<Vec3> stiffness_, damping_;  // of each rider, as the plant gives them
    std::vector<double> factor_;
    std::vector<Quat> above_, rest_;  // as the body tree's
    LargeVector<Group> groups_;
    LargeVector<Row> rows_;
    std::vector<LaneIndex<width>> on_;  // of each row: the group's lane that each leaf hangs on
    LargeVector<Drawn> drawn_;          // of each row
    std::vector<Counts> counts_;        // per chunk
};

}  // namespace thigmo
