// Fuzzing by class of mutation; every part counts what became of its mutants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/format.h"
#include "thigmo/base/random.h"

namespace thigmo::fuzz {

/// What became of the mutants of one class.
struct FuzzCount {
    std::string mutation;
    size_t mutants = 0;
    size_t accepted = 0;  // and then used in every way
    size_t rejected = 0;  // by an InputError of one line
    size_t reached = 0;   // passed the verifier, so that the check of values decided
    size_t crashed = 0;   // of those that run in processes of their own
    size_t over = 0;      // took more time or memory than they may
    uint64_t memory = 0;  // the most of one mutant (bytes)
    double seconds = 0;   // the longest
};

/// Mutant i of a seed is the same in every run, however many there are. A crash is reproduced by
/// the number that was noted last: see `note`. Formats without mutations of their own go through
/// `fuzz_text`.
std::vector<FuzzCount> fuzz_plant(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_grammar(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_scene(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_wind(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_mesh(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_models(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_picture(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_stream(size_t count, uint64_t seed);

/// Whether mutant `number` shall run (all, or the one named by --only), after writing its number
/// where a crash leaves it.
bool note(std::string_view part, size_t number);

/// Counts whether a mutant is accepted.
void use_counted(FuzzCount& count, const std::function<void()>& use);

/// What a text's mutants are made with: a name for the count, and what it does to a seed.
struct TextMutation {
    const char* name;
    std::string (*mutate)(std::string, Random&);
};
/// Uses mutants of the format's seeds, mutation after mutation.
std::vector<FuzzCount> fuzz_text(const Format& format, std::span<const TextMutation> mutations,
                                 size_t count, uint64_t seed);
/// With such mutations as suit any text.
std::vector<FuzzCount> fuzz_text(const Format& format, size_t count, uint64_t seed);

/// The program: mutates files of all parts and prints the counts; 0 where nothing was found.
int run(int argc, char** argv);

/// Prints the message and how to do the mutant again.
void tell(const std::string& message);

/// Stops with the message: a mutant broke a promise without crashing.
[[noreturn]] void broken(const std::string& message);

}  // namespace thigmo::fuzz
