// A box of air on cells, x downwind: drag areas go in, the share of the dynamic pressure that is
// left at every sample comes out. See docs/shelter.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "thigmo/mechanics/air_sample.h"

namespace thigmo {

/// Downwind, across and up, and where the lattice of cells has a node.
struct ShelterAxes {
    Vec3 along = Vec3::UnitX(), across = -Vec3::UnitZ();
    Vec3 anchor = Vec3::Zero();  // in the world

    /// Coordinates of a point of the world, from the world's origin.
    Vec3 place(const Vec3& point) const { return {along.dot(point), across.dot(point), point.y()}; }
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

/// Numbers that go through the same arithmetic side by side.
typedef float FourFloats __attribute__((vector_size(16)));
typedef float EightFloats __attribute__((vector_size(32)));

/// A place of a sample from its group's origin: downwind, across, up, and nothing (m).
struct ShelterPlace {
    FourFloats at = {};
};

/// Some samples, and where they are along the axes. Those without drag area have no part in it.
struct PlacedSamples {
    std::span<AirSample> samples;
    std::span<const ShelterPlace> places;
    Vec3 origin = Vec3::Zero();  // of the places, in the world
};

class ShelterGrid {
  public:
    /// Cells of that size (m) over all samples, whose places fill the box (from the
    /// world's origin) and which stand in a wind of that mean speed (m/s).
    void begin(const ShelterAxes& axes, double cell, double speed, const Eigen::AlignedBox3d& box,
               std::span<const PlacedSamples> samples);
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
    struct Cell {
        FourFloats has = {};
    };
    struct Seat {
        FourFloats weights = {};  // of its four columns
        uint32_t cell = 0;        // the first of its eight
        float along = 0;          // 0 … 1 from there, downwind
        float foliage = 0;        // drag area / cell²
    };
    /// Cells of a column that something stands in.
    struct Span {
        uint32_t first = UINT32_MAX, end = 0;
        void add(const Span& other) {
            first = std::min(first, other.first);
            end = std::max(end, other.end);
        }
    };

    size_t column(int y, int z) const {
        return static_cast<size_t>(z) * static_cast<size_t>(columns_.x()) + static_cast<size_t>(y);
    }
    /// The point of the world where a column begins.
    Vec3 front(int y, int z) const;
    void lay_cells(const Eigen::AlignedBox3d& box);
    void deposit(const AirSample& sample, FourFloats at, Seat& seat);
    /// A cell and the next one downwind.
    EightFloats two_cells(uint32_t first) const {
        EightFloats two;
        std::memcpy(&two, &cells_[first], sizeof(two));
        return two;
    }
    void widen_spans();
    void sweep_column(size_t column);
    float share_at(const Seat& seat) const;

    ShelterAxes axes_;
    Vec3 corner_ = Vec3::Zero();  // place of the first node
    double size_ = 1, per_size_ = 1;
    float least_log_ = 0;            // of the share beyond which foliage has all of its drag area
    Eigen::Array3d first_{0, 0, 0};  // node of the lattice
    int length_ = 0;                 // cells of a column
    Eigen::Array2i columns_{0, 0};
    uint32_t steps_[4] = {};    // from a cell to those beside it: none, across, up, both
    std::vector<Cell> cells_;   // downwind fastest; all zero between uses
    std::vector<Span> spans_;   // before widen_spans: by the first of a sample's columns
    std::vector<float> fades_;  // what is left of a wake's deficit after so many empty cells
    std::vector<float> inflow_, outflow_;
    std::vector<Seat> seats_;
    std::vector<PlacedSamples> samples_;
};

}  // namespace thigmo
