// Speed of beam plants: all vertices of a tree of [Habel2009]'s size for one frame.
#include <benchmark/benchmark.h>

#include "samples/beam_tree.h"

namespace {

using namespace thigmo;

void move_tree(benchmark::State& state, Quality quality) {
    const Plant plant = samples::beam_tree();
    const BeamSettings settings;
    const BeamPlant beams = build_branches(plant, settings);
    const MotionTexture texture = make_motion_texture(settings.weave, Drive::gusts, 1);
    const FlutterTexture field = make_flutter_texture(0.1, 1);
    BeamSurface surface(plant, beams, settings.bending, samples::beam_tree_vertices(plant));
    const BeamControls live = controls(settings);
    const Gale gale = make_gale(beams, settings, live);
    const size_t size = surface.vertices().size();
    std::vector<Vec4f> positions(size), normals(size), tangents(size);
    std::vector<Bend> bends;
    double time = 0;
    for (auto _ : state) {
        time += 1.0 / 60;
        find_bends(beams, texture, gale, {}, time, bends);
        surface.move(bends, field, make_flutter(live, 0, time), quality,
                     {positions, normals, tangents});
        benchmark::DoNotOptimize(positions.data());
    }
    state.counters["vertices"] = static_cast<double>(size);
    state.counters["branches"] = static_cast<double>(beams.branches.size());
    state.counters["leaves"] = static_cast<double>(surface.vertices().leaves.size());
    state.counters["stations"] = static_cast<double>(surface.stations().size());
}

void full(benchmark::State& state) {
    move_tree(state, Quality::full);
}
BENCHMARK(full)->Name("beam/75k/full")->Unit(benchmark::kMillisecond)->UseRealTime();

void positions_only(benchmark::State& state) {
    move_tree(state, Quality::positions);
}
BENCHMARK(positions_only)->Name("beam/75k/positions")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
