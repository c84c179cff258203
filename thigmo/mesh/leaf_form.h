// The outline of a simple leaf, leaflet or petal: an implicit function of a few botanical numbers.
#pragma once

namespace thigmo {

/// Lengths in metres. The blade grows along +y from the end of its stalk at y = 0.
struct LeafForm {
    double length = 0.08;  // of the blade, without its stalk
    double width = 0.05;
    double widest = 0.45;     // where, as a share of the length
    double base = 0.6;        // exponent of the outline below that: under 1 round, over 1 drawn out
    double tip = 0.9;         // the same above
    double heart = 0;         // how far the base reaches back beside the stalk, share of the length
    double notch = 0;         // how deep the tip is cut in, share of the length
    double point = 0;         // a drawn-out tip set on the outline, share of the length
    int lobes = 0;            // per side
    double lobe_depth = 0;    // share of the half width
    int teeth = 0;            // per side, pointing forward
    double tooth_depth = 0;   // share of the half width
    int fine_teeth = 0;       // on each tooth, a third as deep
    int veins = 0;            // pairs of side veins
    double vein_angle = 0.8;  // from the midrib (rad)
    bool parallel = false;    // veins run from base to tip instead, as in grasses
};

/// A point of the blade as its own outline sees it.
struct LeafPoint {
    double margin;  // distance to the outline across the blade (m), below 0 outside
    double across;  // 0 on the midrib, 1 on the outline
    double along;   // 0 base … 1 tip
    double vein;    // number of the side vein, in parts: whole on a vein
};

LeafPoint look_up(const LeafForm& form, double x, double y);

/// How far the blade reaches below its base (m): the ears of a heart.
double reach_below(const LeafForm& form);

}  // namespace thigmo
