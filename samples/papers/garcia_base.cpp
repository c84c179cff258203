// A potted plant whose pot is moved, [Garcia2023] 9.1.2.
#include <cmath>
#include <vector>

#include "samples/papers/elastica.h"
#include "samples/papers/garcia.h"
#include "samples/papers/herb.h"
#include "samples/papers/oscillation.h"
#include "samples/papers/trial.h"
#include "thigmo/plant/walk.h"

namespace thigmo::papers {
namespace {

constexpr double dt = 1e-3, acceleration = 3;  // s, m/s²

/// How far the tip stands ahead of its place above the pot (m).
double ahead(Trial& trial, SegmentId tip) {
    return trial.end(tip).x() - trial.simulator().base().placement.translation.x();
}

/// Of a stem under gravity whose pot goes to +X at this acceleration, when it rides along still.
double expected_lag() {
    Elastica stem;
    stem.length = herb_stem().length;
    stem.bending = herb_stem().bending();
    stem.load_x = -herb_stem().weight(9.81);
    stem.load_y = herb_stem().weight(acceleration);
    return solve(stem).y;
}

void add_driven(Table& table, double frequency) {
    Trial trial(herb(), ArticulatedSettings());
    const SegmentId tip = last_segment(trial.plant());
    trial.base.acceleration = Vec3(acceleration, 0, 0);
    bool behind = true;
    for (double t = 0; t < 0.5 / frequency; t += dt)
        behind = trial.step(dt) && ahead(trial, tip) < 0 && behind;
    table.rows.push_back(claim("the tip stays behind when the pot sets off, for half a period",
                               behind, "figure 9.5"));
    trial.run(6, dt);
    table.rows.push_back(expect("lag of the tip while the pot speeds up (m)", -ahead(trial, tip),
                                expected_lag(), 2e-3, "elastica by shooting"));
    trial.base.acceleration.setZero();
    std::vector<double> rings;
    bool forward = false;
    for (double t = 0; t < 12 / frequency; t += dt) {
        trial.step(dt);
        // The higher modes have gone after a few periods: their damping grows with frequency.
        if (t > 4 / frequency) rings.push_back(ahead(trial, tip));
        forward = forward || ahead(trial, tip) > 0;
    }
    table.rows.push_back(
        claim("it swings over when the pot goes on steadily", forward, "figure 9.5"));
    table.rows.push_back(expect("frequency at which it rings (Hz)",
                                fit_oscillation(rings, dt, frequency).frequency, frequency, 2e-3,
                                "Euler–Bernoulli, less what gravity and damping take"));
}

/// A pot that is pushed against friction speeds up by what friction leaves of the push.
void add_pushed(Table& table) {
    ArticulatedSettings settings;
    settings.footing.base = Base::sliding;
    settings.footing.base_mass = 1;
    Trial trial(herb(), settings);
    const SegmentId tip = last_segment(trial.plant());
    trial.base.friction = 3;
    trial.base.force = Vec3(2.9, 0, 0);
    trial.run(1, dt);
    table.rows.push_back(claim("a pot stands still under less than friction",
                               trial.simulator().base().placement.translation.isZero(0),
                               "Coulomb"));
    trial.base.force.x() = 3 + (1 + mass(trial.plant())) * acceleration;
    trial.run(8, dt);
    table.rows.push_back(expect("speed of a pot pushed against friction for 8 s (m/s)",
                                trial.simulator().base().velocity.x(), 8 * acceleration, 1e-3,
                                "(F − R) t/m"));
    table.rows.push_back(expect("lag of its tip then (m)", -ahead(trial, tip), expected_lag(), 2e-3,
                                "elastica by shooting"));
}

}  // namespace

void garcia_base(Table& table, Progress& progress) {
    add_driven(table, ringing_frequency());
    progress.report(0.6, "pushing the pot");
    add_pushed(table);
}

}  // namespace thigmo::papers
