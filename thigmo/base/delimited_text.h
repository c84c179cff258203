// Rows and cells of delimited text: commas, tabs, semicolons or blanks, whichever the header uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/error.h"

namespace thigmo {

/// One cell without the blanks and quotes around it; column counts characters from 1.
struct TextCell {
    std::string_view text;
    int column = 1;
};

/// Walks over the rows; empty lines and lines that begin with # are passed over.
class DelimitedText {
  public:
    /// The text must outlive this.
    DelimitedText(std::string_view text, std::string source);

    /// Moves to the next row; false at the end. InputError for a row of absurdly many cells.
    bool next_row();
    const std::vector<TextCell>& cells() const { return cells_; }
    int line() const { return line_; }
    /// How far the walk has come, 0…1.
    double fraction() const;
    TextPlace place(int column) const { return {source_, line_, column}; }
    const std::string& source() const { return source_; }

  private:
    void split(std::string_view row);
    void add_cell(std::string_view row, size_t begin, size_t end);

    std::string_view text_;
    std::string source_;
    size_t at_ = 0;
    int line_ = 0;
    char separator_ = 0;  // 0 until the first row has been seen
    std::vector<TextCell> cells_;
};

/// A cell of a table with commas, for a text without commas, quotes and line breaks. What begins
/// with = + - or @, after blanks or apostrophes too, gets quotes and one apostrophe more, as table
/// programs would else take it for a formula; separators of other tables and blanks at an end get
/// quotes. Reading drops both, and finds the same text.
std::string text_cell(std::string_view text);

/// In quotes, shortened, without control characters: fit for one line of an error.
std::string quoted(std::string_view text);

}  // namespace thigmo
