// Which cylinder hangs on which, and which one continues which.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/io/qsm_table.h"

namespace thigmo::qsm {

constexpr uint32_t no_row = UINT32_MAX;

/// Rows of the table as a forest. Nothing here depends on the order of the rows.
struct QsmTree {
    std::vector<uint32_t> parent;       // no_row at a root
    std::vector<uint32_t> next;         // the child that continues a cylinder, or no_row
    std::vector<uint32_t> roots;        // by id
    std::vector<uint32_t> child_begin;  // children of row r: child[child_begin[r] … [r + 1])
    std::vector<uint32_t> child;        // by id
    uint64_t stray_extensions = 0;      // extensions that name no child

    std::span<const uint32_t> children(uint32_t row) const {
        return std::span(child).subspan(child_begin[row], child_begin[row + 1] - child_begin[row]);
    }
};

/// InputError at the parent's cell for a parent that is not in the table, a cylinder that is its
/// own parent or ancestor, and a table without a root. A root's parent is -1, empty or NA, or 0
/// where no cylinder has the id 0.
QsmTree build_qsm_tree(const QsmTable& table);

}  // namespace thigmo::qsm
