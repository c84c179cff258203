// What was decided on the way, for people: choices, loops, doubts, counts, and the decisions file.
#pragma once

#include <string>

#include "thigmo/authoring/author.h"

namespace thigmo {

/// Everything that authoring went through.
struct Record {
    const Parts& parts;
    const Pieces& pieces;
    const Roles& roles;
    const Decisions& decisions;
    std::string stood_in;  // why limbs were made of cards; empty: they were not
};

/// The plant with how sure each domain is, what was chosen and what is doubtful.
AuthoredPlant describe(const Record& record, Assembled assembled);

AuthorCounts count(const Record& record);

/// TOML that read_decisions takes: roots, roles of wood, props and doubtful pieces, loops, bridged
/// gaps and near choices, anchors, and the splits and merges that were ordered. Fed back unchanged
/// it changes nothing.
std::string decisions_text(const Record& record);

}  // namespace thigmo
