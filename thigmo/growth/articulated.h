// Bodies and joints in a module string, based on [Garcia2023] 5.2 and 9.3.
//
// The thesis' axes are right R, heading H and up U, and every triple below comes in that order.
// Their angles are generalised coordinates and so in radians, other than the turtle's own modules;
// rest angles turn the turtle about its own R, then H, then U (intrinsic XYZ, 6.5), right-handed:
// up, right roll, left.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/growth/module_string.h"
#include "thigmo/growth/turtle_frame.h"
#include "thigmo/growth/turtle_sketch.h"
#include "thigmo/plant/plant.h"

namespace thigmo::turtle {

/// A rigid body: B(length, radius, density), or B with mass, joint to centre of mass ×3, centre of
/// mass to outboard joints ×3, inertia ×3 about the inboard joint.
struct Body {
    Vec3 reach = Vec3::Zero();  // from inboard to outboard joint, in x heading, y left, z up (m)
    double radius = 0;          // m
    Articulation stated;        // density, mass, centre, inertia
};

/// An elastic ball joint: J(young ×1 or ×3, rest ×3, initial ×3, damping ×1 or ×3) with as many
/// moduli as dampings, or J(rest ×3, initial ×3, spring constant ×3).
struct Joint {
    Vec3 rest = Vec3::Zero();  // rad
    Articulation stated;       // young, damping, stiffness, initial
};

/// Whether the string holds a J of the forms above, or a B of them and nothing that `draws`, by
/// symbol: B alone is too usual a letter.
bool holds_bodies(const ModuleString& modules, const Alphabet& alphabet,
                  const std::vector<uint8_t>& draws);

/// Long bodies state no radius: it is the one of the cylinder with their inertia about the heading,
/// or `width`/2 where that has none.
Body read_body(std::span<const double> values, double width, const TextPlace& place);
Joint read_joint(std::span<const double> values, const TextPlace& place);

/// Turns by a joint's rest angles.
void turn_by_rest(const Joint& joint, TurtleFrame& frame);

/// Checks that every path from base to tip reads B(JB)*; one per bracket, copied when it opens.
class PathRule {
  public:
    void body(size_t module, const ModulePlaces& places);
    void joint(size_t module, const ModulePlaces& places);
    /// The rule inside a bracket that opens here.
    PathRule inside() const;
    /// A bracket or the string ends.
    void end(const ModulePlaces& places) const;

  private:
    enum class Last : uint8_t { nothing, body, joint };
    void refuse_branching(size_t module, const ModulePlaces& places) const;

    Last last_ = Last::nothing;
    bool opened_at_joint_ = false;
    size_t last_joint_ = 0;
};

/// Merges bodies lighter or shorter than the limits into their parents, tips first ([Garcia2023]
/// 5.2.3): the parent takes over the mass, and the reach of a body that goes on in its own axis;
/// what hung at the end of either stays there. A body without parent stays. The number merged.
size_t merge_small_bodies(double least_mass, double least_length, Sketch& sketch);

/// Makes the first body of every axis on the ground the immovable root body of [Garcia2023] 5.2.1:
/// a rigid part of its own, on which the rest of the axis goes on.
void fix_roots(Sketch& sketch);

}  // namespace thigmo::turtle
