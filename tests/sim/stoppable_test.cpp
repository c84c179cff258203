// Long steps that are stopped on their way.
#include "thigmo/sim/stoppable.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/impatient.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

std::vector<double> numbers(const Simulator& simulator) {
    std::vector<double> state;
    simulator.save(state);
    return state;
}

/// Bodies that turn by little in each attempt, so that they need many.
SimulatorSettings patient(std::string_view simulator) {
    SimulatorSettings settings = settings_for(simulator, {});
    if (auto* const bodies = std::get_if<ArticulatedSettings>(&settings)) bodies->turn_limit = 0.02;
    return *damped(settings);
}

class StoppableSteps : public testing::TestWithParam<const char*> {
  protected:
    StoppableSteps()
        : simulator_(make_simulator(stem_, patient(GetParam()), {})),
          before_(numbers(*simulator_)) {}

    /// A long step in a gale, which takes many attempts or iterates.
    StepReport step(Progress& progress) {
        simulator_->restore(before_);
        auto& steps = dynamic_cast<Stoppable&>(*simulator_);
        steps.heed(&progress);
        simulator_->air_samples(air_);
        for (AirSample& sample : air_) sample.wind = Vec3(60, 0, 0);
        Loads loads;
        loads.air = air_;
        const StepReport report = simulator_->step(1, loads);
        steps.heed(nullptr);
        return report;
    }

    Plant stem_ = samples::stem(8, 3, 0.015, 0.005);
    std::unique_ptr<Simulator> simulator_;
    std::vector<double> before_;
    std::vector<AirSample> air_;
};

TEST_P(StoppableSteps, do_no_more_work_and_leave_the_state) {
    Impatient waiting(1000000);
    const StepReport whole = step(waiting);
    ASSERT_EQ(whole.status, StepReport::Status::advanced);
    ASSERT_GT(whole.recursions, 6u);
    for (const int patience : {0, 3}) {
        Impatient stopping(patience);
        const StepReport report = step(stopping);
        EXPECT_EQ(report.status, StepReport::Status::failed);
        EXPECT_EQ(report.message, stopped_step);
        EXPECT_LE(report.recursions, static_cast<uint64_t>(patience));
        EXPECT_EQ(numbers(*simulator_), before_);
    }
}

INSTANTIATE_TEST_SUITE_P(Simulators, StoppableSteps,
                         testing::Values("articulated", "reduced", "fem"),
                         [](const auto& named) { return std::string(named.param); });

}  // namespace
}  // namespace thigmo
