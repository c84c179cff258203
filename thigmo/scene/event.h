// What happens to a scene and when: plain data, as a person writes it.
//
// Times are rounded to whole steps: an event acts in the steps whose middle lies within it, which
// begins and ends it within half a step of the time given. What begins at once takes full effect;
// `ramp` lets it come on smoothly (3s² − 2s³).
//
// Where events overlap: forces, torques and motions of a base add. Of gravity, stiffness and wind
// the event that begins later takes over from what the earlier ones would give. Several cuts in one
// step are made in the order of the file, each on the part that then holds its place.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/scene/place.h"

namespace thigmo {

/// A point drawn by a spring to a place in the world, or by that much from where it is at rest, or
/// by a constant force. Stiffness by default: the plant's mass × 100 s⁻²; damping: stiffness ×
/// 0.05 s.
struct Pull {
    std::optional<Vec3> to, by, force;
    std::optional<double> stiffness, damping;
};
/// Holds a point where it is when the event begins. Stiffness by default: the plant's mass × 20000
/// s⁻²; damping: stiffness × 0.004 s.
struct Pin {
    std::optional<double> stiffness;
};
/// Ends a pull or pin of that name, or all of the plant where `of` is empty.
struct Release {
    std::string of;
};
/// A torque about the segment's own axis as it is now, or about a fixed one; at the place, or
/// shared equally by all segments of the domain.
struct Twist {
    double torque = 0;
    std::optional<Vec3> axis;
    bool spread = false;
};
/// A blow: N s, within one step.
struct Impulse {
    Vec3 impulse = Vec3::Zero();
};
/// A force on a sliding base.
struct Push {
    Vec3 force = Vec3::Zero();
};
/// Of a held base.
struct Accelerate {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};
/// A held base goes from key to key and is at rest at each; offsets from where it was. Times are
/// rounded to whole steps, and from key to key it takes two at least.
struct Move {
    struct At {
        double time = 0;  // from the event's beginning
        Vec3 offset = Vec3::Zero();
        Vec3 tilt = Vec3::Zero();  // rotation vector, rad
    };
    std::vector<At> path;
};
/// A held base swings about where it was and ends there; four steps a period at least.
struct Shake {
    Vec3 amplitude = Vec3::Zero();  // m
    Vec3 tilt = Vec3::Zero();       // rotation vector, rad
    double frequency = 1;           // Hz
};
struct GravityChange {
    Vec3 gravity = Vec3(0, -9.81, 0);
};
/// Of all domains, or those of one order, one kind, or one domain with all that it carries.
struct StiffnessChange {
    double factor = 1;
    std::optional<int> order;
    std::optional<Kind> kind;
    bool subtree = true;  // of the domain, where one is named
};
/// The air's wind × factor, turned about +Y; what is not given stays as it is.
struct WindChange {
    std::optional<double> factor;
    std::optional<double> turn;  // rad
};
struct Cut {};

using Happening = std::variant<Pull, Pin, Release, Twist, Impulse, Push, Accelerate, Move, Shake,
                               GravityChange, StiffnessChange, WindChange, Cut>;

/// Whether it happens at a point or domain of a plant.
inline bool has_place(const Happening& what) {
    return std::holds_alternative<Pull>(what) || std::holds_alternative<Pin>(what) ||
           std::holds_alternative<Twist>(what) || std::holds_alternative<Impulse>(what) ||
           std::holds_alternative<Cut>(what);
}

struct Event {
    double at = 0;
    double duration = std::numeric_limits<double>::infinity();
    double ramp = 0;
    std::string name;   // by which a release finds it
    std::string plant;  // by name; empty: the scene's only one, or all where that makes sense
    PlaceName place;    // `near` is in the world, as the plant stands at the beginning
    Happening what;
    // In the file, for errors: of the event, of the key that names its plant, and of that which
    // names its place or what it releases; these two where they differ.
    std::string where, where_plant, where_place;
};

}  // namespace thigmo
