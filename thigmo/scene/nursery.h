// Growing plants: grammars, their derivation, the turtle, and the species they belong to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"
#include "thigmo/growth/derive.h"
#include "thigmo/growth/turtle.h"
#include "thigmo/materials/species.h"

namespace thigmo {

struct GrowthSettings {
    DeriveSettings derivation;
    std::map<std::string, double> defines;  // win over the grammar's own
    TurtleSettings turtle;
    std::optional<double> age;  // years, for a species; its default age unless given
};

struct Growth {
    Plant plant;
    Log log;
    std::string printed;       // by the grammar itself
    size_t bodies = 0;         // articulated ones
    size_t merged_bodies = 0;  // of those, merged into their parents
};

/// Draws a module string that any program wrote, with the palette's wood and shapes: nothing is
/// derived. `file` names it in messages, and the plant.
Growth draw_string(std::string_view text, const std::string& file, const TurtleSettings& settings,
                   const Palette& palette = default_palette());

/// Derives the grammar, interprets the string and draws it, with the palette's wood and shapes.
Growth grow_grammar(const Grammar& grammar, const GrowthSettings& settings, const Palette& palette,
                    const std::string& name, Progress& progress);

/// The same for a species' grammar, in which AGE is the age in years. InputError when the age is
/// outside the species' range.
Growth grow_species(const Species& species, const GrowthSettings& settings, Progress& progress);

/// One individual of a species, all else by default.
Plant grow_species(const Species& species, double age, uint64_t seed, Progress& progress);

}  // namespace thigmo
