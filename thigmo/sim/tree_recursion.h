// One O(n) solve for the accelerations of any tree of bodies, the articulated-body algorithm of
// [Featherstone2008] with bodies that have coordinates of their own; derivation in
// docs/recursion.md.
//
// Body i has a frame with acceleration a_i = (angular, linear) and r_i coordinates q_i of its own:
// none (a rigid part of its parent), one (a revolute joint), three (a ball joint, three Euler
// angles), r modes of a domain that bends. Its parent's number is smaller than its own; −1 is the
// base. With X_i the shift and turn from the parent's frame:
//
//     ā_i = X_i (a_parent + J_i q̈_parent) + ζ_i
//     joint:        a_i = ā_i + S_i q̈_i      the body and all it carries move alike
//     deformation:  a_i = ā_i                its mass moves by [I C; Cᵀ M], each child by its own J
//
// Accelerations are the classical ones: of the origin, no ω × v left out. Everything of a body is
// in its own frame. Forces stand on the left-hand side: bias plus internal minus applied.
// Implicit terms belong to the inputs: c_B B + c_K K of springs in `implicit`, c PᵀDP of a load
// such as drag in `inertia` (a deformation's parts PᵀDU, UᵀDU in `own` and `implicit`).
// Gravity is a base accelerating by −g, see solve_held and solve_free.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "thigmo/base/assert.h"
#include "thigmo/base/vector.h"
#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/sim/small_cholesky.h"
#include "thigmo/sim/small_elimination.h"
#include "thigmo/sim/tree_parts.h"

namespace thigmo {

/// What a body's own coordinates move, see above.
enum class Coordinates : uint8_t { joint, deformation };

struct RecursionRow {
    int parent = -1;
    int coordinates = 0;
    Coordinates kind = Coordinates::joint;
};

/// Inputs and results of one solve. All memory is taken when it is built; `Real` is double, or
/// long double where rounding is measured.
template <class Real = double>
class TreeRecursion {
  public:
    using V3 = Eigen::Matrix<Real, 3, 1>;
    using M3 = Eigen::Matrix<Real, 3, 3>;
    using V6 = Eigen::Matrix<Real, 6, 1>;
    using M6 = Eigen::Matrix<Real, 6, 6>;
    template <int R = Eigen::Dynamic>
    using Wide = Eigen::Map<Eigen::Matrix<Real, 6, R>>;
    template <int R = Eigen::Dynamic>
    using Square = Eigen::Map<Eigen::Matrix<Real, R, R>>;
    template <int R = Eigen::Dynamic>
    using Vector = Eigen::Map<Eigen::Matrix<Real, R, 1>>;

    /// What the caller writes for every body before a solve.
    struct Body {
        M3 turn = M3::Identity();     // from the parent's axes to the body's
        V3 arm = V3::Zero();          // of its origin from the parent's, in the parent's axes
        V6 drift = V6::Zero();        // ζ: its acceleration when nothing accelerates
        M6 inertia = M6::Identity();  // I, symmetric
        V6 force = V6::Zero();        // bias minus applied (moment about the origin, force)
    };

    /// In so many parts or some more, which threads may take at once.
    explicit TreeRecursion(std::span<const RecursionRow> rows, size_t parts = 1);

    size_t size() const { return rows_.size(); }
    size_t coordinates() const { return size_t(places_.back().q); }
    const RecursionRow& row(size_t i) const { return rows_[i]; }
    const TreeParts& parts() const { return parts_; }
    /// Where body i's coordinates begin among all.
    size_t first(size_t i) const { return size_t(places_[i].q); }

    std::vector<Body> bodies;
    bool same_axes = false;        // every `turn` is the identity and is not read
    M6 base_inertia = M6::Zero();  // of the base alone; used where the base is free
    V6 base_force = V6::Zero();

    /// 6×r: S of a joint, C of a deformation.
    Wide<> own(size_t i) { return wide(own_, i); }
    /// 6×r of the parent: J_i; read only where the parent deforms.
    Wide<> ride(size_t i) { return {&ride_[size_t(places_[i].ride)], 6, parent_coordinates(i)}; }
    /// r×r: what implicit springs and damping add to D; a deformation's M as well. Its lower
    /// triangle is read.
    Square<> implicit(size_t i) { return square(implicit_, i); }
    /// r: bias and internal minus applied, of the coordinates.
    Vector<> force(size_t i) { return vector(force_, i); }

    /// Leaves to root. False where a body's D is not positive definite: failed() names it.
    bool reduce();
    /// Root to leaves; `base` is the base's acceleration.
    void accelerate(const V6& base);

    /// The same part by part: reduce all but the last in any order, then the last; accelerate the
    /// last, then the others in any order. Gives the body whose D is not positive definite, or −1.
    int reduce_part(uint32_t part);
    void accelerate_part(uint32_t part);
    void set_base_acceleration(const V6& base) { base_acceleration_ = base; }

    /// Both, with the base's acceleration given (less gravity, in the base's axes).
    bool solve_held(const V6& base) {
        if (!reduce()) return false;
        accelerate(base);
        return true;
    }
    /// Both, with the base free: base_acceleration() is the solution, less gravity.
    bool solve_free();

    int failed() const { return failed_; }
    /// After reduce(): what the base feels of the tree, itself included, (inertia, force).
    const M6& felt_inertia() const { return base_sum_; }
    const V6& felt_force() const { return base_reaction_; }
    V6 base_acceleration() const { return base_acceleration_; }
    const V6& acceleration(size_t i) const { return acceleration_[i]; }
    Vector<> coordinate_acceleration(size_t i) { return vector(qdd_, i); }
    std::span<const Real> coordinate_accelerations() const { return qdd_; }
    /// After a solve: moment and force that the parent supplies to body i, at i's origin, i's axes.
    V6 carried(size_t i) const;

  private:
    struct Place {
        int q = 0, own = 0, square = 0, ride = 0;
    };
    template <int R>
    struct Size {};

    Wide<> wide(std::vector<Real>& all, size_t i) {
        return {&all[size_t(places_[i].own)], 6, rows_[i].coordinates};
    }
    Square<> square(std::vector<Real>& all, size_t i) {
        const int r = rows_[i].coordinates;
        return {&all[size_t(places_[i].square)], r, r};
    }
    Vector<> vector(std::vector<Real>& all, size_t i) {
        return {&all[size_t(places_[i].q)], rows_[i].coordinates};
    }
    int parent_coordinates(size_t i) const {
        return rows_[i].parent < 0 ? 0 : rows_[size_t(rows_[i].parent)].coordinates;
    }
    bool rides(size_t i) const {
        const int p = rows_[i].parent;
        return p >= 0 && rows_[size_t(p)].kind == Coordinates::deformation &&
               rows_[size_t(p)].coordinates > 0;
    }
    template <class Work>
    static auto with_size(int r, const Work& work);
    void load(size_t i);
    void hand_up(size_t i);
    template <int R>
    bool eliminate(size_t i);
    template <int R>
    void ride_up(size_t i, const M6& inertia, const V6& force);
    template <int R>
    void coordinates_down(size_t i, V6& a);
    M6 shifted(const Body& body, M6 inertia) const;
    V6 shifted(const Body& body, V6 force) const;
    V6 carried_over(const Body& body, const V6& acceleration) const;

    std::vector<RecursionRow> rows_;
    TreeParts parts_;
    std::vector<Place> places_;  // one more than rows: the ends
    std::vector<Real> own_, ride_, implicit_, force_;
    std::vector<Real> gain_, factor_, rate_, qdd_;  // B̂D⁻¹, Cholesky factor of D, D⁻¹p̂_q, q̈
    std::vector<M6> inertia_;                       // Î, then Iᴬ
    std::vector<V6> reaction_;                      // p̂, then pᴬ
    std::vector<V6> acceleration_;
    M6 base_sum_;
    V6 base_reaction_, base_acceleration_;
    int failed_ = -1;
};

}  // namespace thigmo

#include "thigmo/sim/tree_recursion_passes.h"
