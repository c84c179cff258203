// Wording of input errors.
#include "thigmo/base/error.h"

#include <fmt/format.h>

namespace thigmo {

std::string TextPlace::str() const {
    if (line == 0) return file;
    if (column == 0) return fmt::format("{}:{}", file, line);
    return fmt::format("{}:{}:{}", file, line, column);
}

InputError input_error(const TextPlace& place, std::string_view found, std::string_view expected,
                       std::string_view hint) {
    std::string text = fmt::format("{}: found {}, expected {}", place.str(), found, expected);
    if (!hint.empty()) text += fmt::format(" ({})", hint);
    return InputError(text);
}

}  // namespace thigmo
