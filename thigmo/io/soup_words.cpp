// Numbers by std::from_chars: every bit of them, whatever the locale.
#include "thigmo/io/soup_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace thigmo {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

template <class T>
std::optional<T> parse(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    T value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size() || word.empty()) return std::nullopt;
    if (error == std::errc()) return value;
    return std::nullopt;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    const size_t from = text.find_first_not_of(blanks);
    if (from == text.npos) return {};
    return text.substr(from, text.find_last_not_of(blanks) + 1 - from);
}

std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}

std::string_view take_line(std::string_view& text) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

float number_of(std::string_view word) {
    const double value = parse<double>(word).value_or(std::numeric_limits<double>::quiet_NaN());
    constexpr double largest = std::numeric_limits<float>::max();
    if (std::abs(value) > largest) return value > 0 ? INFINITY : -INFINITY;
    return static_cast<float>(value);
}

std::optional<int64_t> whole_number_of(std::string_view word) {
    return parse<int64_t>(word);
}

}  // namespace thigmo
