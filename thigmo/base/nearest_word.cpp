// Words compared letter by letter.
#include "thigmo/base/nearest_word.h"

#include <algorithm>
#include <vector>

namespace thigmo {
namespace {

/// The least slips that turn `found` into the word or a beginning of it, in halves: a letter more,
/// less or other counts two, neighbours that changed places one (Levenshtein's distance with
/// transpositions). Short words differ from each other by a letter (`speed`, `seed`), and hardly
/// ever by the order of two.
size_t half_slips_to_beginning(std::string_view found, std::string_view word) {
    const size_t m = word.size();
    std::vector<size_t> two_above(m + 1), above(m + 1), row(m + 1);
    for (size_t j = 0; j <= m; ++j) row[j] = 2 * j;
    for (size_t i = 1; i <= found.size(); ++i) {
        two_above.swap(above);
        above.swap(row);
        row[0] = 2 * i;
        for (size_t j = 1; j <= m; ++j) {
            const size_t other = above[j - 1] + (found[i - 1] == word[j - 1] ? 0 : 2);
            row[j] = std::min({other, above[j] + 2, row[j - 1] + 2});
            const bool swapped =
                i > 1 && j > 1 && found[i - 1] == word[j - 2] && found[i - 2] == word[j - 1];
            if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
        }
    }
    return *std::min_element(row.begin(), row.end());
}

}  // namespace

std::string_view nearest_word(std::string_view found, std::span<const std::string> words) {
    constexpr size_t longest = 64;  // of what could be meant
    if (found.size() > longest) return {};
    std::string_view nearest;
    size_t least = std::min<size_t>(4, found.size() / 3) + 1;
    for (const std::string& word : words) {
        const size_t slips = half_slips_to_beginning(found, word);
        if (slips >= least) continue;
        least = slips;
        nearest = word;
    }
    return nearest;
}

}  // namespace thigmo
