// Derivation: from a grammar's axiom to the string that the turtle reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thigmo/base/progress.h"
#include "thigmo/growth/grammar.h"

namespace thigmo {

struct DeriveSettings {
    std::optional<int> steps;          // the grammar's own derivation length unless given
    uint64_t seed = 0;                 // mixed with the grammar's own `Seed:`
    size_t module_limit = 50'000'000;  // of one string; a parameter counts as a module
};

struct Derivation {
    ModuleString modules;
    Alphabet alphabet;
    Log log;
    std::string printed;  // what the grammar's printf calls wrote
    int steps = 0;        // taken; fewer than asked for after stop()
    /// Values of the grammar's variables at the end, which the homomorphism reads.
    std::vector<double> variables;
};

/// Applies the productions step by step, the decomposition after each step and to the axiom.
/// InputError when the string outgrows the limit.
Derivation derive(const Grammar& grammar, const DeriveSettings& settings, Progress& progress);

/// The string as the turtle shall read it: the homomorphism applied to its depth. The derivation
/// is not changed by it.
ModuleString interpret(const Grammar& grammar, const Derivation& derivation,
                       const DeriveSettings& settings, Progress& progress, Log& log);

}  // namespace thigmo
