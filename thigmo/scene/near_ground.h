// Which of a plant's contact points may be near the ground: of a crown it is a few.
#pragma once

#include <vector>

#include "thigmo/scene/contact.h"

namespace thigmo {

/// Contact points by the segment that they belong to or hang on.
struct ContactGroup {
    SegmentId segment;  // none: nothing is known of where they are
    double reach = 0;   // m, at most, from the segment's start to one of the points
    std::vector<uint32_t> points;
};
using ContactGroups = std::vector<ContactGroup>;

ContactGroups group_contacts(const Plant& plant, const ContactPoints& points);

/// The points that may be lower than `height` in the world, in order. Of `pose`, what moves them is
/// right after it.
void find_near_ground(const Plant& plant, const ContactPoints& points, const ContactGroups& groups,
                      const Simulator& simulator, double height, Pose& pose,
                      std::vector<uint32_t>& near);

}  // namespace thigmo
