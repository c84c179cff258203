// Speed of mesh measures.
#include <benchmark/benchmark.h>

#include "thigmo/mesh/triangle_mesh.h"

namespace {

/// A square of n × n quads.
thigmo::TriangleMesh make_sheet(uint32_t n) {
    thigmo::TriangleMesh mesh;
    for (uint32_t y = 0; y <= n; ++y)
        for (uint32_t x = 0; x <= n; ++x)
            mesh.positions.emplace_back(static_cast<float>(x), static_cast<float>(y), 0.0f);
    for (uint32_t y = 0; y < n; ++y)
        for (uint32_t x = 0; x < n; ++x) {
            const uint32_t a = y * (n + 1) + x, b = a + n + 1;
            mesh.triangles.push_back({a, a + 1, b + 1});
            mesh.triangles.push_back({a, b + 1, b});
        }
    return mesh;
}

void normals(benchmark::State& state) {
    const thigmo::TriangleMesh sheet = make_sheet(256);
    for (auto _ : state)
        benchmark::DoNotOptimize(thigmo::vertex_normals(sheet.positions, sheet.triangles));
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(sheet.triangles.size()));
}
BENCHMARK(normals)->Name("mesh/vertex_normals")->Unit(benchmark::kMillisecond);

}  // namespace
