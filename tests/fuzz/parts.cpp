// thigmo_fuzz: mutates files of every format that is accepted, uses what is accepted, prints counts
// per class.
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
    std::string part;   // one of those named in the usage; all when empty
    std::string seeds;  // a folder for sound files of every format
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

/// What is mutated, and the share of mutants that has to come through: below it the mutations test
/// nothing but the first lines of a reader.
struct Part {
    const char* name;
    const char* title;
    std::vector<FuzzCount> (*run)(size_t count, uint64_t seed);  // null: the format as a text
    bool tells_reached = false;                                  // how many came past a verifier
    double accepted = 0, reached = 0;
};

/// Meshes come first: each runs in a fork, before anything has started a thread.
constexpr Part parts[] = {{"mesh", "meshes", fuzz_mesh, true, 0.2},
                          {"plant", ".plant", fuzz_plant, true, 0, 1.0 / 3},
                          {"grammar", "grammars", fuzz_grammar},
                          {"scene", "scenes", fuzz_scene, false, 0.2},
                          {"wind", "recorded winds", fuzz_wind},
                          {"models", ".models", fuzz_models, true},
                          {"picture", "pictures", fuzz_picture, false, 0.05},
                          {"stream", "streams of the reader", fuzz_stream, false, 0.05},
                          {"modules", "strings of modules", nullptr, false, 0.05},
                          {"view", "view files", nullptr, false, 0.05},
                          {"species", "tables of species", nullptr, false, 0.02},
                          {"decisions", "decisions", nullptr, false, 0.05},
                          {"match", "frequencies", nullptr, false, 0.05},
                          {"qsm", "tables of cylinders", nullptr, false, 0.05},
                          {"tracks", "tables of tracks", nullptr, false, 0.05}};

/// Prints the counts and returns their sum.
FuzzCount print(const Part& part, const std::vector<FuzzCount>& counts) {
    fmt::print("{:<28}{:>9}{:>10}{:>10}{:>10}{:>9}{:>6}{:>8}{:>7}\n", part.title, "mutants",
               "verified", "rejected", "accepted", "crashed", "over", "MB", "s");
    FuzzCount sum{"all"};
    const auto line = [&](const FuzzCount& count) {
        fmt::print("  {:<26}{:>9}{:>10}{:>10}{:>10}{:>9}{:>6}{:>8}{:>7.2f}\n", count.mutation,
                   count.mutants, part.tells_reached ? fmt::to_string(count.reached) : "-",
                   count.rejected, count.accepted, count.crashed, count.over,
                   count.memory / 1'000'000, count.seconds);
    };
    for (const FuzzCount& count : counts) {
        line(count);
        sum.mutants += count.mutants;
        sum.accepted += count.accepted;
        sum.rejected += count.rejected;
        sum.reached += count.reached;
        sum.crashed += count.crashed;
        sum.over += count.over;
        sum.memory = std::max(sum.memory, count.memory);
        sum.seconds = std::max(sum.seconds, count.seconds);
    }
    line(sum);
    std::fflush(stdout);
    return sum;
}

/// Whether nothing crashed, nothing took too much, and enough came through.
bool run_part(const Part& part) {
    const FuzzCount sum = print(
        part, part.run != nullptr ? part.run(request.count, request.seed)
                                  : fuzz_text(make_format(part.name), request.count, request.seed));
    if (sum.crashed + sum.over > 0) return false;
    const auto mutants = static_cast<double>(sum.mutants);
    const bool enough = static_cast<double>(sum.accepted) >= part.accepted * mutants &&
                        static_cast<double>(sum.reached) >= part.reached * mutants;
    if (request.only || enough) return true;
    fmt::print(stderr, "fuzz: {} of {} {} were accepted and {} verified, expected more\n",
               sum.accepted, sum.mutants, part.title, sum.reached);
    return false;
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
        else if (word == "--seeds")
            request.seeds = value;
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
    return request.part.empty() ||
           std::ranges::find(parts, request.part, &Part::name) != std::end(parts);
}

}  // namespace

int run(int argc, char** argv) {
    if (!parse(argc, argv)) {
        std::string names;
        for (const Part& part : parts) names.append(names.empty() ? "" : "|").append(part.name);
        fmt::print(stderr,
                   "usage: thigmo_fuzz [COUNT] [--seed N] [--part {}] [--only N]\n"
                   "       thigmo_fuzz --seeds FOLDER\n",
                   names);
        return 2;
    }
    watch_for_death();
    if (!request.seeds.empty()) {
        write_seeds(request.seeds);
        return 0;
    }
    bool good = true;
    for (const Part& part : parts)
        if (request.part.empty() || request.part == part.name) good = run_part(part) && good;
    return good ? 0 : 1;
}

bool note(std::string_view part, size_t number) {
    if (request.only && *request.only != number) return false;
    *fmt::format_to_n(last_mutant.data(), last_mutant.size() - 1,
                      "\nreproduce: thigmo_fuzz {} --seed {} --part {} --only {}\n", request.count,
                      request.seed, part, number)
         .out = '\0';
    ::alarm(longest_seconds);
    return true;
}

void tell(const std::string& message) {
    fmt::print(stderr, "fuzz: {}{}", message, last_mutant.data());
}

void broken(const std::string& message) {
    fmt::print(stderr, "fuzz: {}\n", message);
    std::abort();
}

}  // namespace thigmo::fuzz
