// A box of air on cells, x downwind: drag areas go in, the share of the dynamic pressure that is
// left at every sample comes out. See docs/shelter.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/mechanics/air_sample.h"

namespace thigmo {

/// Downwind, across and up, and where the lattice of cells has a node.
struct ShelterAxes {
    Vec3 along = Vec3::UnitX(), across = -Vec3::UnitZ();
    Vec3 anchor = Vec3::Zero();

    Vec3 place(const Vec3& point) const {
        const Vec3 from = point - anchor;
        return {along.dot(from), across.dot(from), from.y()};
    }
};

/// What the wind still has behind a grid, column by column.
struct Wake {
    ShelterAxes axes;
    double cell = 0, end = 0;      // m; the end along the axes' downwind
    Eigen::Array2d first{0, 0};    // node of the lattice, across and up
    Eigen::Array2i columns{0, 0};  // numbers of them
    std::vector<float> left;       // share of the dynamic pressure, columns across fastest

    /// The share at a point of the world; false where the wake is not.
    bool find(const Vec3& point, float& share) const;
};

class ShelterGrid {
  public:
    /// Cells of that size (m) over all samples, which stand in a wind of that mean speed (m/s).
    void begin(const ShelterAxes& axes, double cell, double speed,
               std::span<const std::span<AirSample>> samples);
    /// The share of the dynamic pressure with which the wind comes to a column.
    template <class Share>
    void set_inflow(Share share) {
        for (int z = 0; z < columns_.y(); ++z)
            for (int y = 0; y < columns_.x(); ++y) inflow_[column(y, z)] = share(front(y, z));
    }
    void sweep();
    /// Slows the samples' wind.
    void shelter();
    void write_wake(Wake& wake) const;

  private:
    /// Σ drag area / cell², that of foliage × its Vogel exponent, that of wood, and the share.
    using Cell = Eigen::Array4f;
    struct Seat {
        uint32_t cell = 0;           // the first of its eight
        Eigen::Array3f at{0, 0, 0};  // 0 … 1 from there, downwind, across, up
        float foliage = 0;           // drag area / cell²
    };
    struct Span {
        uint32_t first = UINT32_MAX, end = 0;  // cells that something stands in
    };

    size_t column(int y, int z) const {
        return static_cast<size_t>(z) * static_cast<size_t>(columns_.x()) + static_cast<size_t>(y);
    }
    /// The point of the world where a column begins.
    Vec3 front(int y, int z) const;
    void deposit(const AirSample& sample, Seat& seat);
    void sweep_column(size_t column);
    float share_at(const Seat& seat) const;

    ShelterAxes axes_;
    double size_ = 1;
    float least_log_ = 0;            // of the share beyond which foliage has all of its drag area
    Eigen::Array3d first_{0, 0, 0};  // node of the lattice
    int length_ = 0;                 // cells of a column
    Eigen::Array2i columns_{0, 0};
    std::vector<Cell> cells_;  // downwind fastest; all zero between uses
    std::vector<Span> spans_;
    std::vector<float> inflow_, outflow_;
    std::vector<Seat> seats_;
    std::vector<std::span<AirSample>> samples_;
};

}  // namespace thigmo
