// How much faster than real time his five plants move, [Garcia2023] figure 9.18.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/stopwatch.h"
#include "samples/papers/trial.h"
#include "samples/trees.h"

namespace thigmo::papers {
namespace {

/// His plants, of which the thesis gives the number of joint coordinates, three a body.
struct Printed {
    uint64_t coordinates;
    double relative_speed;  // without rendering
};
constexpr std::array<Printed, 5> printed = {
    {{45, 6.478}, {51, 5.064}, {63, 3.151}, {99, 1.028}, {150, 0.691}}};

/// A stem that carries a leaf of one body at each node, in a spiral; of an odd number of bodies the
/// lowest has none.
Plant monopodial(size_t bodies) {
    const size_t nodes = (bodies + 1) / 2;
    Beam stem, leaf;
    stem.length = 0.03 * static_cast<double>(nodes);
    stem.radius = 0.003;
    stem.young = 1e9;
    leaf.length = 0.08;
    leaf.radius = 0.001;
    leaf.young = 1e9;
    Plant plant = rod(stem, nodes, Vec3::UnitY());
    for (size_t i = 2 * nodes - bodies; i < nodes; ++i) {
        const double turn = 2.399963 * static_cast<double>(i);  // the golden angle
        const DomainId domain =
            add_rod(plant, DomainId(size_t{0}), leaf, 1, Vec3(std::cos(turn), 0.5, std::sin(turn)));
        const SegmentId node(i), own = last_segment(plant, domain);
        const Vec3 to_node = plant.segments.end[node] - plant.segments.start[own];
        plant.domains.attachment[domain] = {node, 1};
        plant.segments.start[own] += to_node;
        plant.segments.end[own] += to_node;
    }
    samples::disturb(plant, 0.1, 1);
    return plant;
}

/// Frames per second of work, poses written: the best of ten runs of 100.
double frames_per_second(size_t bodies, double dt) {
    Trial trial(monopodial(bodies), ArticulatedSettings());
    Pose pose;
    constexpr int frames = 100;
    bool moves = true;
    const Spent best = best_of(10, [&] {
        for (int i = 0; i < frames; ++i) {
            moves = moves && trial.step(dt);
            trial.simulator().pose(pose);
        }
    });
    return moves ? frames / best.work : NAN;
}

}  // namespace

void garcia_performance(Table& table, Progress& progress) {
    constexpr double dt = 1.0 / 60;
    for (const Printed& his : printed) {
        progress.report(static_cast<double>(his.coordinates) / 160, "moving");
        const double fps = frames_per_second(his.coordinates / 3, dt);
        table.rows.push_back(bound_below(fmt::format("n = {}: real-time factor", his.coordinates),
                                         fps * dt, std::max(1.0, his.relative_speed),
                                         "his, and real time at least")
                                 .print(his.relative_speed)
                                 .set("dt_s", dt)
                                 .set("substeps", uint64_t{1})
                                 .set("fps", std::round(fps)));
    }
}

}  // namespace thigmo::papers
