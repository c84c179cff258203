// The list of simulators: chosen by name, each on the footing that a scene gives.
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/sim/reduced/model_store.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

TEST(Simulators, are_chosen_by_the_name_that_they_say_themselves) {
    for (const char* name : simulator_names) {
        SimulatorSettings settings;
        footing(settings).base_mass = 3;
        const SimulatorSettings chosen = settings_for(name, settings);
        EXPECT_EQ(footing(chosen).base_mass, 3);
        EXPECT_STREQ(make_simulator(samples::sapling(), chosen, {})->name(), name);
    }
}

TEST(Simulators, keep_settings_that_are_their_own) {
    SimulatorSettings settings = ArticulatedSettings{.junction = 3};
    EXPECT_EQ(std::get<ArticulatedSettings>(settings_for("articulated", settings)).junction, 3);
}

/// Everything that a work said of itself.
struct Said final : Progress {
    std::vector<std::pair<double, std::string>> lines;
    void report(double fraction, std::string_view text) override {
        lines.emplace_back(fraction, text);
    }
};

/// One stage, since a terminal shows how long each has left; nothing where the work is done.
TEST(Simulators, show_how_far_the_reduced_models_are) {
    const Plant plant = samples::sapling();
    SimulatorSettings settings = ReducedSettings{};
    Said first, second;
    settle(plant, {}, settings, first);
    settle(plant, {}, settings, second);
    ASSERT_GT(first.lines.size(), 1u);
    for (const auto& [fraction, text] : first.lines) EXPECT_EQ(text, "reducing domains");
    EXPECT_EQ(first.lines.back().first, 1);
    EXPECT_TRUE(second.lines.empty());
    make_simulator(plant, settings, {});
    EXPECT_EQ(std::get<ReducedSettings>(settings).models->all().size(), first.lines.size());
}

TEST(Simulators, rejects_a_name_that_is_not_in_the_list) {
    EXPECT_EQ(message([] { settings_for("beem", {}); }),
              "simulator: found 'beem', expected one of articulated, beam, reduced, fem (did you "
              "mean beam?)");
}

}  // namespace
}  // namespace thigmo
