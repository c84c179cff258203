// A plant of 91 slender domains, reduced and with all elements, [Zhao2013] figure 14.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "samples/papers/moved_plant.h"
#include "samples/papers/solid_rods.h"
#include "samples/papers/zhao.h"
#include "samples/zhao_trees.h"

namespace thigmo::papers {
namespace {

constexpr double dt = 1.0 / 120;
constexpr int pushed = 8, steps = 36;  // beyond the first way out and back
constexpr const char* full = "full elements, tied";

/// What a push on the stem's tip, let go, does to it.
struct Swing {
    double amplitude = 0;  // m, of the stem's tip; furthest away
    double leaflet = 0;    // m, of the last leaflet's tip
    Spent dozen;           // of a dozen steps with their poses, the least
};

Swing swing(const Plant& plant, const SimulatorSettings& settings) {
    Trial trial(plant, settings);
    trial.gravity.setZero();
    const SegmentId tip = plant.domains.segments[DomainId(size_t{0})].back();
    const SegmentId leaflet(plant.segments.size() - 1);
    Swing found;
    int i = 0;
    bool moves = true;
    found.dozen = best_of(steps / 12, [&] {
        for (const int end = i + 12; i < end; ++i) {
            trial.pulls.clear();
            if (i < pushed) trial.pulls.push_back({tip, Vec3(2, 0, 0), Vec3::Zero()});
            moves = moves && trial.step(dt);
            const Vec3 at = trial.end(tip), leaflet_at = trial.end(leaflet);
            found.amplitude = std::max(found.amplitude, (at - plant.segments.end[tip]).norm());
            found.leaflet =
                std::max(found.leaflet, (leaflet_at - plant.segments.end[leaflet]).norm());
        }
    });
    return moves ? found : Swing{NAN, NAN, {}};
}

}  // namespace

void zhao_figure14(Table& table, Progress& progress) {
    const Plant plant = samples::zhao_schefflera();
    const ReducedSettings exact = undamped_reduced(),
                          lumped = undamped_reduced(BasisKind::loaded, Coupling::lumped);
    const ReducedCounts counts = count_reduced(plant, exact, progress);
    progress.report(0.1, "modes");
    const double expected = fem_frequencies(plant, 1).at(0),
                 frame = frame_frequencies(plant, 1).at(0),
                 lowest = reduced_frequencies(plant, exact, 2).at(0);
    table.rows.push_back(show("reduced coordinates", static_cast<double>(counts.coordinates))
                             .print(1183)
                             .set("flexible", counts.flexible));
    table.rows.push_back(expect("lowest frequency (Hz)", lowest, expected, 0.03, full));
    table.rows.push_back(expect("lowest frequency (Hz)", lowest, frame, 0.03, beams)
                             .set("full_elements_percent", 100 * (expected / frame - 1)));
    table.rows.push_back(show("lowest frequency, lumped: off by (%)",
                              100 * (reduced_frequencies(plant, lumped, 2).at(0) / expected - 1),
                              full));
    progress.report(0.3, "reduced");
    const Swing ours = swing(plant, exact), theirs = swing(plant, lumped);
    progress.report(0.4, "all elements");
    const Swing all = swing(plant, undamped_fem());
    table.rows.push_back(
        expect("stem's tip swings by (m)", ours.amplitude, all.amplitude, 0.05, full)
            .set("lumped", theirs.amplitude));
    table.rows.push_back(
        expect("last leaflet's tip swings by (m)", ours.leaflet, all.leaflet, 0.05, full)
            .set("lumped", theirs.leaflet));
    table.rows.push_back(bound_below("work of full elements over ours",
                                     all.dozen.work / ours.dozen.work, 23, "the paper's")
                             .print(23)
                             .set("wall_ms_per_step", 1000 * ours.dozen.wall / 12)
                             .set("full_wall_ms_per_step", 1000 * all.dozen.wall / 12));
}

}  // namespace thigmo::papers
