// Which language a grammar is written in: cpfg's is read, two others are recognised.
#pragma once

#include <string>
#include <string_view>

namespace thigmo::lsystem {

/// InputError, naming the sign of it, when the text is in L+C (lpfg) or in the Python dialect of
/// L-Py.
void refuse_other_dialects(std::string_view text, const std::string& file);

}  // namespace thigmo::lsystem
