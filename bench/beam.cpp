// Speed of beam plants: all vertices of a tree of [Habel2009]'s size for one frame, and a forest of
// such trees.
#include <benchmark/benchmark.h>

#include "samples/beam_tree.h"

namespace {

using namespace thigmo;

/// A wind that is along no axis, so that all planes of the leaves' field count.
BeamSettings oblique_wind() {
    BeamSettings settings;
    settings.wind.mean = Vec3(7, 0, 4);
    return settings;
}

struct Tree {
    Plant plant = samples::beam_tree();
    BeamSettings settings = oblique_wind();
    BeamPlant beams = build_branches(plant, settings);
    MotionTexture texture = sway_texture(settings);
    FlutterTexture field =
        make_flutter_texture(find_riders(plant, beams, settings.bending).longest_leaf, 1);
    BeamSurface surface{plant, beams, settings.bending, samples::beam_tree_vertices(plant)};
    BeamControls live = controls(settings);
    Gale gale = make_gale(beams, settings, live);
    size_t size = surface.vertices().size();
    std::vector<Vec4f> positions{size}, normals{size}, tangents{size};
    std::vector<Bend> bends;
    double time = 0;

    void move(Quality quality) {
        time += 1.0 / 60;
        find_bends(beams, texture, gale, {}, time, bends);
        surface.move(bends, field, make_flutter(live, 0, time), quality,
                     {positions, normals, tangents});
        benchmark::DoNotOptimize(positions.data());
    }
};

void move_tree(benchmark::State& state, Quality quality) {
    Tree tree;
    for (auto _ : state) tree.move(quality);
    state.counters["vertices"] = static_cast<double>(tree.size);
    state.counters["branches"] = static_cast<double>(tree.beams.branches.size());
    state.counters["leaves"] = static_cast<double>(tree.surface.vertices().leaves.size());
    state.counters["stations"] = static_cast<double>(tree.surface.stations().size());
}

void full(benchmark::State& state) {
    move_tree(state, Quality::full);
}
BENCHMARK(full)->Name("beam/75k/full")->Unit(benchmark::kMillisecond)->UseRealTime();

void positions_only(benchmark::State& state) {
    move_tree(state, Quality::positions);
}
BENCHMARK(positions_only)->Name("beam/75k/positions")->Unit(benchmark::kMillisecond)->UseRealTime();

/// One tree is moved and shown at a thousand places: what is kept and found for each is where.
void forest(benchmark::State& state) {
    Tree tree;
    std::vector<BeamInstance> instances(1000);
    for (size_t i = 0; i < instances.size(); ++i)
        instances[i].placement.position =
            Vec3(10 * static_cast<double>(i % 32), 0, 10 * static_cast<double>(i / 32));
    std::vector<StationMotion<float>> shown(instances.size());
    for (auto _ : state) {
        tree.move(Quality::full);
        for (size_t i = 0; i < instances.size(); ++i) shown[i] = motion_of(instances[i]);
        benchmark::DoNotOptimize(shown.data());
    }
    state.counters["trees"] = static_cast<double>(instances.size());
    state.counters["bytes_each"] = sizeof(BeamInstance);
}
BENCHMARK(forest)->Name("beam/forest/1000")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
