// What each integrator does to an undamped oscillation, against its stability function.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "samples/papers/beam.h"
#include "samples/papers/garcia.h"
#include "samples/papers/oscillation.h"
#include "samples/papers/rods.h"
#include "samples/papers/stability.h"
#include "samples/papers/trial.h"

namespace thigmo::papers {
namespace {

constexpr std::array<Integrator, 5> integrators = {Integrator::tr_bdf2, Integrator::rosenbrock,
                                                   Integrator::backward_euler, Integrator::midpoint,
                                                   Integrator::semi_implicit_euler};
struct Step {
    const char* name;
    double dt;
};
constexpr std::array<Step, 4> steps = {
    {{"1 ms", 0.001}, {"1/240 s", 1.0 / 240}, {"1/120 s", 1.0 / 120}, {"1/60 s", 1.0 / 60}}};

/// The frequency of the thesis's cantilever.
double frequency() {
    return natural_frequency(Beam(), 1);
}

/// One rod on a spring, turned a little and let go.
Plant oscillator() {
    const std::array<Vec3, 1> level = {Vec3::UnitX()};
    Plant plant = pendulum_rods(1, level);
    Articulation& joint = plant.articulations[SegmentId(size_t{0})];
    const double omega = 2 * std::numbers::pi * frequency();
    joint.stiffness = joint.inertia * omega * omega;
    joint.initial = Vec3(0, 1e-4, 0);
    return plant;
}

struct Seen {
    Oscillation oscillation;
    double energy_left;  // after ten true periods
};

Seen watch(Integrator method, double dt) {
    ArticulatedSettings settings = undamped(method);
    settings.energy_guard = false;
    Trial trial(oscillator(), settings);
    trial.gravity.setZero();
    const SegmentId rod(size_t{0});
    std::vector<double> angles;
    trial.step(dt);  // the first begins with an acceleration that is not the scheme's own
    const double before = trial.simulator().energy(trial.gravity).total();
    const long long count = std::llround(10 / (frequency() * dt));
    for (long long i = 0; i < count && trial.step(dt); ++i) {
        const Quat turned = trial.rotation(rod);
        const Vec3 axis = turned.vec();
        angles.push_back(2 * std::atan2(axis.y() + axis.z(), turned.w()));
    }
    const double after = trial.simulator().energy(trial.gravity).total();
    // What has decayed to rounding says nothing.
    size_t heard = 0;
    while (heard < angles.size() &&
           (heard < 8 || std::abs(angles[heard]) > 1e-9 || std::abs(angles[heard - 1]) > 1e-9))
        ++heard;
    angles.resize(heard);
    return {fit_oscillation(angles, dt, frequency()), after / before};
}

/// The energy that is left, by the scheme's own 2 × 2 matrix or factor.
double expected_energy(Integrator method, double dt) {
    const double omega = 2 * std::numbers::pi * frequency(), x = omega * dt;
    const long long count = std::llround(10 / (frequency() * dt));
    if (method != Integrator::semi_implicit_euler)
        return std::pow(std::norm(amplification(method, x)), static_cast<double>(count));
    double angle = 1, rate = 0, before = 0;  // rate in units of ω
    for (long long i = 0; i <= count; ++i) {
        rate -= x * angle;
        angle += x * rate;
        if (i == 0) before = angle * angle + rate * rate;
    }
    return (angle * angle + rate * rate) / before;
}

void add_rows(Table& table, Integrator method, const Step& step) {
    const double x = 2 * std::numbers::pi * frequency() * step.dt;
    const Ringing theory = ringing(amplification(method, x), x);
    const Seen seen = watch(method, step.dt);
    const std::string name =
        fmt::format("{}, {}", integrator_names[static_cast<size_t>(method)], step.name);
    const bool damps = theory.damping_ratio > 1e-12;
    table.rows.push_back(expect(name + ": damping ratio", seen.oscillation.damping_ratio,
                                damps ? theory.damping_ratio : 0, damps ? 1e-3 : 1e-9,
                                "stability function"));
    table.rows.push_back(expect(name + ": frequency error",
                                seen.oscillation.frequency / frequency() - 1,
                                theory.frequency_ratio - 1, 1e-4, "stability function"));
    const double left = expected_energy(method, step.dt);
    const bool gone = left < 1e-9;
    table.rows.push_back(expect(name + ": energy left after ten periods", seen.energy_left,
                                gone ? 0 : left, gone ? 1e-9 : 1e-6, "stability function"));
}

/// The cantilever of 100 bodies that swings in its first mode: energy and frequency as its tip has
/// them.
Seen watch_cantilever(double dt) {
    Trial trial(plucked_cantilever(100), undamped());
    trial.gravity.setZero();
    const SegmentId tip = last_segment(trial.plant());
    trial.step(dt);
    const double before = trial.simulator().energy(trial.gravity).total();
    std::vector<double> heights;
    const long long count = std::llround(10 / (frequency() * dt));
    for (long long i = 0; i < count && trial.step(dt); ++i)
        heights.push_back(trial.end(tip).y() + trial.end(tip).z());
    const double left = trial.simulator().energy(trial.gravity).total() / before;
    Oscillation oscillation = fit_oscillation(heights, dt, frequency());
    oscillation.damping_ratio = -std::log(left) / (40 * std::numbers::pi);
    return {oscillation, left};
}

void add_bounds(Table& table) {
    const char* source = "asked of the default step";
    const Seen fine = watch_cantilever(1e-3), coarse = watch_cantilever(1.0 / 60);
    table.rows.push_back(bound_above("cantilever, 1 ms: damping ratio of the first mode",
                                     fine.oscillation.damping_ratio, 1e-6, source));
    table.rows.push_back(bound_below("cantilever, 1 ms: energy left after ten periods",
                                     fine.energy_left, 0.999, source));
    table.rows.push_back(bound_above("cantilever, 1/60 s: damping ratio of the first mode",
                                     coarse.oscillation.damping_ratio, 0.003, source));
    table.rows.push_back(bound_above("cantilever, 1/60 s: error of the first frequency",
                                     std::abs(coarse.oscillation.frequency / frequency() - 1), 0.03,
                                     source));
}

}  // namespace

void integrator(Table& table, Progress& progress) {
    for (const Integrator method : integrators)
        for (const Step& step : steps) {
            progress.report(static_cast<double>(method) / 5, "oscillating");
            add_rows(table, method, step);
        }
    add_bounds(table);
}

}  // namespace thigmo::papers
