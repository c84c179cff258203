// Drawing plants from strings.
#include <benchmark/benchmark.h>

#include "thigmo/growth/derive.h"
#include "thigmo/growth/turtle.h"

namespace thigmo {
namespace {

constexpr const char* bush =
    "Lsystem: 1\nderivation length: 8\nAxiom: F(0.01)\nF(x) --> F(x)[+F(x)~l]F(x)[-F(x)]\n"
    "endlsystem\n";

/// A bush of 65,536 twigs and 21,845 leaves; items are modules.
void draw_bush(benchmark::State& state) {
    Progress progress;
    const Derivation string = derive(parse_grammar(bush, "bush.l"), {}, progress);
    const Palette palette = default_palette();
    for (auto _ : state)
        benchmark::DoNotOptimize(
            draw_plant(string.modules, string.alphabet, {}, palette, {"bush.l", {}}));
    state.SetItemsProcessed(static_cast<int64_t>(string.modules.size()) * state.iterations());
}
BENCHMARK(draw_bush)->Name("turtle/bush")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace thigmo
