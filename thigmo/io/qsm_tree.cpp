// Parents by id, children by row, chains.
#include "thigmo/io/qsm_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace thigmo::qsm {
namespace {

/// Finds rows by id.
class Index {
  public:
    explicit Index(const std::vector<Cylinder>& cylinders) : rows_(cylinders.size()) {
        for (uint32_t row = 0; row < rows_.size(); ++row) rows_[row] = {cylinders[row].id, row};
        std::ranges::sort(rows_);
    }

    uint32_t find(int64_t id) const {
        const auto found = std::ranges::lower_bound(rows_, id, {}, &Entry::id);
        return found == rows_.end() || found->id != id ? no_row : found->row;
    }

    struct Entry {
        int64_t id;
        uint32_t row;
        auto operator<=>(const Entry&) const = default;
    };
    const std::vector<Entry>& by_id() const { return rows_; }

  private:
    std::vector<Entry> rows_;
};

void find_parents(const QsmTable& table, const Index& index, QsmTree& tree) {
    const bool zero_is_open = index.find(0) == no_row;
    tree.parent.assign(table.cylinders.size(), no_row);
    for (const auto& [id, row] : index.by_id()) {
        const Cylinder& cylinder = table.cylinders[row];
        if (cylinder.parent == no_index || (cylinder.parent == 0 && zero_is_open)) {
            tree.roots.push_back(row);
            continue;
        }
        tree.parent[row] = index.find(cylinder.parent);
        if (tree.parent[row] == row)
            throw input_error(table.parent_place(cylinder),
                              fmt::format("cylinder {} as its own parent", id),
                              "another cylinder, or -1 at the root");
        if (tree.parent[row] == no_row)
            throw input_error(table.parent_place(cylinder),
                              fmt::format("parent {}", cylinder.parent),
                              "the ID of a cylinder in the table");
    }
}

void list_children(const Index& index, QsmTree& tree) {
    const size_t count = tree.parent.size();
    tree.child_begin.assign(count + 1, 0);
    for (const uint32_t parent : tree.parent)
        if (parent != no_row) ++tree.child_begin[parent + 1];
    for (size_t row = 0; row < count; ++row) tree.child_begin[row + 1] += tree.child_begin[row];
    tree.child.resize(tree.child_begin.back());
    std::vector<uint32_t> at(tree.child_begin.begin(), tree.child_begin.end() - 1);
    for (const auto& entry : index.by_id())
        if (const uint32_t parent = tree.parent[entry.row]; parent != no_row)
            tree.child[at[parent]++] = entry.row;
}

/// What no root leads to hangs on a ring.
void reject_rings(const QsmTable& table, const Index& index, const QsmTree& tree) {
    std::vector<uint8_t> seen(tree.parent.size(), 0);
    std::vector<uint32_t> open = tree.roots;
    while (!open.empty()) {
        const uint32_t row = open.back();
        open.pop_back();
        seen[row] = 1;
        open.insert(open.end(), tree.children(row).begin(), tree.children(row).end());
    }
    for (const auto& entry : index.by_id()) {
        if (seen[entry.row] != 0) continue;
        uint32_t row = entry.row;
        for (; seen[row] == 0; row = tree.parent[row]) seen[row] = 1;
        const Cylinder& cylinder = table.cylinders[row];
        throw input_error(table.parent_place(cylinder),
                          fmt::format("cylinder {} among its own ancestors", cylinder.id),
                          "parents that lead to a root");
    }
}

/// Of the children that begin on the outer half of a cylinder, the thickest and straightest one.
uint32_t find_straightest(const QsmTable& table, const QsmTree& tree, uint32_t row,
                          bool same_branch) {
    const Cylinder& here = table.cylinders[row];
    uint32_t best = no_row;
    double most = 0;
    for (const uint32_t child : tree.children(row)) {
        const Cylinder& other = table.cylinders[child];
        if (same_branch && (other.branch != here.branch || other.order != here.order)) continue;
        const double place = (other.start - here.start).dot(here.along) / here.along.squaredNorm();
        const double turn = here.along.normalized().dot(other.along.normalized());
        const double score = other.radius * (1 + turn);
        if (place > 0.5 && score > most) {
            most = score;
            best = child;
        }
    }
    return best;
}

void find_chains(const QsmTable& table, const Index& index, QsmTree& tree) {
    tree.next.assign(table.cylinders.size(), no_row);
    const bool by_extension = table.columns.has(QsmField::extension);
    const bool by_branch = table.columns.has(QsmField::branch);
    for (uint32_t row = 0; row < tree.next.size(); ++row) {
        if (by_extension) {
            const int64_t extension = table.cylinders[row].extension;
            const uint32_t next = extension == no_index ? no_row : index.find(extension);
            const bool sound = next != no_row && tree.parent[next] == row;
            if (sound) tree.next[row] = next;
            if (sound || extension == no_index || extension == 0) continue;
            ++tree.stray_extensions;
        }
        tree.next[row] = find_straightest(table, tree, row, by_branch);
    }
}

}  // namespace

QsmTree build_qsm_tree(const QsmTable& table) {
    const Index index(table.cylinders);
    QsmTree tree;
    find_parents(table, index, tree);
    list_children(index, tree);
    reject_rings(table, index, tree);
    find_chains(table, index, tree);
    return tree;
}

}  // namespace thigmo::qsm
