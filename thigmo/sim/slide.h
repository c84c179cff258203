// A base that slides on the ground: Coulomb's friction within a solve.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

/// Acceleration of a sliding base of inertia S under a force f, with the velocity u = v + c₁a when
/// the solve ends: the one that stops it where friction R can, else S a = f − R u/|u|. There
/// z = c₁R u/|u| is
///
///     z = (1 + yS)⁻¹ (Sv + c₁f)   with |z| = c₁R, y = |u|/(c₁R)
///
/// and 1/|z| so nearly linear in y that Newton's method takes a few steps from y = 0.
Eigen::Vector2d slide(const Eigen::Matrix2d& S, const Eigen::Vector2d& f, const Eigen::Vector2d& v,
                      double c1, double friction);

}  // namespace thigmo
