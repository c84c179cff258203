// Blanks within a line.
#pragma once

#include <string_view>

namespace thigmo::lsystem {

/// A carriage return counts: it only ever stands before a line end.
constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Without the blanks at both ends.
constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace thigmo::lsystem
