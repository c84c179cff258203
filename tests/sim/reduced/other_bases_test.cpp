// Settings that know held bases only, on others.
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "thigmo/sim/reduced/reduced.h"

namespace thigmo {
namespace {

double moved_by(ReducedSettings settings, Base base) {
    const Plant plant = samples::sapling();
    settings.footing.base = base;
    settings.footing.base_mass = 20;
    const auto simulator = make_reduced(plant, settings, {});
    for (int i = 0; i < 30; ++i)
        EXPECT_EQ(simulator->step(1.0 / 60, {}).status, StepReport::Status::advanced);
    Pose pose;
    simulator->pose(pose);
    const SegmentId last(plant.segments.size() - 1);
    return (pose.segments[last] * plant.segments.end[last] - plant.segments.end[last]).norm();
}

TEST(OtherBases, a_lumped_plant_stands_on_a_sliding_one) {
    ReducedSettings lumped;
    lumped.coupling = Coupling::lumped;
    EXPECT_LT(moved_by(lumped, Base::sliding), 1e-9);
}

/// Half a second of falling.
TEST(OtherBases, generalised_alpha_falls_freely) {
    ReducedSettings settings;
    settings.integrator = ReducedIntegrator::generalised_alpha;
    EXPECT_NEAR(moved_by(settings, Base::free), 0.5 * 9.81 * 0.25, 0.05);
}

}  // namespace
}  // namespace thigmo
