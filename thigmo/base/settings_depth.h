// How deep a TOML text nests, known before its parser descends into it.
#pragma once

#include <string>
#include <string_view>

namespace thigmo {

/// InputError `file:line:column` for a key of more than 32 parts or values nested more than 32
/// deep: every part and every bracket is a table in a table, and a stack has its end.
void check_depth(std::string_view text, const std::string& file);

}  // namespace thigmo
