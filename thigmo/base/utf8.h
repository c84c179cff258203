// Text that may come from anywhere: what of it is UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thigmo {

/// Length in bytes of the UTF-8 character at the front of a text that is not empty; 0 when it is
/// none or a control character.
size_t character_length(std::string_view text);

/// The text with `?` for every byte that is no UTF-8 or a control character, cut after the last
/// character that ends within `longest` bytes.
std::string clean_text(std::string_view text, size_t longest);

/// A word of a user's for one line of an error: as it is, or its first 60 bytes, cleaned as above,
/// and "…".
std::string shortened(std::string_view text);

}  // namespace thigmo
