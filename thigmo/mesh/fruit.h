// Fruits, cones, catkins and flower hearts: closed surfaces of revolution with a painted skin.
#pragma once

#include <cstdint>
#include <vector>

#include "thigmo/mesh/leaf_card.h"

namespace thigmo {

enum class FruitSkin { smooth, scales, fibres };

struct Fruit {
    double length = 0.03;  // m, along +Y from the origin
    double width = 0.015;
    /// (share of the length, share of the half width) from base to tip; the ends are closed.
    std::vector<Eigen::Vector2d> profile = {{0, 0}, {0.5, 1}, {1, 0}};
    int sides = 8;  // even
    FruitSkin skin = FruitSkin::smooth;
    int scale_rows = 0;                 // of scales or fibres, base to tip
    Vec3f colour = {0.5f, 0.4f, 0.2f};  // sRGB
    Vec3f tip = colour;
    Vec3f groove = 0.5f * colour;  // between scales
    double cup = 0;                // lowest share covered by scales of its own colour: an acorn
    Vec3f cup_colour = colour;
    int pixels = 64;
};

Foliage build_fruit(const Fruit& fruit, uint64_t seed);

}  // namespace thigmo
