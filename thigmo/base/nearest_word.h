// What a person may have meant by a word that is not known.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thigmo {

/// The word that the one found is a misspelling or the beginning of (a key without its unit); empty
/// where none is near. Capitals and small letters are the same; a misspelling has one edit in 3 to
/// 5 letters, at most two in more.
std::string_view nearest_word(std::string_view found, std::span<const std::string> words);

/// " (did you mean oak?)", for the end of a message; empty where no word is near.
std::string did_you_mean(std::string_view found, std::span<const std::string> words);

}  // namespace thigmo
