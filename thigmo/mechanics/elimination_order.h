// In which order the rows of a sparse matrix are eliminated, and which of them apart.
#pragma once

#include "thigmo/mechanics/block_matrix.h"

namespace thigmo {

/// Rows are numbered so that a factor fills in little (approximate minimum degree). Those from
/// part_first[p] to part_first[p+1] meet only each other and the last part's, so parts but the last
/// can be eliminated side by side.
struct EliminationOrder {
    std::vector<uint32_t> number;  // of every row
    std::vector<uint32_t> part_first;
};

EliminationOrder elimination_order(const BlockMatrix& pattern);

/// Blocks above the diagonal column by column: their rows and places.
struct UpperColumns {
    std::vector<uint32_t> first, row, place;
};
UpperColumns upper_columns(const BlockMatrix& matrix);

/// The elimination tree: every row's parent (rows() for a root), and how many blocks its column of
/// the factor has below the diagonal.
struct EliminationTree {
    std::vector<uint32_t> parent, below;
};
EliminationTree elimination_tree(const UpperColumns& columns);

}  // namespace thigmo
