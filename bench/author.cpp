// Speed of authoring: soups of the project's own oak, and the scores on trees with known skeletons.
#include "thigmo/authoring/author.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

#include "samples/skeleton_score.h"
#include "samples/soups.h"
#include "thigmo/authoring/volumes.h"
#include "thigmo/base/file.h"
#include "thigmo/io/soup_file.h"

namespace {

using namespace thigmo;

/// All steps, voxels and fixed vertices included; a soup in memory to a plant in memory.
void author_soup(benchmark::State& state, Soup (*make)()) {
    const Soup soup = make();
    Progress progress;
    AuthorCounts counts;
    for (auto _ : state) {
        Authored authored = author(soup, {}, {}, progress);
        Log log;
        build_volumes(authored.plants.front().plant, {}, progress);
        fix_vertices(authored.plants.front().plant, {}, log);
        counts = authored.counts;
        benchmark::DoNotOptimize(authored);
    }
    state.counters["triangles"] = static_cast<double>(counts.triangles);
    state.counters["branches"] = static_cast<double>(counts.limbs);
    state.counters["leaves"] = static_cast<double>(counts.blades);
}
BENCHMARK_CAPTURE(author_soup, 30k, samples::small_oak)
    ->Name("author/30k")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(author_soup, 300k, samples::middle_oak)
    ->Name("author/300k")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(author_soup, 3M, samples::paper_oak)
    ->Name("author/3M")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// THIGMO_DATA/mesh/sapling_NAME, from the file on; counters hold the scores in percent and radii.
void author_sapling(benchmark::State& state, const std::filesystem::path& folder,
                    const std::string& name) {
    Progress progress;
    samples::SkeletonScore score;
    const std::string truth = (folder / (name + ".skeleton.csv")).string();
    const std::vector<samples::Spline> splines = samples::read_splines(read_file(truth), truth);
    for (auto _ : state) {
        const Soup soup = read_soup(folder / (name + ".glb"), progress);
        const Authored authored = author(soup, {}, {}, progress);
        state.PauseTiming();
        score = samples::score(splines, authored.plants.front().plant);
        state.ResumeTiming();
    }
    state.counters["parents_percent"] = score.parents.percent();
    state.counters["orders_percent"] = score.orders.percent();
    state.counters["left_out"] = static_cast<double>(score.left_out);
    state.counters["off_radii"] = score.off;
}

/// Registered only where the data are.
const bool registered = [] {
    const char* data = std::getenv("THIGMO_DATA");
    if (data == nullptr) return false;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(data) / "mesh")) {
        const std::string folder = entry.path().filename().string();
        if (!folder.starts_with("sapling_")) continue;
        const std::string name = folder.substr(8);
        benchmark::RegisterBenchmark(("author/skeleton/" + name).c_str(), author_sapling,
                                     entry.path(), name)
            ->Unit(benchmark::kMillisecond);
    }
    return true;
}();

}  // namespace
