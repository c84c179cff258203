// What the world can get wrong: a file, a setting, a request.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace thigmo {

/// Bad input: one line that says where, what was found and what was expected.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A place in a text file; line and column count from 1, 0 when unknown.
struct TextPlace {
    std::string file;
    int line = 0;
    int column = 0;

    /// `file`, `file:line` or `file:line:column`.
    std::string str() const;
};

/// `place: found X, expected Y` and, in brackets, a hint.
InputError input_error(const TextPlace& place, std::string_view found, std::string_view expected,
                       std::string_view hint = {});

}  // namespace thigmo
