// The turtle's sketch: parts and segments in the order of drawing, before they become a plant.
#pragma once

#include <cstdint>
#include <vector>

#include "thigmo/plant/palette.h"
#include "thigmo/plant/plant.h"

namespace thigmo::turtle {

constexpr uint32_t no_row = UINT32_MAX;

struct SketchSegment {
    Vec3 start, end;
    double start_width = 0;
    double end_width = -1;  // below zero: by the rule of build_plant
    uint32_t part = no_row;
};

/// A domain to be. Parts are drawn depth-first, because only an axis that is still open can bear
/// another.
struct SketchPart {
    uint32_t parent = no_row;
    uint32_t segment = no_row;  // of the parent, on which it is attached
    double along = 1;           // where on that segment, from 0 at its start to 1 at its end
    uint32_t last = no_row;     // own last segment; none for shapes
    bool continues = false;     // goes on with the parent's axis: of its order
    bool rigid = false;         // does not bend
    Kind kind = Kind::twig;     // of shapes; wood's kind follows from the order
    ShapeId shape;
    MaterialId material;
    LookId look;
    Placement placement;
};

struct Sketch {
    std::vector<SketchSegment> segments;
    std::vector<SketchPart> parts;
    std::vector<Articulation> articulations;  // none, or one per segment
};

/// Where the turtle draws: the axis of its bracket, once that has one, and the axis around it.
struct SketchPlace {
    uint32_t axis = no_row;
    uint32_t host = no_row;

    uint32_t bearer() const { return axis != no_row ? axis : host; }
};

/// Draws wood from start to end: goes on with the axis if that ends at the start, else begins one.
void add_segment(const Vec3& start, const Vec3& end, double start_width, double end_width,
                 SketchPlace& place, Sketch& sketch);

/// Draws an instance of a shape, borne by the axis around it.
void add_shape(SketchPart part, const SketchPlace& place, Sketch& sketch);

/// Puts the parts back into depth-first order, siblings as they are; parents precede children.
void sort_parts(Sketch& sketch);

/// Gives the parts their rows, kinds, orders, radii and keys. `plant` holds the tables of shapes,
/// materials and looks; `wood` the material and look of each kind of wood. Along an axis a segment
/// tapers to the start of the next one, unless it bears wood at its end: then it keeps its width,
/// so that a fork has the radii that the string gave. The last segment tapers to the share
/// `tip_taper`.
void build_plant(const Sketch& sketch, const std::array<WoodPart, 3>& wood, double tip_taper,
                 Plant& plant);

}  // namespace thigmo::turtle
