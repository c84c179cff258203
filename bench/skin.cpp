// Speed of skins, in triangles per second.
#include <benchmark/benchmark.h>

#include "samples/plants.h"
#include "thigmo/base/random.h"
#include "thigmo/io/gltf.h"
#include "thigmo/plant/skin.h"

namespace {

using namespace thigmo;

/// A crown of 10,000 crooked branches of five segments each on one trunk.
Plant make_crown() {
    Plant plant = samples::stem(100, 10, 0.2, 0.05);
    Random random(1);
    for (size_t i = 0; i < 10000; ++i) {
        const SegmentId on(random.below(100));
        Domains& domains = plant.domains;
        domains.key.push_back(i + 1000);
        domains.parent.push_back(DomainId(size_t{0}));
        domains.attachment.push_back({on, 0.5});
        domains.segments.push_back({static_cast<uint32_t>(plant.segments.size()), 5});
        domains.order.push_back(1);
        domains.kind.push_back(Kind::twig);
        domains.flexible.push_back(1);
        domains.material.push_back(MaterialId(size_t{0}));
        domains.look.push_back(LookId(size_t{0}));
        domains.shape.push_back(ShapeId::none());
        domains.placement.push_back({});
        Vec3 from = 0.5 * (plant.segments.start[on] + plant.segments.end[on]);
        Vec3 way(random.normal(), random.normal(), random.normal());
        for (int j = 0; j < 5; ++j) {
            way = (way.normalized() + 0.2 * Vec3(random.normal(), 1, random.normal())).normalized();
            const Vec3 to = from + 0.2 * way;
            plant.segments.key.push_back(1000000 + plant.segments.size());
            plant.segments.start.push_back(from);
            plant.segments.end.push_back(to);
            plant.segments.start_radius.push_back(0.01 - 0.002 * j);
            plant.segments.end_radius.push_back(0.008 - 0.002 * j);
            from = to;
        }
    }
    return plant;
}

void count_triangles(benchmark::State& state, const Skin& skin) {
    const auto triangles = static_cast<int64_t>(skin.mesh.triangles.size());
    state.SetItemsProcessed(state.iterations() * triangles);
    state.counters["triangles"] = static_cast<double>(triangles);
}

void build(benchmark::State& state) {
    const Plant plant = make_crown();
    for (auto _ : state) benchmark::DoNotOptimize(build_skin(plant));
    count_triangles(state, build_skin(plant));
}
BENCHMARK(build)->Name("skin/build")->Unit(benchmark::kMillisecond)->UseRealTime();

void pose(benchmark::State& state) {
    const Plant plant = make_crown();
    const Skin skin = build_skin(plant);
    const Pose rest = rest_pose(plant);
    for (auto _ : state) benchmark::DoNotOptimize(pose_skin(skin, rest));
    count_triangles(state, skin);
}
BENCHMARK(pose)->Name("skin/pose")->Unit(benchmark::kMillisecond)->UseRealTime();

void encode_glb(benchmark::State& state) {
    const Plant plant = make_crown();
    GltfSettings settings;
    settings.skin = true;
    for (auto _ : state) {
        benchmark::DoNotOptimize(encode_gltf(plant, settings));
    }
    count_triangles(state, build_skin(plant));
}
BENCHMARK(encode_glb)->Name("skin/glb")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
