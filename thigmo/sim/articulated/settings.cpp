// Ranges of the articulated simulator's settings, and their keys in a scene.
#include "thigmo/sim/articulated/settings.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/settings.h"

namespace thigmo {
namespace {

void expect(bool holds, const char* name, double found, const char* expected) {
    if (!holds) throw InputError(fmt::format("{}: found {:g}, expected {}", name, found, expected));
}

}  // namespace

void check(const ArticulatedSettings& s) {
    const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
    check(s.footing);
    expect(s.substeps >= 1 && s.substeps <= 1000000, "substeps", s.substeps, "1 to 1000000");
    expect(positive(s.junction), "junction", s.junction, "more than 0");
    check(s.leaf);
    expect(positive(s.turn_limit), "turn_limit", s.turn_limit, "more than 0");
}

void read_articulated(const Settings& table, ArticulatedSettings& own) {
    own.model = table.choose("model", articulated_model_names, own.model);
    if (own.model == ArticulatedModel::thesis) own.integrator = Integrator::semi_implicit_euler;
    own.integrator = table.choose("integrator", integrator_names, own.integrator);
    if (own.model == ArticulatedModel::thesis && own.integrator != Integrator::semi_implicit_euler)
        table.refuse("integrator", "\"semi-implicit-euler\" with the model \"thesis\"");
    own.substeps = table.whole("substeps", {1, 10000}, own.substeps);
    own.junction = table.number("junction", {1e-6, 1e6}, own.junction);
    own.leaf_solve = table.choose("leaf_solve", leaf_solve_names, own.leaf_solve);
    own.damping = table.yes("damping", own.damping);
    own.load_stiffness = table.yes("load_stiffness", own.load_stiffness);
    own.turn_limit = table.number("turn_limit_rad", {1e-3, 10}, own.turn_limit);
    own.energy_guard = table.yes("energy_guard", own.energy_guard);
    own.planar = table.yes("planar", own.planar);
    if (own.planar && own.model != ArticulatedModel::thesis)
        table.refuse("planar", "false, because only the model \"thesis\" moves in a plane");
    own.plane_normal = table.vector("plane_normal", {-1, 1}, own.plane_normal);
    if (own.planar && own.plane_normal.isZero(0)) table.refuse("plane_normal", "a direction");
}

}  // namespace thigmo
