// The turtle: walks along a module string and leaves a plant behind.
#pragma once

#include <cstdint>
#include <optional>

#include "thigmo/base/log.h"
#include "thigmo/growth/module_string.h"
#include "thigmo/plant/palette.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// Which symbols mean what: those of the program cpfg, or those of [Prusinkiewicz1990].
enum class Dialect : uint8_t { cpfg, abop };

/// Whether B and J are the bodies and joints of [Garcia2023]. `automatic` takes them for that when
/// the string holds a J with 8, 9 or 12 parameters, or a B with 3 or 10 and no line, curve, polygon
/// or shape at all.
enum class BodyModules : uint8_t { automatic, on, off };

struct TurtleSettings {
    Dialect dialect = Dialect::cpfg;
    double angle_deg = 45;                  // of a turn without parameter
    double step = 1;                        // of F and f without parameter (m)
    double width = 0.1;                     // first diameter (m)
    std::optional<double> width_increment;  // of ! and # (m); unset: 0 in cpfg, width/10 in abop
    Vec3 tropism = Vec3::UnitY();           // direction; its length counts in abop
    double elasticity = 0;                  // susceptibility e to the tropism
    double elasticity_increment = 0;        // of _ without parameter
    bool past_cut = false;                  // draw what follows a %
    double tip_taper = 0.6;                 // end of an axis' last segment as a share of its start
    int curve_segments = 4;                 // per span of a generalised cylinder without parameter
    BodyModules bodies = BodyModules::automatic;
    bool moving_root = false;    // whether the first body moves; else it is the immovable root
    double min_body_mass = 0;    // kg; lighter bodies are merged into their parents
    double min_body_length = 0;  // m; shorter ones too
};

struct Drawing {
    Plant plant;
    Log log;
    size_t bodies = 0;         // B modules
    size_t merged_bodies = 0;  // of those, merged into their parents
};

/// The plant that the turtle draws from the origin, heading +Y. docs/turtle.md has the symbols and
/// says how axes become domains and widths become radii. InputError when nothing is drawn, the
/// turtle leaves the world, more than a million brackets are open, or bodies and joints do not fit
/// together.
Drawing draw_plant(const ModuleString& modules, const Alphabet& alphabet,
                   const TurtleSettings& settings, const Palette& palette,
                   const ModulePlaces& places);

}  // namespace thigmo
