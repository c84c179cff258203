// Ranges of the beam's settings, and its keys in a scene.
#include "thigmo/sim/beam/settings.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/settings.h"

namespace thigmo {
namespace {

void expect(bool good, const char* name, double found, const char* expected) {
    if (!good) throw InputError(fmt::format("{}: found {:g}, expected {}", name, found, expected));
}

bool within(double x, double low, double high) {
    return x >= low && x <= high;
}

}  // namespace

void check(const BeamSettings& settings) {
    check(settings.footing);
    check(settings.leaf);
    if (settings.footing.base != Base::held)
        throw InputError(
            fmt::format("base: found \"{}\", expected \"held\" for a beam plant, which moves in "
                        "closed form; \"articulated\" can slide and fall",
                        base_names[static_cast<size_t>(settings.footing.base)]));
    expect(within(settings.frequency_factor, 1e-3, 1e3), "frequency_factor",
           settings.frequency_factor, "0.001 to 1000");
    expect(within(settings.gravity, 0, 1e3), "gravity", settings.gravity, "0 to 1000 m/s²");
    for (const double factor : settings.sway)
        expect(within(factor, 0, 1e3), "sway", factor, "0 to 1000");
    for (const double factor : settings.stiffness)
        expect(within(factor, 1e-3, 1e3), "stiffness", factor, "0.001 to 1000");
    expect(within(settings.flutter, 0, 1e3), "flutter", settings.flutter, "0 to 1000");
    expect(within(settings.period, 0, 1e6), "period", settings.period, "0 to 1e6 s");
    for (const double ratio : settings.damping)
        expect(within(ratio, 1e-3, 10), "damping", ratio, "ratios of 0.001 to 10");
    const BeamWind& wind = settings.wind;
    expect(wind.mean.allFinite() && wind.mean.norm() <= 200, "wind", wind.mean.norm(),
           "0 to 200 m/s");
    expect(within(wind.turbulence, 0, 2), "turbulence", wind.turbulence, "0 to 2");
    expect(within(wind.reference_height, 0.1, 1e3), "reference_height", wind.reference_height,
           "0.1 to 1000 m");
    expect(within(wind.roughness, 0, wind.reference_height / 2), "roughness", wind.roughness,
           "0 to half the reference height");
}

void read_beam(const Settings& table, BeamSettings& settings) {
    settings.frequency = table.choose("frequency", frequency_law_names, settings.frequency);
    settings.frequency_factor =
        table.number("frequency_factor", {1e-3, 1e3}, settings.frequency_factor);
    settings.bending = table.choose("bending", bending_names, settings.bending);
    settings.weave = table.choose("weave", weave_names, settings.weave);
    if (table.is_text("damping") && table.word("damping", {"material"}) == 0)
        settings.damping.clear();
    else if (table.has("damping"))
        settings.damping = table.list("damping", {1e-3, 10});
    if (table.has("stiffness")) settings.stiffness = table.list("stiffness", {1e-3, 1e3});
    if (table.has("sway")) settings.sway = table.list("sway", {0, 1e3});
    settings.flutter = table.number("flutter", {0, 1e3}, settings.flutter);
}

}  // namespace thigmo
