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
    size_t crashed = 0;   // of those that run in processes of their own
    size_t over = 0;      // took more time or memory than they may
    uint64_t memory = 0;  // the most of one mutant (bytes)
    double seconds = 0;   // the longest
};

/// Mutant i of a seed is the same in every run, however many there are. A crash is reproduced by
/// the number that was noted last: see `note`.
std::vector<FuzzCount> fuzz_plant(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_grammar(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_scene(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_wind(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_mesh(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_models(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_picture(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_decisions(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_match(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_qsm(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_tracks(size_t count, uint64_t seed);

/// Whether mutant `number` shall run (all, or the one named by --only), after writing its number
/// where a crash leaves it.
bool note(const char* part, size_t number);

/// Counts what becomes of a mutant whose use throws InputError of one line where it is refused.
void use_counted(FuzzCount& count, const std::function<void()>& use);

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

/// Prints the message and how to do the mutant again.
void tell(const std::string& message);

/// Stops with the message: a mutant broke a promise without crashing.
[[noreturn]] void broken(const std::string& message);

}  // namespace thigmo::fuzz
