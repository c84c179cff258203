// Rows of numbers over the coordinates of a domain, each padded with zeros to whole blocks of four.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "thigmo/sim/four.h"

namespace thigmo {

constexpr int most_coordinates = 4 * most_blocks;

class PaddedRows {
  public:
    PaddedRows() = default;
    PaddedRows(int rows, int size)
        : blocks_(std::max(1, (size + 3) / 4)), fours_(size_t(rows * blocks_), Four{}) {}

    int blocks() const { return blocks_; }
    int rows() const { return blocks_ == 0 ? 0 : int(fours_.size()) / blocks_; }
    const Four* row(int n) const { return &fours_[size_t(n * blocks_)]; }
    double operator()(int row, int k) const { return fours_[at(row, k)].v[k % 4]; }
    void add(int row, int k, double value) { fours_[at(row, k)].v[k % 4] += value; }
    std::span<Four> all() { return fours_; }
    std::span<const Four> all() const { return fours_; }

  private:
    size_t at(int row, int k) const { return size_t(row * blocks_ + k / 4); }

    int blocks_ = 0;
    std::vector<Four> fours_;
};

/// One row of B blocks, held in registers.
template <int B>
struct Packs {
    Four::Pack v[B];

    static Packs of(const Four* row) {
        Packs out;
        for (int n = 0; n < B; ++n) out.v[n] = row[n].v;
        return out;
    }
    /// Of so many numbers that the last block has some, or of none.
    static Packs of(std::span<const double> q) {
        Packs out = {};
        if (q.empty()) return out;
        for (int n = 0; n + 1 < B; ++n) std::memcpy(&out.v[n], &q[size_t(4 * n)], sizeof(Four));
        for (size_t k = 4 * (B - 1); k < q.size(); ++k) out.data()[k] = q[k];
        return out;
    }
    double* data() { return reinterpret_cast<double*>(v); }
    const double* data() const { return reinterpret_cast<const double*>(v); }
    double operator[](int k) const { return v[k / 4][k % 4]; }

    friend Packs operator+(Packs a, const Packs& b) {
        for (int n = 0; n < B; ++n) a.v[n] += b.v[n];
        return a;
    }
    friend Packs operator-(Packs a, const Packs& b) {
        for (int n = 0; n < B; ++n) a.v[n] -= b.v[n];
        return a;
    }
    friend Packs operator*(Packs a, const Packs& b) {
        for (int n = 0; n < B; ++n) a.v[n] *= b.v[n];
        return a;
    }
    friend Packs operator*(double s, Packs a) {
        for (int n = 0; n < B; ++n) a.v[n] *= s;
        return a;
    }
    Packs& operator+=(const Packs& b) { return *this = *this + b; }
    /// Products whose sum is the inner product.
    friend Four::Pack products(const Packs& a, const Packs& b) {
        Four::Pack out = a.v[0] * b.v[0];
        for (int n = 1; n < B; ++n) out += a.v[n] * b.v[n];
        return out;
    }
};

}  // namespace thigmo
