// Elements in groups that do not meet, so that several threads may add them up: always in the same
// order, whatever their number.
#pragma once

#include <functional>

#include "thigmo/mechanics/block_matrix.h"

namespace thigmo {

/// Runs of consecutive elements; those of one colour share no row.
struct ElementColours {
    std::vector<uint32_t> run;    // the runs, colour by colour
    std::vector<uint32_t> first;  // of every colour in `run`, and the end
    size_t run_length = 1, elements = 0;
};

ElementColours colour_elements(const ElementRows& elements, size_t rows, size_t run_length);

/// Calls body(first element, end) for every run, colour after colour.
void for_runs(const ElementColours& colours, const std::function<void(size_t, size_t)>& body);

}  // namespace thigmo
