// Joints merged one by one, always those whose loss costs the drawn vertices least.
#pragma once

#include <queue>
#include <span>

#include "thigmo/io/drawn_bodies.h"

namespace thigmo {

/// Segments and rigid shapes in one list, segments first, and how they move over some frames.
class MovingBodies {
  public:
    /// All must outlive it.
    MovingBodies(const Plant& plant, const DrawnBodies& drawn, std::span<const Pose> poses)
        : plant_(plant), drawn_(drawn), poses_(poses) {}

    const Plant& plant() const { return plant_; }
    size_t segments() const { return drawn_.segments.size(); }
    size_t size() const { return drawn_.segments.size() + drawn_.shapes.size(); }
    bool is_segment(size_t body) const { return body < segments(); }
    DomainId shape(size_t body) const { return DomainId(body - segments()); }
    size_t of_shape(DomainId domain) const { return segments() + domain.value; }
    const Spread& spread(size_t body) const {
        return is_segment(body) ? drawn_.segments[SegmentId(body)] : drawn_.shapes[shape(body)];
    }
    std::vector<Rigid> motions(size_t body) const;
    MovedPoints points(size_t body) const { return moved_points(spread(body), motions(body)); }

  private:
    const Plant& plant_;
    const DrawnBodies& drawn_;
    std::span<const Pose> poses_;
};

/// Square errors of vertices (m²), summed over vertices and frames.
struct MergeCost {
    double wood = 0, organs = 0;

    double all() const { return wood + organs; }
};

/// Clusters of bodies that share a joint: of segments, or of organs. Cluster i < segments() begins
/// as segment i; then come the organs of every domain that carries some.
class JointMerging {
  public:
    struct Cluster {
        size_t near = 0;             // the body that it sits at
        bool wood = true;            // of segments
        MovedPoints own;             // what its motion is fitted to
        MovedPoints guests;          // organs that follow wood without a say in its motion
        std::vector<Rigid> motions;  // by frame
        MergeCost cost;
        std::vector<uint32_t> towards;  // clusters that it may be merged into
        uint32_t into = UINT32_MAX;     // that it has been merged into
        uint32_t version = 0;           // grows with every change
    };

    explicit JointMerging(const MovingBodies& bodies);

    /// How many there are.
    size_t joints() const { return joints_; }
    /// Expected error of all vertices, and how far they move from rest.
    const MergeCost& cost() const { return cost_; }
    const MergeCost& moved() const { return moved_; }
    /// What a square metre of an organ's error counts beside wood's: see weigh().
    double organ_weight() const { return organ_weight_; }

    /// The weighted cost of the merger that comes next; infinite where none is left.
    double next_cost();
    /// Does it.
    void merge();

    /// The cluster that a cluster is part of now.
    uint32_t now(uint32_t cluster) const;
    const Cluster& at(uint32_t cluster) const { return clusters_[cluster]; }
    size_t size() const { return clusters_.size(); }
    /// The cluster that a body began in; none (UINT32_MAX) for a shape that nothing carries.
    uint32_t first_of(size_t body) const { return first_of_[body]; }
    /// The segment that carries a body's shape; its own row for a segment.
    uint32_t carrier_of(size_t body) const { return carrier_of_[body]; }

  private:
    struct Merger {
        double cost;
        uint32_t from, to, from_version, to_version;
        bool operator<(const Merger& other) const {
            return cost != other.cost ? cost > other.cost : from > other.from;
        }
    };

    void find_carriers();
    void add_wood();
    void add_organs();
    void link_branches();
    void link_organs();
    void weigh();
    void fit(Cluster& cluster) const;
    MergeCost cost_of(const Cluster& cluster) const;
    double weighted(const MergeCost& cost) const {
        return wood_weight_ * cost.wood + organ_weight_ * cost.organs;
    }
    Cluster joined(const Cluster& from, const Cluster& to) const;
    /// The cheapest merger of a cluster; its cost is infinite where there is none.
    Merger cheapest(uint32_t from) const;
    bool still_holds(const Merger& merger) const;
    void drop_outdated();

    const MovingBodies& bodies_;
    std::vector<Cluster> clusters_;
    std::vector<uint32_t> first_of_, carrier_of_;
    Column<DomainId, uint32_t> organs_of_;  // the organs' cluster by carrying domain
    std::priority_queue<Merger> queue_;
    size_t joints_ = 0;
    MergeCost cost_, moved_;
    double wood_weight_ = 1, organ_weight_ = 1;
};

}  // namespace thigmo
