// The tapered beam that bends most like a branch does.
#pragma once

#include <vector>

namespace thigmo {

/// How a branch bends under a steady wind: ways across it at places along it.
struct BentBranch {
    std::vector<double> along, weight, way;
};

/// The tapered beam that comes nearest, and the way of its tip. A limp end alone says little about
/// a stem: places count by the root of what lies beyond them.
struct BeamFit {
    double taper = 1, tip = 0, residual = 0;
};

/// The way of the tip of the beam with a taper that comes nearest.
BeamFit fit_taper(const BentBranch& bent, double taper);

/// The branch's own taper unless another one is much nearer.
BeamFit fit_beam(const BentBranch& bent, double own);

/// What the tip makes of its own way: less where a limp end takes it much further than the nearest
/// beam goes, more where it goes much less far.
double tip_share(const BentBranch& bent, const BeamFit& fit);

/// How far a bend of an amplitude takes the tip across the branch, over the length, and by how much
/// more per amplitude.
struct Reach {
    double across = 0, slope = 0;
};
Reach reach_of(double taper, double amplitude);

/// The amplitude of a bend whose tip goes to a share of the length across the branch.
double amplitude_of(double taper, double across);

}  // namespace thigmo
