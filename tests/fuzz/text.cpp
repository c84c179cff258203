// Mutants of texts, counted.
#include <algorithm>
#include <array>

#include "tests/fuzz/fuzz.h"

namespace thigmo::fuzz {
namespace {

std::string damaged_bytes(std::string text, Random& random) {
    constexpr std::string_view likely = "0123456789.-+e,\n\t=[]{}\"' ";
    for (uint64_t i = random.below(4) + 1; i > 0; --i)
        text[random.below(text.size())] = random.below(4) == 0
                                              ? static_cast<char>(random.below(256))
                                              : likely[random.below(likely.size())];
    return text;
}

std::string other_numbers(std::string text, Random& random) {
    constexpr std::array<std::string_view, 12> values = {
        "0", "-1", "1e300", "nan", "inf", "-inf", "1e-300", "4294967296", "0.5", "7", "a", "1e19"};
    for (uint64_t i = random.below(3) + 1; i > 0; --i) {
        const size_t from = text.find_first_of("0123456789", random.below(text.size()));
        if (from == text.npos) continue;
        const size_t to = std::min(text.find_first_not_of("0123456789.", from), text.size());
        text.replace(from, to - from, values[random.below(values.size())]);
    }
    return text;
}

/// A run of the text once more, many times, or away.
std::string spliced(std::string text, Random& random) {
    const size_t from = random.below(text.size());
    const std::string run = text.substr(from, random.below(20) + 1);
    if (random.below(3) == 0) return text.erase(from, run.size());
    for (uint64_t i = random.below(8) == 0 ? 3000 : 1; i > 0; --i) text.insert(from, run);
    return text;
}

}  // namespace

void use_counted(FuzzCount& count, const std::function<void()>& use) {
    ++count.mutants;
    ++(accepts(use) ? count.accepted : count.rejected);
}

std::vector<FuzzCount> fuzz_text(const Format& format, std::span<const TextMutation> mutations,
                                 size_t count, uint64_t seed) {
    std::vector<FuzzCount> counts;
    for (const TextMutation& mutation : mutations) counts.push_back({mutation.name});
    for (size_t i = 0; i < count; ++i) {
        if (!note(format.name, i)) continue;
        Random random(mix(seed, i));
        const std::string& text = format.seeds[random.below(format.seeds.size())];
        const size_t turn = i % mutations.size();
        const std::string mutant = mutations[turn].mutate(text, random);
        use_counted(counts[turn], [&] { format.use(mutant); });
    }
    return counts;
}

std::vector<FuzzCount> fuzz_text(const Format& format, size_t count, uint64_t seed) {
    constexpr std::array<TextMutation, 3> mutations = {
        {{"damaged bytes", damaged_bytes}, {"other numbers", other_numbers}, {"spliced", spliced}}};
    return fuzz_text(format, mutations, count, seed);
}

}  // namespace thigmo::fuzz
