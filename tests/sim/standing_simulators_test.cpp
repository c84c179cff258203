// One plant is made stiffer alike, and stands still, in every simulator.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "samples/frame_judge.h"
#include "thigmo/sim/articulated/bodies.h"
#include "thigmo/sim/beam/sway_tree.h"
#include "thigmo/sim/fem/model.h"
#include "thigmo/sim/reduced/bodies.h"
#include "thigmo/sim/simulators.h"
#include "thigmo/sim/standing_factors.h"

namespace thigmo {
namespace {

template <class Own>
Own on_footing(GivenShape shape) {
    Own settings;
    settings.footing.shape = shape;
    return settings;
}

/// Wood so soft that much of it cannot stand.
Plant soft(Plant plant, double factor) {
    for (Material& material : plant.materials) {
        material.young *= factor;
        material.shear *= factor;
    }
    return plant;
}

using Factors = Column<SegmentId, double>;

/// Finds the factor of the joints of every segment.
Factors of_articulated(const Plant& plant) {
    const Bodies stands =
        build_bodies(plant, on_footing<ArticulatedSettings>(GivenShape::standing));
    const Bodies loose = build_bodies(plant, on_footing<ArticulatedSettings>(GivenShape::unloaded));
    Factors factors(plant.segments.size(), 1.0);
    for (const BodyId body : stands.rows())
        if (stands.segment[body].exists())
            factors[stands.segment[body]] = stands.stiffness[body].x() / loose.stiffness[body].x();
    return factors;
}

/// Bricks of a solid are as much stiffer as the segments that they are of, or between.
void expect_in_bricks(const SolidPlant& stands, const SolidPlant& loose, const Factors& expected) {
    for (const SolidId id : stands.solids.rows()) {
        const DomainSolid& solid = stands.solids[id];
        for (size_t e = 0; e < solid.mesh.materials.size(); ++e) {
            double low = INFINITY, high = 0;
            for (const SegmentId segment : solid.segments) {
                const size_t k = segment.value - solid.segments.first;
                if (solid.ends[k + 1] < solid.brick_ends[e] + 1e-9 ||
                    solid.ends[k] > solid.brick_ends[e + 1] - 1e-9)
                    continue;
                low = std::min(low, expected[segment]);
                high = std::max(high, expected[segment]);
            }
            const double own =
                solid.mesh.materials[e].young / loose.solids[id].mesh.materials[e].young;
            EXPECT_GT(own, low * (1 - 1e-9)) << "domain " << solid.domain.value << ", brick " << e;
            EXPECT_LT(own, high * (1 + 1e-9)) << "domain " << solid.domain.value << ", brick " << e;
        }
    }
}

/// The joints of beams: with weight pulling back alike, their stiffness is more by (α − 1) K.
void expect_in_beams(const Plant& plant, const Factors& expected) {
    const SwayTree stands(plant, on_footing<BeamSettings>(GivenShape::standing)),
        loose(plant, on_footing<BeamSettings>(GivenShape::unloaded));
    const Bodies bodies =
        build_bodies(plant, on_footing<ArticulatedSettings>(GivenShape::unloaded));
    ASSERT_EQ(stands.bodies.size(), bodies.size());
    const auto stiffness = [](const SwayBody& body) -> Mat3 {
        return (body.root * body.root.transpose()).inverse();
    };
    for (const BodyId body : bodies.rows()) {
        const SegmentId segment = bodies.segment[body];
        if (!segment.exists()) continue;
        const Mat3 turn = bodies.given[body].toRotationMatrix();
        const Mat3 whole = stiffness(stands.bodies[body.value]);
        const Mat3 more =
            (expected[segment] - 1) * turn * bodies.stiffness[body].asDiagonal() * turn.transpose();
        EXPECT_LT((whole - stiffness(loose.bodies[body.value]) - more).norm(), 1e-6 * whole.norm())
            << "segment " << segment.value;
    }
}

void expect_alike(const Plant& plant, bool some) {
    const Factors expected = of_articulated(plant);
    Log log;
    const StandingFactors found = standing_factors(plant, {}, {}, {}, log);
    EXPECT_EQ(!found.segments.empty(), some) << (some ? "" : log.warnings.front());
    for (const SegmentId segment : plant.segments.rows())
        ASSERT_NEAR(found.of_segment(plant.segments.key[segment]), expected[segment],
                    1e-9 * expected[segment]);
    SolidSettings stands;
    stands.footing.shape = GivenShape::standing;
    expect_in_bricks(build_solids(plant, stands), build_solids(plant, {}), expected);
    expect_in_beams(plant, expected);
}

class StandingSpecies : public testing::TestWithParam<std::string> {};

TEST_P(StandingSpecies, young_ones_are_made_stiffer_alike) {
    const Plant plant = samples::young_plant(GetParam());
    expect_alike(soft(plant, 1e-3), true);
}

INSTANTIATE_TEST_SUITE_P(Ten, StandingSpecies, testing::ValuesIn(samples::judged_species()),
                         [](const auto& each) { return each.param; });

/// Its wood is made soft, since all species stand as they are.
class SoftSpruce : public testing::TestWithParam<std::string> {};

TEST_P(SoftSpruce, stands_still_for_a_second) {
    const Plant plant = soft(samples::young_plant("spruce"), 0.02);
    const SimulatorSettings settings = settings_for(GetParam(), ArticulatedSettings{});
    const auto simulator = make_simulator(plant, settings, {});
    ASSERT_EQ(simulator->warnings().size(), 1u);
    for (int i = 0; i < 10; ++i)
        ASSERT_EQ(simulator->step(0.1, {}).status, StepReport::Status::advanced);
    Pose pose;
    simulator->pose(pose);
    double most = 0;
    for (const SegmentId segment : plant.segments.rows()) {
        const Vec3& end = plant.segments.end[segment];
        most = std::max(most, (pose.segments[segment] * end - end).norm());
    }
    EXPECT_LT(most, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Simulators, SoftSpruce, testing::Values("articulated", "reduced", "fem"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace thigmo
