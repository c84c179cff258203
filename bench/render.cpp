// Pictures: a tree of more than 100,000 triangles at 960 × 540 with 8 samples per pixel.
#include <benchmark/benchmark.h>

#include "samples/plants.h"
#include "thigmo/plant/summary.h"
#include "thigmo/render/picture.h"

namespace {

void broad_tree(benchmark::State& state) {
    const thigmo::Plant plant = thigmo::samples::broad_tree(3);
    thigmo::PictureSettings settings;
    settings.samples = 8;
    thigmo::Progress progress;
    for (auto _ : state)
        benchmark::DoNotOptimize(render(plant, rest_pose(plant), settings, progress));
    state.counters["triangles"] = static_cast<double>(summarize(plant).triangles);
    state.SetItemsProcessed(state.iterations() * settings.width * settings.height *
                            settings.samples);
}
BENCHMARK(broad_tree)
    ->Name("render/oak")
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
