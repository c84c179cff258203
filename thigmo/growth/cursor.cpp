// Blanks, line ends and keywords of a grammar's text.
#include "thigmo/growth/cursor.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "thigmo/growth/blanks.h"
#include "thigmo/growth/macro.h"

namespace thigmo::lsystem {
namespace {

struct Spelling {
    std::string_view words;  // a blank stands for any number of blanks, or none
    Keyword keyword;
    bool colon;  // needed; elsewhere it may be there
};

constexpr std::array spellings = {
    Spelling{"lsystem", Keyword::lsystem, true},
    Spelling{"seed", Keyword::seed, true},
    Spelling{"derivation length", Keyword::derivation_length, true},
    Spelling{"maximum depth", Keyword::maximum_depth, true},
    Spelling{"consider", Keyword::consider, true},
    Spelling{"ignore", Keyword::ignore, true},
    Spelling{"axiom", Keyword::axiom, true},
    Spelling{"define", Keyword::define, true},
    Spelling{"ring lsystem", Keyword::ring_lsystem, false},
    Spelling{"start each", Keyword::start_each, true},
    Spelling{"start", Keyword::start, true},
    Spelling{"end each", Keyword::end_each, true},
    Spelling{"end", Keyword::end, true},
    Spelling{"homomorphism", Keyword::homomorphism, false},
    Spelling{"decomposition", Keyword::decomposition, false},
    Spelling{"endlsystem", Keyword::endlsystem, false},
};

/// Length of the words at the head of a text, 0 if they are not there.
size_t match_words(std::string_view text, std::string_view words) {
    size_t at = 0;
    for (const char letter : words) {
        if (letter == ' ') {
            while (at < text.size() && is_blank(text[at])) ++at;
            continue;
        }
        if (at >= text.size() || std::tolower(static_cast<unsigned char>(text[at])) != letter)
            return 0;
        ++at;
    }
    return at;
}

}  // namespace

std::optional<KeywordMatch> match_keyword(std::string_view text) {
    for (const Spelling& spelling : spellings) {
        size_t at = match_words(text, spelling.words);
        if (at == 0) continue;
        if (at < text.size() && identifier_length(text.substr(at)) > 0) continue;
        size_t colon = at;
        while (colon < text.size() && is_blank(text[colon])) ++colon;
        const bool has_colon = colon < text.size() && text[colon] == ':';
        if (has_colon) at = colon + 1;
        if (has_colon || !spelling.colon) return KeywordMatch{spelling.keyword, at};
    }
    return std::nullopt;
}

/// A line that begins with a blank goes on with the one before, as in cpfg (where it must be a
/// tab), unless it is a statement of its own.
bool Cursor::line_continues(size_t line_end) const {
    std::string_view line = std::string_view(source_.text).substr(line_end + 1);
    line = line.substr(0, line.find('\n'));
    size_t indent = 0;
    while (indent < line.size() && is_blank(line[indent])) ++indent;
    if (indent == 0 || indent == line.size()) return false;
    line.remove_prefix(indent);
    if (line.starts_with("-->")) return true;
    if (match_keyword(line)) return false;
    return awaits_arrow || line.find("-->") == std::string_view::npos;
}

void Cursor::skip() {
    while (!at_end()) {
        const char c = source_.text[at_];
        if (!is_blank(c) && !(c == '\n' && (nesting_ > 0 || line_continues(at_)))) return;
        ++at_;
    }
}

void Cursor::skip_lines() {
    while (!at_end() && (is_blank(source_.text[at_]) || source_.text[at_] == '\n')) ++at_;
}

bool Cursor::take(std::string_view what) {
    if (!rest().starts_with(what)) return false;
    at_ += what.size();
    return true;
}

void Cursor::expect(std::string_view what) {
    skip();
    if (!take(what)) throw error(fmt::format("'{}'", what));
}

std::string Cursor::found() const {
    if (at_end()) return "the end of the file";
    const std::string_view text = rest();
    if (text[0] == '\n') return "the end of the line";
    if (at_arrow()) return "'-->'";
    size_t length = identifier_length(text);
    if (length == 0) {
        while (length < text.size() &&
               (std::isdigit(static_cast<unsigned char>(text[length])) || text[length] == '.'))
            ++length;
    }
    if (length == 0) length = module_name_length(text);
    if (text[0] < ' ' && text[0] >= 0) return fmt::format("a character of code {}", int{text[0]});
    if (static_cast<signed char>(text[0]) < 0 && length == 1)
        return fmt::format("a byte of value {}",
                           static_cast<unsigned>(static_cast<unsigned char>(text[0])));
    constexpr size_t longest = 40;
    if (length > longest) return fmt::format("'{}…'", text.substr(0, longest));
    return fmt::format("'{}'", text.substr(0, length));
}

}  // namespace thigmo::lsystem
