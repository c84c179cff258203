// Pendulums and chains on revolute joints: the validations of [Garcia2023] chapter 8.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/articulated/joint_tree.h"
#include "thigmo/sim/articulated/settings.h"

namespace thigmo::samples {

/// A thin rod hanging from a joint about z, towards −y when its angle is 0.
JointTree pendulum(double mass = 1, double length = 0.1);

/// Two of them, the second at the first one's tip. Joint angles are relative: θ₁, θ₂ − θ₁.
JointTree double_pendulum(double m1 = 1, double m2 = 1, double l1 = 0.1, double l2 = 0.1);

/// A round elastic rod, that of [Garcia2023] 8.3 unless said otherwise.
struct Rod {
    double length = 1, radius = 0.01, young = 8.1e9, density = 923;

    double second_moment() const;  // of area
    double mass() const;
};

/// What holds the first link: a spring as between links, as the thesis has it (its base is a body
/// like the links), or one of half the length, which makes the chain second order.
enum class Clamp { full, half };
/// Links as thin rods, m l²/12, or as solid cylinders with m r²/4 beside it.
enum class Link { thin, solid };

/// n links level towards +x, on springs about z; `tilt` pitches the base down (rad).
JointTree planar_chain(int n, const Rod& rod = {}, Clamp clamp = Clamp::full,
                       Link link = Link::thin, double tilt = 0);

/// Every segment of the plant one body with its joint at the start: the chains that papers and
/// other programs compute.
std::shared_ptr<const JointCounts> joints_at_starts(const Plant& plant);

/// What the thesis pitches its base by too much: the literal 1.5708 in single precision, for π/2.
double thesis_tilt();

/// Where the far end of the last body is, `length` along its x axis.
Vec3 tip(const JointTree& tree, double length);

/// How far a chain's tip hangs below its base after settle(); NaN where that fails.
double settled_drop(JointTree& chain, const Rod& rod = {}, double gravity = 9.81);

/// Largest circular frequency of the chain as it stands, without gravity: the explicit step is
/// stable up to 2/ω.
double largest_frequency(const JointTree& chain);

}  // namespace thigmo::samples
