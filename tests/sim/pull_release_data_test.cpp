// A scanned sycamore, pulled and let go, sways at the frequency that its modes tell.
#include <gtest/gtest.h>

#include <cstdlib>

#include "thigmo/base/file.h"
#include "thigmo/io/qsm.h"
#include "thigmo/sim/articulated/modes.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

/// Green wood as foresters know it, G = E/2.6.
Plant sycamore() {
    const char* folder = std::getenv("THIGMO_DATA");
    const std::string path =
        std::string(folder == nullptr ? "" : folder) + "/qsm/wytham/Tf3_LeafOff.csv";
    QsmSettings settings;
    Material wood;
    wood.young = 8.4e9;
    wood.shear = wood.young / 2.6;
    wood.density = 721;
    const MaterialId material = settings.palette.materials.push_back(wood);
    settings.palette.wood.fill({material, settings.palette.looks.push_back({})});
    Progress silent;
    return import_qsm(read_file(path), path, settings, silent).plant;
}

/// From the first to the third time that the trunk's tip passes its place at rest, one period (s).
double period_after_release(const Plant& plant, Simulator& simulator) {
    constexpr double dt = 0.05, released = 1.5, longest = 12;
    const SegmentId tip = plant.domains.segments[DomainId(size_t{0})].back();
    const Vec3 rest = plant.segments.end[tip], way = Vec3(1, 0, 0.6).normalized();
    double before = 0, first = 0;
    int passes = 0;
    for (int step = 1; step * dt < longest; ++step) {
        Load pull;
        pull.row = tip.value;
        pull.point = simulator.row_motion(Load::Table::segments, tip.value) * rest;
        pull.force = 20 * way;
        Loads loads;
        if (step * dt <= released) loads.points = {&pull, 1};
        if (simulator.step(dt, loads).status == StepReport::Status::failed) return 0;
        const double now =
            (simulator.row_motion(Load::Table::segments, tip.value) * rest - rest).dot(way);
        if (step * dt > released && before * now < 0) {
            const double at = dt * (step - now / (now - before));
            if (++passes == 1) first = at;
            if (passes == 3) return at - first;
        }
        before = now;
    }
    return 0;
}

class PulledSycamore : public testing::TestWithParam<std::string> {};

TEST_P(PulledSycamore, sways_at_the_frequency_of_its_modes) {
    const Plant plant = sycamore();
    const ArticulatedSettings loaded;
    const Modes modes = find_modes(build_bodies(plant, loaded), 2, loaded.footing.gravity);
    ASSERT_EQ(modes.modes.size(), 2u) << modes.failure;
    const double mean = 0.5 * (modes.modes[0].frequency + modes.modes[1].frequency);
    const auto simulator = make_simulator(plant, settings_for(GetParam(), loaded), {});
    const double period = period_after_release(plant, *simulator);
    ASSERT_GT(period, 0);
    EXPECT_NEAR(1 / period, mean, 0.03 * mean);
}

// Full elements do too (docs/natural_frequencies.md), but that takes minutes.
INSTANTIATE_TEST_SUITE_P(Data, PulledSycamore, testing::Values("articulated", "reduced"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace thigmo
