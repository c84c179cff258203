// Splitting of delimited text.
#include "thigmo/base/delimited_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace thigmo {
namespace {

constexpr size_t most_cells = 4096;
constexpr std::string_view blanks = " \t\r";

/// TreeQSM's names hold blanks ("radius (m)"), so blanks separate only where nothing else does.
/// What is within quotes separates nothing, unless one of the quotes is missing.
char find_separator(std::string_view row) {
    const bool are_paired = std::ranges::count(row, '"') % 2 == 0;
    std::string outside;
    bool is_quoted = false;
    for (const char letter : row) {
        if (letter == '"' && are_paired) is_quoted = !is_quoted;
        if (!is_quoted) outside += letter;
    }
    for (const char separator : {'\t', ';', ','})
        if (outside.find(separator) != std::string::npos) return separator;
    return ' ';
}

/// Whether table programs would take it for a formula once some apostrophes before it are dropped.
bool is_like_formula(std::string_view text) {
    const size_t first = text.find_first_not_of("' \t\r");
    return first != std::string_view::npos &&
           std::string_view("=+-@").find(text[first]) != std::string_view::npos;
}

bool is_blank(char letter) {
    return blanks.find(letter) != std::string_view::npos;
}

}  // namespace

DelimitedText::DelimitedText(std::string_view text, std::string source)
    : text_(text), source_(std::move(source)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

double DelimitedText::fraction() const {
    return text_.empty() ? 1 : static_cast<double>(at_) / static_cast<double>(text_.size());
}

bool DelimitedText::next_row() {
    while (at_ < text_.size()) {
        const size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view row = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        ++line_;
        const size_t first = row.find_first_not_of(blanks);
        if (first == std::string_view::npos || row[first] == '#') continue;
        if (separator_ == 0) separator_ = find_separator(row);
        split(row);
        return true;
    }
    return false;
}

void DelimitedText::split(std::string_view row) {
    cells_.clear();
    size_t begin = 0;
    while (begin <= row.size()) {
        if (separator_ == ' ') {
            begin = row.find_first_not_of(blanks, begin);
            if (begin == std::string_view::npos) break;
        }
        const size_t end = std::min(
            separator_ == ' ' ? row.find_first_of(blanks, begin) : row.find(separator_, begin),
            row.size());
        add_cell(row, begin, end);
        begin = end + 1;
    }
    // A separator after the last cell is a habit of some writers, not a cell.
    if (cells_.size() > 1 && cells_.back().text.empty()) cells_.pop_back();
}

void DelimitedText::add_cell(std::string_view row, size_t begin, size_t end) {
    while (begin < end && blanks.find(row[begin]) != std::string_view::npos) ++begin;
    while (end > begin && blanks.find(row[end - 1]) != std::string_view::npos) --end;
    if (end - begin >= 2 && row[begin] == '"' && row[end - 1] == '"') ++begin, --end;
    if (begin < end && row[begin] == '\'' &&
        is_like_formula(row.substr(begin + 1, end - begin - 1)))
        ++begin;
    if (cells_.size() == most_cells)
        throw input_error(place(static_cast<int>(begin) + 1),
                          fmt::format("more than {} cells in a row", most_cells), "a table");
    cells_.push_back({row.substr(begin, end - begin), static_cast<int>(begin) + 1});
}

std::string text_cell(std::string_view text) {
    if (is_like_formula(text)) return fmt::format("\"'{}\"", text);
    const bool ends_blank = !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
    if (ends_blank || text.find_first_of("\t;") != std::string_view::npos)
        return fmt::format("\"{}\"", text);
    return std::string(text);
}

std::string quoted(std::string_view text) {
    constexpr size_t most = 40;
    std::string shown(text.substr(0, most));
    for (char& letter : shown)
        if (static_cast<unsigned char>(letter) < 32 || letter == 127) letter = '?';
    return fmt::format("'{}{}'", shown, text.size() > most ? "…" : "");
}

}  // namespace thigmo
