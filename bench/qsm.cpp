// Speed of importing tables of cylinders.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "thigmo/base/random.h"
#include "thigmo/io/qsm.h"

namespace {

/// A tree of n cylinders: chains of ten, each on a random cylinder before it.
std::string make_table(int64_t count) {
    std::string text =
        "cyl,radius,length,start_x,start_y,start_z,axis_x,axis_y,axis_z,parent,"
        "extension\n";
    thigmo::Random random(1);
    std::vector<thigmo::Vec3> ends(1, thigmo::Vec3::Zero());
    for (int64_t id = 1; id <= count; ++id) {
        const bool first = id % 10 == 1;
        const int64_t parent =
            first && id > 1 ? 1 + static_cast<int64_t>(random.below(static_cast<uint64_t>(id) - 1))
                            : id - 1;
        const int64_t extension = id % 10 != 0 && id < count ? id + 1 : 0;
        const thigmo::Vec3 axis =
            thigmo::Vec3(random.normal(), random.normal(), 1 + random.normal()).normalized();
        const thigmo::Vec3 start = ends[static_cast<size_t>(parent)];
        ends.push_back(start + 0.2 * axis);
        fmt::format_to(std::back_inserter(text),
                       "{},0.01,0.2,{:.4f},{:.4f},{:.4f},{:.5f},{:.5f},"
                       "{:.5f},{},{}\n",
                       id, start.x(), start.y(), start.z(), axis.x(), axis.y(), axis.z(), parent,
                       extension);
    }
    return text;
}

void import(benchmark::State& state) {
    const std::string text = make_table(state.range(0));
    thigmo::QsmSettings settings;
    const auto material = settings.palette.materials.push_back({});
    settings.palette.wood.fill({material, settings.palette.looks.push_back({})});
    thigmo::Progress silent;
    for (auto _ : state)
        benchmark::DoNotOptimize(thigmo::import_qsm(text, "tree.csv", settings, silent));
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}
BENCHMARK(import)
    ->Name("qsm/import")
    ->Arg(1000)
    ->Arg(30000)
    ->Arg(1000000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
