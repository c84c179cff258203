// The two passes over a tree of bodies that natural modes are made of.
//
// Small motions are turns of each body, in the plant's axes, from the given shape: M φ̈ + S φ = 0.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "thigmo/sim/articulated/outboard.h"

namespace thigmo {

using Turns = std::vector<Vec3>;  // one per body

/// M: inertial moments of turning accelerations.
class TurnInertia {
  public:
    explicit TurnInertia(const Bodies& bodies);

    /// Generalised forces of absolute turns: parent before child for the joints' accelerations,
    /// back for the forces. `out` may be any size.
    void product(const Turns& turns, Turns& out) const;
    /// Accelerations of every joint for these turns.
    void joint_motion(const Turns& turns, Turns& out) const;
    std::span<const Solid> own() const { return own_; }
    std::span<const Vec3> arms() const { return arm_; }

  private:
    std::span<const BodyId> parent_;
    std::vector<Vec3> arm_;  // from the parent's joint; 0 on the base
    std::vector<Solid> own_;
    mutable Turns motion_, force_;
};

/// S by blocks: of every body its own, and the one in its parent's row and its own column.
struct TurnBlocks {
    std::vector<Mat3> diagonal, coupling;
};

/// S = L Lᵀ for one kind of S; modes are the eigenvectors of L⁻¹ M L⁻ᵀ.
class TurnStiffness {
  public:
    virtual ~TurnStiffness() = default;
    /// φ = L⁻ᵀ x and y = L⁻¹ f, for numbers three to a body.
    virtual void to_turns(std::span<const double> x, Turns& turns) const = 0;
    virtual void from_forces(const Turns& forces, std::span<double> y) const = 0;
    /// Back: x = Lᵀ φ and f = L y.
    virtual void from_turns(const Turns& turns, std::span<double> x) const = 0;
    virtual void to_forces(std::span<const double> y, Turns& forces) const = 0;
    virtual TurnBlocks blocks() const = 0;
};

/// The joints' springs alone, in the compliance form: no digits are lost along thin chains.
class SpringStiffness final : public TurnStiffness {
  public:
    explicit SpringStiffness(const Bodies& bodies);
    void to_turns(std::span<const double> x, Turns& turns) const override;
    void from_forces(const Turns& forces, std::span<double> y) const override;
    void from_turns(const Turns& turns, std::span<double> x) const override;
    void to_forces(std::span<const double> y, Turns& forces) const override;
    TurnBlocks blocks() const override;

  private:
    std::span<const BodyId> parent_;
    std::vector<Mat3> root_;          // R diag(k^-½)
    std::vector<Mat3> root_inverse_;  // diag(k^½) Rᵀ
    mutable Turns sum_;
};

/// Springs as they are bent in the given shape, and the weight on them: second derivatives of the
/// whole potential energy. The weight's own block of body i is
///
///     (g·s) 1 − ½ (g sᵀ + s gᵀ),   s = m c + Σ over children of (mass outboard) · arm
class LoadedStiffness final : public TurnStiffness {
  public:
    LoadedStiffness(const Bodies& bodies, const Vec3& gravity);
    /// The first body whose block has no factor: the plant buckles under its weight. None: sound.
    BodyId buckles() const { return buckles_; }
    void to_turns(std::span<const double> x, Turns& turns) const override;
    void from_forces(const Turns& forces, std::span<double> y) const override;
    void from_turns(const Turns& turns, std::span<double> x) const override;
    void to_forces(std::span<const double> y, Turns& forces) const override;
    TurnBlocks blocks() const override;

  private:
    void factorise(std::vector<Mat3>& diagonal);

    std::span<const BodyId> parent_;
    std::vector<Mat3> lower_, lower_inverse_;  // the block's Cholesky factor, and its inverse
    std::vector<Mat3> coupling_;  // block of the parent's row and this body's column, factored
    BodyId buckles_;
    mutable Turns sum_;
};

}  // namespace thigmo
