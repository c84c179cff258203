// The built-in plants: a grammar, material values with their sources, and the shapes and looks
// that the grammar's symbols stand for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "thigmo/plant/palette.h"

namespace thigmo {

/// One number of a material and where it comes from.
struct MaterialValue {
    std::string material;  // "wood", "twig", "leaf", …
    std::string quantity;  // as in the file, with its unit: "young_pa"
    double value = 0;
    std::string source;
};

/// What a list of species shows.
struct SpeciesHead {
    std::string name;
    std::string latin;
    double height = 0;                                 // m, at the default age
    double default_age = 0, min_age = 0, max_age = 0;  // years
    double fork_exponent = 2.5;  // p of Σ r_child^p = r_parent^p, which the grammar keeps
};

struct Species : SpeciesHead {
    std::string grammar;       // text of the L-system; empty while a species has none
    std::string grammar_file;  // "oak.l"
    std::vector<MaterialValue> values;
    Palette palette;
};

/// Names of the built-in plants, in order of the alphabet.
std::vector<std::string> species_names();

/// Their heads, in the same order; much quicker than all of find_species.
std::vector<SpeciesHead> list_species();

/// InputError lists the names when there is no such plant. Draws the species' textures: some tens
/// of milliseconds.
Species find_species(std::string_view name);

/// Reads a species' table (the TOML text); InputError with line and column.
Species read_species(std::string_view table, const std::string& file);

}  // namespace thigmo
