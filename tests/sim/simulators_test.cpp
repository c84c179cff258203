// The list of simulators: chosen by name, each on the footing that a scene gives.
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/message.h"
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

TEST(Simulators, rejects_a_name_that_is_not_in_the_list) {
    EXPECT_EQ(message([] { settings_for("beem", {}); }),
              "simulator: found 'beem', expected one of articulated, beam, reduced, fem");
}

}  // namespace
}  // namespace thigmo
