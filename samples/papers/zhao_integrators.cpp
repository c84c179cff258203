// Schemes of the reduced simulator beside each other: a beam of two domains, bent and let go.
//
// [Zhao2013] takes one linear solve a step; here every scheme solves its stages by Newton's method,
// and none may halve its steps of 1/60 s for accuracy, only where a solve fails.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "samples/papers/solid_rods.h"
#include "samples/papers/zhao.h"

namespace thigmo::papers {
namespace {

constexpr double frame = 1.0 / 60, seconds = 2;

/// The beam's state with its tip pulled aside, at rest.
std::vector<double> bent(const Plant& plant, double force) {
    Trial trial(with_strong_damping(plant), settling_reduced());
    if (!settle(trial, Vec3::Zero(), force * Vec3::UnitY())) return {};
    std::vector<double> state;
    trial.simulator().save(state);
    return state;
}

struct Swing {
    double period = NAN;    // s, mean
    double left = NAN;      // height of the last swing over that of the first
    double energy = NAN;    // at the end, of that at the start
    double greatest = NAN;  // energy, likewise
    double solves = NAN;    // of the tree, in 1/60 s
};

struct Scheme {
    const char* name;
    ReducedIntegrator integrator;
    double dt;
};
/// TR-BDF2 and SDIRK2 have two stages, so that generalised-α in halves costs about the same.
constexpr Scheme schemes[] = {
    {"TR-BDF2", ReducedIntegrator::tr_bdf2, frame},
    {"SDIRK2", ReducedIntegrator::sdirk2, frame},
    {"generalised-α in halves", ReducedIntegrator::generalised_alpha, frame / 2},
    {"generalised-α", ReducedIntegrator::generalised_alpha, frame},
    {"backward Euler", ReducedIntegrator::backward_euler, frame}};

/// Mean time between upward crossings of zero.
double mean_period(const std::vector<double>& heights, double dt) {
    std::vector<double> times;
    for (size_t i = 1; i < heights.size(); ++i)
        if (heights[i - 1] < 0 && heights[i] >= 0)
            times.push_back(dt *
                            (static_cast<double>(i) - heights[i] / (heights[i] - heights[i - 1])));
    return times.size() < 2
               ? NAN
               : (times.back() - times.front()) / static_cast<double>(times.size() - 1);
}

Swing swing(const Plant& plant, const std::vector<double>& state, ReducedIntegrator integrator,
            double dt) {
    ReducedSettings settings = undamped_reduced();
    settings.integrator = integrator;
    Trial trial(plant, settings);
    trial.gravity.setZero();
    trial.simulator().restore(state);
    trial.simulator().restart();
    const SegmentId tip(plant.segments.size() - 1);
    const auto energy = [&] {
        const Energy now = trial.simulator().energy(Vec3::Zero());
        return now.kinetic + now.elastic;
    };
    const double start = energy();
    double greatest = 0;
    std::vector<double> heights;
    const auto steps = static_cast<size_t>(std::lround(seconds / dt));
    for (size_t i = 0; i < steps; ++i) {
        if (!trial.step(dt)) return {};
        heights.push_back(trial.end(tip).y());
        greatest = std::max(greatest, energy());
    }
    Swing found;
    found.period = mean_period(heights, dt);
    const auto once = static_cast<std::ptrdiff_t>(found.period / dt);
    found.left = *std::max_element(heights.end() - once, heights.end()) /
                 *std::max_element(heights.begin(), heights.begin() + once);
    found.energy = energy() / start;
    found.greatest = greatest / start;
    found.solves = static_cast<double>(trial.recursions()) * frame / seconds;
    return found;
}

}  // namespace

void zhao_integrators(Table& table, Progress& progress) {
    CutRod rod;
    rod.domains = 2;
    const Plant plant = make(rod);
    // F L²/EI for a tip at a tenth and at half of the length.
    for (const auto& [name, force] : {std::pair{"0.1 L", 0.301}, {"0.5 L", 2.0465}}) {
        const std::vector<double> state = bent(plant, force * rod.beam.bending());
        const Swing exact = swing(plant, state, ReducedIntegrator::tr_bdf2, frame / 32);
        for (const Scheme& scheme : schemes) {
            progress.report(static_cast<double>(table.rows.size()) / 40, name);
            const Swing found = swing(plant, state, scheme.integrator, scheme.dt);
            const std::string of = fmt::format("{}, {}: ", name, scheme.name);
            const double off = 100 * (found.period / exact.period - 1);
            const bool judged = scheme.integrator == ReducedIntegrator::tr_bdf2;
            table.rows.push_back(judged ? bound_above(of + "period off by (%)", std::abs(off), 1.5,
                                                      "steps 32 times as short")
                                        : show(of + "period off by (%)", off));
            table.rows.push_back(show(of + "height of the last swing", found.left));
            table.rows.push_back(show(of + "energy left", found.energy));
            table.rows.push_back(judged ? bound_above(of + "greatest energy", found.greatest, 1.001,
                                                      "what it began with")
                                        : show(of + "greatest energy", found.greatest));
            table.rows.push_back(show(of + "solves a frame", found.solves));
        }
    }
}

}  // namespace thigmo::papers
