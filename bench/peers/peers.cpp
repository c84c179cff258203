// The same plants in other libraries: the rows `peer_…` beside `articulated/…`.
//
// Bodies, springs, damping and gravity are the same; none of these libraries has drag. A library
// with implicit springs steps 1/60 s as we do, an explicit one as far as its springs allow.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "bench/moving_plants.h"
#include "bench/peers/model.h"
#include "bench/steps.h"
#include "samples/trees.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/simulators.h"

namespace thigmo::peers {
namespace {

struct Library {
    const char* name;
    std::unique_ptr<Peer> (*make)(const PeerModel&);
    bool implicit_springs, implicit_damping;
    size_t largest;  // tree that it builds in 30 s and, for Bullet's n² numbers, in 8 GB
};

const std::vector<Library>& libraries() {
    static const std::vector<Library> found = {
#ifdef THIGMO_PEER_DART
        {"peer_dart", make_dart, true, true, 1400},
#endif
#ifdef THIGMO_PEER_BULLET
        {"peer_bullet", make_bullet, false, false, 10000},
#endif
#ifdef THIGMO_PEER_SIMBODY
        {"peer_simbody", make_simbody, false, false, 100000},
#endif
#ifdef THIGMO_PEER_MUJOCO
        {"peer_mujoco", make_mujoco, false, true, 14000},
#endif
    };
    return found;
}

/// Height of the last body's end.
double tip_height(const PeerModel& model, const std::vector<double>& frames) {
    const double* last = frames.data() + frames.size() - 12;
    return last[1] + model.bodies.back().length * last[6];
}

/// A library's bodies and where they are.
struct Trial {
    std::unique_ptr<Peer> peer;
    PeerModel model;
    std::vector<double> frames;
};

/// Explicit damping would ask for steps a thousand times shorter than the springs do: without.
void drop_damping(PeerModel& model) {
    for (PeerBody& body : model.bodies) std::ranges::fill(body.damping, 0.0);
}

std::unique_ptr<bench::Run> make_run(const Library& library, bench::MovingPlant what, size_t size) {
    const auto trial = std::make_shared<Trial>();
    trial->model = make_model(build_bodies(bench::make_plant(what, size), bench::settings_of(what)),
                              Vec3(0, -9.81, 0));
    if (!library.implicit_damping) drop_damping(trial->model);
    const double memory = bench::allocated_bytes(), began = bench::cpu_seconds();
    trial->peer = library.make(trial->model);
    const double built = bench::cpu_seconds();
    const double dt =
        library.implicit_springs ? 1.0 / 60 : stable_step(trial->model, library.implicit_damping);
    auto run = std::make_unique<bench::Run>(size, dt, [trial, dt] {
        trial->peer->step(dt);
        trial->peer->frames(trial->frames);
    });
    run->counters["bytes_per_body"] =
        (bench::allocated_bytes() - memory) / static_cast<double>(size);
    run->counters["build_s"] = built - began;
    run->counters["dt_s"] = dt;
    run->holds = [trial] { return std::isfinite(tip_height(trial->model, trial->frames)); };
    return run;
}

/// The tip of a plucked, undamped cantilever over so many periods.
std::vector<double> swing(const Library& library, size_t bodies, double dt, double periods) {
    const Plant plant = bench::plucked_cantilever(bodies);
    const PeerModel model = make_model(build_bodies(plant, bench::undamped()), Vec3::Zero());
    const std::unique_ptr<Peer> peer = library.make(model);
    std::vector<double> frames, heights;
    const auto count = static_cast<size_t>(periods / (samples::cantilever_hz * dt));
    for (size_t i = 0; i < count; ++i) {
        peer->step(dt);
        peer->frames(frames);
        heights.push_back(tip_height(model, frames));
    }
    return heights;
}

/// Whether the library simulates the same: the first frequency of a short cantilever at a fine
/// step, within 1 % of the beam's.
void same_frequency(benchmark::State& state, const Library& library) {
    constexpr double dt = 2e-5;
    for (auto _ : state) {
        const std::vector<double> heights = swing(library, 10, dt, 5);
        const double error =
            bench::fit_mode(heights, dt, samples::cantilever_hz).hz / samples::cantilever_hz - 1;
        state.counters["frequency_error"] = error;
        if (!(std::abs(error) < 0.01)) state.SkipWithError("another frequency than the beam's");
    }
}

/// Where our joints are after `time` under gravity, without air, by body.
std::vector<Vec3> our_joints(const Bodies& bodies, double time) {
    constexpr int steps = 500;
    BodyTree tree(bodies, bench::undamped());
    for (int i = 0; time > 0 && i < steps; ++i) tree.step(time / steps, {});
    std::vector<Vec3> joints;
    for (const BodyId body : bodies.rows()) joints.push_back(tree.position(body));
    return joints;
}

/// Whether a tree of 50 bodies that gravity takes hold of goes where ours goes: the largest
/// distance between the two after 0.1 s, as a share of the way gone.
void same_motion(benchmark::State& state, const Library& library) {
    constexpr double time = 0.1, dt = 2e-5;
    const Bodies bodies = build_bodies(samples::binary_tree(50), bench::undamped());
    const std::vector<Vec3> ours = our_joints(bodies, time), rest = our_joints(bodies, 0);
    for (auto _ : state) {
        const std::unique_ptr<Peer> peer = library.make(make_model(bodies, Loads().gravity));
        for (double now = 0; now < time - dt / 2; now += dt) peer->step(dt);
        std::vector<double> frames;
        peer->frames(frames);
        double apart = 0, gone = 0;
        for (const BodyId body : bodies.rows()) {
            const double* joint = frames.data() + 12 * body.value;
            const Vec3& own = ours[body.value];
            apart = std::max(apart, (Vec3(joint[0], joint[1], joint[2]) - own).norm());
            gone = std::max(gone, (own - rest[body.value]).norm());
        }
        state.counters["distance"] = apart / gone;
        if (!(apart < 0.02 * gone)) state.SkipWithError("another motion than ours");
    }
}

/// What the step itself takes from a swinging cantilever of 100 bodies; explicit springs allow no
/// such step.
void damping(benchmark::State& state, const Library& library) {
    for (auto _ : state) {
        const std::vector<double> fine = swing(library, 100, 1e-3, 10),
                                  coarse = swing(library, 100, 1.0 / 60, 10);
        bench::report_damping(state, fine, coarse);
    }
}

void add_steps(const Library& library, bench::MovingPlant what, size_t size) {
    const std::string row = std::string(library.name) + '/' +
                            bench::moving_plant_names[static_cast<size_t>(what)] + '/' +
                            std::to_string(size);
    benchmark::RegisterBenchmark(row.c_str(), [&library, what, size, row](benchmark::State& state) {
        bench::kept_run(row, [&] { return make_run(library, what, size); }).time_steps(state);
    })->Unit(benchmark::kMicrosecond);
}

void add_check(const Library& library, const char* name,
               void (*check)(benchmark::State&, const Library&)) {
    const std::string row = std::string(library.name) + '/' + name;
    benchmark::RegisterBenchmark(row.c_str(), [&library, check](benchmark::State& state) {
        check(state, library);
    })->Unit(benchmark::kMillisecond);
}

void add_rows(const Library& library) {
    add_steps(library, bench::MovingPlant::tree, 1000);
    add_steps(library, bench::MovingPlant::tree, library.largest);
    add_steps(library, bench::MovingPlant::chain, 1000);
    add_steps(library, bench::MovingPlant::cantilever, 500);
    add_check(library, "same_frequency", same_frequency);
    add_check(library, "same_motion", same_motion);
    if (library.implicit_springs) add_check(library, "damping", damping);
}

/// Registers what there is when the program starts, and says what is missing.
const bool registered = [] {
    std::string missing;
    for (const char* name : {"peer_dart", "peer_bullet", "peer_simbody", "peer_mujoco"}) {
        const auto found = std::ranges::find(libraries(), std::string(name), &Library::name);
        if (found == libraries().end())
            missing += std::string(missing.empty() ? "" : " ") + name;
        else
            add_rows(*found);
    }
    if (!missing.empty())
        benchmark::AddCustomContext("peers_missing", missing + " (./dev bench installs them)");
    return true;
}();

}  // namespace
}  // namespace thigmo::peers
