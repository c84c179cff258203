// Two simulators beside each other: how single branches of a plant answer when they are shaken.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "thigmo/base/progress.h"
#include "thigmo/sim/linear_modes.h"

namespace thigmo {

/// A branch with all that grows from it, held at its base, whose base is shaken across it by the
/// same acceleration at all frequencies.
struct Answer {
    double frequency = 0;  // Hz, of the mode that is compared
    double likeness = 0;   // of its shape to the one that it is compared with, 0…1
    double sway = 0;       // m, root mean square of the tip
};

struct BranchComparison {
    std::string name;
    int order = 0;
    double length = 0;  // m
    Answer first, second;
    double referee = 0;  // Hz, of the mode that both are compared with; 0 without a referee
};

/// ln(second/first): the same with another sign when the two change places.
double log_ratio(double first, double second);

/// Sizes |ln(second/first)| over the branches.
struct Deviation {
    double median = 0;
    double upper_quartile = 0;  // three branches of four are at most so far apart
    double worst = 0;
};

struct Comparison {
    std::vector<BranchComparison> branches;
    Deviation frequency, sway;
};

/// Modes of a branch that none of the simulators made.
using Referee = std::function<LinearModes(const Plant&)>;

/// Compares `count` branches of all orders above the trunk's. The mode that is compared is the
/// referee's (the second simulator's where there is none) in which the tip sways most; each
/// simulator's is the one most like it. InputError where the plant has no branches, or modes are
/// not found.
Comparison compare_branches(const Plant& plant, const SimulatorSettings& first,
                            const SimulatorSettings& second, size_t count, Progress& progress,
                            const Referee& referee = {});

}  // namespace thigmo
