// The centreline of a run of segments, by its length.
#pragma once

#include <utility>
#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// Places are shares of the length, 0 (base) … 1 (tip). The segments must outlive it.
class Centreline {
  public:
    /// No place is thinner than the least radius, that of the domain (plant/walk.h).
    Centreline(const Segments& segments, Rows<SegmentId> run, double least_radius);

    double length() const { return length_; }  // m
    /// Where segments begin and end: 0 … 1.
    const std::vector<double>& ends() const { return ends_; }
    SegmentId segment(double along) const { return SegmentId(run_.first + place(along).first); }
    Vec3 point(double along) const;
    /// Where segments of two radii meet, the mean.
    double radius(double along) const;
    /// As the segments state it, also where that is less than the least.
    double stated_radius(double along) const;
    double mean_radius() const;

    /// A second measure of places from 0 to 1: it grows half by length and half by diameters.
    double slenderness(double along) const;
    double by_slenderness(double measure) const;

  private:
    std::pair<size_t, double> place(double along) const;  // row of the run, share of the segment

    const Segments& segments_;
    Rows<SegmentId> run_;
    std::vector<double> ends_;
    std::vector<double> slenderness_;  // at even places
    double length_ = 0;
    const double least_radius_;
};

}  // namespace thigmo
