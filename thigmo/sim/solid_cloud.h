// The volume of a domain as a cloud of points, from its voxels and its surface.
//
// Voxels tell where a domain is, its surface how much of each voxel it fills: sixteen lines go
// through a voxel, along the axis that most of the surface there lies across, and their stretches
// inside the surface are its volume. What holds the domain is told by the fixed corners of its
// voxels, and within these voxels by the surface of the parent or the level of the ground, so that
// coarse and fine voxels are held in the same place. A branch that only touches its parent is held
// where its centreline begins.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo {

struct CloudPoint {
    Vec3 place = Vec3::Zero();
    double volume = 0;  // m³
    bool held = false;
};

struct SolidCloud {
    std::vector<CloudPoint> points;
    double step = 0;           // how far the lines are apart (m)
    double volume = 0;         // of all points (m³)
    double area = 0;           // of the surface (m²)
    Vec3 seat = Vec3::Zero();  // the middle of where the free part begins
    Vec3 up = Vec3::Zero();    // from the level that holds it; 0: there is none
};

/// Without points where the domain has no voxels, or its surface is not closed.
SolidCloud make_cloud(const Plant& plant, DomainId domain);

}  // namespace thigmo
