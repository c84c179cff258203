// Rows of a paper's table and the rule that judges them.
#include "samples/papers/table.h"

#include <algorithm>
#include <cmath>

namespace thigmo::papers {

Row& Row::print(double value) {
    printed = value;
    return *this;
}

Row& Row::set(const char* field, std::variant<uint64_t, double> value) {
    more.emplace_back(field, value);
    return *this;
}

Row expect(std::string name, double ours, double expected, double tolerance, std::string source) {
    Row row = show(std::move(name), ours, std::move(source));
    row.expected = expected;
    row.tolerance = tolerance;
    return row;
}

Row bound_below(std::string name, double ours, double limit, std::string source) {
    Row row = show(std::move(name), ours, std::move(source));
    row.at_least = limit;
    return row;
}

Row bound_above(std::string name, double ours, double limit, std::string source) {
    Row row = show(std::move(name), ours, std::move(source));
    row.at_most = limit;
    return row;
}

Row claim(std::string name, bool holds, std::string source) {
    Row row;
    row.name = std::move(name);
    row.source = std::move(source);
    row.holds = holds;
    return row;
}

Row show(std::string name, double ours, std::string source) {
    Row row;
    row.name = std::move(name);
    row.source = std::move(source);
    row.ours = ours;
    return row;
}

bool is_judged(const Row& row) {
    return row.expected || row.at_least || row.at_most || row.holds;
}

bool passes(const Row& row) {
    // Written so that a comparison with what is not a number is false.
    const double ours = row.ours.value_or(NAN);
    if (row.expected) {
        const double scale = *row.expected == 0 ? 1 : std::abs(*row.expected);
        if (!(std::abs(ours - *row.expected) <= row.tolerance.value_or(NAN) * scale)) return false;
    }
    if (row.at_least && !(ours >= *row.at_least)) return false;
    if (row.at_most && !(ours <= *row.at_most)) return false;
    return row.holds.value_or(true);
}

bool passes(const Table& table) {
    return std::any_of(table.rows.begin(), table.rows.end(), is_judged) &&
           std::all_of(table.rows.begin(), table.rows.end(),
                       [](const Row& row) { return passes(row); });
}

}  // namespace thigmo::papers
