// The form of a piece: how far it is a sheet, a tube, or a lump.
#pragma once

#include <vector>

#include "thigmo/authoring/pieces.h"
#include "thigmo/authoring/soup_surface.h"

namespace thigmo {

/// What a piece's triangles tell by themselves. Contours are those at eight levels of the distance
/// from one of its two ends; sheets that are plain without them have none.
struct Form {
    uint32_t triangles = 0;
    double area = 0;  // m², one-sided, duplicates aside
    Box box;
    Vec3 centre = Vec3::Zero();  // of the area
    double flatness = 0;         // |Σ A n| / Σ A: 1 for a plane, 0 for anything closed
    double boundary_share = 0;   // of its edges
    double closed = 0;           // share of the eight levels whose longest contour is closed
    double aspect = 0;           // of the longest contours, median
    double roundness = 1;  // of the closed ones, median: √(4π area) over length, 1 for a circle
    double length = 0;     // geodesic, from end to end (m)
    double radius = 0;     // median contour length / 2π (m)
    double curves = 0;     // contours per level, mean
    double spread = 1;     // thickest over thinnest contour of the middle six

    double size() const { return box.isEmpty() ? 0 : box.diagonal().norm(); }
    double slenderness() const { return radius > 0 ? length / radius : 0; }
};

enum class FormKind : uint8_t { nothing, sheet, tube, fork, lump };

Form find_form(const SoupSurface& surface, std::span<const uint32_t> triangles);
std::vector<Form> find_forms(const SoupSurface& surface, const Pieces& pieces);

/// A sheet: leaf, petal or card. A tube: one branch. A fork: wood in one skin. A lump: the rest.
/// `whole` is the area of all pieces.
FormKind kind_of(const Form& form, double whole);

}  // namespace thigmo
