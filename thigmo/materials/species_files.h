// The files of species/, compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace thigmo {

struct SpeciesFile {
    std::string_view name;  // "oak.l"
    std::string_view text;
};

/// All of them, in order of name.
std::span<const SpeciesFile> species_files();

}  // namespace thigmo
