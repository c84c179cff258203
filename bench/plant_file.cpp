// Speed of opening, checking and saving a plant of 300,000 stored triangles.
#include "thigmo/plant/file.h"

#include <benchmark/benchmark.h>

#include <filesystem>

#include "samples/plants.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/check.h"

namespace {

using namespace thigmo;

/// Quads that share no vertex, as leaves have them: four vertices for two triangles.
Shape leafy_shape(uint32_t quads) {
    Shape shape;
    shape.name = "spray";
    shape.area = 1;
    shape.thickness = 3e-4;
    Random random(quads);
    for (uint32_t quad = 0; quad < quads; ++quad) {
        const Vec3f corner =
            Vec3f(static_cast<float>(random.uniform()), static_cast<float>(random.uniform()), 0);
        for (const Vec2f& uv : {Vec2f(0, 0), Vec2f(1, 0), Vec2f(1, 1), Vec2f(0, 1)}) {
            shape.mesh.positions.emplace_back(corner + 0.05f * Vec3f(uv.x(), uv.y(), 0));
            shape.mesh.normals.emplace_back(Vec3f::UnitZ());
            shape.mesh.uvs.push_back(uv);
        }
        shape.mesh.triangles.push_back({4 * quad, 4 * quad + 1, 4 * quad + 2});
        shape.mesh.triangles.push_back({4 * quad, 4 * quad + 2, 4 * quad + 3});
    }
    return shape;
}

/// Ten shapes of 30,000 triangles on a stem of 20,000 segments, with 20,000 leaves.
Plant large_plant() {
    Plant plant = samples::stem(20000, 20, 0.2, 0.01);
    for (uint32_t i = 0; i < 10; ++i) plant.shapes.push_back(leafy_shape(15000));
    Domains& rows = plant.domains;
    for (uint32_t i = 0; i < 20000; ++i) {
        rows.key.push_back(mix(3, i));
        rows.parent.push_back(DomainId(size_t{0}));
        rows.attachment.push_back({SegmentId(i), 1.0});
        rows.segments.push_back({20000, 0});
        rows.order.push_back(1);
        rows.kind.push_back(Kind::leaf);
        rows.flexible.push_back(0);
        rows.material.push_back(MaterialId(size_t{0}));
        rows.look.push_back(LookId(size_t{0}));
        rows.shape.push_back(ShapeId(i % 10));
        rows.placement.push_back({plant.segments.end[SegmentId(i)], Quat::Identity(), 1.0});
    }
    return plant;
}

std::string bench_path() {
    return (std::filesystem::temp_directory_path() / "thigmo_bench.plant").string();
}

void load_300k(benchmark::State& state) {
    save_plant(large_plant(), bench_path());
    for (auto _ : state) benchmark::DoNotOptimize(load_plant(bench_path()));
    state.SetBytesProcessed(state.iterations() *
                            static_cast<int64_t>(std::filesystem::file_size(bench_path())));
    std::filesystem::remove(bench_path());
}
BENCHMARK(load_300k)->Name("plant_file/load_300k")->Unit(benchmark::kMillisecond)->UseRealTime();

void save_300k(benchmark::State& state) {
    const Plant plant = large_plant();
    for (auto _ : state) save_plant(plant, bench_path());
    std::filesystem::remove(bench_path());
}
BENCHMARK(save_300k)->Name("plant_file/save_300k")->Unit(benchmark::kMillisecond)->UseRealTime();

void encode_300k(benchmark::State& state) {
    const Plant plant = large_plant();
    for (auto _ : state) benchmark::DoNotOptimize(encode_plant(plant));
}
BENCHMARK(encode_300k)->Name("plant_file/encode_300k")->Unit(benchmark::kMillisecond);

void check_300k(benchmark::State& state) {
    const Plant plant = large_plant();
    for (auto _ : state) benchmark::DoNotOptimize(find_fault(plant));
}
BENCHMARK(check_300k)->Name("plant_file/check_300k")->Unit(benchmark::kMillisecond);

}  // namespace
