// Plants under gravity, [Zhao2013] figure 13: how far they sag, and that those which stand stay.
#include <fmt/format.h>

#include <cmath>

#include "samples/frame_judge.h"
#include "samples/papers/solid_rods.h"
#include "samples/papers/zhao.h"

namespace thigmo::papers {
namespace {

const Vec3 gravity(0, -9.81, 0);

/// Soft enough that branches hang by a third of their length and more, stiff enough that the trunk
/// does not buckle (Pa).
constexpr double soft_t = 4e7, soft_y = 7e7;

/// How far the tip of every domain goes until it rests.
std::vector<Vec3> ways(const Plant& plant, const SimulatorSettings& settings) {
    Trial trial(with_strong_damping(plant), settings);
    const bool rests = settle(trial, gravity, Vec3::Zero());
    std::vector<Vec3> tips;
    for (const DomainId domain : plant.domains.rows()) {
        const SegmentId tip = plant.domains.segments[domain].back();
        tips.push_back(trial.end(tip) - plant.segments.end[tip]);
        if (!rests) tips.back().setConstant(NAN);
    }
    return tips;
}

void add_sag(const char* name, const Plant& plant, Table& table) {
    FemSettings all = undamped_fem();
    all.damping = true;
    const std::vector<Vec3> expected = ways(plant, all), ours = ways(plant, settling_reduced());
    for (size_t i = 0; i < ours.size(); ++i) {
        table.rows.push_back(
            bound_above(fmt::format("{}: tip of domain {}, off by (% of its way)", name, i),
                        100 * (ours[i] - expected[i]).norm() / expected[i].norm(), 3,
                        "full elements, tied")
                .set("way_m", ours[i].norm())
                .set("drop_m", -ours[i].y()));
    }
}

/// The frame is linear, so what is held to it is sag in the first order.
void add_small_sag(const char* name, const Plant& plant, Table& table) {
    const Column<SegmentId, Vec3> frame =
        samples::frame_sag(plant, samples::frame_settings(plant, undamped_fem()), gravity);
    const Column<SegmentId, Vec3> ours = find_linear_sag(plant, undamped_reduced(), gravity),
                                  full = find_linear_sag(plant, undamped_fem(), gravity);
    for (const DomainId domain : plant.domains.rows()) {
        const SegmentId tip = plant.domains.segments[domain].back();
        const auto off = [&](const Column<SegmentId, Vec3>& sag) {
            return 100 * (sag[tip] - frame[tip]).norm() / frame[tip].norm();
        };
        table.rows.push_back(
            bound_above(
                fmt::format("{}: tip of domain {}, in the first order off by (% of its way)", name,
                            domain.value),
                off(ours), 2, beams)
                .set("full_elements_percent", off(full)));
    }
}

void add_standing(const char* name, const Plant& plant, Table& table) {
    ReducedSettings settings;
    Trial trial(plant, settings);
    trial.gravity = gravity;
    const bool runs = trial.run(2, 0.05);
    double moved = 0;
    for (const SegmentId segment : plant.segments.rows())
        moved = std::max(moved, (trial.end(segment) - plant.segments.end[segment]).norm());
    table.rows.push_back(bound_above(fmt::format("{}, standing: moves in 2 s by (m)", name),
                                     runs ? moved : NAN, 1e-9, "stands as given"));
}

}  // namespace

void zhao_gravity(Table& table, Progress& progress) {
    add_sag("T", t_plant(soft_t), table);
    progress.report(0.4, "Y");
    add_sag("Y", y_plant(soft_y), table);
    add_small_sag("T", t_plant(soft_t), table);
    add_small_sag("Y", y_plant(soft_y), table);
    progress.report(0.8, "standing");
    add_standing("T", t_plant(soft_t), table);
    add_standing("Y", y_plant(soft_y), table);
}

}  // namespace thigmo::papers
