// Expansion of macros, as a C preprocessor does it but for `#` and `##`, which are modules here.
#include "thigmo/growth/macro.h"

#include <fmt/format.h>

#include <cctype>

#include "thigmo/growth/blanks.h"

namespace thigmo::lsystem {
namespace {

// A grammar is a page or two; these stop macros that double at every level, and empty ones too.
constexpr size_t character_limit = 8'000'000, expansion_limit = 1'000'000, nesting_limit = 100;
constexpr size_t work_limit =
    1'000'000'000;  // characters looked at, also those that come to nothing

bool is_name_start(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool is_name_part(char c) {
    return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c));
}

/// A number swallows the letters that touch it, as in C, so that 2E5 holds no macro E5.
size_t number_length(std::string_view text) {
    const bool digit = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0]));
    if (!digit) return 0;
    size_t length = 1;
    while (length < text.size() && (is_name_part(text[length]) || text[length] == '.')) ++length;
    return length;
}

/// Finds strings in a text, in one pass over it.
class StringFinder {
  public:
    explicit StringFinder(std::string_view text) : text_(text) {}

    /// Of the string that begins at `at`, with its quotes; 0 if there is none.
    size_t length(size_t at) {
        if (text_[at] != '"' || at >= unclosed_) return 0;
        for (size_t i = at + 1; i < text_.size(); ++i) {
            if (text_[i] == '\\')
                ++i;
            else if (text_[i] == '"')
                return i + 1 - at;
        }
        unclosed_ = at;
        return 0;
    }

  private:
    std::string_view text_;
    // The search from a quote without an end passes over every later one as escaped, and then goes
    // on as the search from that one would: none of them has an end.
    size_t unclosed_ = std::string_view::npos;
};

/// Splits the arguments that follow an opening bracket at `at`; sets `at` behind the closing one.
/// Nothing when it does not close in this text.
std::optional<std::vector<std::string_view>> split_arguments(std::string_view text,
                                                             StringFinder& strings, size_t& at) {
    std::vector<std::string_view> arguments;
    int depth = 0;
    size_t first = at + 1;
    for (size_t i = at; i < text.size(); ++i) {
        if (const size_t string = strings.length(i)) {
            i += string - 1;
            continue;
        }
        if (text[i] == '(') ++depth;
        if (text[i] == ')') --depth;
        if (depth == 0 || (depth == 1 && text[i] == ',')) {
            arguments.push_back(trimmed(text.substr(first, i - first)));
            first = i + 1;
        }
        if (depth == 0) {
            at = i + 1;
            return arguments;
        }
    }
    return std::nullopt;
}

/// The body with its parameters replaced by arguments.
std::string substitute(const Macro& macro, const std::vector<std::string>& arguments) {
    std::string text;
    const std::string_view body = macro.body;
    StringFinder strings(body);
    for (size_t at = 0; at < body.size() && text.size() <= character_limit;) {
        const size_t name = identifier_length(body.substr(at));
        size_t length = name;
        if (length == 0) length = strings.length(at);
        if (length == 0) length = number_length(body.substr(at));
        if (length == 0) length = 1;
        const std::string_view piece = body.substr(at, length);
        std::string_view replaced = piece;
        for (size_t i = 0; name > 0 && i < arguments.size(); ++i)
            if ((*macro.parameters)[i] == piece) replaced = arguments[i];
        text += replaced;
        at += length;
    }
    return text;
}

}  // namespace

size_t identifier_length(std::string_view text) {
    if (text.empty() || !is_name_start(text[0])) return 0;
    size_t length = 1;
    while (length < text.size() && is_name_part(text[length])) ++length;
    return length;
}

struct MacroTable::Text {
    std::string_view text;
    const std::vector<SourcePlace>& places;  // one per character
    StringFinder strings{text};
};

void MacroTable::fail(const Source& out, const SourcePlace& place) const {
    throw input_error(
        {out.files[place.file], static_cast<int>(place.line), static_cast<int>(place.column)},
        "macros or included files without end", "fewer than 8 million characters");
}

void MacroTable::spend(size_t characters, const Source& out, const SourcePlace& place) {
    work_ += characters;
    if (work_ > work_limit) fail(out, place);
}

void MacroTable::expand(const Source& line, size_t first, size_t last, Source& out) {
    const std::vector<SourcePlace> places(line.places.begin() + static_cast<long>(first),
                                          line.places.begin() + static_cast<long>(last));
    Names active;
    expand(std::string_view(line.text).substr(first, last - first), places, active, out);
}

void MacroTable::expand(std::string_view line, const std::vector<SourcePlace>& places,
                        Names& active, Source& out) {
    if (++depth_ > nesting_limit) fail(out, places.front());
    Text text{line, places};
    for (size_t at = 0; at < line.size();) {
        if (is_name_start(line[at])) {
            at = expand_name(text, at, active, out);
            continue;
        }
        size_t length = text.strings.length(at);
        if (length == 0) length = number_length(line.substr(at));
        if (length == 0) length = 1;
        for (const size_t end = at + length; at < end; ++at) out.append(line[at], places[at]);
        if (out.text.size() > character_limit) fail(out, places.front());
    }
    --depth_;
}

/// Copies or replaces the name at `at`; returns where to go on.
size_t MacroTable::expand_name(Text& text, size_t at, Names& active, Source& out) {
    const size_t end = at + identifier_length(text.text.substr(at));
    const std::string_view name = text.text.substr(at, end - at);
    const SourcePlace& here = text.places[at];
    const auto copy = [&] {
        for (size_t i = at; i < end; ++i) out.append(text.text[i], text.places[i]);
        return end;
    };
    const auto macro = macros.find(name);
    if (macro == macros.end() || active.contains(name)) return copy();

    std::vector<std::string> arguments;
    size_t next = end;
    if (macro->second.parameters) {
        while (next < text.text.size() && is_blank(text.text[next])) ++next;
        if (next == text.text.size() || text.text[next] != '(') return copy();
        const TextPlace place = {out.files[here.file], static_cast<int>(here.line),
                                 static_cast<int>(here.column)};
        const auto pieces = split_arguments(text.text, text.strings, next);
        if (!pieces)
            throw input_error(place, fmt::format("macro {} without an end", name),
                              "its ')' on the same line");
        const size_t wanted = macro->second.parameters->size();
        const bool none = wanted == 0 && pieces->size() == 1 && pieces->front().empty();
        if (!none && pieces->size() != wanted)
            throw input_error(place, fmt::format("{} arguments of {}", pieces->size(), name),
                              fmt::format("{}", wanted));
        if (wanted > 0) arguments = expand_arguments(*pieces, here, active, out);
    }
    spend(macro->second.body.size() * (1 + arguments.size()), out, here);
    const std::string body = substitute(macro->second, arguments);
    if (++expansions_ > expansion_limit || body.size() > character_limit) fail(out, here);
    if (body.empty()) return next;
    const auto added = active.emplace(name).first;
    expand(body, std::vector(body.size(), here), active, out);
    active.erase(added);
    return next;
}

std::vector<std::string> MacroTable::expand_arguments(const std::vector<std::string_view>& pieces,
                                                      const SourcePlace& place, Names& active,
                                                      const Source& out) {
    std::vector<std::string> arguments;
    for (const std::string_view piece : pieces) {
        Source argument;
        argument.files = out.files;
        spend(piece.size() + 100 * out.files.size(), out, place);
        if (!piece.empty()) expand(piece, std::vector(piece.size(), place), active, argument);
        spend(argument.text.size(), out, place);
        arguments.push_back(std::move(argument.text));
    }
    return arguments;
}

}  // namespace thigmo::lsystem
