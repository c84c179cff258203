// Which of many things belong together: sets that only ever merge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace thigmo {

/// The representative of a set is its least member, so that sets are named the same way in whatever
/// order they grew.
class UnionFind {
  public:
    explicit UnionFind(size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    uint32_t find(uint32_t member) {
        while (parent_[member] != member) {
            parent_[member] = parent_[parent_[member]];
            member = parent_[member];
        }
        return member;
    }

    /// Whether they were apart before.
    bool unite(uint32_t a, uint32_t b) {
        a = find(a);
        b = find(b);
        if (a == b) return false;
        if (a < b)
            parent_[b] = a;
        else
            parent_[a] = b;
        return true;
    }

    size_t size() const { return parent_.size(); }

    /// For every member the number of its set; sets are numbered by their least members.
    std::vector<uint32_t> numbers() {
        std::vector<uint32_t> number(parent_.size());
        uint32_t next = 0;
        for (uint32_t member = 0; member < parent_.size(); ++member)
            number[member] = find(member) == member ? next++ : number[find(member)];
        return number;
    }

  private:
    std::vector<uint32_t> parent_;
};

}  // namespace thigmo
