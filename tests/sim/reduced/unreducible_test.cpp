// Solids that cannot be reduced: they are rigid, and the plant moves all the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/sim/reduced/bodies.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

/// The sapling with domains whose segments are no longer than atoms are: discs.
Plant with_discs(bool is_disc(const Plant&, DomainId)) {
    Plant plant = samples::sapling();
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.segments[domain].empty() || !is_disc(plant, domain)) continue;
        Vec3 from = plant.segments.start[plant.domains.segments[domain].front()];
        for (const SegmentId segment : plant.domains.segments[domain]) {
            const Vec3 way = plant.segments.end[segment] - plant.segments.start[segment];
            plant.segments.start[segment] = from;
            plant.segments.end[segment] = from += 1e-12 * way.normalized();
        }
    }
    return plant;
}

bool is_twig(const Plant& plant, DomainId domain) {
    return plant.domains.kind[domain] == Kind::twig;
}

TEST(Unreducible, IsRigidAndSaysSo) {
    const Plant plant = with_discs(is_twig);
    const auto simulator = make_simulator(plant, ReducedSettings{}, {});
    EXPECT_THAT(std::vector(simulator->warnings().begin(), simulator->warnings().end()),
                testing::Contains("twig_1 is rigid: found a solid that cannot be reduced, expected "
                                  "one that resists every bend"));
    for (int k = 0; k < 30; ++k)
        ASSERT_EQ(simulator->step(1.0 / 60, {}).status, StepReport::Status::advanced);
}

TEST(Unreducible, MayBeTheWholePlant) {
    const Plant plant = with_discs([](const Plant&, DomainId) { return true; });
    const auto simulator = make_simulator(plant, ReducedSettings{}, {});
    EXPECT_EQ(simulator->step(1.0 / 60, {}).status, StepReport::Status::advanced);
    Pose pose;
    simulator->pose(pose);
    for (const Rigid& motion : pose.segments) EXPECT_TRUE(motion.translation.isZero(1e-9));
}

TEST(Unreducible, rejects_a_model_of_another_solid) {
    const Plant plant = samples::sapling();
    const ReducedSettings settings;
    Progress silent;
    const ReducedBodies bodies = build_reduced_bodies(plant, settings, *settings.models, silent);
    const std::vector<uint64_t> keys(bodies.solids.solids.size(), bodies.bodies[0].key);
    EXPECT_EQ(
        message([&] { build_reduced_bodies(plant, settings, *settings.models, silent, keys); }),
        "trunk: found a model of another solid, expected its own");
}

}  // namespace
}  // namespace thigmo
