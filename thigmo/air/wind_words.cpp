// Words for winds: the Beaufort scale, and a few of everyday.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "thigmo/air/wind.h"
#include "thigmo/base/delimited_text.h"
#include "thigmo/base/error.h"
#include "thigmo/base/nearest_word.h"

namespace thigmo {
namespace {

struct WindWord {
    std::string_view word;
    double speed;  // m/s at 10 m
};

// Speeds of the scale's numbers 0 … 12 by 0.836 B^(3/2), then what short words stand for.
constexpr WindWord words_known[] = {
    {"calm", 0},
    {"light air", 0.84},
    {"light breeze", 2.4},
    {"gentle breeze", 4.3},
    {"moderate breeze", 6.7},
    {"fresh breeze", 9.3},
    {"strong breeze", 12.3},
    {"near gale", 15.5},
    {"gale", 18.9},
    {"strong gale", 22.6},
    {"storm", 26.4},
    {"violent storm", 30.5},
    {"hurricane", 34.8},
    {"breeze", 4.3},
    {"wind", 8},
};

/// Lower case, with single blanks between words: "Light-Breeze" is "light breeze".
std::string plain(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        const bool blank = letter == ' ' || letter == '\t' || letter == '-' || letter == '_';
        if (!blank)
            result += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    if (result.ends_with(' ')) result.pop_back();
    return result;
}

bool parse_speed(std::string_view text, double& speed) {
    const size_t first = text.find_first_not_of(" \t+");
    if (first == std::string_view::npos) return false;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data() + first, end, speed);
    const std::string unit = plain({stop, static_cast<size_t>(end - stop)});
    return fault == std::errc() && (unit.empty() || unit == "m/s");
}

std::vector<std::string> known() {
    std::vector<std::string> list;
    for (const WindWord& word : words_known) list.emplace_back(word.word);
    return list;
}

}  // namespace

WindSettings parse_wind(std::string_view words) {
    WindSettings settings;
    const std::string word = plain(words);
    const auto found = std::ranges::find(words_known, word, &WindWord::word);
    if (found != std::end(words_known))
        settings.speed = found->speed;
    else if (!parse_speed(words, settings.speed))
        throw InputError(fmt::format("wind: found {}, expected a speed in m/s or one of: {}{}",
                                     quoted(words), fmt::join(known(), ", "),
                                     did_you_mean(word, known())));
    if (settings.speed == 0) settings.kind = WindSettings::Kind::calm;
    check(settings);
    return settings;
}

}  // namespace thigmo
