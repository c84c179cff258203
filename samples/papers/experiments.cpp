// The list of everything that `thigmo reproduce` can repeat.
#include "samples/papers/experiments.h"

#include <fmt/format.h>

#include "thigmo/base/error.h"

namespace thigmo::papers {

std::vector<Experiment> experiments() {
    return {};
}

Experiment find_experiment(std::string_view name) {
    std::string names;
    for (const Experiment& experiment : experiments()) {
        if (name == experiment.name) return experiment;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", experiment.name);
    }
    throw InputError(fmt::format("reproduce: found '{}', expected one of {}", name, names));
}

Table reproduce(const Experiment& experiment, Progress& progress) {
    Table table;
    table.name = experiment.name;
    table.paper = experiment.paper;
    experiment.run(table, progress);
    progress.report(1, experiment.name);
    return table;
}

}  // namespace thigmo::papers
