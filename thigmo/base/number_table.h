// Tables of numbers under a header that names the columns: CSV and its relatives.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/error.h"

namespace thigmo {

struct NumberColumn {
    std::string name;
    std::vector<double> values;  // all finite
    std::vector<int> at;         // the text column of each value, for messages
};

struct NumberTable {
    std::string source;
    std::vector<NumberColumn> columns;  // those that were wanted, in the order of the file
    std::vector<int> lines;             // the text line of each row
    int header_line = 1;

    size_t rows() const { return lines.size(); }
    /// The column of that name, or null.
    const NumberColumn* find(std::string_view name) const;
    /// The column of that name; InputError at the header when there is none.
    const NumberColumn& column(std::string_view name) const;
    TextPlace place(const NumberColumn& column, size_t row) const {
        return {source, lines[row], column.at[row]};
    }
};

/// Reads the wanted columns (all, without a question); cells of the others may hold anything.
/// Commas, tabs, semicolons or blanks separate, as the header does; lines that begin with # are
/// comments. InputError `source:line:column: …` for a name that comes twice, a row of another
/// length, and a cell that is empty, NaN or no number.
NumberTable read_number_table(std::string_view text, const std::string& source,
                              const std::function<bool(std::string_view)>& wanted = {});

/// The usual step of a column of times. InputError at the row where time does not go on, or where
/// the step strays by more than a tenth: a gap.
double even_step(const NumberTable& table, const NumberColumn& time);

}  // namespace thigmo
