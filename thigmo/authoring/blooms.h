// Blooms: instances of instances. A body with blades on it — a heart with its petals, a twig card
// with its leaves — that comes again elsewhere, whatever copies its parts are of.
//
// [Zhao2013], sec. 8, leaves hierarchical instances open.
#pragma once

#include <vector>

#include "thigmo/authoring/anchors.h"

namespace thigmo {

struct Bloom {
    BladeId heart;
    std::vector<BladeId> parts;  // on it, ascending; two at least
    Placement placement;         // from where the first bloom of its set stands
};

struct Blooms {
    std::vector<std::vector<Bloom>> sets;  // alike ones, by their first hearts
    size_t count() const;
};

/// Two blooms are alike where one rotation, scale and shift lays the middles of all parts of the
/// one on those of the other, copy on copy, within a twentieth of its size.
Blooms find_blooms(const Blades& blades, const Instances& instances, const Anchors& anchors);

}  // namespace thigmo
