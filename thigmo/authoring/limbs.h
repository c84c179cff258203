// Limbs: the flexible domains to be, each with its triangles and its centreline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "thigmo/authoring/centreline.h"
#include "thigmo/authoring/roles.h"

namespace thigmo {

using LimbId = RowId<struct LimbTag>;

/// A place on a limb: arc length from the first point of its line (m).
struct PlaceOnLimb {
    LimbId limb;
    double along = 0;
};

/// One tube, or one branch of wood that is a single skin. The line begins at the thicker end until
/// the parent is known, at the base then.
struct Limb {
    PieceId piece;
    std::vector<uint32_t> triangles;  // of the surface
    Axis line;
    PlaceOnLimb grows_from;  // for a branch of a single skin, where that alone tells it
    std::string name;        // for people: the piece's number, `12.3` for one limb of several
    bool of_cards = false;   // stands in for wood that was not drawn
};

using Limbs = Column<LimbId, Limb>;

/// Of all pieces that are branches: tubes as they are, forks cut up along their skeletons. Pieces
/// without length are left out.
Limbs find_limbs(const SoupSurface& surface, const Pieces& pieces, const std::vector<Form>& forms,
                 const Roles& roles);

/// Cuts a limb in two at a share of its length: the upper part grows from the lower one's end and
/// is the last row, named `12/2`; limbs that the skin tells to grow there move with it.
LimbId split_limb(const SoupSurface& surface, LimbId limb, double share, Limbs& limbs);

/// The point and the skin's reach at an arc length of a line, clamped to its ends.
struct AxisPoint {
    Vec3 point = Vec3::Zero();
    double reach = 0;
};
AxisPoint point_at(const Axis& line, double along);

/// The arc length at which a line is nearest to a point (m).
double nearest_along(const Axis& line, const Vec3& point);

/// The part of a line between two arc lengths.
Axis part_of(const Axis& line, double from, double to);

/// The wood inside (m³).
double volume(const Axis& line);

}  // namespace thigmo
