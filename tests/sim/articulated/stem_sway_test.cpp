// How a stem sways when it was pulled aside and let go: from the plant's modes, and from its
// motion.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/frame_judge.h"
#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/sim/articulated/modes.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

Plant young_spruce() {
    const Species spruce = find_species("spruce");
    Progress silent;
    return grow_species(spruce, 5, 1, silent);
}

StemSway sway_of(const Plant& plant, size_t count) {
    const ArticulatedSettings settings;
    return find_root_modes(build_bodies(plant, settings), count, settings.footing.gravity).sway;
}

/// Displacements of the middle of the stem after it was pulled for a second and let go, in still
/// space, every `dt` seconds.
std::vector<double> swing_after_release(const Plant& plant, double dt) {
    const auto simulator = make_simulator(plant, ArticulatedSettings(), {});
    const Rows<SegmentId> stem = plant.domains.segments[DomainId(size_t{0})];
    const SegmentId middle(stem.front().value + stem.size() / 2);
    const Vec3 rest = plant.segments.end[middle];
    constexpr double pulled = 1, watched = 3;
    std::vector<double> swing;
    for (int step = 1; step * dt < pulled + watched; ++step) {
        Load pull;
        pull.row = middle.value;
        pull.point = simulator->row_motion(Load::Table::segments, middle.value) * rest;
        pull.force = Vec3(0.5, 0, 0);
        Loads loads;
        if (step * dt <= pulled) loads.points = {&pull, 1};
        EXPECT_NE(simulator->step(dt, loads).status, StepReport::Status::failed);
        const Vec3 now = simulator->row_motion(Load::Table::segments, middle.value) * rest;
        if (step * dt > pulled) swing.push_back(now.x() - rest.x());
    }
    return swing;
}

/// The frequency (Hz) of the first two swings, from the first to the third passage of the middle of
/// what was seen last, when all is at rest again.
double first_swings(const std::vector<double>& swing, double dt) {
    std::vector<double> passages;
    for (size_t i = 1; i < swing.size() && passages.size() < 3; ++i)
        if (swing[i - 1] * swing[i] < 0)
            passages.push_back(dt *
                               (static_cast<double>(i) - swing[i] / (swing[i] - swing[i - 1])));
    return passages.size() < 3 ? 0 : 1 / (passages[2] - passages[0]);
}

/// Its twigs sway at a quarter of that, and the foot feels them more than its stem. A quarter of
/// the displacement is the stem's own; what else is in it pulls at the passages by a tenth.
TEST(StemSway, of_a_young_spruce_is_as_it_moves) {
    const Plant spruce = young_spruce();
    constexpr double dt = 1.0 / 480;
    const double seen = first_swings(swing_after_release(spruce, dt), dt);
    const StemSway told = sway_of(spruce, 10);
    EXPECT_NEAR(told.frequency, seen, 0.15 * seen);
    EXPECT_NEAR(told.share, 0.25, 0.05);
}

TEST(StemSway, does_not_depend_on_how_many_modes_are_asked_for) {
    const Plant birch = samples::young_plant("birch");
    const StemSway one = sway_of(birch, 1), many = sway_of(birch, 20);
    EXPECT_EQ(one.frequency, many.frequency);
    EXPECT_EQ(one.share, many.share);
}

}  // namespace
}  // namespace thigmo
