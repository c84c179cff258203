// A paper's figures beside ours: what `thigmo reproduce` prints and the tests of the papers judge.
//
// `expected` comes from a closed form, from the paper, or from another program; never from the code
// under test. `source` says which.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace thigmo::papers {

struct Row {
    std::string name;               // "case" in JSON
    std::optional<double> printed;  // by the paper
    std::optional<double> expected;
    std::string source;  // where `expected`, the limit or the claim comes from
    std::optional<double> ours;
    std::optional<double> tolerance;          // relative; absolute where `expected` is 0
    std::optional<double> at_least, at_most;  // a bound, instead of `expected`
    std::optional<bool> holds;                // a yes or no, instead of `expected`
    std::vector<std::pair<std::string, std::variant<uint64_t, double>>> more;

    Row& print(double value);
    Row& set(const char* field, std::variant<uint64_t, double> value);
};

struct Table {
    std::string name, paper;
    std::vector<Row> rows;
    std::string svg;  // a picture of it, where there is one
};

/// A value that must be met.
Row expect(std::string name, double ours, double expected, double tolerance, std::string source);
Row bound_below(std::string name, double ours, double limit, std::string source);
Row bound_above(std::string name, double ours, double limit, std::string source);
Row claim(std::string name, bool holds, std::string source);
/// A value that is only shown.
Row show(std::string name, double ours, std::string source = {});

/// Whether a row states something that can fail.
bool is_judged(const Row& row);

/// The one rule of every table: a value within its tolerance, a bound kept, a claim that holds.
/// What is not a number fails; a row that is only shown passes.
bool passes(const Row& row);

/// Every row passes, and one at least is judged.
bool passes(const Table& table);

}  // namespace thigmo::papers
