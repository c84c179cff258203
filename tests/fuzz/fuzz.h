// Fuzzing by class of mutation; every part counts what became of its mutants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thigmo::fuzz {

/// What became of the mutants of one class.
struct FuzzCount {
    std::string mutation;
    size_t mutants = 0;
    size_t accepted = 0;  // and then used in every way
    size_t rejected = 0;  // by an InputError of one line
    size_t reached = 0;   // passed the verifier, so that the check of values decided
};

/// Mutant i of a seed is the same in every run, however many there are. A crash is reproduced by
/// the number that was noted last: see `note`.
std::vector<FuzzCount> fuzz_plant(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_grammar(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_scene(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_wind(size_t count, uint64_t seed);

/// Whether mutant `number` shall run (all, or the one named by --only), after writing its number
/// where a crash leaves it.
bool note(const char* part, size_t number);

/// Stops with the message: a mutant broke a promise without crashing.
[[noreturn]] void broken(const std::string& message);

}  // namespace thigmo::fuzz
