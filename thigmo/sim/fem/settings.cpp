// Ranges of the settings of full finite elements, and their keys in a scene.
#include "thigmo/sim/fem/settings.h"

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

void check(const FemSettings& s) {
    check(s.footing);
    expect(s.substeps >= 1 && s.substeps <= 10000, "substeps", s.substeps, "1 to 10000");
    expect(s.wind_samples >= 1 && s.wind_samples <= 100, "wind_samples", s.wind_samples,
           "1 to 100");
    check(s.leaf);
    expect(s.tolerance >= 1e-13 && s.tolerance <= 1e-3, "tolerance", s.tolerance, "1e-13 to 1e-3");
}

void read_fem(const Settings& table, FemSettings& own) {
    own.law = table.choose("law", solid_law_names, own.law);
    own.integrator = table.choose("integrator", fem_integrator_names, own.integrator);
    own.solid = table.choose("solid", solid_kind_names, own.solid);
    own.substeps = table.whole("substeps", {1, 10000}, own.substeps);
    own.wind_samples = table.whole("wind_samples", {1, 100}, own.wind_samples);
    own.damping = table.yes("damping", own.damping);
    own.tolerance = table.number("tolerance", {1e-13, 1e-3}, own.tolerance);
}

}  // namespace thigmo
