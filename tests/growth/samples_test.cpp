// The articulated grammars of samples/lsystems grow, and what grows moves and stands.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/places.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

struct Sample {
    const char* grammar;
    const char* palette;  // of a species; empty: the default one
    double age;
    double low, high;  // heights between which the plant stands (m)
    size_t bodies;
};

class LSystemSamples : public testing::TestWithParam<Sample> {};

Growth grown(const Sample& sample) {
    GrammarSettings reading;
    reading.defines = {{"AGE", sample.age}};
    const std::string name = sample.grammar;
    const Grammar grammar =
        load_grammar(test_folder() + "/../samples/lsystems/" + name + ".l", reading);
    const Palette palette =
        *sample.palette ? find_species(sample.palette).palette : default_palette();
    Progress progress;
    return grow_grammar(grammar, {}, palette, name, progress);
}

TEST_P(LSystemSamples, GrowAndMove) {
    const Growth growth = grown(GetParam());
    EXPECT_EQ(growth.log.warnings, std::vector<std::string>());
    EXPECT_EQ(growth.bodies, GetParam().bodies);
    const Plant& plant = growth.plant;
    const double height = bounds(plant).sizes().y();
    EXPECT_GT(height, GetParam().low);
    EXPECT_LT(height, GetParam().high);
    const auto simulator = make_simulator(plant, {}, {});
    EXPECT_TRUE(simulator->warnings().empty());
    Loads loads;
    loads.gravity = Vec3(0, -9.81, 0);
    std::vector<AirSample> air;
    for (int i = 0; i < 30; ++i) {
        simulator->air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(2, 0, 0);
        loads.air = air;
        ASSERT_EQ(simulator->step(1.0 / 60, loads).status, StepReport::Status::advanced);
    }
    Pose pose;
    simulator->pose(pose);
    double furthest = 0;
    for (const SegmentId s : plant.segments.rows()) {
        const Vec3& end = plant.segments.end[s];
        furthest = std::max(furthest, (pose.segments[s] * end - end).norm());
    }
    EXPECT_GT(furthest, 1e-4);
    EXPECT_LT(furthest, 0.5 * height);
}

INSTANTIATE_TEST_SUITE_P(All, LSystemSamples,
                         testing::Values(Sample{"monopodial", "", 1, 0.5, 0.65, 68},
                                         Sample{"inflorescence", "", 1, 0.35, 0.5, 26},
                                         Sample{"inflorescence", "", 2, 0.45, 0.6, 62},
                                         Sample{"inflorescence", "", 3, 0.5, 0.65, 90},
                                         Sample{"broadleaf", "", 1, 0.4, 0.65, 89},
                                         Sample{"rose", "rose", 1, 0.5, 0.65, 45},
                                         Sample{"orchid", "orchid", 1, 0.4, 0.55, 60}));

}  // namespace
}  // namespace thigmo
