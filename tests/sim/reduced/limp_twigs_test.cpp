// Twigs that bend far in few pieces, let fall: against articulated segments.
#include <gtest/gtest.h>

#include <algorithm>

#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

/// How far the tip of every domain of wood has gone 0.3 s after a plant, undamped, was let go.
template <typename SimulatorSettings>
std::vector<double> fallen(const Plant& plant) {
    SimulatorSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.damping = false;
    const auto simulator = make_simulator(plant, settings, {});
    for (int i = 0; i < 18; ++i)
        EXPECT_EQ(simulator->step(1.0 / 60, {}).status, StepReport::Status::advanced);
    std::vector<double> ways;
    for (const Rows<SegmentId>& run : plant.domains.segments) {
        if (run.size() == 0) continue;
        const SegmentId last = run.back();
        const Vec3 rest = plant.segments.end[last];
        const Vec3 now = simulator->row_motion(Load::Table::segments, last.value) * rest;
        ways.push_back((now - rest).norm());
    }
    return ways;
}

/// With fewer derivatives twigs of one segment, 60 diameters long, went a tenth of their way.
TEST(LimpTwigs, fall_as_far_as_segments_do) {
    Progress silent;
    const Plant plant = grow_species(find_species("oak"), 3, 1, silent);
    const std::vector<double> ours = fallen<ReducedSettings>(plant),
                              others = fallen<ArticulatedSettings>(plant);
    ASSERT_EQ(ours.size(), others.size());
    EXPECT_GT(*std::ranges::max_element(others), 0.1);
    for (size_t i = 0; i < ours.size(); ++i)
        EXPECT_NEAR(ours[i], others[i], std::max(0.1 * others[i], 0.0005)) << "domain " << i;
}

}  // namespace
}  // namespace thigmo
