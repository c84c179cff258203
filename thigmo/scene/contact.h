// Contact with the ground: where a plant touches it, and the loads that hold it up.
#pragma once

#include <span>
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
    double mass = 0;  // of the row and of all that it carries (kg)
};
using ContactPoints = std::vector<ContactPoint>;

/// Segment ends, the feet of roots, and the tips of shapes; props are part of the ground.
ContactPoints contact_points(const Plant& plant);

/// A point on the ground, from the step in which it comes to that in which it leaves.
struct Touch {
    uint32_t contact = 0;        // row of the contact points
    Vec3 anchor = Vec3::Zero();  // where friction holds it, in the world
    double floor = 0;            // what holds it up lies so far above the ground: 0, or less for
                                 // points that were inside it when they began to move freely
    bool operator==(const Touch&) const = default;
};
using Touches = std::vector<Touch>;  // by contact

struct ContactSettings {
    double ground = 0;      // height
    double dt = 0;          // of the whole step
    double friction = 0.5;  // Coulomb's µ
    bool rooted = false;    // points that are below ground at rest never touch it
    Rigid placement;        // of a rooted plant at rest
};

/// What is inside the ground already when a plant is set free lies where it is.
Touches begin_touches(const ContactPoints& points, const Pose& pose, double ground);

/// How high above ground a point may be that touches it in a step of dt: nothing moves faster
/// than 100 m/s towards it and is still to be resolved by one step.
inline double contact_reach(double dt) {
    return 100 * dt;
}

/// Appends loads for those of the points `near` the ground (their rows, in order) that are below it
/// or would be after the step, and brings the touches up to date. The plant is where the pose says,
/// and the simulator knows how it moves.
void add_contacts(const ContactPoints& points, const Pose& pose, const Simulator& simulator,
                  std::span<const uint32_t> near, const ContactSettings& settings, Touches& touches,
                  std::vector<Load>& loads);

/// How a point stands to the ground and moves.
struct Bearing {
    double y = 0;                   // height of its underside over what holds it up
    Vec3 stretch = Vec3::Zero();    // from its anchor
    Vec3 velocity = Vec3::Zero();   // of the point
    Vec3 underside = Vec3::Zero();  // velocity of the material there, as the row turns
};

/// What the ground does over steps of dt: at the point, and at its underside.
struct GroundLoads {
    Load point, underside;
    bool acts = false;  // the point touches the ground
    double normal = 0;  // N, pushes up, or holds down what leaves the ground's inside
    double holds = 0;   // the share of the stretch that friction can hold: 1, less where it slips
};

/// Coulomb's law by a spring from the anchor and dampers, all implicit: where they would need more
/// than µN they are taken by that share, so that the force is µN against the slip, and the anchor
/// is dragged along. What lies, lies: nothing creeps below the limit.
///
/// The spring holds the axis of a stem, so that stems lie on the ground as on soil and do not roll;
/// the damper at the underside ends their spin. `mass` is that of the row and of all it carries: a
/// base holds its plant up, and a twig under a trunk gives way, as into soil, until the trunk
/// itself lies. Held for the whole plant's mass it would buckle in no time that a step resolves.
GroundLoads contact_loads(const Bearing& bearing, double dt, double mass, double friction);

}  // namespace thigmo
