// Signs of the dialects that are not read.
#include "thigmo/growth/dialect.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/base/error.h"
#include "thigmo/growth/blanks.h"
#include "thigmo/growth/macro.h"

namespace thigmo::lsystem {
namespace {

std::string without_blanks(std::string_view line) {
    std::string text(line);
    std::erase_if(text, is_blank);
    return text;
}

/// The word is followed by a blank and something.
bool begins_with_word(std::string_view line, std::string_view word) {
    return line.starts_with(word) && line.size() > word.size() + 1 && is_blank(line[word.size()]);
}

/// The name of the dialect that a line gives away, or nothing.
const char* dialect_of(std::string_view line) {
    constexpr const char *l_plus_c = "L+C (lpfg)", *python = "Python (L-Py)";
    const std::string plain = without_blanks(line);
    if (plain == "#include<lpfgall.h>") return l_plus_c;
    const bool ends = line.ends_with(';'), opens = line.ends_with(':');
    if (begins_with_word(line, "module") && ends) return l_plus_c;
    if (begins_with_word(line, "module") && line.find("-->") == line.npos) return python;
    if (begins_with_word(line, "produce") || begins_with_word(line, "nproduce"))
        return ends ? l_plus_c : python;
    if (plain.starts_with("derivationlength:") && ends) return l_plus_c;
    if (plain == "production:" || plain == "interpretation:" || plain == "#pysystem")
        return plain[0] == 'p' || plain[0] == 'i' ? python : nullptr;
    if (begins_with_word(line, "def") && opens) return python;
    if (begins_with_word(line, "from") && line.find(" import ") != line.npos) return python;
    if (begins_with_word(line, "import") && identifier_length(trimmed(line.substr(6))) > 0 &&
        line.find("-->") == line.npos)
        return python;
    return nullptr;
}

[[noreturn]] void refuse(const char* dialect, const std::string& sign, const TextPlace& place) {
    throw input_error(place, fmt::format("{}, a grammar in the {} dialect", sign, dialect),
                      "the cpfg dialect", "cpfg files have lines such as A(x) : x > 1 --> F(x)");
}

}  // namespace

void refuse_other_dialects(std::string_view text, const std::string& file) {
    if (file.ends_with(".lpy")) refuse("Python (L-Py)", "the suffix .lpy", {file});
    int line_number = 1;
    bool in_comment = false;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        // A block comment may quote anything.
        if (!in_comment)
            if (const char* const dialect = dialect_of(line))
                refuse(dialect, fmt::format("'{}'", line.substr(0, 60)), {file, line_number, 1});
        for (size_t at = 0; at + 1 < line.size(); ++at) {
            if (line.substr(at, 2) == (in_comment ? "*/" : "/*")) {
                in_comment = !in_comment;
                ++at;
            }
        }
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line_number;
    }
}

}  // namespace thigmo::lsystem
