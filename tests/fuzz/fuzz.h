// Fuzzing by class of mutation; every part counts what became of its mutants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/random.h"

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
std::vector<FuzzCount> fuzz_mesh(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_models(size_t count, uint64_t seed);

/// Whether mutant `number` shall run (all, or the one named by --only), after writing its number
/// where a crash leaves it.
bool note(const char* part, size_t number);

/// What a text's mutants are made with: a name for the count, and what it does to a seed.
struct TextMutation {
    const char* name;
    std::string (*mutate)(std::string, Random&);
};
/// Runs `use` on mutants of the seeds, mutation after mutation; it throws InputError of one line
/// for what it refuses.
std::vector<FuzzCount> fuzz_text(const char* part, std::span<const std::string_view> seeds,
                                 std::span<const TextMutation> mutations,
                                 const std::function<void(const std::string&)>& use, size_t count,
                                 uint64_t seed);

/// Stops with the message: a mutant broke a promise without crashing.
[[noreturn]] void broken(const std::string& message);

}  // namespace thigmo::fuzz
