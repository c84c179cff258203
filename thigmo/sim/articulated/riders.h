// Leaves that ride: in a large crown they are no bodies of the tree, but hang on its bodies in rows
// of their own, and are solved with them: on the way up each hands its condensed inertia and load
// to its carrier, on the way down it takes its acceleration from it. A leaf that would turn too far
// takes smaller steps by itself; the plant does not wait.
//
// Carriers of one block go in groups of eight, one to a lane, and their leaves lie in the lane of
// their carrier; those with as many leaves are together, so that few places stay empty. A step
// passes over the leaves' memory three times, as over the bodies'.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "thigmo/base/large_pages.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/carrier_path.h"
#include "thigmo/sim/articulated/crown.h"
#include "thigmo/sim/articulated/lane_structs.h"

namespace thigmo {

class Riders final : public Passengers {
  public:
    /// The carriers carry them from now on, from where these are.
    Riders(const Crown& crown, const Bodies& bodies, const ArticulatedSettings& settings,
           BodyTree& carriers);
    Riders(const Riders&) = delete;
    Riders& operator=(const Riders&) = delete;

    size_t size() const { return seat_.size(); }

    void begin_step();
    /// Leaves that took steps by themselves since then are counted as rejected.
    void count(StepReport& report) const;
    /// Accelerations begin anew.
    void restart();

    Vec3 angular_velocity(size_t rider) const;
    /// Where the joint is, and its velocity, with the carriers' motion now.
    Vec3 position(size_t rider, const BodyTree& carriers) const;
    Vec3 velocity(size_t rider, const BodyTree& carriers) const;
    /// Motions of the leaves' shapes from the given shape to now.
    void pose(const BodyTree& carriers, Column<DomainId, Rigid>& shapes) const;
    Rigid motion(size_t rider, const BodyTree& carriers) const;
    /// Of a leaf's joint against bending (N m/rad).
    double bending(size_t rider) const { return factor_[rider] * stiffness_[rider].y(); }
    void set_stiffness(size_t rider, double factor);

    /// As BodyTree's: numbers_per_body each. Where the carriers are restored too, they come after.
    void save(std::vector<double>& out) const;
    void restore(std::span<const double> numbers);

    void climb(size_t block, const Solve& solve, bool new_air, CarrierRows& rows) override;
    void turn_round(size_t block, const Solve& next, CarrierRows& rows) override;
    void finish(size_t block, const Solve& solve, const Finish& finish, double dt,
                const CarrierRows& rows) override;
    void start(size_t block, const CarrierRows& rows) override;
    Totals totals(size_t block, bool after, bool air, const Viewpoint& from,
                  const CarrierRows& rows) const override;
    void accept() override { now_ = 1 - now_; }
    void keep() override;
    void come_back() override;
    void slow(double share, const Vec3& turning) override;
    void add_wrenches(const CarrierRows& rows, bool air, std::span<const uint32_t> body_of,
                      std::span<Wrench> sums) const override;

  private:
    static constexpr size_t width = 8;
    using Pack = EightLanes;
    struct Group {
        std::array<uint32_t, width> seat;  // of the carriers
        uint32_t first_row = 0, rows = 0;
        Mat<Pack> R, turning;  // of the carriers in the last solve, see CarrierSight
        uint64_t turned = 0, not_finite = 0;
    };
    struct Row {
        RiderConstants<Pack> c;
        RiderMotion<Pack> m[2];  // now, and after the step (during it: predicted)
        RiderKept<Pack> kept;
        Pack k;  // drag coefficient now, with the Vogel exponent
    };
    /// Read where leaves are drawn.
    struct Drawn {
        Turn<Pack> turn;  // from the plant's space, in the given shape, to leaf axes
        Vec<Pack> shift;
        std::array<DomainId, width> domain;
    };
    struct Single;
    struct Ends;
    struct Seated;
    /// A step, its halves, and so on; the finest is of first order, and damps what it cannot
    /// follow.
    static constexpr size_t deepest = 6;
    using Finer = std::array<Scheme, deepest + 1>;

    void seat_riders(const Crown& crown, const BodyTree& carriers);
    void add_group(std::span<const Seated> carriers);
    void put_rider(size_t rider, BodyId leaf, const Bodies& bodies, const BodyTree& carriers);
    void put_joint(size_t rider);
    void note_damping();
    Row& row_of(size_t rider) { return rows_[seat_[rider] / width]; }
    const Row& row_of(size_t rider) const { return rows_[seat_[rider] / width]; }
    size_t lane_of(size_t rider) const { return seat_[rider] % width; }
    RiderMotion<double> motion_of(size_t rider) const {
        return take_lane(row_of(rider).m[now_], lane_of(rider));
    }

    template <class Work>
    void each_group(size_t block, const Work& work) const;
    void look(const Group& group, const Solve& solve, const CarrierRows& rows,
              CarrierSight<Pack>& sight) const;
    void meet_air(const Group& group, const CarrierRows& rows);
    void climb_group(Group& group, const Solve& solve, bool new_air, CarrierRows& rows);
    void turn_group(Group& group, const Solve& next, CarrierRows& rows);
    void climb_row(Row& row, const Solve& solve, const CarrierSight<Pack>& sight,
                   Hung<Pack>& hung) const;
    Vec<Pack> solved(const Row& row, const Group& group, const Accelerations<Pack>& on) const;
    void finish_group(Group& group, const Solve& solve, const Finish& finish, double dt,
                      const CarrierRows& rows);
    void mend(Group& group, Row& row, const Pack& turn, Ends& ends) const;
    void redo(const Row& row, size_t lane, Ends& ends, RiderMotion<Pack>& next, Group& group) const;
    void hold_energy(const Row& row, Ends& ends, RiderMotion<Pack>& next) const;
    Totals group_totals(const Group& group, bool after, bool air, const Viewpoint& from,
                        const CarrierRows& rows) const;
    void pose_group(const Group& group, const BodyTree& carriers, Rigid* shapes) const;

    double turn_limit_ = 1;
    bool damped_ = true;  // every one
    int now_ = 0;
    std::vector<uint32_t> seat_;             // of each rider: row · width + lane
    std::vector<BodyId> carrier_;            // of each rider: its carrier's row
    std::vector<Vec3> stiffness_, damping_;  // of each rider, as the plant gives them
    std::vector<double> factor_;
    std::vector<Quat> above_, rest_;  // as the body tree's
    LargeVector<Group> groups_;
    std::vector<uint32_t> first_group_;  // of each block, and one past the last
    LargeVector<Row> rows_;
    LargeVector<Drawn> drawn_;             // of each row
    LargeVector<RiderMotion<Pack>> kept_;  // to come back to
    mutable std::vector<Totals> totals_;   // per group
};

}  // namespace thigmo
