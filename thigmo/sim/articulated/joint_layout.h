// Where the joints of a plant lie: how many on each segment, and which compliance each stands for.
//
// Joints inside segments: with them at the starts every fork and every leaf at a segment's end is
// wrong to first order. Of the joints of one segment, positions and compliances are a Gauss rule of
// its flexibility (mechanics/joint_quadrature.h), so a few bend as the whole piece does.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/sim/articulated/settings.h"

namespace thigmo {

/// Joints of every segment that bends; 0: one at its start, in the thesis's model and in plants
/// whose segments state their bodies and joints. Domains of few segments have more on each, so that
/// their second mode is right too; a long last segment has two. What the settings say by key goes
/// before.
Column<SegmentId, uint8_t> count_joints(const Plant& plant, const ArticulatedSettings& settings);

/// Counts of joints by key, for plants that are cut later.
JointCounts joints_by_key(const Plant& plant, const ArticulatedSettings& settings);

/// A joint inside a segment.
struct SegmentJoint {
    double along = 0;                // 0 … 1 of the segment
    Vec3 compliance = Vec3::Zero();  // rad/(N m): x twists, y and z bend
};

/// The centreline before a segment and the domain's whole one (m), and the domain's least radius.
struct PlaceOnDomain {
    double before = 0, whole = 0, least = 0;
};

/// `count` joints of a segment of the domain.
std::vector<SegmentJoint> segment_joints(const Plant& plant, DomainId domain, SegmentId segment,
                                         int count, const PlaceOnDomain& place);

}  // namespace thigmo
