// Joints on a tapered piece of wood, so placed that a few of them bend as the whole piece does.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace thigmo {

/// A joint on a piece: where it is, and its share of ∫ w ds.
struct PlacedJoint {
    double at = 0;      // m from the piece's start
    double weight = 0;  // ∫ w ds of the part that it stands for
};

/// The Gauss quadrature of n points on 0 … length for the weight w(s) > 0: with w = 1/EI the points
/// are joints, the weights their compliances. A moment M(s) turns the piece's end by
///
///     ∫ M w ds = Σ M(s_i) w_i,   exact for polynomials M of degree 2n − 1,
///
/// and moves it by ∫ M (ℓ − s) w ds likewise. One joint lies at the centre of compliance; two are
/// exact for forces and moments at the ends and for an even load.
std::vector<PlacedJoint> place_joints(double length, int n,
                                      const std::function<double(double)>& weight);

}  // namespace thigmo
