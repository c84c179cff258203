// Words compared letter by letter.
#include "thigmo/base/nearest_word.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace thigmo {
namespace {

/// The fewest edits of one letter that turn `found` into the word or a beginning of it
/// (Levenshtein's distance).
size_t edits_to_beginning(std::string_view found, std::string_view word) {
    std::vector<size_t> row(word.size() + 1);
    for (size_t j = 0; j <= word.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= found.size(); ++i) {
        size_t corner = std::exchange(row[0], i);
        for (size_t j = 1; j <= word.size(); ++j) {
            const size_t replaced = corner + (found[i - 1] == word[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return *std::min_element(row.begin(), row.end());
}

}  // namespace

std::string_view nearest_word(std::string_view found, std::span<const std::string> words) {
    constexpr size_t longest = 64;  // of what could be meant
    if (found.size() > longest) return {};
    std::string_view nearest;
    size_t least = std::min<size_t>(2, found.size() / 3) + 1;
    for (const std::string& word : words) {
        const size_t edits = edits_to_beginning(found, word);
        if (edits >= least) continue;
        least = edits;
        nearest = word;
    }
    return nearest;
}

}  // namespace thigmo
