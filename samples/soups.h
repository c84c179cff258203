// Plants taken apart into polygon soup, with the truth about every triangle: what authoring is
// tested and measured on.
#pragma once

#include <cstdint>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/plant/skin.h"
#include "thigmo/plant/soup.h"

namespace thigmo::samples {

struct LooseSettings {
    uint64_t seed = 1;
    bool shuffled = true;  // triangles in random order
    bool unwelded = true;  // every triangle has vertices of its own; else those of its piece
    bool trimmed = true;   // a branch begins at its parent's bark; else on its axis, as drawn
    double gap = 0.3;   // each is moved off by up to this share of its base radius, with all on it
    double open = 0.5;  // share of the tubes without caps at their ends
    double debris = 0.05;      // stray triangles of a thousandth of the plant's size, per domain
    double ring_length = 1e9;  // m, most from ring to ring along a tube
    SkinSettings tubes;
};

/// A domain as it stands in a soup.
struct LooseDomain {
    DomainId parent;                  // the nearest above it that is drawn; none at a root
    std::vector<uint32_t> triangles;  // by number, counted over all parts; empty: it is not drawn
    std::vector<Vec3> centreline;     // of tubes: the centres of the rings, base to tip
    std::vector<double> radii;
};

struct LooseSoup {
    Soup soup;                              // a part per look, in metres
    Column<DomainId, LooseDomain> domains;  // of the plant
    std::vector<uint32_t> debris;           // triangles of no domain
};

LooseSoup loosen(const Plant& plant, const LooseSettings& settings = {});

/// An oak of so many years, from seed 1, with so many leaves, which are at least its own.
Plant leafy_oak(double age, size_t leaves);

/// About 30 and 300 thousand triangles, and the oak of [Zhao2013] fig. 5: 2.36 million in 871
/// branches and 120,000 leaves.
Soup small_oak();
Soup middle_oak();
Soup paper_oak();

}  // namespace thigmo::samples
