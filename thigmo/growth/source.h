// A grammar's text after its preprocessor, each character with the place it came from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/growth/grammar.h"

namespace thigmo::lsystem {

struct SourcePlace {
    uint32_t file = 0;
    uint32_t line = 0;
    uint32_t column = 0;
};

struct Source {
    std::vector<std::string> files;
    std::string text;
    std::vector<SourcePlace> places;  // one per character

    void append(char character, const SourcePlace& place) {
        text.push_back(character);
        places.push_back(place);
    }
    /// Of the character at an index, or of the end.
    TextPlace place(size_t at) const;
};

/// The text without comments, joined at backslashes; a logical line ends in '\n'. A `/* … */` reads
/// as one blank. `//` opens a comment only where it cannot be two roll modules: at the start of a
/// line, or standing alone between blanks.
Source strip_comments(std::string_view text, uint32_t file, const std::vector<std::string>& files);

/// Applies #define (also with arguments), #undef, #include, #if, #ifdef, #ifndef, #elif, #else and
/// #endif.
Source preprocess(std::string_view text, const std::string& file, const GrammarSettings& settings);

}  // namespace thigmo::lsystem
