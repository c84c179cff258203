// Reading of number tables.
#include "thigmo/base/number_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "thigmo/base/delimited_text.h"

namespace thigmo {
namespace {

bool parse(std::string_view text, double& value) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc() && stop == end && std::isfinite(value);
}

/// The wanted columns' places in each row.
std::vector<size_t> read_header(const DelimitedText& text, NumberTable& table,
                                const std::function<bool(std::string_view)>& wanted) {
    std::vector<size_t> places;
    for (size_t i = 0; i < text.cells().size(); ++i) {
        const TextCell& cell = text.cells()[i];
        if (wanted && !wanted(cell.text)) continue;
        if (table.find(cell.text))
            throw input_error(text.place(cell.column),
                              fmt::format("column {} again", quoted(cell.text)),
                              "a name of its own for every column");
        table.columns.push_back({std::string(cell.text), {}, {}});
        places.push_back(i);
    }
    table.header_line = text.line();
    return places;
}

void read_row(const DelimitedText& text, size_t width, const std::vector<size_t>& places,
              NumberTable& table) {
    const auto& cells = text.cells();
    if (cells.size() != width)
        throw input_error(text.place(cells[std::min(cells.size() - 1, width)].column),
                          fmt::format("{} cells", cells.size()),
                          fmt::format("{}, as the header says", width));
    for (size_t i = 0; i < places.size(); ++i) {
        NumberColumn& column = table.columns[i];
        const TextCell& cell = cells[places[i]];
        double value = 0;
        if (!parse(cell.text, value))
            throw input_error(text.place(cell.column),
                              cell.text.empty() ? "no value" : quoted(cell.text),
                              fmt::format("a number for {}", quoted(column.name)));
        column.values.push_back(value);
        column.at.push_back(cell.column);
    }
    table.lines.push_back(text.line());
}

double median_step(const std::vector<double>& times) {
    std::vector<double> steps;
    for (size_t i = 1; i < times.size(); ++i) steps.push_back(times[i] - times[i - 1]);
    if (steps.empty()) return 0;
    const auto middle = steps.begin() + static_cast<ptrdiff_t>(steps.size() / 2);
    std::ranges::nth_element(steps, middle);
    return *middle;
}

}  // namespace

const NumberColumn* NumberTable::find(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &NumberColumn::name);
    return found == columns.end() ? nullptr : &*found;
}

const NumberColumn& NumberTable::column(std::string_view name) const {
    if (const NumberColumn* found = find(name)) return *found;
    throw input_error({source, header_line, 1}, fmt::format("no column '{}'", name),
                      "a header that names it");
}

NumberTable read_number_table(std::string_view text, const std::string& source,
                              const std::function<bool(std::string_view)>& wanted) {
    NumberTable table;
    table.source = source;
    DelimitedText rows(text, source);
    if (!rows.next_row())
        throw input_error({source, 1, 1}, "an empty table", "a header that names the columns");
    const size_t width = rows.cells().size();
    const std::vector<size_t> places = read_header(rows, table, wanted);
    while (rows.next_row()) read_row(rows, width, places, table);
    return table;
}

double even_step(const NumberTable& table, const NumberColumn& time) {
    constexpr double uneven = 0.1;          // of the usual step: what clocks of loggers stray by
    constexpr double shortest_step = 1e-6;  // s
    const double step = median_step(time.values);
    if (step > 0 && step < shortest_step)
        throw input_error(table.place(time, 1), fmt::format("steps of {:g} s", step),
                          fmt::format("at least {:g} s", shortest_step));
    for (size_t i = 1; i < table.rows(); ++i) {
        const double passed = time.values[i] - time.values[i - 1];
        if (!(passed > 0))
            throw input_error(table.place(time, i), fmt::format("time {:g} s", time.values[i]),
                              fmt::format("one after {:g} s", time.values[i - 1]));
        if (!(std::abs(passed - step) <= uneven * step))
            throw input_error(table.place(time, i), fmt::format("a step of {:g} s", passed),
                              fmt::format("one of {:g} s, as between most rows", step));
    }
    return step;
}

}  // namespace thigmo
