// Ranges of the articulated simulator's settings.
#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/sim/articulated/body_tree.h"

namespace thigmo {
namespace {

void expect(bool holds, const char* name, double found, const char* expected) {
    if (!holds) throw InputError(fmt::format("{}: found {}, expected {}", name, found, expected));
}

}  // namespace

void check(const ArticulatedSettings& s) {
    const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
    expect(s.substeps >= 1 && s.substeps <= 1000000, "substeps", s.substeps, "1 to 1000000");
    expect(s.gravity.allFinite(), "gravity", s.gravity.norm(), "finite numbers");
    expect(s.base != Base::sliding || positive(s.base_mass), "base_mass", s.base_mass,
           "more than 0 for a sliding base");
    expect(std::isfinite(s.base_mass) && s.base_mass >= 0, "base_mass", s.base_mass, "0 or more");
    expect(positive(s.junction), "junction", s.junction, "more than 0");
    expect(s.leaf_bodies >= 1 && s.leaf_bodies <= 100, "leaf_bodies", s.leaf_bodies, "1 to 100");
    expect(positive(s.leaf_stiffness), "leaf_stiffness", s.leaf_stiffness, "more than 0");
    expect(positive(s.turn_limit), "turn_limit", s.turn_limit, "more than 0");
}

}  // namespace thigmo
