// What the names in a mesh file tell of its parts: those of objects, groups and materials.
#pragma once

#include <vector>

#include "thigmo/plant/soup.h"

namespace thigmo {

struct NamedPart {
    bool wood = false, leaf = false, prop = false;  // a word of any of its names says so
    bool pot = false;  // it is a vessel that plants stand in, or belongs to one
};

/// Per part of the soup. Names are read by whole words, `woodBirch_02` as wood and birch: "pot" is
/// no word of Potentilla. Within a name the last word that is known says what is meant: a plant pot
/// is a pot, a pot plant is none. Groups are heard before their object, and materials before their
/// group, where that has several; a name that all parts bear tells nothing.
std::vector<NamedPart> read_names(const Soup& soup);

}  // namespace thigmo
