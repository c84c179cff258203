// Shelter: what stands upwind takes speed from the wind. It knows points with drag areas, not
// plants. docs/shelter.md has the formula, its sources and how far it goes.
//
//     q = exp(−(1/C∞) ∫ K''' ds),   wind ← √q · wind
//
// q: the share of the dynamic pressure that is left; K''': drag area per volume (1/m); s: the way
// of the wind.
#pragma once

#include "thigmo/air/shelter_grid.h"

namespace thigmo {

/// C∞: drag over ½ρU² and frontal area of a crown so deep that no wind comes through. A sphere has
/// 0.47; trees in wind tunnels have 0.5 to 0.8 of the frontal area that is left.
constexpr double deep_crown_drag = 0.5;
/// A plant's longest extent over the size of a cell.
constexpr double shelter_cells = 24;
/// Behind a plant the lost pressure fades e-fold in as many of its longest extents.
constexpr double wake_lengths = 5;

/// The samples of one plant.
struct ShelterGroup {
    std::span<AirSample> samples;
    double cell = 0;             // size of its cells (m)
    Vec3 anchor = Vec3::Zero();  // a place that does not move as the plant does
};

/// Slows the wind of all samples by what stands upwind of them, in its direction in the mean over
/// all of them. Depends on nothing but the samples; keeps memory between calls.
class Shelter {
  public:
    void apply(std::span<const ShelterGroup> groups);

  private:
    /// Groups whose boxes, with a margin, touch: they share a grid.
    struct Cluster {
        Eigen::AlignedBox3d box;     // of its samples: downwind, across, up
        Eigen::AlignedBox3d around;  // the same with a margin of two cells
        double speed = 0;            // Σ over its samples (m/s)
        size_t samples = 0;
        size_t first = 0, last = 0;  // of its groups, a list by next_
        double cell = 0;             // the largest of its groups; 0: it went into another
    };
    Cluster cluster_of(const ShelterAxes& axes, const ShelterGroup& group, size_t index);
    void take_in(Cluster& other, Cluster& own);
    void find_clusters(const ShelterAxes& axes, std::span<const ShelterGroup> groups);
    void keep_wake();
    void shelter(const Cluster& cluster, ShelterAxes axes, std::span<const ShelterGroup> groups);

    std::vector<Cluster> clusters_;
    std::vector<size_t> next_;           // of each group
    std::vector<ShelterPlace> places_;   // of all samples
    std::vector<size_t> begin_;          // of each group's places
    std::vector<PlacedSamples> placed_;  // of one cluster
    std::vector<Wake> wakes_;            // of the clusters so far, by where they end
    size_t wake_count_ = 0;
    ShelterGrid grid_;
};

}  // namespace thigmo
