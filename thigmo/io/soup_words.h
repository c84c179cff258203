// Words and numbers of text formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace thigmo {

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);

/// Takes the first word off the text, and the blanks (ends of lines too) before it; empty at the
/// end.
std::string_view take_word(std::string_view& text);

/// Takes the first line off the text, without its end.
std::string_view take_line(std::string_view& text);

/// NaN for a word that is no number, ±∞ beyond single precision.
float number_of(std::string_view word);

/// Whole numbers only; nothing for anything else.
std::optional<int64_t> whole_number_of(std::string_view word);

}  // namespace thigmo
