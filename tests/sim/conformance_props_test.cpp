// Props in every simulator: they stay with the ground, and the plant moves as if they were not
// there, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "samples/plants.h"
#include "tests/sim/conformance_stand.h"

namespace thigmo {
namespace {

bool same_bits(const Rigid& a, const Rigid& b) {
    return a.rotation.coeffs() == b.rotation.coeffs() && a.translation == b.translation;
}

/// A plant in the wind, its tip pulled aside, with a base that is moved.
struct Windy {
    Windy(const Registered& kind, Plant given, const Start& start)
        : plant(std::move(given)),
          simulator(kind.make(plant, kind.name == "beam" ? kind.moving : kind.settings, start)),
          dt(kind.dt) {}

    void step(const Vec3& wind, const BaseDrive& drive) {
        simulator->air_samples(air);
        for (AirSample& sample : air) sample.wind = wind;
        Loads loads;
        loads.air = air;
        loads.base = drive;
        ASSERT_EQ(simulator->step(dt, loads).status, StepReport::Status::advanced);
        simulator->pose(pose);
    }

    Plant plant;
    std::unique_ptr<Simulator> simulator;
    double dt;
    std::vector<AirSample> air;
    Pose pose;
};

class Props : public testing::TestWithParam<Registered> {};

TEST_P(Props, StayWhileThePlantMovesAsWithoutThem) {
    const Registered& kind = GetParam();
    Start start;
    start.placement = {Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())), {4, 0.3, -2}};
    Windy bare(kind, kind.plant(), start), potted(kind, samples::potted(kind.plant()), start);
    const DomainId pot(size_t{0}), stone(potted.plant.domains.size() - 1);
    for (int i = 0; i < 40; ++i) {
        for (Windy* run : {&bare, &potted}) run->step({6, 0, 1}, {});
        ASSERT_EQ(bare.air.size(), potted.air.size());
        ASSERT_TRUE(same_bits(potted.pose.shapes[pot], start.placement)) << i;
        ASSERT_TRUE(same_bits(potted.pose.shapes[stone], start.placement)) << i;
        for (const SegmentId row : bare.plant.segments.rows())
            ASSERT_TRUE(same_bits(potted.pose.segments[row], bare.pose.segments[row])) << i;
        for (const DomainId row : bare.plant.domains.rows())
            ASSERT_TRUE(
                same_bits(potted.pose.shapes[DomainId(row.value + 1)], bare.pose.shapes[row]))
                << i;
    }
    const Rigid tip = bare.pose.segments[SegmentId(bare.plant.segments.size() - 1)];
    EXPECT_FALSE(same_bits(tip, start.placement));
}

TEST_P(Props, GoWithTheGround) {
    Windy run(GetParam(), samples::potted(GetParam().plant()), {});
    BaseDrive drive;
    drive.acceleration = {3, 0, 1};
    for (int i = 0; i < 20; ++i) run.step(Vec3::Zero(), drive);
    const Rigid base = run.simulator->base().placement;
    EXPECT_FALSE(same_bits(base, {}));
    EXPECT_TRUE(same_bits(run.pose.shapes[DomainId(size_t{0})], base));
    EXPECT_TRUE(same_bits(run.simulator->row_motion(Load::Table::domains, 0), base));
}

INSTANTIATE_TEST_SUITE_P(All, Props, testing::ValuesIn(registered_simulators()), name_of);

}  // namespace
}  // namespace thigmo
