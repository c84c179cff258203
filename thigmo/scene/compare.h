// Two simulators beside each other: how single branches of a plant answer when they are shaken.
#pragma once

#include <string>
#include <vector>

#include "thigmo/base/progress.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {

/// A branch with all that grows from it, held at its base, whose base is shaken across it by the
/// same acceleration at all frequencies.
struct Answer {
    double frequency = 0;  // Hz, of the first resonance
    double sway = 0;       // m, root mean square of the tip about that frequency
};

struct BranchComparison {
    std::string name;
    int order = 0;
    double length = 0;  // m
    Answer first, second;
};

struct Comparison {
    std::vector<BranchComparison> branches;
    double frequency_deviation = 0;  // the median of |second − first| / first
    double sway_deviation = 0;
};

/// Of `count` branches of all orders above the trunk's. InputError where the plant has none.
Comparison compare_branches(const Plant& plant, const SimulatorSettings& first,
                            const SimulatorSettings& second, size_t count, Progress& progress);

}  // namespace thigmo
