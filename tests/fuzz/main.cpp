// thigmo_fuzz [COUNT [SEED]]: that many mutants of each kind of file.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/fuzz.h"

namespace {

void print(const char* file, const std::vector<FuzzCount>& counts) {
    for (const FuzzCount& count : counts)
        std::printf("%-8s%-14s%8zu mutants%8zu accepted%8zu rejected\n", file,
                    count.mutation.c_str(), count.mutants, count.accepted, count.rejected);
}

}  // namespace

int main(int argc, char** argv) {
    const size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
    const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    print(".l", fuzz_grammar(count, seed));
    return 0;
}
