// What a person may have meant by a word that is not known.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thigmo {

/// The word that the one found is a misspelling or the beginning of (a key without its unit); empty
/// where none is near.
std::string_view nearest_word(std::string_view found, std::span<const std::string> words);

}  // namespace thigmo
