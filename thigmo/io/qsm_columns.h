// What the columns of a table of cylinders mean, read from its header.
#pragma once

#include <array>
#include <cstddef>

#include "thigmo/base/delimited_text.h"

namespace thigmo {

enum class QsmField {
    start_x,
    start_y,
    start_z,
    axis_x,
    axis_y,
    axis_z,
    end_x,
    end_y,
    end_z,
    radius,
    length,
    id,
    parent,
    extension,
    branch,
    order,
    count
};
constexpr size_t qsm_field_count = static_cast<size_t>(QsmField::count);

struct QsmColumns {
    std::array<int, qsm_field_count> cell;  // index in a row, -1 when the table has none
    size_t count = 0;                       // cells in a row

    QsmColumns() { cell.fill(-1); }
    int operator[](QsmField field) const { return cell[static_cast<size_t>(field)]; }
    int& operator[](QsmField field) { return cell[static_cast<size_t>(field)]; }
    bool has(QsmField field) const { return (*this)[field] >= 0; }
    /// Directions come from axis and length, where the table has both, else from the two ends.
    bool by_axis() const { return has(QsmField::axis_x) && has(QsmField::length); }
};

/// Reads the row that `text` stands on. Names are compared by letters and digits alone; `start`,
/// `axis` and `end` without a letter stand for three columns. InputError where a needed column is
/// missing or named twice, or where the row holds numbers instead of names.
QsmColumns read_qsm_header(const DelimitedText& text);

}  // namespace thigmo
