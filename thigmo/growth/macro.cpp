// Expansion of macros, as a C preprocessor does it but for `#` and `##`, which are modules here.
#include "thigmo/growth/macro.h"

#include <fmt/format.h>

#include <cctype>

#include "thigmo/growth/blanks.h"

namespace thigmo {
namespace {

// A grammar is a page or two; these stop macros that double at every level, and empty ones too.
constexpr size_t character_limit = 8'000'000, expansion_limit = 1'000'000, nesting_limit = 100;

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

size_t string_length(std::string_view text) {
    if (text.empty() || text[0] != '"') return 0;
    for (size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '"')
            return at + 1;
    }
    return 0;
}

/// Splits the arguments that follow an opening bracket at `at`; sets `at` behind the closing one.
/// Nothing when it does not close in this text.
std::optional<std::vector<std::string_view>> split_arguments(std::string_view text, size_t& at) {
    std::vector<std::string_view> arguments;
    int depth = 0;
    size_t first = at + 1;
    for (size_t i = at; i < text.size(); ++i) {
        if (const size_t string = string_length(text.substr(i))) {
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
    for (size_t at = 0; at < body.size() && text.size() <= character_limit;) {
        const size_t name = identifier_length(body.substr(at));
        size_t length = name;
        if (length == 0) length = string_length(body.substr(at));
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

void MacroTable::fail(const Source& out, const SourcePlace& place) const {
    throw input_error(
        {out.files[place.file], static_cast<int>(place.line), static_cast<int>(place.column)},
        "macros or included files without end", "fewer than 8 million characters");
}

void MacroTable::expand(const Source& line, size_t first, size_t last, Source& out) {
    const std::vector<SourcePlace> places(line.places.begin() + static_cast<long>(first),
                                          line.places.begin() + static_cast<long>(last));
    std::set<std::string, std::less<>> active;
    expand(std::string_view(line.text).substr(first, last - first), places, active, out);
}

void MacroTable::expand(std::string_view text, const std::vector<SourcePlace>& places,
                        std::set<std::string, std::less<>>& active, Source& out) {
    if (++depth_ > nesting_limit) fail(out, places.front());
    for (size_t at = 0; at < text.size();) {
        if (identifier_length(text.substr(at)) > 0) {
            at = expand_name(text, at, places, active, out);
            continue;
        }
        size_t length = string_length(text.substr(at));
        if (length == 0) length = number_length(text.substr(at));
        if (length == 0) length = 1;
        for (const size_t end = at + length; at < end; ++at) out.append(text[at], places[at]);
        if (out.text.size() > character_limit) fail(out, places.front());
    }
    --depth_;
}

/// Copies or replaces the name at `at`; returns where to go on.
size_t MacroTable::expand_name(std::string_view text, size_t at,
                               const std::vector<SourcePlace>& places,
                               std::set<std::string, std::less<>>& active, Source& out) {
    const size_t end = at + identifier_length(text.substr(at));
    const std::string_view name = text.substr(at, end - at);
    const auto copy = [&] {
        for (size_t i = at; i < end; ++i) out.append(text[i], places[i]);
        return end;
    };
    const auto macro = macros.find(name);
    if (macro == macros.end() || active.contains(name)) return copy();

    std::vector<std::string> arguments;
    size_t next = end;
    if (macro->second.parameters) {
        while (next < text.size() && is_blank(text[next])) ++next;
        if (next == text.size() || text[next] != '(') return copy();
        const TextPlace place = {out.files[places[at].file], static_cast<int>(places[at].line),
                                 static_cast<int>(places[at].column)};
        const auto pieces = split_arguments(text, next);
        if (!pieces)
            throw input_error(place, fmt::format("macro {} without an end", name),
                              "its ')' on the same line");
        const size_t wanted = macro->second.parameters->size();
        const bool none = wanted == 0 && pieces->size() == 1 && pieces->front().empty();
        if (!none && pieces->size() != wanted)
            throw input_error(place, fmt::format("{} arguments of {}", pieces->size(), name),
                              fmt::format("{}", wanted));
        for (size_t i = 0; i < wanted; ++i) {
            Source argument;
            argument.files = out.files;
            if (pieces->at(i).empty()) {
                arguments.emplace_back();
                continue;
            }
            expand((*pieces)[i], std::vector(pieces->at(i).size(), places[at]), active, argument);
            arguments.push_back(std::move(argument.text));
        }
    }
    const std::string body = substitute(macro->second, arguments);
    if (++expansions_ > expansion_limit || body.size() > character_limit) fail(out, places[at]);
    if (body.empty()) return next;
    const auto added = active.emplace(name).first;
    expand(body, std::vector(body.size(), places[at]), active, out);
    active.erase(added);
    return next;
}

}  // namespace thigmo
