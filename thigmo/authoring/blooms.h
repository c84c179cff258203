// Blooms: instances of instances. A group of blades at the tip of a branch or on one card — a
// flower, a tuft, a spray — that comes again elsewhere, whatever copies its parts are of.
// [Zhao2013] knows copies of single domains only.
#pragma once

#include <vector>

#include "thigmo/authoring/anchors.h"

namespace thigmo {

struct Bloom {
    Vec3 origin = Vec3::Zero();  // what its parts stand round: a branch's tip, a card's middle
    std::vector<BladeId> parts;  // ascending; three at least
    Placement placement;         // from where the first bloom of its set stands
};

struct Blooms {
    std::vector<std::vector<Bloom>> sets;  // alike ones, by their first parts
    size_t count() const;
};

/// Blades held within half their size of a limb's end are a bloom, with those that sit on them;
/// else those that sit on one card. Two blooms are alike where one rotation, scale and shift lays
/// the middles of all parts of the one on those of the other, copy on copy, within a twentieth of
/// its size. Of parts that never lie alike only the first few arrangements are compared.
Blooms find_blooms(const Limbs& limbs, const Blades& blades, const Instances& instances,
                   const Anchors& anchors);

}  // namespace thigmo
