// The list of everything that `thigmo reproduce` can repeat.
#include "samples/papers/experiments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "samples/papers/garcia.h"
#include "samples/papers/habel.h"
#include "samples/papers/zhao.h"
#include "thigmo/base/error.h"
#include "thigmo/base/nearest_word.h"

namespace thigmo::papers {

std::vector<Experiment> experiments() {
    return {
        {"garcia-pendulum", "[Garcia2023] 8.1", "a rod that swings", garcia_pendulum},
        {"garcia-double-pendulum", "[Garcia2023] 8.2", "two rods that swing",
         garcia_double_pendulum},
        {"garcia-cantilever", "[Garcia2023] 8.3", "a beam that sags", garcia_cantilever},
        {"garcia-frequencies", "[Garcia2023] 8.3", "the beam's natural frequencies",
         garcia_frequencies},
        {"garcia-stability", "[Garcia2023] 9.4.2", "how long a step may be", garcia_stability},
        {"garcia-twist", "[Garcia2023] 9.2.1", "a T-shaped plant, twisted and let go",
         garcia_twist},
        {"garcia-shape", "[Garcia2023] 9.2.2", "equal torques on other stems", garcia_shape},
        {"garcia-gravity", "[Garcia2023] 9.1.1", "5 g in five directions", garcia_gravity},
        {"garcia-wilt", "[Garcia2023] 9.1.4", "a rose that loses its stiffness", garcia_wilt},
        {"garcia-base", "[Garcia2023] 9.1.2", "a pot that is moved", garcia_base},
        {"garcia-pull", "[Garcia2023] 9.1.3", "pulled, held and let go; -o draws the tip's path",
         garcia_pull, true},
        {"garcia-performance", "[Garcia2023] 9.4.2", "how much faster than real time",
         garcia_performance},
        {"integrator", "[Garcia2023] 10.2", "numerical damping, frequency error, energy left",
         integrator},
        {"habel-table1", "[Habel2009] table 1", "polynomials fitted to tapered beams",
         habel_table1},
        {"habel-deflection", "[Habel2009] app. A", "tapered beams under a uniform load",
         habel_deflection},
        {"habel-length", "[Habel2009] 4.2", "how long a bent branch is; -o draws it", habel_length,
         true},
        {"habel-spectrum", "[Habel2009] 5.4", "what sway textures give; -o draws spectra",
         habel_spectrum, true},
        {"habel-response", "[Habel2009] eq. 15", "a branch as a driven oscillator", habel_response},
        {"habel-performance", "[Habel2009] table 3", "what moving a tree costs", habel_performance},
        {"zhao-pipeline", "[Zhao2013] table 1", "from triangles to a plant, step by step",
         zhao_pipeline},
        {"zhao-cantilever", "[Zhao2013] 7", "a beam cut into domains", zhao_cantilever},
        {"zhao-integrators", "[Zhao2013] 7", "schemes that swing a beam of two domains",
         zhao_integrators},
        {"zhao-branches", "[Zhao2013] 7", "T- and Y-shaped plants against full elements",
         zhao_branches},
        {"zhao-gravity", "[Zhao2013] figure 13", "how plants sag, and stand", zhao_gravity},
        {"zhao-figure14", "[Zhao2013] figure 14", "91 domains against full elements",
         zhao_figure14},
        {"zhao-peach", "[Zhao2013] figure 1", "what moving its peach costs", zhao_peach},
        {"zhao-oak", "[Zhao2013] figure 5", "what moving its oak costs", zhao_oak},
        {"zhao-figure10", "[Zhao2013] figure 10", "what moving every species costs", zhao_figure10,
         false, zhao_figure10_plant},
    };
}

Experiment find_experiment(std::string_view name) {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) {
        if (name == experiment.name) return experiment;
        names.emplace_back(experiment.name);
    }
    throw InputError(fmt::format("reproduce: found '{}', expected one of {}{}", name,
                                 fmt::join(names, ", "), did_you_mean(name, names)));
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
