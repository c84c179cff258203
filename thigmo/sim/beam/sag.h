// How branches swing by themselves, by Rayleigh's method: in the shape into which a steady
// acceleration across them bends them, everything that grows from them bending too, leaves on their
// stalks as well. Weight stiffens what hangs and softens what stands.
#pragma once

#include <array>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/sim/beam/hanging.h"

namespace thigmo {

struct Branch;

/// A branch's main mode, of which the way of its tip is 1.
struct SagMode {
    double frequency = 0;  // Hz
    double mass = 0;       // φᵀMφ (kg)
    double participation = 0;  // φᵀM·1 / φᵀMφ: how much of a shaking base's acceleration it takes
    /// m: way of the tip under the drag of a steady wind of 1 m/s, of the tapered beam that comes
    /// nearest to the ways all along the branch; a limp end alone says little about it.
    double lean = 0;
};

/// What the modes of all branches share. Wood bends in the middle of each segment by the whole
/// segment's compliance, and each half of the segment lies on its side of that; branches of few
/// segments are cut into more. Leaves and fruits turn where they are attached.
class Sag {
  public:
    /// gravity: m/s², downwards.
    Sag(const Plant& plant, double gravity);

    /// Of a branch and all that grows from it, clamped at its base: the mean over accelerations in
    /// two directions across it.
    ///
    ///     ω² = (Σ θ²/c − 2 Σ m g·w) / Σ m u²
    ///
    /// u the ways under the unit acceleration d, θ the turns of the joints of compliance c, w the
    /// ways in their second order, by which a bob rises as it swings out.
    SagMode mode(const Branch& branch) const;

  private:
    /// A turn of what lies beyond a joint: x ↦ x + turn × x − shift.
    struct Turned {
        Vec3 turn = Vec3::Zero(), shift = Vec3::Zero();
        Vec3 way(const Vec3& x) const { return turn.cross(x) - shift; }
    };
    struct Joint {
        Vec3 at = Vec3::Zero(), axis = Vec3::UnitY();
        double bending = 0, twisting = 0;  // compliance (rad/(N m))
        double mass = 0;                   // of all beyond it
        Vec3 arm = Vec3::Zero();           // Σ m (x − at)
        Vec3 drag_arm = Vec3::Zero();      // Σ k (x − at)
        Mat3 pull = Mat3::Zero();          // moment by which weight pulls a turn back, per turn
        Mat3 yields = Mat3::Zero();        // turn per moment, where weight pulls back too
        bool exists() const { return bending > 0; }
        void bear(const Hanging& beyond);
        double elastic(const Vec3& turn) const;
    };
    struct Sums {
        double force = 0, square = 0;  // Σ m d·u, Σ m u²
        double stiffness = 0;          // Σ θ²/c − 2 Σ m g·w
        Vec3 tip = Vec3::Zero();
        double fitted = 0, fit = 0;  // Σ w d·u û, Σ w û² along the branch; û of the tapered beam
    };
    void add_joints(DomainId domain);
    void add_stalk(DomainId domain);
    void sum_outboard();
    void hold_leaves_up();
    void add_weight(Joint& joint) const;
    /// What bends the plant: an acceleration of 1 m/s², or a wind of 1 m/s.
    enum class Push { acceleration, wind };
    void turn(const Joint& joint, Push push, const Vec3& d, Turned& turned, Sums& sums) const;
    Turned carrier(DomainId domain, const std::vector<Turned>& segments,
                   const std::vector<Turned>& domains, Rows<DomainId> within) const;
    Sums sums(const Branch& branch, Push push, const Vec3& d) const;

    const Plant plant_;  // of short pieces
    Vec3 gravity_;
    Column<SegmentId, std::array<Lump, 2>> halves_;  // of segments, before and beyond their joints
    Column<DomainId, Lump> shapes_;                  // of shapes that are no segments' own
    Column<SegmentId, Joint> joints_;
    Column<DomainId, Joint> stalks_;  // of shapes without segments
};

}  // namespace thigmo
