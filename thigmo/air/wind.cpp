// Checks of wind settings, and the air that they describe.
#include "thigmo/air/wind.h"

#include <fmt/format.h>

#include "thigmo/air/gusts.h"
#include "thigmo/air/recorded.h"
#include "thigmo/air/uniform.h"
#include "thigmo/base/error.h"
#include "thigmo/base/range.h"

namespace thigmo {
namespace {

void expect(const char* name, double value, Range range, const char* expected) {
    if (!range.holds(value))
        throw InputError(fmt::format("wind {}: found {:g}, expected {}", name, value, expected));
}

}  // namespace

void check(const WindSettings& settings) {
    expect("speed", settings.speed, {0, 100}, "0 to 100 m/s");
    expect("height", settings.reference_height, {0.1, 1000}, "0.1 to 1000 m");
    expect("roughness", settings.roughness, {1e-6, 10}, "1e-6 to 10 m");
    // Closer to the ground the profile is all slope: a hair's breadth would double the speed.
    if (!(settings.roughness <= settings.reference_height / 2))
        throw InputError(
            fmt::format("wind roughness: found {:g} m, expected at most half of the "
                        "reference height of {:g} m",
                        settings.roughness, settings.reference_height));
    expect("turbulence", settings.turbulence, {0, 1}, "0 to 1, a share of the mean");
    if (settings.period != 0)
        expect("period", settings.period, {0.5, 1e6}, "0.5 to 1e6 s, or 0 for a long record");
    const Vec3& way = settings.direction;
    if (!way.allFinite() || !(std::hypot(way.x(), way.z()) > 1e-9 * way.norm()))
        throw InputError(
            fmt::format("wind direction: found ({:g}, {:g}, {:g}), expected one along "
                        "the ground",
                        way.x(), way.y(), way.z()));
    if (settings.kind == WindSettings::Kind::recorded && settings.file.empty())
        throw InputError("wind file: found none, expected the CSV file of a recorded wind");
}

std::unique_ptr<Air> make_air(const WindSettings& settings) {
    using enum WindSettings::Kind;
    check(settings);
    if (settings.kind == recorded) return std::make_unique<Recorded>(settings);
    if (settings.kind == calm || settings.speed == 0) return std::make_unique<Calm>();
    if (settings.kind == uniform || settings.turbulence == 0)
        return std::make_unique<Uniform>(settings);
    return std::make_unique<Gusts>(settings);
}

}  // namespace thigmo
