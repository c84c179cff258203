// The longest stable step of a cantilever, [Garcia2023] 9.4.2: an explicit step's limit is 2/ω_max
// and nothing else; the default step has none.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"
#include "samples/trees.h"

namespace thigmo::papers {
namespace {

struct Limit {
    size_t bodies;
    double printed;
    double thin_plane;  // 2/ω_max of thin rods in a plane, dense eigenvalues
    double solid;  // of solid cylinders in space: the smaller of bending and torsion (G = E/2.6)
};
constexpr std::array<Limit, 5> limits = {{
    {10, 2e-4, 0.000202525904612, 5.50456517518e-05},
    {25, 3e-5, 3.14049932097e-05, 2.18137083545e-05},
    {100, 1e-6, 1.94987274234e-06, 3.89870790108e-06},
    {250, 3e-7, 3.11854212247e-07, 1.38583362304e-06},
    {500, 7e-8, 7.79589948478e-08, 6.79620898917e-07},
}};

/// Semi-implicit Euler with nothing that would save it.
ArticulatedSettings explicit_step() {
    ArticulatedSettings settings = undamped(Integrator::semi_implicit_euler);
    settings.turn_limit = 1e9;
    settings.energy_guard = false;
    return settings;
}

ArticulatedSettings thesis_in_a_plane() {
    ArticulatedSettings settings = explicit_step();
    settings.model = ArticulatedModel::thesis;
    settings.planar = true;
    return settings;
}

/// Whether a shaken cantilever keeps its energy. Beyond the limit a mode grows by a factor of more
/// than √(8·excess) each step, so that a few hundred steps tell.
bool is_stable(size_t bodies, const ArticulatedSettings& settings, double dt) {
    Plant plant = samples::cantilever(bodies);
    samples::disturb(plant, 1e-6, 1);
    Trial trial(std::move(plant), settings);
    trial.gravity.setZero();
    const double before = trial.simulator().energy(trial.gravity).total();
    for (int i = 0; i < 600; ++i) {
        if (!trial.step(dt)) return false;
        const bool look = i % 20 == 19;
        if (look && !(trial.simulator().energy(trial.gravity).total() < 1e3 * before)) return false;
    }
    return true;
}

/// The longest stable step, to 0.5 %, looked for from a fifth to twenty times the printed one.
double longest_step(size_t bodies, const ArticulatedSettings& settings, double printed) {
    double low = 0.2 * printed, high = 20 * printed;
    if (!is_stable(bodies, settings, low) || is_stable(bodies, settings, high)) return NAN;
    while (high > 1.005 * low) {
        const double middle = std::sqrt(low * high);
        (is_stable(bodies, settings, middle) ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

/// How far the tip falls at most in 10 s after it is let go, with steps of 0.1 s.
double deepest(size_t bodies) {
    Trial trial(samples::cantilever(bodies), undamped());
    const SegmentId tip = last_segment(trial.plant());
    double drop = 0;
    for (int i = 0; i < 100; ++i) {
        if (!trial.step(0.1)) return NAN;
        if (!(-trial.end(tip).y() <= drop)) drop = -trial.end(tip).y();
    }
    return drop;
}

}  // namespace

void garcia_stability(Table& table, Progress& progress) {
    for (const Limit& limit : limits) {
        progress.report(static_cast<double>(limit.bodies) / 510, "shaking");
        const uint64_t n = limit.bodies;
        const double thesis = longest_step(n, thesis_in_a_plane(), limit.printed);
        table.rows.push_back(expect(fmt::format("thesis model, {} bodies, longest dt (s)", n),
                                    thesis, limit.thin_plane, 0.05,
                                    "2/ω_max of thin rods in a plane")
                                 .print(limit.printed)
                                 .set("bodies", n));
        table.rows.push_back(expect(fmt::format("explicit step, {} bodies, longest dt (s)", n),
                                    longest_step(n, explicit_step(), limit.printed), limit.solid,
                                    0.05, "2/ω_max of solid cylinders in space")
                                 .set("bodies", n));
        // A beam that is let go swings to twice its static drop at most, within a few per cent of
        // what its higher modes add.
        table.rows.push_back(
            bound_above(
                fmt::format("default step, {} bodies, 10 s at dt = 0.1 s: deepest drop (m)", n),
                deepest(n), 2.2 * drop_under_load(Beam(), Beam().weight(9.81)), "2.2 × static drop")
                .set("bodies", n));
    }
}

}  // namespace thigmo::papers
