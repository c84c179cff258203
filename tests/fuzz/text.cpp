// Mutants of texts, counted.
#include <fmt/format.h>

#include "tests/fuzz/fuzz.h"
#include "thigmo/base/error.h"

namespace thigmo::fuzz {

void use_counted(FuzzCount& count, const std::function<void()>& use) {
    ++count.mutants;
    try {
        use();
        ++count.accepted;
    } catch (const InputError& error) {
        if (std::string_view(error.what()).find('\n') != std::string_view::npos)
            broken(fmt::format("not one line: {}", error.what()));
        ++count.rejected;
    }
}

std::vector<FuzzCount> fuzz_text(const char* part, std::span<const std::string_view> seeds,
                                 std::span<const TextMutation> mutations,
                                 const std::function<void(const std::string&)>& use, size_t count,
                                 uint64_t seed) {
    std::vector<FuzzCount> counts;
    for (const TextMutation& mutation : mutations) counts.push_back({mutation.name});
    for (size_t i = 0; i < count; ++i) {
        if (!note(part, i)) continue;
        Random random(mix(seed, i));
        const std::string text(seeds[random.below(seeds.size())]);
        FuzzCount& own = counts[i % counts.size()];
        const std::string mutant = mutations[i % counts.size()].mutate(text, random);
        use_counted(own, [&] { use(mutant); });
    }
    return counts;
}

}  // namespace thigmo::fuzz
