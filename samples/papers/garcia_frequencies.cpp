// Natural frequencies of the thesis's cantilever against Euler–Bernoulli.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "samples/chains.h"
#include "samples/papers/garcia.h"
#include "samples/papers/oscillation.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"
#include "samples/trees.h"
#include "thigmo/sim/articulated/modes.h"

namespace thigmo::papers {
namespace {

/// How far the first three may be off. Beyond 1/n² remains what a beam's own cross sections do when
/// they turn, which Euler and Bernoulli leave out: up to 1e-3 of the third.
struct Allowed {
    size_t bodies;
    std::array<double, 3> share;
};
constexpr std::array<Allowed, 5> allowed = {{{10, {5e-3, 1.7e-2, 2.7e-2}},
                                             {25, {1e-3, 3.5e-3, 6e-3}},
                                             {100, {2e-4, 6e-4, 1.3e-3}},
                                             {250, {1e-4, 5e-4, 1.1e-3}},
                                             {500, {1e-4, 5e-4, 1.1e-3}}}};

/// The chain's own first frequencies, solid cylinders on a clamp of half length: eigenvalues in
/// compliance form, computed apart.
struct Chain {
    size_t bodies;
    std::array<double, 3> frequency;
};
constexpr std::array<Chain, 3> chains = {{{10, {8.25029411714, 51.1109021338, 141.599317232}},
                                          {100, {8.28776433137, 51.9146269288, 145.26619099}},
                                          {500, {8.2881293479, 51.9225656851, 145.302664885}}}};

/// A round rod bends alike in two planes, so its modes come in pairs.
std::array<double, 3> first_frequencies(const Plant& plant, const ArticulatedSettings& settings) {
    const Modes found = find_modes(build_bodies(plant, settings), 6);
    std::array<double, 3> frequencies = {NAN, NAN, NAN};
    if (found.modes.size() >= 6)
        for (size_t i = 0; i < 3; ++i) frequencies[i] = found.modes[2 * i].frequency;
    return frequencies;
}

/// Frequency at which the tip swings, from two seconds of motion.
double seen_frequency(size_t bodies) {
    Trial trial(plucked_cantilever(bodies), undamped());
    trial.gravity.setZero();
    const SegmentId tip = last_segment(trial.plant());
    const double dt = 2.5e-4;
    std::vector<double> heights;
    while (static_cast<double>(heights.size()) * dt < 2 && trial.step(dt)) {
        const Vec3 moved = trial.end(tip) - trial.plant().segments.end[tip];
        heights.push_back(moved.y() + moved.z());
    }
    return fit_oscillation(heights, dt, natural_frequency(Beam(), 1)).frequency;
}

}  // namespace

void garcia_frequencies(Table& table, Progress& progress) {
    for (const Allowed& row : allowed) {
        progress.report(static_cast<double>(row.bodies) / 600, "finding modes");
        const std::array<double, 3> found =
            first_frequencies(samples::cantilever(row.bodies), undamped());
        for (int mode = 1; mode <= 3; ++mode) {
            const auto i = static_cast<size_t>(mode - 1);
            table.rows.push_back(expect(fmt::format("{} bodies: f{} (Hz)", row.bodies, mode),
                                        found[i], natural_frequency(Beam(), mode), row.share[i],
                                        "Euler–Bernoulli")
                                     .set("bodies", uint64_t{row.bodies}));
        }
    }
    for (const Chain& chain : chains) {
        const Plant plant = samples::cantilever(chain.bodies);
        ArticulatedSettings at_starts = undamped();
        at_starts.joints = samples::joints_at_starts(plant);
        const std::array<double, 3> found = first_frequencies(plant, at_starts);
        for (size_t i = 0; i < 3; ++i)
            table.rows.push_back(expect(
                fmt::format("chain of {}, joints at starts: f{} (Hz)", chain.bodies, i + 1),
                found[i], chain.frequency[i], 1e-8, "eigenvalues of the chain in compliance form"));
    }
    table.rows.push_back(expect("100 bodies, as its tip swings: f1 (Hz)", seen_frequency(100),
                                natural_frequency(Beam(), 1), 2e-4, "Euler–Bernoulli"));
}

}  // namespace thigmo::papers
