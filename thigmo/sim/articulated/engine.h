// The bodies in rows, and the sweeps over them that make up a step; one lane type each.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "thigmo/base/large_pages.h"
#include "thigmo/base/parallel.h"
#include "thigmo/sim/articulated/lane_rows.h"
#include "thigmo/sim/articulated/lane_structs.h"
#include "thigmo/sim/articulated/layout.h"
#include "thigmo/sim/articulated/passengers.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

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
    // By how much it has changed at once since the accelerations were found.
    Vec3 force_jump = Vec3::Zero(), torque_jump = Vec3::Zero();
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
    double crown_drag = 0;  // of leaves that are welded to it
    Vec3 crown = Vec3::Zero();
};

template <class L>
class Engine final : public CarrierRows {
  public:
    static constexpr size_t W = lane_count<L>;
    Engine(const Bodies& bodies, const ArticulatedSettings& settings, size_t block);

    const Layout& layout() const { return layout_; }
    size_t size() const { return layout_.seat.size(); }

    OneMotion motion(uint32_t seat, bool after = false) const;
    void set_motion(uint32_t seat, const OneMotion& m);
    /// What hangs on the bodies in these seats is solved with them from now on.
    void carry(Passengers& passengers, std::span<const uint32_t> seats);
    void read_motions(EightSeats seats, bool after, BodyMotion<EightLanes>& motion) const override;
    Vec<EightLanes> read_positions(EightSeats seats, bool after) const override;
    Vec<EightLanes> read_wind(EightSeats seats) const override;
    Accelerations<EightLanes> read_solved(EightSeats seats) const override;
    void hang(EightSeats seats, const Hung<EightLanes>& hung) override;
    OneBody body(uint32_t seat) const;
    /// Positions, velocities and accelerations of joints from the base outward, and the sums;
    /// `in_world`: as seen from the world instead.
    Totals settle(bool after, bool air, bool in_world = false);

    void set_rest(uint32_t seat, const Quat& rest);
    void set_offset(uint32_t seat, const Vec3& offset);
    void set_joint(uint32_t seat, const Vec3& stiffness, const Vec3& damping);
    /// Which sample of the air each body reads, and at whose drag centre each is taken.
    void set_samples(std::span<const uint32_t> sample, std::span<const BodyId> sampled);
    void write_samples(std::span<const DragArea> areas, std::span<AirSample> out) const;
    /// The air that the attempts from now on see.
    void set_air(std::span<const AirSample> samples);
    /// Writes motions from the given shape to now, by body.
    void write_motions(Rigid* bodies) const;
    Rigid motion_of(uint32_t seat) const;
    /// Loaded bodies get a place where the loads add up; those of the last step lose theirs.
    void reserve_slots(std::span<const BoundLoad> loads);

    /// One step from the present motion into the other; accept() makes that the present one.
    /// Tips that turn beyond `relief` (rad) are stepped again on their own; 0: none.
    Attempt attempt(const Scheme& scheme, double dt, const StepInputs& inputs, double relief);
    /// The present motion's accelerations, of the base and, from one solve, of the bodies.
    Totals start(double dt, const StepInputs& inputs, bool solved);
    void accept() {
        before_ = 1 - before_;
        if (passengers_) passengers_->accept();
    }

    void keep();  // the present motion, to come back to
    void come_back();

  private:
    struct Slot {
        HungRow lane[W];
    };
    /// Which motion is summed, and from where it is seen.
    struct Sight {
        int which = 0;
        bool air = false;
        bool moves = false, turns = false;  // the place that it is seen from
        Vec<L> x, v, w;                     // of that place
    };
    static Sight sight(int which, bool air, const Viewpoint& from) {
        return {which,
                air,
                from.moves,
                from.turns,
                spread<L>(from.x),
                spread<L>(from.v),
                spread<L>(from.w)};
    }
    Viewpoint viewpoint(bool after, bool in_world) const;
    enum class Down { next_stage, finish, start };
    struct Descent {
        Down kind = Down::finish;
        Solve next = {};
        const Finish* finish = nullptr;
        double dt = 0;
        double relieved_beyond = 0;  // rad; 0: no tips are relieved
    };

    /// The next block is asked for while one is worked on, a few cache lines at a time: more at
    /// once would wait for each other. Into the second level of cache: the first is too small for
    /// it and would throw out what is worked on.
    struct Ahead {
        const char *next = nullptr, *end = nullptr;
    };
    static constexpr size_t row_lines = (sizeof(Row<L>) + 63) / 64;
    /// From one part of the next block to another, in fractions of its length.
    Ahead after_block(size_t block, double from, double to) const;
    template <size_t lines>
    static void fetch(Ahead& ahead) {
        if (ahead.next >= ahead.end) return;
#pragma GCC unroll 64
        for (size_t k = 0; k < lines; ++k) __builtin_prefetch(ahead.next + 64 * k, 0, 2);
        ahead.next += 64 * lines;
    }

    void predict_block(const Block& block, const Solve& solve);
    void climb_block(size_t block, const Solve& solve);
    template <bool rod>
    void climb_batch(size_t batch, const Solve& solve, Ahead& ahead);
    void climb_chain(size_t batch, const Solve& solve);
    template <bool rod>
    void climb_chain_of(size_t batch, const Solve& solve);
    void descend_chain(size_t batch, const Solve& solve, const Descent& descent, L& turn);
    void descend_block(size_t block, const Solve& solve, const Descent& descent);
    void descend_batch(size_t batch, const Solve& solve, const Descent& descent, L& turn,
                       std::vector<uint32_t>& wild, Ahead& ahead);
    void settle_block(size_t block, const Sight& sight, bool tips);
    void settle_tips(size_t block, const Sight& sight, bool after, const Viewpoint& from);
    /// Single bodies that carry nothing, whether a load has given them a place or not.
    bool is_tip(const Batch& batch) const {
        return batch.length == 1 && !batch.chain &&
               (layout_.slot[batch.first] < 0 || is_loaded(batch.first));
    }
    bool is_loaded(uint32_t row) const {
        return layout_.slot[row] >= static_cast<int32_t>(layout_.slot_count);
    }
    void relieve(size_t block, double dt, const StepInputs& inputs);
    struct Relief;
    Relief gather_relief(std::span<const uint32_t> seats, double dt,
                         const StepInputs& inputs) const;
    bool integrate_relief(Relief& relief, int steps, const StepInputs& inputs) const;
    template <bool rod>
    void settle_batch(size_t batch, const Sight& sight, Totals& totals, Ahead& ahead);

    void put_rare(const Bodies& bodies);
    Seen<L> seen_parent(size_t batch, const Solve& solve) const;
    struct Placed {
        BodyMotion<L> m;
        Vec<L> x;
    };
    Placed parent_motion(size_t batch, int which) const;
    static Placed last_lane_of(const Placed& first);
    Placed chain_parents(const Placed& before, const BodyMotion<L>& body,
                         const Vec<L>& offset) const;
    void fill_air(const Block& block);
    void deliver(size_t batch, const Hung<L>& hung);
    void add_hung(const LaneParent& to, const HungRow& hung);
    void add_loads(const Solve& solve, const StepInputs& inputs);
    void drive_base(const StepInputs& inputs);
    void solve_base(const Solve& solve, const StepInputs& inputs);
    void set_base_after(const OneMotion& base);
    void finish_base(const Scheme& scheme, double dt, const StepInputs& inputs);
    void climb_all(size_t block, const Solve& solve);
    void climb_trunk(const Solve& solve, const StepInputs& inputs);
    /// All but the trunk block, at the same time.
    template <class Work>
    void each_block(const Work& work) {
        if (layout_.blocks.size() == 1) return;
        parallel_chunks(layout_.blocks.size() - 1, 1, [&work](size_t begin, size_t end) {
            for (size_t k = begin; k < end; ++k) work(k + 1);
        });
    }
    Solve make_solve(const Stage& stage, const StepInputs& inputs) const;

    ArticulatedSettings settings_;
    Layout layout_;
    LargeVector<Row<L>> rows_;
    std::vector<GeneralConstants<L>> general_;         // of rows that need them
    std::vector<uint32_t> general_of_row_, batch_of_;  // of each row
    std::vector<Slot> slots_;          // the last ones of rows that have theirs for a load only
    std::vector<uint32_t> load_rows_;  // these
    std::vector<HungRow> outbox_;
    LargeVector<RowRare<L>> rare_;
    LargeVector<Vec<L>> x_[2];              // of joints, beside each motion
    std::vector<Accelerations<L>> solved_;  // by the last solve, of rows that have a slot
    LargeVector<BodyMotion<L>> kept_;
    LargeVector<Vec<L>> kept_x_;
    static constexpr uint32_t own_sample = 1u << 31;  // taken at this seat's body
    std::vector<uint32_t> sample_;                    // of each seat
    std::span<const AirSample> air_;                  // of the step
    bool new_air_ = false;
    std::vector<Totals> totals_;  // per block
    std::vector<double> turns_;
    std::vector<std::vector<uint32_t>> wild_;  // per block: seats of tips that turned too far
    bool crown_ = false;                       // leaves are welded to bodies
    bool large_ = false;                       // does not fit the caches
    Passengers* passengers_ = nullptr;
    int before_ = 0;
};

extern template class Engine<double>;
extern template class Engine<Lanes<4>>;
extern template class Engine<Lanes<8>>;

}  // namespace thigmo
