// Bodies and joints: their parameters, their order and the merging of small ones.
#include "thigmo/growth/articulated.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo::turtle {
namespace {

/// Components along R, H, U to components along heading, left, up.
Vec3 turtle_axes(const Vec3& rhu) {
    return {rhu.y(), -rhu.x(), rhu.z()};
}

/// The same for numbers without a sign: moduli, dampings, inertias.
Vec3 turtle_axes_unsigned(const Vec3& rhu) {
    return {rhu.y(), rhu.x(), rhu.z()};
}

Vec3 triple(std::span<const double> values, size_t first) {
    return {values[first], values[first + 1], values[first + 2]};
}

void require(bool holds, const TextPlace& place, const char* found, double value,
             const char* expected) {
    if (!holds) throw input_error(place, fmt::format("{} {:g}", found, value), expected);
}

void require_not_negative(const Vec3& values, const TextPlace& place, const char* name) {
    for (const double value : values)
        require(value >= 0 && value <= 1e15, place, name, value, "a number from 0 to 1e15");
}

void require_angles(const Vec3& angles, const TextPlace& place, const char* name) {
    for (const double value : angles)
        require(std::abs(value) <= 8 * std::numbers::pi, place, name, value,
                "an angle in radians, at most four turns");
}

Body read_short_body(std::span<const double> values, const TextPlace& place) {
    require(values[0] >= 1e-9 && values[0] < 1e6, place, "B of length", values[0],
            "metres above 0");
    require(values[1] >= 1e-9 && values[1] <= 1e4, place, "B of radius", values[1],
            "metres above 0");
    require(values[2] >= 1e-3 && values[2] <= 1e6, place, "B of density", values[2],
            "kg/m³ above 0");
    Body body;
    body.reach = {values[0], 0, 0};
    body.radius = values[1];
    body.stated.density = values[2];
    return body;
}

Body read_long_body(std::span<const double> values, double width, const TextPlace& place) {
    Body body;
    const double mass = values[0];
    require(mass >= 1e-15 && mass <= 1e12, place, "B of mass", mass, "a number from 1e-15 to 1e12");
    for (size_t i = 1; i < 7; ++i)
        require(std::abs(values[i]) <= 1e6, place, "B with offset", values[i],
                "a number of metres");
    body.stated.mass = mass;
    body.stated.centre = turtle_axes(triple(values, 1));
    body.reach = body.stated.centre + turtle_axes(triple(values, 4));
    require(body.reach.norm() >= 1e-9, place, "B whose joints lie apart by", body.reach.norm(),
            "at least 1e-9 m");
    require_not_negative(triple(values, 7), place, "B with inertia");
    body.stated.inertia = turtle_axes_unsigned(triple(values, 7));
    // I = m (r²/2 + d²) about the heading, d the distance of the centre from it.
    const double aside = body.stated.centre.tail<2>().squaredNorm();
    const double squared = 2 * (body.stated.inertia.x() / mass - aside);
    body.radius = squared > 1e-18 && squared < 1e8 ? std::sqrt(squared) : 0.5 * width;
    return body;
}

Joint read_short_joint(std::span<const double> values, size_t moduli, const TextPlace& place) {
    const auto spread = [&](size_t first) {
        return moduli == 3 ? triple(values, first) : Vec3(Vec3::Constant(values[first]));
    };
    Joint joint;
    const Vec3 young = spread(0), damping = spread(moduli + 6);
    require_not_negative(young, place, "J with modulus");
    require_not_negative(damping, place, "J with damping");
    joint.stated.young = turtle_axes_unsigned(young);
    joint.stated.damping = turtle_axes_unsigned(damping);
    joint.rest = triple(values, moduli);
    joint.stated.initial = triple(values, moduli + 3);
    return joint;
}

Joint read_long_joint(std::span<const double> values, const TextPlace& place) {
    Joint joint;
    joint.rest = triple(values, 0);
    joint.stated.initial = triple(values, 3);
    require_not_negative(triple(values, 6), place, "J with spring constant");
    joint.stated.stiffness = turtle_axes_unsigned(triple(values, 6));
    return joint;
}

}  // namespace

bool holds_bodies(const ModuleString& modules, const Alphabet& alphabet,
                  const std::vector<uint8_t>& draws) {
    const Symbol b = alphabet.find("B"), j = alphabet.find("J");
    if (b == Alphabet::unknown && j == Alphabet::unknown) return false;
    bool bodies = false, others = false;
    for (size_t i = 0; i < modules.size(); ++i) {
        const size_t count = modules.parameters_of(i).size();
        if (modules.symbols[i] == j && (count == 8 || count == 9 || count == 12)) return true;
        bodies = bodies || (modules.symbols[i] == b && (count == 3 || count == 10));
        others = others || draws[modules.symbols[i]] != 0;
    }
    return bodies && !others;
}

Body read_body(std::span<const double> values, double width, const TextPlace& place) {
    if (values.size() == 3) return read_short_body(values, place);
    if (values.size() == 10) return read_long_body(values, width, place);
    throw input_error(
        place, fmt::format("B with {} parameters", values.size()),
        "3 (length, radius, density) or 10 (mass, centre ×3, outboard ×3, inertia ×3)");
}

Joint read_joint(std::span<const double> values, const TextPlace& place) {
    if (values.size() == 10)
        throw input_error(place, "J with 10 parameters", "8, 9 or 12",
                          "give as many dampings as moduli, one or three");
    if (values.size() != 8 && values.size() != 9 && values.size() != 12)
        throw input_error(place, fmt::format("J with {} parameters", values.size()),
                          "8 (modulus, rest ×3, initial ×3, damping), 12 (modulus and damping ×3) "
                          "or 9 (rest ×3, initial ×3, spring constant ×3)");
    Joint joint = values.size() == 9 ? read_long_joint(values, place)
                                     : read_short_joint(values, values.size() == 12 ? 3 : 1, place);
    require_angles(joint.rest, place, "J with rest angle");
    require_angles(joint.stated.initial, place, "J with initial angle");
    joint.stated.initial = turtle_axes(joint.stated.initial);
    return joint;
}

void turn_by_rest(const Joint& joint, TurtleFrame& frame) {
    const Vec3& rest = joint.rest;
    Mat3 axes;
    axes << -frame.left, frame.heading, frame.up;
    axes = axes * Eigen::AngleAxisd(rest.x(), Vec3::UnitX()) *
           Eigen::AngleAxisd(rest.y(), Vec3::UnitY()) * Eigen::AngleAxisd(rest.z(), Vec3::UnitZ());
    frame = {axes.col(1), -axes.col(0), axes.col(2)};
}

void PathRule::refuse_branching(size_t module, const ModulePlaces& places) const {
    if (opened_at_joint_ && last_ == Last::nothing)
        throw input_error(places.of(module), "a branch that starts at a joint",
                          "branches after a body, each with a joint of its own");
}

void PathRule::body(size_t module, const ModulePlaces& places) {
    refuse_branching(module, places);
    if (last_ == Last::body)
        throw input_error(places.of(module), "B after B", "a joint J between two bodies");
    last_ = Last::body;
}

void PathRule::joint(size_t module, const ModulePlaces& places) {
    refuse_branching(module, places);
    if (last_ == Last::nothing)
        throw input_error(places.of(module), "J at the base", "a body B first");
    if (last_ == Last::joint)
        throw input_error(places.of(module), "J after J", "a body B between two joints");
    last_ = Last::joint;
    last_joint_ = module;
}

PathRule PathRule::inside() const {
    PathRule rule = *this;
    if (last_ == Last::joint) {
        rule.last_ = Last::nothing;
        rule.opened_at_joint_ = true;
    }
    return rule;
}

void PathRule::end(const ModulePlaces& places) const {
    if (last_ == Last::joint)
        throw input_error(places.of(last_joint_), "J at the tip", "a body B after it");
}

}  // namespace thigmo::turtle
