// Speed of airs, in samples per second.
#include <benchmark/benchmark.h>

#include "thigmo/air/wind.h"
#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"

namespace {

using namespace thigmo;

/// Points of a crown 10 m across and up to 12 m high, branch by branch.
std::vector<AirSample> crown(size_t count) {
    Random random(3);
    std::vector<AirSample> samples(count);
    Vec3 branch = Vec3::Zero();
    for (size_t i = 0; i < count; ++i) {
        if (i % 50 == 0)
            branch = {random.uniform(-5, 5), random.uniform(2, 12), random.uniform(-5, 5)};
        samples[i].point = branch + 0.3 * Vec3(random.normal(), random.normal(), random.normal());
    }
    return samples;
}

/// Single thread, time going on as in a simulation.
void sample_air(benchmark::State& state, const WindSettings& settings) {
    const ThreadLimit one(1);
    const auto air = make_air(settings);
    std::vector<AirSample> samples = crown(100'000);
    for (auto _ : state) {
        air->advance(1. / 60, samples);
        air->sample(samples, 0);
        benchmark::DoNotOptimize(samples.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(samples.size()));
    state.counters["per_sample"] = benchmark::Counter(
        static_cast<double>(samples.size()) * static_cast<double>(state.iterations()),
        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void gusts(benchmark::State& state) {
    sample_air(state, WindSettings());
}
BENCHMARK(gusts)->Name("air/gusts")->Unit(benchmark::kMillisecond);

void uniform(benchmark::State& state) {
    WindSettings settings;
    settings.kind = WindSettings::Kind::uniform;
    sample_air(state, settings);
}
BENCHMARK(uniform)->Name("air/uniform")->Unit(benchmark::kMillisecond);

void make_gusts(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(make_air(WindSettings()));
}
BENCHMARK(make_gusts)->Name("air/make_gusts")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
