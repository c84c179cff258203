// Speed and memory of derivation.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <fstream>
#include <string>

#include "thigmo/growth/derive.h"

namespace {

/// A line of /proc/self/status, in bytes; 0 where there is none.
double memory(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kilobytes = 0;
        if (word == name + ":" && status >> kilobytes) return 1024 * kilobytes;
    }
    return 0;
}

thigmo::ModuleString derive_all(const thigmo::Grammar& grammar, int steps) {
    thigmo::Progress progress;
    thigmo::DeriveSettings settings;
    settings.steps = steps;
    thigmo::ModuleString modules = thigmo::derive(grammar, settings, progress).modules;
    benchmark::DoNotOptimize(modules.symbols.data());
    return modules;
}

/// Items are the modules that all steps of a derivation write; bytes are counted per module of the
/// last string, at the end and at the highest point on the way.
void run(benchmark::State& state, const char* text, int steps) {
    const thigmo::Grammar grammar = thigmo::parse_grammar(text, "bench.l");
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";  // the highest point so far is forgotten
    const double before = memory("VmRSS");
    const thigmo::ModuleString modules = derive_all(grammar, steps);
    const double peak = memory("VmHWM") - before;
    size_t written = modules.size();
    for (int step = 1; step < steps; ++step) written += derive_all(grammar, step).size();
    for (auto _ : state) derive_all(grammar, steps);
    const auto count = static_cast<double>(modules.size());
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(written));
    state.counters["modules"] = count;
    state.counters["parameters_per_module"] =
        static_cast<double>(modules.parameters.size()) / count;
    state.counters["bytes_per_module"] = static_cast<double>(modules.bytes()) / count;
    state.counters["peak_bytes_per_module"] = peak / count;
}

/// Figure 1.24 (b) of [Prusinkiewicz1990]; nine steps give 5.9 million modules.
void plain(benchmark::State& state) {
    run(state, "Lsystem: 1\nderivation length: 9\nAxiom: F\nF --> F[+F]F[-F][F]\nendlsystem\n", 9);
}
BENCHMARK(plain)->Name("lsystem/plain")->Unit(benchmark::kMillisecond);

/// Parameters, conditions, left and right contexts across brackets: apices branch while signals
/// travel up the axes.
void context(benchmark::State& state) {
    run(state,
        "Lsystem: 1\n"
        "derivation length: 20\n"
        "ignore: +-\n"
        "Axiom: S(1)I(1)A(0)\n"
        "I(x) < A(n) : n >= 1 --> I(x*0.9)[+A(0)]A(n-1)\n"
        "I(x) < A(n) > * : x > 0.0001 --> I(x*0.8)[-A(n+1)]A(n+0.5)\n"
        "S(s) < I(x) > I(y) : s > 0 --> I((x+y)/2+0.01*s)\n"
        "I(w) < I(x) > [A(n)]I(y) : x < y --> I(x+0.1*(y-x))\n"
        "I(x) : x < 3 --> I(x+0.01)\n"
        "endlsystem\n",
        20);
}
BENCHMARK(context)->Name("lsystem/context")->Unit(benchmark::kMillisecond);

}  // namespace
