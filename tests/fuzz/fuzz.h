// What ./dev fuzz runs: mutants of .plant and .l files, counted by the kind of mutation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

struct FuzzCount {
    std::string mutation;
    size_t mutants, accepted, rejected;
};

std::vector<FuzzCount> fuzz_plant(size_t count, uint64_t seed);
std::vector<FuzzCount> fuzz_grammar(size_t count, uint64_t seed);
