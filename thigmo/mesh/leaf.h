// Leaves, leaflets, petals, needled shoots and plumes: painted, then cut out as cards.
#pragma once

#include <cstdint>

#include "thigmo/mesh/leaf_canvas.h"
#include "thigmo/mesh/leaf_card.h"

namespace thigmo {

/// One blade on its stalk.
struct SimpleLeaf {
    LeafForm form;
    LeafFace face;
    LeafBend bend;
    double stalk = 0;  // length of the petiole (m)
    double stalk_width = 0.0012;
    Vec3f stalk_colour = {0.5f, 0.55f, 0.28f};
    int pixels = 256;  // along the longer side
};
Foliage build_leaf(const SimpleLeaf& leaf, uint64_t seed);

/// Leaflets in pairs along a common stalk, and one at its end.
struct CompoundLeaf {
    SimpleLeaf leaflet;
    int pairs = 2;
    double rachis = 0.06;   // from the lowest pair to the last leaflet (m)
    double stalk = 0.03;    // below the lowest pair (m)
    double angle = 1.1;     // of the leaflets from the stalk (rad)
    double smallest = 0.8;  // size of the lowest pair, share of the last leaflet
};
Foliage build_compound_leaf(const CompoundLeaf& leaf, uint64_t seed);

/// Many narrow blades along an axis, on crossed cards: a shoot of spruce, the plume of a reed.
struct Shoot {
    LeafForm needle;
    LeafFace face;
    LeafBend bend;
    double length = 0.1;  // of the axis (m)
    double axis_width = 0.003;
    Vec3f axis_colour = {0.45f, 0.32f, 0.2f};
    int needles = 40;         // on one card, both sides together
    double base_angle = 1.2;  // from the axis at its base (rad)
    double tip_angle = 0.5;   // and at its tip
    double base_size = 1;     // of the needles at the base, share of their length
    double tip_size = 0.7;
    double bare = 0;          // share of the axis without needles, at its base
    double irregular = 0.15;  // spread of angles (rad) and sizes
    int cards = 2;
    int pixels = 256;
};
Foliage build_shoot(const Shoot& shoot, uint64_t seed);

}  // namespace thigmo
