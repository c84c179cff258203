// Text for HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace thigmo::cli {

/// Text of unknown origin as the content of an element or of a quoted attribute: what is no UTF-8
/// or a control character becomes '?', and what HTML reads as markup is escaped.
std::string html_text(std::string_view text);

}  // namespace thigmo::cli
