// thigmo_fuzz: mutates .plant files, grammars, scenes, recorded winds, meshes and .models files,
// uses what is accepted, prints counts per class.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "tests/fuzz/fuzz.h"

// Present only where the sanitizers are linked.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

namespace thigmo::fuzz {

namespace {

struct Request {
    size_t count = 10000;
    uint64_t seed = 1;
    std::optional<size_t> only;
    std::string part;  // one of those named in the usage; all when empty
};

Request request;
std::array<char, 128> last_mutant{};

constexpr unsigned longest_seconds = 60;  // of one mutant

/// Runs when the process dies: of the sanitizers, of a failed promise, or of a mutant without end.
void print_last_mutant() {
    const ssize_t ignored =
        ::write(STDERR_FILENO, last_mutant.data(), std::strlen(last_mutant.data()));
    static_cast<void>(ignored);
}

void on_signal(int number) {
    print_last_mutant();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void watch_for_death() {
    if (__sanitizer_set_death_callback != nullptr)
        __sanitizer_set_death_callback(print_last_mutant);
    else
        std::signal(SIGSEGV, on_signal);
    for (const int number : {SIGABRT, SIGALRM}) std::signal(number, on_signal);
}

/// Prints the counts and returns their sum.
FuzzCount print(const char* part, const std::vector<FuzzCount>& counts, bool tells_reached) {
    fmt::print("{:<28}{:>9}{:>10}{:>10}{:>10}\n", part, "mutants", "verified", "rejected",
               "accepted");
    FuzzCount sum{"all"};
    const auto line = [&](const FuzzCount& count) {
        fmt::print("  {:<26}{:>9}{:>10}{:>10}{:>10}\n", count.mutation, count.mutants,
                   tells_reached ? fmt::to_string(count.reached) : "-", count.rejected,
                   count.accepted);
    };
    for (const FuzzCount& count : counts) {
        line(count);
        sum.mutants += count.mutants;
        sum.accepted += count.accepted;
        sum.rejected += count.rejected;
        sum.reached += count.reached;
    }
    line(sum);
    std::fflush(stdout);
    return sum;
}

bool parse(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool option = word.starts_with("--");
        if (option && i + 1 == argc) return false;
        const char* value = option ? argv[++i] : argv[i];
        char* end = nullptr;
        const uint64_t number = std::strtoull(value, &end, 10);
        if (word == "--part")
            request.part = value;
        else if (*end != '\0' || end == value)
            return false;
        else if (word == "--only")
            request.only = number;
        else if (word == "--seed")
            request.seed = number;
        else if (!option)
            request.count = number;
        else
            return false;
    }
    constexpr std::string_view parts[] = {"",      "plant", "grammar", "wind",
                                          "scene", "mesh",  "models"};
    return std::ranges::find(parts, request.part) != std::end(parts);
}

}  // namespace

int run(int argc, char** argv) {
    if (!parse(argc, argv)) {
        fmt::print(
            stderr,
            "usage: thigmo_fuzz [COUNT] [--seed N] [--part plant|grammar|wind|scene|mesh|models] "
            "[--only N]\n");
        return 2;
    }
    watch_for_death();
    const auto runs = [](const char* part) { return request.part.empty() || request.part == part; };
    if (runs("plant")) {
        const FuzzCount sum = print(".plant", fuzz_plant(request.count, request.seed), true);
        if (!request.only && 3 * sum.reached < sum.mutants) {
            fmt::print(stderr, "fuzz: {} of {} mutants passed the verifier, expected a third\n",
                       sum.reached, sum.mutants);
            return 1;
        }
    }
    if (runs("grammar")) print("grammars", fuzz_grammar(request.count, request.seed), false);
    if (runs("scene")) {
        const FuzzCount sum = print("scenes", fuzz_scene(request.count, request.seed), false);
        if (!request.only && 5 * sum.accepted < sum.mutants) {
            fmt::print(stderr, "fuzz: {} of {} scenes were accepted, expected a fifth\n",
                       sum.accepted, sum.mutants);
            return 1;
        }
    }
    if (runs("wind")) print("recorded winds", fuzz_wind(request.count, request.seed), false);
    if (runs("models")) print(".models", fuzz_models(request.count, request.seed), true);
    if (runs("mesh")) {
        const FuzzCount sum = print("meshes", fuzz_mesh(request.count, request.seed), true);
        if (!request.only && 5 * sum.accepted < sum.mutants) {
            fmt::print(stderr, "fuzz: {} of {} meshes were accepted, expected a fifth\n",
                       sum.accepted, sum.mutants);
            return 1;
        }
    }
    return 0;
}

bool note(const char* part, size_t number) {
    if (request.only && *request.only != number) return false;
    *fmt::format_to_n(last_mutant.data(), last_mutant.size() - 1,
                      "\nreproduce: thigmo_fuzz {} --seed {} --part {} --only {}\n", request.count,
                      request.seed, part, number)
         .out = '\0';
    ::alarm(longest_seconds);
    return true;
}

void broken(const std::string& message) {
    fmt::print(stderr, "fuzz: {}\n", message);
    std::abort();
}

}  // namespace thigmo::fuzz

int main(int argc, char** argv) {
    return thigmo::fuzz::run(argc, argv);
}
