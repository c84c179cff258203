// Every simulator against the frame: first six frequencies, modes matched by shape, and sag.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "samples/frame_judge.h"
#include "samples/frame_sway.h"
#include "thigmo/base/file.h"
#include "thigmo/io/qsm.h"

namespace thigmo {
namespace {

using samples::Judgement;

/// What a simulator promises, and which of the plants it is held to.
struct Judged {
    std::string name;
    SimulatorSettings settings;
    samples::Limits limits;
    std::vector<std::string> plants, species, scans;
};

const std::vector<std::string> all_scans = {"Tf12.csv", "Tf20_LeafOff.csv", "Tf3_LeafOff.csv"};

template <class Settings>
Settings welded(Settings settings) {
    settings.leaf.joint = LeafJoint::welded;
    return settings;
}

/// Limits of f₁ to f₃, of f₄ to f₆, and of sag, as shares.
std::vector<Judged> judged_simulators() {
    return {{"articulated",
             ArticulatedSettings{},
             {0.03, 0.05, 0.05},
             {"cantilever", "crooked limb", "Y", "T", "twig with a tip leaf", "leafy twig"},
             samples::judged_species(),
             {"Tf12.csv", "Tf20_LeafOff.csv"}},  // of Tf3 a tip's sag is 18 % off
            {"reduced",
             ReducedSettings{},
             {0.015, 0.015, 0.02},
             {"cantilever", "crooked limb", "Y", "T", "twig with a tip leaf", "leafy twig"},
             samples::judged_species(),
             all_scans},
            {"reduced_welded",
             welded(ReducedSettings{}),
             {0.015, 0.015, 0.02},
             {"cantilever", "crooked limb", "Y", "T", "twig with a tip leaf"},
             {},
             {}},
            {"fem",
             FemSettings{},
             {0.01, 0.01, 0.02},
             {"cantilever", "crooked limb", "Y", "T", "twig with a tip leaf", "leafy twig"},
             samples::judged_species(),
             all_scans},
            {"fem_welded",
             welded(FemSettings{}),
             {0.01, 0.01, 0.02},
             {"cantilever", "crooked limb", "Y", "T", "twig with a tip leaf"},
             {},
             {}}};
}

std::string word(const std::string& name) {
    std::string letters;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) letters += c;
    return letters;
}

struct Case {
    Judged simulator;
    std::string plant;
    size_t segments = 1;

    friend void PrintTo(const Case& self, std::ostream* out) {
        *out << self.simulator.name << " on " << self.plant;
    }
};

std::string name_of(const testing::TestParamInfo<Case>& info) {
    return fmt::format("{}_{}_{}", info.param.simulator.name, word(info.param.plant),
                       info.param.segments);
}

std::vector<Case> cases(std::vector<std::string> Judged::*what, std::vector<size_t> counts) {
    std::vector<Case> all;
    for (const Judged& simulator : judged_simulators())
        for (const std::string& plant : simulator.*what)
            for (const size_t n : counts) all.push_back({simulator, plant, n});
    return all;
}

void expect_like_the_frame(const Plant& plant, const Judged& simulator) {
    const Judgement judgement = samples::judge(plant, simulator.settings);
    EXPECT_EQ(samples::faults(judgement, simulator.limits), "")
        << samples::table_line(simulator.name, judgement);
}

class FrameConformance : public testing::TestWithParam<Case> {};

TEST_P(FrameConformance, swings_and_sags_as_the_frame) {
    const Case& own = GetParam();
    for (const samples::JudgedPlant& each : samples::judged_plants(own.segments))
        if (each.name == own.plant) expect_like_the_frame(each.plant, own.simulator);
}

INSTANTIATE_TEST_SUITE_P(plants, FrameConformance,
                         testing::ValuesIn(cases(&Judged::plants, {1, 2, 8})), name_of);

class FrameSpecies : public testing::TestWithParam<Case> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FrameSpecies);

TEST_P(FrameSpecies, swings_and_sags_as_the_frame) {
    expect_like_the_frame(samples::young_plant(GetParam().plant), GetParam().simulator);
}

INSTANTIATE_TEST_SUITE_P(young, FrameSpecies, testing::ValuesIn(cases(&Judged::species, {1})),
                         name_of);

class FrameScans : public testing::TestWithParam<Case> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FrameScans);

/// A tree of Wytham Woods, of green ash.
Plant scanned(const std::string& file) {
    const char* folder = std::getenv("THIGMO_DATA");
    const std::string path = std::string(folder == nullptr ? "" : folder) + "/qsm/wytham/" + file;
    QsmSettings settings;
    settings.name = file;
    Material wood;
    wood.young = 9.5e9;
    wood.shear = 6e8;
    wood.density = 800;
    const MaterialId material = settings.palette.materials.push_back(wood);
    settings.palette.wood.fill({material, settings.palette.looks.push_back({})});
    Progress silent;
    return import_qsm(read_file(path), path, settings, silent).plant;
}

TEST_P(FrameScans, swings_and_sags_as_the_frame) {
    expect_like_the_frame(scanned(GetParam().plant), GetParam().simulator);
}

INSTANTIATE_TEST_SUITE_P(Data, FrameScans, testing::ValuesIn(cases(&Judged::scans, {1})), name_of);

/// A branch of the beam simulator sways by itself: held to the frame's main modes of that branch.
void expect_sways_of_the_frame(const std::string& name, const Plant& plant, LeafJoint joint) {
    BeamSettings settings;
    settings.leaf.joint = joint;
    for (const samples::JudgedMode& mode : samples::judge_sways(plant, settings, 20))
        EXPECT_NEAR(mode.deviation(), 0, 0.1)
            << name << ": " << mode.own << " for " << mode.frame << " Hz";
}

class FrameBranches : public testing::TestWithParam<size_t> {};

TEST_P(FrameBranches, of_the_beam_simulator_sway_as_the_frame) {
    for (const samples::JudgedPlant& each : samples::judged_plants(GetParam()))
        for (const LeafJoint joint : {LeafJoint::stalks, LeafJoint::welded})
            expect_sways_of_the_frame(each.name, each.plant, joint);
}

INSTANTIATE_TEST_SUITE_P(plants, FrameBranches, testing::Values(1, 2, 8));

class FrameYoungBranches : public testing::TestWithParam<std::string> {};

TEST_P(FrameYoungBranches, of_the_beam_simulator_sway_as_the_frame) {
    expect_sways_of_the_frame(GetParam(), samples::young_plant(GetParam()), LeafJoint::stalks);
}

INSTANTIATE_TEST_SUITE_P(young, FrameYoungBranches, testing::ValuesIn(samples::judged_species()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace thigmo
