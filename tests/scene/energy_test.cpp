// Grown plants let go without damping in a vacuum: their energy stays what it was.
#include <gtest/gtest.h>

#include <algorithm>

#include "thigmo/scene/nursery.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

/// Most that the energy rose above its beginning, over the most kinetic energy; and likewise what
/// it lost in the end.
struct Drift {
    double rise = 0, loss = 0;
};

Drift let_go(const std::string& species, double age, Integrator integrator, double seconds,
             double dt = 1. / 60) {
    Progress progress;
    const Plant plant = grow_species(find_species(species), age, 1, progress);
    ArticulatedSettings settings{.integrator = integrator, .leaf_solve = LeafSolve::coupled};
    settings.footing.shape = GivenShape::unloaded;
    settings.damping = false;
    const auto simulator = make_simulator(plant, settings, {});
    const Loads loads;
    const double start = simulator->energy(loads.gravity).total();
    double now = start, top = start, kinetic = 0;
    for (int k = 0; k < seconds / dt; ++k) {
        const StepReport report = simulator->step(dt, loads);
        EXPECT_EQ(report.status, StepReport::Status::advanced) << report.message;
        const Energy energy = simulator->energy(loads.gravity);
        now = energy.total();
        top = std::max(top, now);
        kinetic = std::max(kinetic, energy.kinetic);
    }
    return {(top - start) / kinetic, (start - now) / kinetic};
}

TEST(UndampedEnergy, of_a_hazel_never_rises) {
    EXPECT_LT(let_go("hazel", 3, Integrator::tr_bdf2, 10).rise, 1e-3);
}

TEST(UndampedEnergy, of_a_hazel_is_kept_by_short_steps) {
    const Drift drift = let_go("hazel", 3, Integrator::tr_bdf2, 1, 1. / 240);
    EXPECT_LT(drift.rise, 1e-3);
    EXPECT_LT(drift.loss, 0.01);
}

TEST(UndampedEnergy, of_reed_is_in_debt_by_a_twentieth_at_most) {
    EXPECT_LT(let_go("reed", 2, Integrator::tr_bdf2, 4).rise, 0.051);
}

// A slender stem, bent by more than a radian: here the linearisation of twist is worst.
TEST(UndampedEnergy, of_an_orchid_is_bounded_with_every_implicit_integrator) {
    for (const Integrator integrator : {Integrator::tr_bdf2, Integrator::rosenbrock,
                                        Integrator::backward_euler, Integrator::midpoint})
        EXPECT_LT(let_go("orchid", 3, integrator, 2).rise, 0.051)
            << integrator_names[static_cast<size_t>(integrator)];
}

}  // namespace
}  // namespace thigmo
