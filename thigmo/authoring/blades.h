// Blades: the rigid domains to be — leaves, petals, fronds, cards, fruit — each with its triangles.
#pragma once

#include <vector>

#include "thigmo/authoring/roles.h"

namespace thigmo {

using BladeId = RowId<struct BladeTag>;

/// One piece, or several that are one thing: the two cards of a cross.
struct BladePart {
    std::vector<PieceId> pieces;      // ascending
    std::vector<uint32_t> triangles;  // of the surface, ascending
    Role role = Role::leaf;
    bool solid = false;  // a compact body rather than a sheet: fruit, bud, heart of a flower, crown
    LookId look;
    Box box;
    double area = 0;             // m², one-sided
    Vec3 centre = Vec3::Zero();  // of the area

    double size() const { return box.isEmpty() ? 0 : box.diagonal().norm(); }
};

using Blades = Column<BladeId, BladePart>;

/// Of all pieces that are twigs or leaves, by their first piece. Cards of one size with one centre
/// are one cross.
/// `beside`: further triangles of pieces, ascending.
Blades find_blades(const SoupSurface& surface, const Pieces& pieces, const std::vector<Form>& forms,
                   const Roles& roles, std::span<const std::pair<PieceId, uint32_t>> beside = {});

}  // namespace thigmo
