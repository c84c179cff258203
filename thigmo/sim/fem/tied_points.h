// Points of a plant as weighted sums of what is solved for: nodes that are free, and the base.
#pragma once

#include <span>
#include <vector>

#include "thigmo/sim/simulator.h"

namespace thigmo {

/// x = Σ weight·y[row] + R·held + share·t, with the base at x ↦ Rx + t. Exact: nodes that are fixed
/// to a parent's section are such sums of the parent's nodes. Weights of a difference sum to 0.
struct TiedPoint {
    uint32_t first = 0, count = 0;
    Vec3 held = Vec3::Zero();
    double share = 0;
};

struct WeightedPoint {
    TiedPoint point;
    double weight = 0;
};

struct TiedPoints {
    std::vector<uint32_t> row;
    std::vector<double> weight;

    TiedPoint add_row(uint32_t own);
    TiedPoint add_held(const Vec3& rest);
    TiedPoint add_sum(std::span<const WeightedPoint> terms);

    /// Σ weight·y[row] alone.
    Vec3 sum(const TiedPoint& point, std::span<const Vec3> y) const;
    /// Adds the force at a point to the rows that it moves with.
    void push(const TiedPoint& point, const Vec3& force, std::span<Vec3> forces) const;
};

/// How the base moves.
struct BaseMotion {
    Rigid place;
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();           // of the plant's origin
    Vec3 acceleration = Vec3::Zero(), spin_rate = Vec3::Zero();  // constant over a step

    BaseMotion after(double time) const;
    Vec3 position(const TiedPoint& point) const;
    Vec3 velocity_of(const TiedPoint& point) const;
    Vec3 acceleration_of(const TiedPoint& point) const;
};

}  // namespace thigmo
