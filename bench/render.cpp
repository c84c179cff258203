// Pictures: the youngest oak of 100,000 triangles at 960 × 540 with 8 samples per pixel.
#include <benchmark/benchmark.h>

#include "thigmo/materials/species.h"
#include "thigmo/plant/summary.h"
#include "thigmo/render/picture.h"
#include "thigmo/scene/nursery.h"

namespace {

thigmo::Plant grow_oak(uint64_t triangles) {
    thigmo::Progress progress;
    const thigmo::Species oak = thigmo::find_species("oak");
    for (double age = oak.min_age; age < oak.max_age; ++age) {
        thigmo::Plant plant = grow_species(oak, age, 1, progress);
        if (summarize(plant).triangles >= triangles) return plant;
    }
    return grow_species(oak, oak.max_age, 1, progress);
}

void render_oak(benchmark::State& state) {
    const thigmo::Plant plant = grow_oak(100'000);
    thigmo::PictureSettings settings;
    settings.samples = 8;
    thigmo::Progress progress;
    for (auto _ : state)
        benchmark::DoNotOptimize(render(plant, rest_pose(plant), settings, progress));
    state.counters["triangles"] = static_cast<double>(summarize(plant).triangles);
    state.SetItemsProcessed(state.iterations() * settings.width * settings.height *
                            settings.samples);
}
BENCHMARK(render_oak)
    ->Name("render/oak")
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
