// Which leaves of a crown ride on the bodies that carry them.
#pragma once

#include <vector>

#include "thigmo/sim/articulated/bodies.h"

namespace thigmo {

/// Bodies without those that ride, and who rides.
struct Crown {
    Bodies carriers;
    std::vector<BodyId> riding;          // rows among all bodies, by carrier
    std::vector<BodyId> carrier;         // of each, a row of `carriers`
    Column<BodyId, BodyId> carrier_row;  // of every body: its row in `carriers`, none for riders
};

/// Light leaves, petals and fruits that carry nothing, are blades and are plates in the air ride.
Column<BodyId, uint8_t> find_riders(const Plant& plant, const Bodies& bodies);

/// The bodies parted in two.
Crown part_crown(const Bodies& bodies, const Column<BodyId, uint8_t>& rides);

/// Whether leaves ride under these settings.
bool leaves_ride(const ArticulatedSettings& settings);

}  // namespace thigmo
