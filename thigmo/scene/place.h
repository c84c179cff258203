// Places on a plant: how a person names them, and the material point that is meant.
#pragma once

#include <optional>
#include <string>

#include "thigmo/mechanics/load.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// One of `domain`, `key` and `near`, or none: the trunk. `along` goes from the domain's base (0)
/// to its tip (1), which it is unless given.
struct PlaceName {
    /// As segments are named in exports: `trunk`, `branch_12`, `branch_12.seg_2`; organs without
    /// segments are counted behind those with: `leaf_7`. Or `tip`: the end of the highest segment.
    std::string domain;
    std::optional<Key> key;    // of a domain
    std::optional<Vec3> near;  // the nearest point of all centrelines at rest, in the plant's space
    std::optional<double> along;
    bool empty() const { return domain.empty() && !key && !near && !along; }
};

/// A point that moves with a row.
struct Place {
    Load::Table table = Load::Table::segments;
    uint32_t row = 0;
    DomainId domain;
    Vec3 point = Vec3::Zero();  // at rest, in the plant's space
};

/// InputError `where: …` that lists what there is when nothing bears the name.
Place find_place(const Plant& plant, const PlaceName& name, const std::string& where);

/// From a shape's origin, where it is attached.
Vec3 farthest_vertex(const TriangleMesh& mesh);

/// Where a cut at a place parts the plant: before the segment whose start is nearest, or before a
/// whole domain.
struct CutPlace {
    SegmentId segment;  // none: the domain has none
    DomainId domain;
};

/// InputError `where: …` when a mesh that bends as one piece would have to be divided.
CutPlace find_cut(const Plant& plant, const Place& place, const std::string& where);

}  // namespace thigmo
