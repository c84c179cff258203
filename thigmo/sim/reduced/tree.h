// The moving bodies of a reduced plant: their state, one solve, one step; without a plant's rows.
//
// A step is one of an implicit scheme, whose stages have the form
//
//     q* = q_known + c_K q̈,   q̇* = q̇_known + c_B q̈
//
// A stage is solved by Newton's method: every iterate evaluates all bodies at (q*, q̇*), puts
// M + c_B B + c_K K on their diagonals and lets the tree recursion find all accelerations at once.
// What does not converge is tried in halves; see docs/reduced.md.
#pragma once

#include <optional>

#include "thigmo/base/progress.h"
#include "thigmo/sim/reduced/bodies.h"
#include "thigmo/sim/simulator.h"
#include "thigmo/sim/tree_recursion.h"

namespace thigmo {

/// Where a body's frame is and how it moves.
struct BodyFrame {
    Mat3 axes = Mat3::Identity();  // columns, in the world
    Vec3 origin = Vec3::Zero();
    Vec3 spin = Vec3::Zero();      // angular velocity, in the body's axes
    Vec3 velocity = Vec3::Zero();  // of the origin, in the body's axes
};

/// A load on a point of a body.
struct BodyLoad {
    int body = 0;
    MovingPoint point;
    MovingFace face;  // that a torque turns; none without one
    Load load;
};

/// Force (N) and torque (N m) of a load on a body, in the world.
struct Push {
    int body = 0;
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

/// What acts during a step.
struct TreeLoads {
    Vec3 gravity = Vec3::Zero();
    std::span<const AirSample> air{};
    std::span<const BodyLoad> points{};
    BaseDrive base{};
    std::span<const BladeLoad> blades{};
    std::span<const Push> jumps{};  // what acts beside every point load, or none
};

/// How much smaller Newton's next change was than the one before it, when last seen.
struct Contraction {
    double share = 1, at = 0;  // the change before
};

class ReducedTree {
  public:
    /// `bodies` must outlive it.
    ReducedTree(const ReducedBodies& bodies, const ReducedSettings& settings, const Start& start);

    StepReport step(double dt, const TreeLoads& loads);
    /// Whom steps ask whether to stop; null: nobody.
    void heed(const Progress* progress) { progress_ = progress; }

    size_t size() const { return recursion_.size(); }
    std::span<const double> coordinates(size_t body) const;
    std::span<const double> rates(size_t body) const;
    const BodyFrame& frame(size_t body) const { return frames_[body]; }
    const Start& base() const { return state_.base; }  // with the velocity of the plant's origin
    Energy energy(const Vec3& gravity) const;
    /// On the body, by what carries it, at its origin, in the world; of the last solve.
    Wrench carried(size_t body) const;
    int failed_body() const { return failed_; }
    BladeMotion blade(size_t k) const;
    void set_blade(size_t k, const BladeMotion& motion);
    /// Where a body's patches of air are and how they move.
    void read_air(size_t body, std::span<AirSample> out) const;

    void set_coordinates(size_t body, std::span<const double> q, std::span<const double> rates);
    bool is_free() const { return settings_.footing.base == Base::free; }
    /// Turns and shifts a free base by a small motion of a root's frame (in the frame's axes) and
    /// sets its twist so that the frame has that rate.
    void move_base(size_t root, const Vec6& by, const Vec6& rate);
    /// Places a free base so that the first root's frame is this one (spin and velocity in the
    /// world); a base that gives it already stays as it is.
    void place_root(const BodyFrame& frame);
    /// What changes beside coordinates and rates: accelerations, the base, how finely steps are
    /// cut.
    void save_rest(std::vector<double>& out) const;
    void restore_rest(std::span<const double> numbers);
    /// How many numbers that takes in a state, from `first` on.
    size_t rest_numbers(std::span<const double> state, size_t first) const;
    /// Accelerations begin anew.
    void restart();
    /// What acts in the next step is not what gave the accelerations.
    void forget() { state_.memory.is_set = false; }
    /// Stiffness of every body and of every blade's stalk, × these.
    void set_factors(std::span<const double> stiffness, std::span<const double> stalks);
    std::span<const double> stiffness_factors() const { return stiffness_; }
    std::span<const double> stalk_factors() const { return stalks_; }
    /// Brings the frames up to date with coordinates that were set.
    void update();

  private:
    /// What acted when the accelerations were found.
    struct Memory {
        bool is_set = false, air = false;
        Vec3 gravity = Vec3::Zero();
        std::vector<Push> pushes;  // of all point loads
    };
    /// Coordinates of all bodies, then of blades: small turns since the part of the step began.
    struct State {
        Eigen::VectorXd q, v, a;
        Start base;                  // its velocity is that of the plant's origin
        Vec6 base_a = Vec6::Zero();  // angular, linear acceleration, in the world
        Memory memory;
    };
    /// What a stage's state is without its own acceleration, and what that adds.
    struct Stage {
        Eigen::VectorXd q, v;
        Start base;
        Vec3 turn = Vec3::Zero();  // rotation vector of the base from `base`, in the world
        double c_rate = 0, c_place = 0;
    };

    bool part(double dt, double begin, const TreeLoads& loads, StepReport& report);
    bool generalised_alpha(double dt, double begin, const TreeLoads& loads, StepReport& report);
    bool sdirk2(double dt, double begin, const TreeLoads& loads, StepReport& report);
    bool tr_bdf2(double dt, double begin, const TreeLoads& loads, StepReport& report);
    bool continues(const TreeLoads& loads) const;
    void remember(const TreeLoads& loads);
    std::span<const Push> jumps_of(const TreeLoads& loads);
    Push push_of(const BodyLoad& load, const State& at) const;
    bool solve(const Stage& stage, const TreeLoads& loads, State& at, StepReport& report);
    void reach(const Stage& stage, State& at) const;
    void drive(double time, const BaseDrive& drive, Stage& stage) const;
    bool converged(double change, double before);
    bool move_frame(size_t i, const State& at, const Vec3& gravity);
    int move_frames(uint32_t part, const State& at, const Vec3& gravity);
    bool move_frames(const State& at, const Vec3& gravity);
    BodyEquation equation(size_t i);
    template <int B>
    struct Elastic;
    template <int B>
    Elastic<B> elastic(size_t i, std::span<const double> q) const;
    double viscosity(size_t i) const;
    template <int B>
    void add_elastic(size_t i, const Stage& stage, const State& at, PackedEquation<B>& out);
    template <int B>
    void add_air(size_t i, const Stage& stage, const State& at, std::span<const AirSample> air,
                 PackedEquation<B>& out) const;
    void fill_body(size_t i, const Stage& stage, const State& at, const TreeLoads& loads);
    void add_load(const BodyLoad& load, const Push& jump, const Stage& stage, const State& at);
    struct Seat;
    Eigen::Index blade_row(size_t k) const {
        return static_cast<Eigen::Index>(recursion_.coordinates() + 3 * k);
    }
    BladeStage blade_stage(const Stage& stage, size_t k) const;
    SeatMotion seat_motion(const ReducedSeat& seat, const Seat& now, const State& at) const;
    void add_blades(size_t i, const Stage& stage, const State& at, const TreeLoads& loads);
    void follow_blades(uint32_t part);
    void take_blades(State& at) const;
    void turn_blades(const Stage& stage);
    void add_blade_energy(const Vec3& gravity, Energy& sum) const;
    Vec3 known(size_t i, const PointState& now, const Vec3& force, const Mat3& slope) const;
    void fill(uint32_t part, const Stage& stage, const State& at, const TreeLoads& loads);
    int reduce(uint32_t part, const Stage& stage, const State& at);
    bool find_accelerations(const Stage& stage, const State& at, const TreeLoads& loads);
    void follow_lumped(const Vec6& base);
    Vec6 base_acceleration(const Stage& stage, const State& at, const TreeLoads& loads) const;
    bool drop_negative(size_t i, const Stage& stage, const State& at);
    bool reduce_positive(const Stage& stage, const State& at);
    template <class Work>
    bool each_part(uint32_t end, const Work& work);
    std::span<const double> own(const Eigen::VectorXd& all, size_t i) const {
        return {all.data() + recursion_.first(i), static_cast<size_t>(bodies_.bodies[i].size)};
    }
    Eigen::Map<const Eigen::VectorXd> of(const Eigen::VectorXd& all, size_t i) const {
        return {all.data() + recursion_.first(i), bodies_.bodies[i].size};
    }

    const ReducedBodies& bodies_;
    ReducedSettings settings_;
    TreeRecursion<double> recursion_;
    std::vector<BodyFrame> frames_;
    std::vector<Vec6> felt_;  // accelerations of frames in the iterate before, less gravity
    /// A blade seat in an iterate.
    struct Seat {
        MountedFrame frame;
        Eigen::Matrix<double, 6, Eigen::Dynamic> ride;
        bool exists = false;
    };
    std::vector<Seat> seats_;
    std::vector<CondensedBlade> condensed_;
    std::vector<Vec3> found_;                // accelerations of blades
    std::vector<Quat> turns_, begin_turns_;  // of blades, when the part and the step began
    std::vector<double> stiffness_;          // factors
    std::vector<double> stalks_;             // likewise
    std::vector<uint8_t> positive_;          // of every body: its tangent was made so
    State state_, begin_;
    Stage stage_;  // of a step: this, what it comes to, and the first of them
    State at_, first_;
    std::vector<Push> jumps_;
    std::vector<int> stopped_;  // of every part: the body that it stopped at, or −1
    int cut_ = 0;               // steps are taken in 2^cut parts
    Contraction contraction_;
    int failed_ = -1;
    const Progress* progress_ = nullptr;
};

}  // namespace thigmo
