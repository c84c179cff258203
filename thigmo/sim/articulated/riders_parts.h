// What the sweeps over riding leaves and the smaller steps of single ones share.
#pragma once

#include "thigmo/sim/articulated/riders.h"

namespace thigmo {

/// The carriers of a group at the ends of a step; their way between, where a leaf asks for it.
struct Riders::Ends {
    const CarrierRows& rows;
    const Group& group;
    const Solve& solve;
    double dt = 0;
    BodyMotion<Pack> before = {}, after = {};
    CarrierPath<Pack> path = {};
    Finer steps = {};
    bool joined = false;

    /// Finds the way, and the steps that are taken on it.
    void join();
};

}  // namespace thigmo
