// A grown trunk with a heavy crown and a light leader, pulled far: against articulated segments.
#include <gtest/gtest.h>

#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

/// How far a steady pull takes the trunk's tip in a second.
double pulled(const Plant& plant, Simulator& simulator, double force) {
    const SegmentId last = plant.domains.segments[DomainId(size_t{0})].back();
    const Vec3 rest = plant.segments.end[last];
    Load pull;
    pull.row = last.value;
    pull.force = Vec3(force, 0, 0);
    Vec3 now = rest;
    for (int i = 0; i < 60; ++i) {
        pull.point = now;
        Loads loads;
        loads.points = {&pull, 1};
        EXPECT_EQ(simulator.step(1.0 / 60, loads).status, StepReport::Status::advanced);
        now = simulator.row_motion(Load::Table::segments, last.value) * rest;
    }
    return (now - rest).norm();
}

/// Derivatives of the leader's own bends are in the basis, though they are high modes of the trunk
/// with all that it carries: without them it goes a third of the way.
TEST(LightTip, bends_nearly_as_far_as_segments_do) {
    Progress silent;
    const Plant plant = grow_species(find_species("oak"), 3, 1, silent);
    const auto other = make_simulator(plant, ArticulatedSettings(), {});
    const auto own = make_simulator(plant, ReducedSettings(), {});
    const double far = pulled(plant, *other, 0.5), ours = pulled(plant, *own, 0.5);
    EXPECT_GT(far, 0.05);
    EXPECT_GT(ours / far, 0.75);
    EXPECT_LT(ours / far, 1.1);
}

}  // namespace
}  // namespace thigmo
