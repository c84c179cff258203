// Leaves that ride: in a large crown their inertia and drag are folded into the bodies that carry
// them, and each leaf's own rotation is stepped after them, from the carrier's motion during the
// step. A leaf that would turn too far takes smaller steps by itself; the plant does not wait.
//
// The carrier feels a leaf as if its joint were stiff: right for motions slower than the leaf's
// own, which are those of branches and trunks.
#pragma once

#include <span>
#include <vector>

#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/rider_kernel.h"

namespace thigmo {

/// Bodies without those that ride, and who rides.
struct Crown {
    Bodies carriers;
    std::vector<BodyId> riding;          // rows among all bodies, by carrier
    std::vector<BodyId> carrier;         // of each, a row of `carriers`
    Column<BodyId, BodyId> carrier_row;  // of every body: its row in `carriers`, none for riders
};

/// Light leaves, petals and fruits that carry nothing and are rods ride.
Crown fold_crown(const Plant& plant, const Bodies& bodies);

/// Whether leaves ride under these settings.
bool leaves_ride(const Plant& plant, const Bodies& bodies, const ArticulatedSettings& settings);

class Riders {
  public:
    Riders(const Crown& crown, const Bodies& bodies, const ArticulatedSettings& settings,
           const BodyTree& carriers);

    size_t size() const { return riding_.size(); }

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
    /// Elastic, and kinetic beyond what the carriers' energy counts.
    Energy energy(const BodyTree& carriers) const;
    void set_stiffness(size_t rider, double factor);

    /// As BodyTree's: numbers_per_body each.
    void save(std::vector<double>& out) const;
    void restore(std::span<const double> numbers);

  private:
    // Twice as wide as the engine's rows: a leaf's arithmetic is one long chain, and what waits for
    // one lane can work for another.
    static constexpr size_t width = 8;
    using Pack = Lanes<width>;
    struct Row {
        RiderConstants<Pack> c;
        RiderMotion<Pack> m;
    };
    /// Of a carrier, during one step.
    struct Path {
        BodyNow before, after;
        Vec3 turn = Vec3::Zero();  // rotation vector from before to after
        CarrierMotion<double> stage[2];
        RiderAir<double> air;
    };
    struct Counts {
        uint64_t turned = 0, not_finite = 0;
    };
    struct Single;

    void follow(double dt, const BodyTree& carriers, const Scheme& scheme, const Loads& loads);
    void step_row(size_t row, double dt, const Scheme& scheme, Counts& counts);
    void redo(size_t row, size_t lane, double dt, const RiderMotion<Pack>& before, Counts& counts);
    void start_row(size_t row, double dt);
    Energy row_energy(size_t row, const BodyNow& carrier) const;
    void put_joint(size_t rider);

    double turn_limit_ = 1;
    bool fresh_ = true;
    bool followed_ = false;  // the paths end where the carriers are now
    std::vector<BodyId> riding_;
    std::vector<uint32_t> seat_;  // of each rider: row · width + lane
    std::vector<DomainId> domain_;
    std::vector<Rigid> given_;       // from the plant's space, in the given shape, to leaf axes
    std::vector<uint32_t> carrier_;  // of each rider: a path
    std::vector<Vec3> stiffness_, damping_;  // of each rider, as the plant gives them
    std::vector<double> factor_;
    std::vector<Row> rows_;
    std::vector<uint32_t> row_path_;  // of each row: all its leaves have one carrier
    std::vector<double> vogel_;       // of each path
    std::vector<uint32_t> sample_;    // of each path: its air sample, or none
    std::vector<BodyId> paths_of_;    // carrier's row of each path
    std::vector<Path> paths_;
    std::vector<Counts> counts_;  // per chunk
};

}  // namespace thigmo
