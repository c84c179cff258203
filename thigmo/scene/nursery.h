// Growing plants: grammars, their derivation, the turtle, and the species they belong to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

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
};

struct Growth {
    Plant plant;
    Log log;
    std::string printed;  // by the grammar itself
    TurtleReport report;
};

/// Derives the grammar, interprets the string and draws it, with the palette's wood and shapes.
Growth grow_grammar(const Grammar& grammar, const GrowthSettings& settings, const Palette& palette,
                    const std::string& name, Progress& progress);

/// The same for a species' grammar, in which AGE is the age in years (the species' own unless
/// given). InputError when the age is outside the species' range.
Growth grow_specimen(const Species& species, std::optional<double> age,
                     const GrowthSettings& settings, Progress& progress);

/// One individual of a species.
Plant grow_species(const Species& species, double age, uint64_t seed, Progress& progress);

}  // namespace thigmo
