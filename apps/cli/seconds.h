// Times as options give them.
#pragma once

#include <string>

namespace thigmo::cli {

/// "4s", "4 s" or "4", above 0 and up to 1e5; InputError that names the option for anything else.
double parse_seconds(const char* option, const std::string& text);

}  // namespace thigmo::cli
