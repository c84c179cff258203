// The list of everything that `thigmo reproduce` can repeat.
#pragma once

#include <string_view>
#include <vector>

#include "samples/papers/table.h"
#include "thigmo/base/progress.h"

namespace thigmo::papers {

struct Experiment {
    const char* name;
    const char* paper;  // a key of docs/references.bib and the place in it
    const char* summary;
    void (*run)(Table&, Progress&);  // adds the rows
    bool draws = false;              // and a picture
};

/// In the order of the list; a later paper adds its own.
std::vector<Experiment> experiments();

/// InputError that names all of them where there is none of this name.
Experiment find_experiment(std::string_view name);

Table reproduce(const Experiment& experiment, Progress& progress);

}  // namespace thigmo::papers
