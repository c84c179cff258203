// What rides on the branches of a plant: its segments, leaves and fruits, each on a station.
#pragma once

#include "thigmo/sim/beam/flutter.h"
#include "thigmo/sim/beam/stations.h"

namespace thigmo {

constexpr uint32_t no_station = UINT32_MAX;  // on the ground

/// A domain without segments of its own that bend. One that sits on another such domain moves with
/// that one.
struct Rider {
    uint32_t station = no_station;
    bool flutters = false;  // a leaf or petal
    Leaf leaf;
    Vec3f middle = Vec3f::Zero();  // where the whole leaf's turn is sampled
};

/// Stations at the ends of all segments and where everything else sits.
struct Riding {
    Stations<double> stations;
    Column<SegmentId, std::array<uint32_t, 2>> ends;  // of segments that bend; else the rider's
    Column<DomainId, Rider> riders;                   // of domains that are no branches
    double longest_leaf = 0.1;                        // m
};
Riding find_riders(const Plant& plant, const BeamPlant& beams, Bending bending);

/// The riders alone, on no station yet.
Column<DomainId, Rider> make_riders(const Plant& plant);

}  // namespace thigmo
