// The rows of a table of cylinders, checked one by one.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/base/progress.h"
#include "thigmo/base/vector.h"
#include "thigmo/io/qsm_columns.h"

namespace thigmo {

/// Stands for an index that a cell leaves open: empty, NA, NaN or negative.
constexpr int64_t no_index = std::numeric_limits<int64_t>::min();

/// As in the table: Z up, metres. Length and radius are 1 µm to 1 km.
struct Cylinder {
    Vec3 start = Vec3::Zero();
    Vec3 along = Vec3::Zero();  // from start to end
    double radius = 0;
    int64_t id = 0;
    int64_t parent = no_index, extension = no_index;  // ids
    int64_t branch = no_index, order = no_index;
    int line = 0, parent_column = 0;  // where the table says so

    Vec3 end() const { return start + along; }
};

struct QsmTable {
    std::string source;
    QsmColumns columns;
    std::vector<Cylinder> cylinders;  // in the order of the rows; ids are unique

    TextPlace parent_place(const Cylinder& cylinder) const {
        return {source, cylinder.line, cylinder.parent_column};
    }
};

/// InputError `source:line:column: …` for a cell that is no number or out of range, a row with too
/// few or too many cells, an id that comes twice. Without an id column the rows count from 0 or 1,
/// as the parents tell; InputError where they do not.
QsmTable read_qsm_table(std::string_view text, const std::string& source, Progress& progress);

}  // namespace thigmo
