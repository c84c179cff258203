// Ranges of what holds a plant, and its keys in a scene.
#include "thigmo/sim/footing.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/settings.h"

namespace thigmo {

void check(const Footing& footing) {
    const double mass = footing.base_mass;
    if (!footing.gravity.allFinite())
        throw InputError(
            fmt::format("gravity: found {}, expected finite numbers", footing.gravity.norm()));
    if (!(std::isfinite(mass) && mass >= 0))
        throw InputError(fmt::format("base_mass: found {:g}, expected 0 or more", mass));
    if (footing.base == Base::sliding && mass == 0)
        throw InputError("base_mass: found 0, expected more than 0 for a sliding base");
}

void check_roots(const Footing& footing, size_t roots) {
    if (footing.base == Base::free && roots != 1)
        throw InputError(
            fmt::format("base: found \"free\" for a plant of {} roots, expected one", roots));
}

void read_footing(const Settings& table, Footing& footing) {
    footing.shape = table.choose("shape", given_shape_names, footing.shape);
    footing.base = table.choose("base", base_names, footing.base);
    footing.base_mass = table.number("base_mass_kg", {0, 1e9}, footing.base_mass);
    if (footing.base == Base::sliding && footing.base_mass == 0)
        table.refuse("base_mass_kg", "more than 0, because the base is sliding");
}

}  // namespace thigmo
