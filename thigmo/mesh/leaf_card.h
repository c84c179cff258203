// The few quads that carry a painted leaf: cut close to what is painted, folded and bent.
#pragma once

#include "thigmo/mesh/image.h"
#include "thigmo/mesh/triangle_mesh.h"

namespace thigmo {

/// Angles in rad. The card lies in the plane z = 0 with its upper face towards +Z, then is bent
/// without stretching along its midrib.
struct LeafBend {
    int rows = 3;
    int columns = 2;    // even: the midrib is an edge; 1: no fold, for leaves by the ten thousand
    double fold = 0;    // each half raised from the plane, a V along the midrib
    double cup = 0;     // how far the cross section turns from edge to edge, a bowl open to +Z
    double droop = 0;   // how far the midrib turns towards -Z from base to tip
    double curl = 0;    // a further turn, in the last third
    double twist = 0;   // about the midrib, from base to tip
    double ripple = 0;  // waves of the edges, share of the width
};

/// A leaf, petal or fruit ready for a plant: mesh in its own space, attached at the origin and
/// growing along +Y, and the texture that its uvs name.
struct Foliage {
    TriangleMesh mesh;
    Image image;
    double area = 0;       // one-sided, of what the alpha leaves (m²)
    double thickness = 0;  // m; of a solid: volume over area
};

/// The card for a picture of x in ±width/2 and y in low…high (m). Starts at y = 0.
TriangleMesh build_card(const Image& image, double width, double low, double high,
                        const LeafBend& bend);

/// `count` copies of a mesh turned about +Y by equal angles, a half turn in all: crossed cards
/// seen full from every side.
TriangleMesh crossed(const TriangleMesh& mesh, int count);

}  // namespace thigmo
