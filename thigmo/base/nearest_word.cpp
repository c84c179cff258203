// Words compared letter by letter.
#include "thigmo/base/nearest_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace thigmo {
namespace {

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
    return lower;
}

/// The fewest edits that turn `found` into the word, or into the part of it before a '_' (a key
/// without its unit). An edit is a letter more, less or other, or two neighbours that changed
/// places (Levenshtein's distance with transpositions).
size_t edits_between(std::string_view found, std::string_view word) {
    const size_t m = word.size();
    std::vector<size_t> two_above(m + 1), above(m + 1), row(m + 1);
    for (size_t j = 0; j <= m; ++j) row[j] = j;
    for (size_t i = 1; i <= found.size(); ++i) {
        two_above.swap(above);
        above.swap(row);
        row[0] = i;
        for (size_t j = 1; j <= m; ++j) {
            const size_t other = above[j - 1] + (found[i - 1] == word[j - 1] ? 0 : 1);
            row[j] = std::min({other, above[j] + 1, row[j - 1] + 1});
            const bool swapped =
                i > 1 && j > 1 && found[i - 1] == word[j - 2] && found[i - 2] == word[j - 1];
            if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
        }
    }
    size_t edits = row[m];
    for (size_t j = 0; j < m; ++j)
        if (word[j] == '_') edits = std::min(edits, row[j]);
    return edits;
}

/// The most edits that a slip of the hand makes in a word of so many letters: more would make
/// another word of a short one.
size_t most_edits(size_t letters) {
    return letters < 3 ? 0 : letters < 6 ? 1 : 2;
}

}  // namespace

std::string_view nearest_word(std::string_view found, std::span<const std::string> words) {
    constexpr size_t longest = 64;  // of what could be meant
    if (found.size() < 2 || found.size() > longest) return {};
    const std::string typed = lower_case(found);
    std::string_view nearest;
    size_t least = most_edits(typed.size()) + 1;
    for (const std::string& word : words) {
        const std::string known = lower_case(word);
        const size_t edits = known.starts_with(typed) ? 0 : edits_between(typed, known);
        if (edits >= least) continue;
        least = edits;
        nearest = word;
    }
    return nearest;
}

std::string did_you_mean(std::string_view found, std::span<const std::string> words) {
    const std::string_view near = nearest_word(found, words);
    return near.empty() ? "" : fmt::format(" (did you mean {}?)", near);
}

}  // namespace thigmo
