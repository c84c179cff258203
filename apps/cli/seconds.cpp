// Seconds from text.
#include "apps/cli/seconds.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/base/error.h"

namespace thigmo::cli {

double parse_seconds(const char* option, const std::string& text) {
    size_t end = 0;
    double seconds = 0;
    try {
        seconds = std::stod(text, &end);
    } catch (const std::exception&) {
        end = 0;
    }
    const std::string unit = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
    if (end == 0 || (!unit.empty() && unit != "s") || !(seconds > 0 && seconds <= 1e5))
        throw InputError(fmt::format("{}: found '{}', expected seconds such as 4s", option, text));
    return seconds;
}

}  // namespace thigmo::cli
