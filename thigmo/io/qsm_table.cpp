// Rows of numbers to cylinders.
#include "thigmo/io/qsm_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "thigmo/base/range.h"

namespace thigmo {
namespace {

using enum QsmField;

constexpr double most_coordinate = 1e9;  // m; map coordinates stay far below
constexpr Range size{1e-6, 1e3};         // m, of a cylinder
constexpr double most_index = 0x1p53;

/// Cells of the row that the text stands on, as numbers.
class Row {
  public:
    Row(const DelimitedText& text, const QsmColumns& columns) : text_(text), columns_(columns) {
        const auto& cells = text.cells();
        if (cells.size() == columns.count) return;
        const size_t at = std::min(cells.size() - 1, columns.count);
        throw input_error(text.place(cells[at].column), fmt::format("{} cells", cells.size()),
                          fmt::format("{}, as the header says", columns.count));
    }

    const TextCell& cell(QsmField field) const {
        return text_.cells()[static_cast<size_t>(columns_[field])];
    }

    InputError error(QsmField field, std::string_view expected) const {
        return input_error(text_.place(cell(field).column), quoted(cell(field).text), expected);
    }

    double number(QsmField field, Range range, std::string_view expected) const {
        double value = 0;
        if (!parse(cell(field).text, value) || !range.holds(value)) throw error(field, expected);
        return value;
    }

    Vec3 point(QsmField x) const {
        Vec3 value;
        for (int i = 0; i < 3; ++i)
            value[i] = number(static_cast<QsmField>(static_cast<int>(x) + i),
                              {-most_coordinate, most_coordinate}, "a coordinate in metres");
        return value;
    }

    int64_t index(QsmField field, std::string_view expected) const {
        if (!columns_.has(field)) return no_index;
        const std::string_view text = cell(field).text;
        if (text.empty() || text == "NA" || text == "NaN") return no_index;
        double value = 0;
        if (!parse(text, value) || value != std::floor(value) || !(std::abs(value) <= most_index))
            throw error(field, expected);
        return value < 0 ? no_index : static_cast<int64_t>(value);
    }

  private:
    static bool parse(std::string_view text, double& value) {
        if (text.starts_with('+')) text.remove_prefix(1);
        const char* end = text.data() + text.size();
        const auto [stop, fault] = std::from_chars(text.data(), end, value);
        return fault == std::errc() && stop == end;
    }

    const DelimitedText& text_;
    const QsmColumns& columns_;
};

Vec3 read_along(const Row& row, const QsmColumns& columns, const Vec3& start) {
    if (!columns.by_axis()) {
        const Vec3 along = row.point(end_x) - start;
        if (!size.holds(along.norm()))
            throw row.error(end_x, "an end 1e-6 to 1000 m from the start");
        return along;
    }
    const double whole = row.number(length, size, "a length of 1e-6 to 1000 m");
    const Vec3 axis = row.point(axis_x);
    if (axis.norm() < 1e-9) throw row.error(axis_x, "an axis that points somewhere");
    return whole * axis.normalized();
}

Cylinder read_cylinder(const DelimitedText& text, const QsmColumns& columns) {
    const Row row(text, columns);
    Cylinder cylinder;
    cylinder.start = row.point(start_x);
    cylinder.along = read_along(row, columns, cylinder.start);
    cylinder.radius = row.number(radius, size, "a radius of 1e-6 to 1000 m");
    cylinder.id = row.index(id, "a whole number");
    if (columns.has(id) && cylinder.id == no_index)
        throw row.error(id, "the number of a cylinder, 0 or more");
    cylinder.parent = row.index(parent, "the number of a cylinder");
    cylinder.extension = row.index(extension, "the number of a cylinder");
    cylinder.branch = row.index(branch, "the number of a branch");
    cylinder.order = row.index(order, "a branching order");
    cylinder.line = text.line();
    cylinder.parent_column = row.cell(parent).column;
    return cylinder;
}

/// Rows without ids count from 1 where roots have parent 0, and from 0 where they have parent -1
/// and 0 is a parent like any other.
void number_rows(QsmTable& table) {
    auto& cylinders = table.cylinders;
    const auto has_parent = [&](int64_t value) {
        return std::ranges::find(cylinders, value, &Cylinder::parent) != cylinders.end();
    };
    const auto count = static_cast<int64_t>(cylinders.size());
    const bool open = has_parent(no_index), zero = has_parent(0);
    const bool from_one = !open || count == 1 || (!zero && has_parent(count));
    if (!from_one && !zero)
        throw input_error({table.source, 1, 1}, "rows that may count from 0 or from 1",
                          "a column ID");
    int64_t next = from_one ? 1 : 0;
    for (Cylinder& cylinder : cylinders) cylinder.id = next++;
}

void reject_twins(const QsmTable& table) {
    const auto& cylinders = table.cylinders;
    std::vector<uint32_t> rows(cylinders.size());
    for (uint32_t row = 0; row < rows.size(); ++row) rows[row] = row;
    const auto by_id = [&](uint32_t row) { return std::pair(cylinders[row].id, row); };
    std::ranges::sort(rows, {}, by_id);
    const auto twin =
        std::ranges::adjacent_find(rows, {}, [&](uint32_t row) { return cylinders[row].id; });
    if (twin == rows.end()) return;
    const Cylinder &first = cylinders[*twin], &second = cylinders[*(twin + 1)];
    throw input_error({table.source, second.line, 0}, fmt::format("ID {} again", second.id),
                      fmt::format("an ID of its own; line {} has this one", first.line));
}

}  // namespace

QsmTable read_qsm_table(std::string_view text, const std::string& source, Progress& progress) {
    DelimitedText rows(text, source);
    QsmTable table;
    table.source = source;
    if (!rows.next_row())
        throw input_error({source, 1, 1}, "an empty table", "a header that names the columns");
    table.columns = read_qsm_header(rows);
    while (rows.next_row()) {
        table.cylinders.push_back(read_cylinder(rows, table.columns));
        if (table.cylinders.size() % 16384 == 0) progress.report(rows.fraction(), "reading");
    }
    if (table.cylinders.empty())
        throw input_error({source, rows.line(), 1}, "no row below the header",
                          "at least one cylinder");
    if (table.columns.has(id))
        reject_twins(table);
    else
        number_rows(table);
    progress.report(1, "reading");
    return table;
}

}  // namespace thigmo
