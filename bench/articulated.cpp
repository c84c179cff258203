// Speed of plants that move as articulated bodies.
//
// `tree`, `chain` and `cantilever` time the whole default step on one thread: the air is sampled in
// a steady wind, both stages of TR-BDF2 solved in double with drag and gravity, the guard on, and
// every segment's frame written. A step that the guard rejects fails the row.
#include <benchmark/benchmark.h>

#include "bench/moving_plants.h"
#include "thigmo/air/wind.h"
#include "thigmo/base/parallel.h"
#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/scene/step.h"

namespace thigmo::bench {
namespace {

/// A scene and what its steps reported.
struct Trial {
    Scene scene;
    uint64_t recursions = 0, steps = 0, rejected = 0;
    bool failed = false;

    void advance() {
        const StepReport report = step(scene);
        for (Actor& actor : scene.actors) pose_now(actor);
        ++steps;
        recursions += report.recursions;
        rejected += report.rejected_turn + report.rejected_energy + report.rejected_not_finite;
        failed = failed || report.status == StepReport::Status::failed;
    }
    double recursions_per_step() const {
        return static_cast<double>(recursions) / static_cast<double>(steps);
    }
};

std::unique_ptr<Air> steady_wind(double speed) {
    WindSettings settings;
    settings.kind = WindSettings::Kind::uniform;
    settings.speed = speed;
    return make_air(settings);
}

std::shared_ptr<Trial> make_trial(Plant plant, const ArticulatedSettings& settings) {
    auto trial = std::make_shared<Trial>();
    trial->scene.make = make_simulator;
    trial->scene.air = steady_wind(5);
    trial->scene.ground.reset();
    add_plant(trial->scene, "plant", make_part(std::move(plant)), settings, {});
    return trial;
}

std::unique_ptr<Run> make_run(MovingPlant what, size_t size) {
    const auto trial = make_trial(make_plant(what, size), settings_of(what));
    Actor& actor = trial->scene.actors[0];
    actor.simulator.reset();
    const double memory = allocated_bytes();
    actor.simulator = make_simulator(actor.part->plant, actor.settings, {});
    trial->advance();  // which also solves for the first accelerations
    const double bytes = allocated_bytes() - memory;
    trial->steps = trial->recursions = 0;
    auto run = std::make_unique<Run>(size, trial->scene.clock.dt, [trial] { trial->advance(); });
    run->counters["bytes_per_body"] = bytes / static_cast<double>(size);
    run->counters["recursions"] = trial->recursions_per_step();
    run->holds = [trial] { return trial->rejected == 0 && !trial->failed; };
    return run;
}

void steps(benchmark::State& state, MovingPlant what) {
    const ThreadLimit one_thread(1);
    const auto size = static_cast<size_t>(state.range(0));
    const std::string row = moving_plant_names[static_cast<size_t>(what)] + std::to_string(size);
    kept_run(row, [&] { return make_run(what, size); }).time_steps(state);
}
BENCHMARK_CAPTURE(steps, tree, MovingPlant::tree)
    ->Name("articulated/tree")
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(steps, chain, MovingPlant::chain)
    ->Name("articulated/chain")
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(steps, cantilever, MovingPlant::cantilever)
    ->Name("articulated/cantilever")
    ->Arg(100)
    ->Arg(500)
    ->Unit(benchmark::kMicrosecond);

/// From the plant to a simulator ready to step.
void build(benchmark::State& state) {
    const ThreadLimit one_thread(1);
    const auto size = static_cast<size_t>(state.range(0));
    const Plant plant = make_plant(MovingPlant::tree, size);
    double best = INFINITY, bytes = 0;
    for (auto _ : state) {
        const double memory = allocated_bytes(), began = cpu_seconds();
        const std::unique_ptr<Simulator> simulator =
            make_simulator(plant, ArticulatedSettings(), {});
        best = std::min(best, cpu_seconds() - began);
        bytes = allocated_bytes() - memory;
    }
    state.counters["build_s"] = best;
    state.counters["bytes_per_body"] = bytes / static_cast<double>(size);
}
BENCHMARK(build)->Name("articulated/build")->Arg(100000)->Unit(benchmark::kMillisecond);

/// A wood of 1,000 trees of 300 bodies: wall time on one thread over that on two, each the fastest
/// of several steps.
void threads(benchmark::State& state) {
    Trial trial;
    trial.scene.make = make_simulator;
    trial.scene.air = steady_wind(5);
    const std::shared_ptr<const Part> part = make_part(make_plant(MovingPlant::tree, 300));
    for (int i = 0; i < 1000; ++i) {
        Rigid place;
        place.translation = Vec3(8 * (i % 40), 0, 8 * (i / 40));
        add_plant(trial.scene, std::to_string(i), part, ArticulatedSettings(), place);
    }
    const auto time_step = [&](size_t count, double& best) {
        const ThreadLimit limit(count);
        const double began = wall_seconds();
        trial.advance();
        best = std::min(best, wall_seconds() - began);
    };
    double one = INFINITY, two = INFINITY;
    trial.advance();
    for (auto _ : state) {
        time_step(1, one);
        time_step(2, two);
    }
    state.counters["speedup"] = one / two;
    state.counters["ns_per_body"] = 1e9 * one / 300000;
    if (trial.rejected > 0 || trial.failed) state.SkipWithError("a step was rejected");
}
BENCHMARK(threads)->Name("articulated/threads/1000x300")->Unit(benchmark::kMillisecond);

/// An oak of 12,000 segments with its leaves in a gale, on two threads. Leaves fly: here the guard
/// has work to do, so its rejections are counted and do not fail the row.
void oak_gale(benchmark::State& state) {
    Progress progress;
    Trial trial;
    trial.scene.make = make_simulator;
    trial.scene.air = make_air(parse_wind("gale"));
    add_plant(trial.scene, "oak", make_part(grow_species(find_species("oak"), 85, 0, progress)),
              ArticulatedSettings(), {});
    const ThreadLimit limit(2);
    for (int i = 0; i < 20; ++i) trial.advance();  // the gale takes hold
    const double began = wall_seconds();
    const uint64_t steps_before = trial.steps;
    for (auto _ : state) trial.advance();
    const auto taken = static_cast<double>(trial.steps - steps_before);
    const Plant& plant = trial.scene.actors[0].part->plant;
    state.counters["realtime_factor"] = taken * trial.scene.clock.dt / (wall_seconds() - began);
    state.counters["segments"] = static_cast<double>(plant.segments.size());
    state.counters["domains"] = static_cast<double>(plant.domains.size());
    state.counters["recursions"] = trial.recursions_per_step();
    state.counters["rejected"] =
        static_cast<double>(trial.rejected) / static_cast<double>(trial.steps);
    if (trial.failed) state.SkipWithError("a step failed");
}
BENCHMARK(oak_gale)->Name("articulated/oak_gale")->Unit(benchmark::kMillisecond);

/// The tip of a plucked, undamped cantilever of 100 bodies over ten periods.
std::vector<double> swing(double dt, double& energy_left) {
    const Plant plant = plucked_cantilever(100);
    const std::unique_ptr<Simulator> simulator = make_simulator(plant, undamped(), {});
    const SegmentId last(plant.segments.size() - 1);
    Loads loads;
    loads.gravity = Vec3::Zero();
    const double energy = simulator->energy(Vec3::Zero()).total();
    std::vector<double> heights;
    Pose pose;
    const auto count = static_cast<size_t>(10 / (samples::cantilever_hz * dt));
    for (size_t i = 0; i < count; ++i) {
        simulator->step(dt, loads);
        simulator->pose(pose);
        heights.push_back((pose.segments[last] * plant.segments.end[last]).y());
    }
    energy_left = simulator->energy(Vec3::Zero()).total() / energy;
    return heights;
}

void damping(benchmark::State& state) {
    for (auto _ : state) {
        double left = 0, left_coarse = 0;
        const std::vector<double> fine = swing(1e-3, left), coarse = swing(1.0 / 60, left_coarse);
        report_damping(state, fine, coarse);
        state.counters["energy_left"] = left;
    }
}
BENCHMARK(damping)->Name("articulated/damping")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace thigmo::bench
