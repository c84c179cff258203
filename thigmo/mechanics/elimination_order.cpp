// Minimum degree, then subtrees of about equal work.
#include "thigmo/mechanics/elimination_order.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace thigmo {
namespace {

constexpr double parts = 16;  // into which the work is divided; independent of the thread count

std::vector<uint32_t> minimum_degree(const BlockMatrix& pattern) {
    const auto n = static_cast<Eigen::Index>(pattern.rows());
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(2 * pattern.blocks());
    for (uint32_t i = 0; i < pattern.rows(); ++i)
        for (uint32_t p = pattern.first[i]; p < pattern.first[i + 1]; ++p) {
            const auto a = static_cast<int>(i), b = static_cast<int>(pattern.column[p]);
            entries.emplace_back(a, b, 1.0);
            if (a != b) entries.emplace_back(b, a, 1.0);
        }
    Eigen::SparseMatrix<double> graph(n, n);
    graph.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(graph, order);
    std::vector<uint32_t> number(pattern.rows());
    for (Eigen::Index k = 0; k < n; ++k)
        number[static_cast<size_t>(order.indices()[k])] = static_cast<uint32_t>(k);
    return number;
}

/// Above the diagonal, when rows have other numbers.
UpperColumns renumbered(const BlockMatrix& pattern, const std::vector<uint32_t>& number) {
    const size_t n = pattern.rows();
    UpperColumns columns;
    columns.first.assign(n + 1, 0);
    const auto visit = [&](auto&& take) {
        for (uint32_t i = 0; i < n; ++i)
            for (uint32_t p = pattern.first[i] + 1; p < pattern.first[i + 1]; ++p) {
                const uint32_t a = number[i], b = number[pattern.column[p]];
                take(std::min(a, b), std::max(a, b), p);
            }
    };
    visit([&](uint32_t, uint32_t column, uint32_t) { ++columns.first[column + 1]; });
    for (size_t k = 0; k < n; ++k) columns.first[k + 1] += columns.first[k];
    columns.row.resize(columns.first[n]);
    columns.place.resize(columns.first[n]);
    std::vector<uint32_t> next(columns.first.begin(), columns.first.end() - 1);
    visit([&](uint32_t row, uint32_t column, uint32_t p) {
        columns.row[next[column]] = row;
        columns.place[next[column]++] = p;
    });
    return columns;
}

/// The part of every row; the last one, `rest`, has those above all subtrees.
std::vector<uint32_t> divide(const EliminationTree& tree, uint32_t& rest) {
    const size_t n = tree.parent.size();
    std::vector<double> work(n + 1, 0.0);
    for (size_t k = 0; k < n; ++k) {
        work[k] += (1.0 + tree.below[k]) * (1.0 + tree.below[k]);
        work[tree.parent[k]] += work[k];
    }
    const double share = work[n] / parts;
    constexpr uint32_t none = UINT32_MAX;
    std::vector<uint32_t> part(n + 1, none);
    double filled = 0;
    rest = 0;
    for (size_t i = n; i-- > 0;) {  // parents before children
        const uint32_t up = tree.parent[i];
        const bool in_subtree = up < n && part[up] != none;
        if (in_subtree) part[i] = part[up];
        if (in_subtree || work[i] > share) continue;
        part[i] = rest;
        filled += work[i];
        if (filled < 0.5 * share) continue;
        filled = 0;
        ++rest;
    }
    if (filled > 0) ++rest;
    for (size_t i = 0; i < n; ++i)
        if (part[i] == none) part[i] = rest;
    part.pop_back();
    return part;
}

}  // namespace

UpperColumns upper_columns(const BlockMatrix& matrix) {
    std::vector<uint32_t> same(matrix.rows());
    for (uint32_t i = 0; i < same.size(); ++i) same[i] = i;
    return renumbered(matrix, same);
}

EliminationTree elimination_tree(const UpperColumns& columns) {
    const auto n = static_cast<uint32_t>(columns.first.size() - 1);
    EliminationTree tree{std::vector<uint32_t>(n, n), std::vector<uint32_t>(n, 0)};
    std::vector<uint32_t> mark(n);
    for (uint32_t k = 0; k < n; ++k) {
        mark[k] = k;
        for (uint32_t p = columns.first[k]; p < columns.first[k + 1]; ++p)
            for (uint32_t i = columns.row[p]; mark[i] != k; i = tree.parent[i]) {
                if (tree.parent[i] == n) tree.parent[i] = k;
                ++tree.below[i];
                mark[i] = k;
            }
    }
    return tree;
}

EliminationOrder elimination_order(const BlockMatrix& pattern) {
    EliminationOrder order;
    order.part_first = {0, 0};
    if (pattern.rows() == 0) return order;
    order.number = minimum_degree(pattern);
    uint32_t rest = 0;
    const std::vector<uint32_t> part =
        divide(elimination_tree(renumbered(pattern, order.number)), rest);
    order.part_first.assign(rest + 2, 0);
    for (const uint32_t p : part) ++order.part_first[p + 1];
    for (uint32_t p = 0; p <= rest; ++p) order.part_first[p + 1] += order.part_first[p];
    std::vector<uint32_t> next = order.part_first, moved(part.size());
    for (size_t i = 0; i < part.size(); ++i) moved[i] = next[part[i]]++;
    for (uint32_t& number : order.number) number = moved[number];
    return order;
}

}  // namespace thigmo
