// Bodies made by hand: chains of rods and random trees.
#pragma once

#include "thigmo/base/random.h"
#include "thigmo/sim/articulated/bodies.h"

namespace thigmo::test {

/// A body without stiffness at the tip of what is above it.
BodyId add_body(Bodies& bodies, BodyId parent, const Vec3& offset, const Quat& given);

/// A horizontal cantilever along +X of n solid rods, half-length spring at its clamp.
struct Rod {
    double length = 1, radius = 0.01, young = 8.1e9, shear = 8.1e9 / 2.6, density = 923;
};
Bodies cantilever(size_t n, const Rod& rod = {});

/// The stiffness that a solve takes a joint to have: a bend φ adds its k φ² to the twist's.
Vec3 tangent(const Bodies& bodies, BodyId body, const Quat& bend);

Vec3 random_vec(Random& random, double size);
Quat random_turn(Random& random, double angle);

/// Bodies of any inertia, stiffness per axis and place, each on a random earlier one.
Bodies random_tree(uint64_t seed, size_t n, bool rods = false);

/// A branching tree of rods of five a branch with light plates (0.3 g, 40 cm²) on its last level.
Bodies leafy_tree(uint64_t seed, size_t levels, double young = 8e9);

}  // namespace thigmo::test
