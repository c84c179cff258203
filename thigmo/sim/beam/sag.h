// How branches swing by themselves, by Rayleigh's method: in the shape into which a steady
// acceleration across them bends them, everything that grows from them bending too.
#pragma once

#include <array>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/sim/beam/hanging.h"

namespace thigmo {

/// A branch's main mode, of which the way of its tip is 1.
struct SagMode {
    double frequency = 0;  // Hz
    double mass = 0;       // φᵀMφ (kg)
    double participation = 0;  // φᵀM·1 / φᵀMφ: how much of a shaking base's acceleration it takes
    double drag = 0;           // φᵀk (kg/m): force on the mode per squared speed of the wind
};

/// What the modes of all branches share. Wood bends in the middle of each segment by the whole
/// segment's compliance.
class Sag {
  public:
    explicit Sag(const Plant& plant);

    /// Of a branch and all that grows from it, clamped at its base: the mean over accelerations in
    /// two directions across it.
    ///
    ///     ω² = Σ m d·u / Σ m u²,  u the ways under the unit acceleration d
    SagMode mode(DomainId branch, const std::array<Vec3, 2>& across) const;

  private:
    /// A turn of what lies beyond a joint: x ↦ x + turn × x − shift.
    struct Turned {
        Vec3 turn = Vec3::Zero(), shift = Vec3::Zero();
        Vec3 way(const Vec3& x) const { return turn.cross(x) - shift; }
    };
    struct Joint {
        Vec3 at = Vec3::Zero(), axis = Vec3::UnitY();
        double bending = 0, twisting = 0;  // compliance (rad/(N m))
        double mass = 0;                   // beyond it
        Vec3 first = Vec3::Zero();         // Σ m x beyond it
    };
    struct Sums {
        double force = 0, square = 0, drag = 0;  // Σ m d·u, Σ m u², Σ k d·u
        Vec3 tip = Vec3::Zero();
    };
    void add_joints(DomainId domain);
    void sum_outboard();
    Turned carrier(DomainId domain, const std::vector<Turned>& segments,
                   const std::vector<Turned>& domains, Rows<DomainId> within) const;
    Sums sums(DomainId branch, const Vec3& d) const;

    const Plant& plant_;
    Column<SegmentId, Lump> lumps_;
    Column<DomainId, Lump> shapes_;  // of shapes that are no segments' own
    Column<SegmentId, Joint> joints_;
};

}  // namespace thigmo
