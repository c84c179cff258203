// Contact with the ground: where a plant touches it, and the loads that hold it up.
#pragma once

#include <vector>

#include "thigmo/plant/pose.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// A material point that may touch the ground, with what surrounds it.
struct ContactPoint {
    Load::Table table = Load::Table::segments;
    uint32_t row = 0;
    Vec3 point = Vec3::Zero();  // at rest, in the plant's space
    double radius = 0;
    double mass = 0;  // of the row (kg)
};
using ContactPoints = std::vector<ContactPoint>;

/// Segment ends, the feet of roots, and the tips of shapes.
ContactPoints contact_points(const Plant& plant);

struct ContactSettings {
    double ground = 0;      // height
    double dt = 0;          // of the step to come
    double friction = 0.5;  // Coulomb's µ
    bool rooted = false;    // points that are below ground at rest never touch it
    Rigid placement;        // of a rooted plant at rest
};

/// Appends loads for the points that are below ground or would be after the step. The plant is
/// where the pose says, and the simulator knows how it moves.
void add_contacts(const ContactPoints& points, const Pose& pose, const Simulator& simulator,
                  const ContactSettings& settings, std::vector<Load>& loads);

/// What the ground does to a point at height `y` above it (its radius allowed for) that moves with
/// velocity v, over a step of dt; `inertia` is the mass of what it belongs to. Zero where they
/// part.
///
/// Every row is stopped and held for its own mass, so that a twig under a trunk gives way, as into
/// soft soil, until the trunk itself lies: held for the whole plant's mass it would buckle in no
/// time that a step resolves.
Load contact_load(double y, const Vec3& velocity, double dt, double inertia, double friction);

}  // namespace thigmo
