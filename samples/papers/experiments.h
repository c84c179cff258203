// The list of everything that `thigmo reproduce` can repeat.
#pragma once

#include <string_view>
#include <vector>

#include "samples/papers/table.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/plant.h"

namespace thigmo::papers {

struct Experiment {
    const char* name;
    const char* paper;  // a key of docs/references.bib and the place in it
    const char* summary;
    void (*run)(Table&, Progress&);  // adds the rows
    bool draws = false;              // and a picture
    /// Adds the rows of a plant of the reader's own; none where that makes no sense.
    void (*run_on)(const std::string& name, const Plant& plant, Table&, Progress&) = nullptr;
};

/// In the order of the list; a later paper adds its own.
std::vector<Experiment> experiments();

/// InputError that names all of them where there is none of this name.
Experiment find_experiment(std::string_view name);

Table reproduce(const Experiment& experiment, Progress& progress);

}  // namespace thigmo::papers
