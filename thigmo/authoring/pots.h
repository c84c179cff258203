// Pots: vessels that plants stand in, with the soil and the stones in them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "thigmo/authoring/form.h"
#include "thigmo/authoring/part_names.h"

namespace thigmo {

struct PieceRole;

struct Pot {
    std::vector<PieceId> pieces, contents;  // of itself; the soil and the stones in it
    Box room;                               // from its foot to its rim, without handles
    std::optional<double> soil;             // height of what lies in it (m)

    /// Whether a stem that begins at a point comes out of it.
    bool holds(const Vec3& point) const;
};

/// What tells where plants stand.
struct Ground {
    std::optional<double> height;  // of the soil, where somebody says it (m)
    std::vector<Pot> pots;
};

/// What tells pots from plants.
struct PotEvidence {
    const SoupSurface& surface;
    const Pieces& pieces;
    const std::vector<Form>& forms;
    const std::vector<NamedPart>& names;  // per part of the soup
};

/// All pieces that are named so, whatever their form: those that touch are one pot. Where none is,
/// the largest compact body at the bottom that something stands on. They become props, and so does
/// what lies within, but for tubes, and leaves by name or by the look of leaves outside. What has
/// everything within is a prop, and no pot.
std::vector<Pot> set_pots_aside(const PotEvidence& evidence, std::vector<PieceRole>& roles);

/// The pot that a stem comes out of if it begins at the point, by number; none.
std::optional<size_t> pot_at(std::span<const Pot> pots, const Vec3& point);

}  // namespace thigmo
