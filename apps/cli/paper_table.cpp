// A paper's table for people and for programs.
#include "apps/cli/paper_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/cli/verb.h"
#include "thigmo/base/json.h"

namespace thigmo::cli {
namespace {

using papers::Row;
using papers::Table;

constexpr size_t columns = 8;
using Line = std::array<std::string, columns>;

std::string number(const std::optional<double>& value) {
    return value ? fmt::format("{:.9g}", *value) : "";
}

std::string field(const std::variant<uint64_t, double>& value) {
    return std::visit([](auto v) { return fmt::format("{:.9g}", static_cast<double>(v)); }, value);
}

/// How far ours is from what is expected: relative, absolute where that is 0.
std::string error(const Row& row) {
    if (!row.expected || !row.ours) return "";
    const double scale = *row.expected == 0 ? 1 : std::abs(*row.expected);
    return fmt::format("{:+.1e}", (*row.ours - *row.expected) / scale);
}

std::string allowed(const Row& row) {
    if (row.expected) return fmt::format("± {:.2g}", row.tolerance.value_or(NAN));
    if (row.at_least) return fmt::format("≥ {:.6g}", *row.at_least);
    if (row.at_most) return fmt::format("≤ {:.6g}", *row.at_most);
    if (row.holds) return *row.holds ? "holds" : "does not hold";
    return "";
}

Line line_of(const Row& row) {
    std::string name = row.name;
    for (const auto& [what, value] : row.more) name += fmt::format("; {} {}", what, field(value));
    const char* mark = !papers::is_judged(row) ? "·" : papers::passes(row) ? "✓" : "✗";
    return {std::move(name),
            number(row.printed),
            number(row.expected),
            number(row.ours),
            error(row),
            allowed(row),
            mark,
            row.source};
}

/// Characters, not bytes.
size_t width(const std::string& text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, size_t to, bool left) {
    const std::string blanks(to - std::min(to, width(text)), ' ');
    return left ? text + blanks : blanks + text;
}

}  // namespace

std::string as_text(const Table& table) {
    std::vector<Line> lines = {
        {"case", "printed", "expected", "ours", "error", "allowed", "", "source"}};
    for (const Row& row : table.rows) lines.push_back(line_of(row));
    std::array<size_t, columns> widths{};
    for (const Line& line : lines)
        for (size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], width(line[i]));
    std::string text = fmt::format("{} {}\n", table.name, table.paper);
    for (const Line& line : lines) {
        std::string drawn;
        for (size_t i = 0; i < columns; ++i)
            if (widths[i] > 0)
                drawn += padded(line[i], widths[i], i == 0 || i + 1 == columns) + "  ";
        text += drawn.substr(0, drawn.find_last_not_of(' ') + 1) + "\n";
    }
    return text + (papers::passes(table) ? "pass" : "fail");
}

std::string as_json(const Table& table) {
    std::vector<Json> rows;
    for (const Row& row : table.rows) {
        Json json;
        json.set("case", row.name);
        for (const auto& [what, value] : row.more)
            std::visit([&, name = what](auto v) { json.set(name, v); }, value);
        json.set("printed", row.printed)
            .set("expected", row.expected)
            .set("source", row.source)
            .set("ours", row.ours)
            .set("tolerance", row.tolerance);
        if (row.at_least) json.set("limit", row.at_least).set("at_least", true);
        if (row.at_most) json.set("limit", row.at_most).set("at_most", true);
        if (row.holds) json.set("holds", *row.holds);
        rows.push_back(std::move(json.set("pass", papers::passes(row))));
    }
    Json json;
    json.set("name", table.name).set("paper", table.paper).set("rows", rows);
    return json.set("pass", papers::passes(table)).text();
}

void print(const Table& table, bool json, const Terminal& terminal) {
    terminal.print(json ? as_json(table) : as_text(table));
    const auto failed = std::count_if(table.rows.begin(), table.rows.end(),
                                      [](const Row& row) { return !papers::passes(row); });
    if (!papers::passes(table))
        throw NumericsError(
            fmt::format("{}: {} of {} rows fail", table.name, failed, table.rows.size()));
}

}  // namespace thigmo::cli
