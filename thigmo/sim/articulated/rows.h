// Rows of bodies: what the recursion reads and writes, one body per lane, all fields of a row
// together. A lane without a body has no mass, stiffness, offset nor rest rotation, and unit
// inertia: it adds exactly nothing.
#pragma once

#include <cstdint>

#include "thigmo/sim/articulated/lane_math.h"

namespace thigmo {

/// What moves, beside the joint's position. Velocity and acceleration are the joint's; the
/// acceleration is felt: gravity is taken from it.
template <class L>
struct BodyMotion {
    Turn<L> Q;
    Vec<L> w, al, v, a;
};

/// What a rod needs: centre d on its axis t, inertia Jp (1 − ttᵀ) + Ja ttᵀ about the joint.
template <class L>
struct RowConstants {
    Vec<L> offset;      // of the joint, in the parent's axes
    Turn<L> rest;       // from body to parent's axes
    L mass, d, Ja, Jp;  // kg, m, kg m²
    L kt, kb, ct, cb;   // stiffness and damping, twist and bend
    L cd;               // place of the drag on the axis
};

/// Beside it, for bodies that are no rods.
template <class L>
struct GeneralConstants {
    L plate;        // 1: drag acts in all directions
    Sym<L> J;       // about the joint, body axes
    Vec<L> centre;  // body axes
    Vec<L> k, c;    // per axis
    Vec<L> crown;   // where the drag of leaves welded to it acts, body axes
    L crown_k;      // its coefficient now
};

/// What the way up leaves for the way down.
template <class L>
struct Kept {
    Mat<L> G, Y;
    Vec<L> Wu, r, gam;
};

/// Of a body: angular, and of its joint (felt).
template <class L>
struct Accelerations {
    Vec<L> al, a;
};

template <class L>
struct Row {
    RowConstants<L> c;
    BodyMotion<L> motion[2];  // before the step, and after it (during it: predicted)
    Vec<L> wind;
    L k;  // drag coefficient now, with the Vogel exponent
    Kept<L> kept;
};

/// Read once a step, or less.
template <class L>
struct RowRare {
    L drag, vogel;         // k below vogel_speed, and the exponent beyond it
    L crown, crown_vogel;  // of leaves welded to it
    Turn<L> given;         // in the given shape: from body axes to the plant's space
    Vec<L> joint;          // there
};

/// Articulated inertia and bias of what hangs on a body: n = A α + B a + pn, f = Bᵀ α + M a + pf;
/// and for the load stiffness the force F that pulls outward and its Σ F·r.
template <class L>
struct Hung {
    Sym<L> A;
    Mat<L> B;
    Sym<L> M;
    Vec<L> pn, pf, F;
    L pull;
};
constexpr size_t hung_count = 31;

}  // namespace thigmo
