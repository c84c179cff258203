// Which wind blows: the settings of an air, the words for them, and the air itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "thigmo/air/air.h"
#include "thigmo/mechanics/spectrum.h"

namespace thigmo {

struct WindSettings {
    enum class Kind { calm, uniform, gusts, recorded };
    Kind kind = Kind::gusts;
    double speed = 8;                // mean (m/s) at the reference height
    double reference_height = 10;    // m above y = 0; of a recorded wind the anemometer's height
    Vec3 direction = Vec3::UnitX();  // that it blows towards; horizontal, of any length
    double roughness = 0.03;         // z0 (m) of the log profile
    bool profile = true;             // false: as fast at every height
    double turbulence = 0.2;         // standard deviation of u over the mean, at reference height
    Spectrum spectrum = Spectrum::kaimal;
    uint64_t seed = 1;
    double period = 0;           // s; gusts repeat exactly in this time; 0: after 640 s
    std::filesystem::path file;  // of a recorded wind
    bool shelter = true;         // plants slow it for what stands behind them
    bool loop = true;            // a recorded wind begins anew at its end; false: holds its last
};

/// A speed ("8", "8 m/s", "8m/s") or a word of the Beaufort scale ("gale", "light breeze");
/// InputError that lists the words for anything else.
WindSettings parse_wind(std::string_view words);

/// InputError that names the setting when one is out of range.
void check(const WindSettings& settings);

/// InputError for settings out of range and for a recorded file that cannot be read. Gusts without
/// speed or turbulence are made as the steady wind that they are.
std::unique_ptr<Air> make_air(const WindSettings& settings);

}  // namespace thigmo
