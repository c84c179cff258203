// Markup escaped.
#include "apps/cli/html.h"

#include "thigmo/base/utf8.h"

namespace thigmo::cli {

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : clean_text(text, text.size())) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\'')
            out += "&#39;";
        else
            out += c;
    }
    return out;
}

}  // namespace thigmo::cli
