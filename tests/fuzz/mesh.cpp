// Mutants of mesh files of every format. What comes of them is a sound soup and a sound plant, or
// an InputError of one line, with no more time and memory than such a file may take.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "tests/fuzz/apart.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mesh_seeds.h"
#include "tests/fuzz/mesh_use.h"

namespace thigmo::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr double most_seconds = 30;
/// Whether a soup was read, and whether a plant was made of it.
enum Outcome { refused = 10, refused_by_author, accepted };

int outcome_of(const fs::path& path, Random& random) {
    Soup soup;
    if (!accepts([&] { soup = read_sound(path); })) return refused;
    return accepts([&] { make_plants(soup, random); }) ? accepted : refused_by_author;
}

void run_mutant(const fs::path& path, Random& random, FuzzCount& count) {
    const Apart apart = run_apart([&] { return outcome_of(path, random); });
    ++count.mutants;
    count.memory = std::max(count.memory, apart.memory);
    count.seconds = std::max(count.seconds, apart.seconds);
    const uint64_t most = 200'000'000 + 40 * fs::file_size(path);
    if (!is_sanitized && (apart.memory > most || apart.seconds > most_seconds)) {
        tell(fmt::format("{} MB and {:.1f} s", apart.memory / 1'000'000, apart.seconds));
        ++count.over;
    }
    if (apart.status != refused && apart.status != refused_by_author && apart.status != accepted) {
        tell(fmt::format("ended with {}", apart.status));
        ++count.crashed;
        return;
    }
    count.rejected += apart.status != accepted;
    count.reached += apart.status != refused;
    count.accepted += apart.status == accepted;
}

}  // namespace

std::vector<FuzzCount> fuzz_mesh(size_t count, uint64_t seed) {
    std::vector<MeshSeed> seeds = mesh_seeds();
    std::ranges::move(foreign_seeds(), std::back_inserter(seeds));
    const MeshFolder folder;
    std::vector<FuzzCount> counts;
    for (const MeshSeed& mesh : seeds) counts.push_back({mesh.name});
    for (size_t i = 0; i < count; ++i) {
        if (!note("mesh", i)) continue;
        Random random(mix(seed, i));
        const size_t row = i % seeds.size();
        folder.write(seeds[row].file, mutate(seeds[row].bytes, random));
        run_mutant(folder.opened(seeds[row].file), random, counts[row]);
        folder.write(seeds[row].file, seeds[row].bytes);
    }
    return counts;
}

}  // namespace thigmo::fuzz
