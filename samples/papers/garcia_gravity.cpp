// A broad-leaf plant under 5 g in five directions, [Garcia2023] 9.1.1: its leaves are elasticas.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "samples/papers/elastica.h"
#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"

namespace thigmo::papers {
namespace {

constexpr double g = 9.81;

Beam leaf() {
    Beam beam;
    beam.length = 0.3;
    beam.radius = 0.003;
    beam.young = 1e8;
    return beam;
}

struct Direction {
    const char* name;
    Vec3 towards;
};
const std::array<Direction, 4>& sides() {
    static const std::array<Direction, 4> all = {{{"right", Vec3::UnitX()},
                                                  {"left", -Vec3::UnitX()},
                                                  {"front", Vec3::UnitZ()},
                                                  {"back", -Vec3::UnitZ()}}};
    return all;
}

/// A stem too thick to bend that carries four level leaves.
Plant broad_leaf() {
    Beam stem;
    stem.length = 0.2;
    stem.radius = 0.02;
    stem.young = 1e11;
    Plant plant = rod(stem, 2, Vec3::UnitY());
    for (const Direction& side : sides())
        add_rod(plant, DomainId(size_t{0}), leaf(), 40, side.towards);
    return plant;
}

/// How far the tip of a leaf sinks towards gravity when that acts across it.
double expected_drop(double gravity) {
    Elastica rod;
    rod.length = leaf().length;
    rod.bending = leaf().bending();
    rod.load_y = leaf().weight(gravity);
    return solve(rod).y;
}

void add_rows(Table& table, const char* name, const Vec3& gravity) {
    Trial trial(broad_leaf(), settling());
    trial.gravity = gravity;
    const bool settled = trial.settle(1e-11);
    const double drop = expected_drop(gravity.norm());
    for (size_t i = 0; i < sides().size(); ++i) {
        const SegmentId tip = last_segment(trial.plant(), DomainId(i + 1));
        const Vec3 moved = trial.end(tip) - trial.plant().segments.end[tip];
        const bool across = std::abs(sides()[i].towards.dot(gravity)) < 1e-9;
        const double ours = settled ? moved.dot(gravity.normalized()) : NAN;
        const std::string what = fmt::format("{}: {} leaf sinks (m)", name, sides()[i].name);
        table.rows.push_back(
            across ? expect(what, ours, drop, 2e-3, "elastica by shooting")
                   : expect(what, ours, 0, 1e-4, "a load along a straight leaf does not bend it"));
    }
}

}  // namespace

void garcia_gravity(Table& table, Progress& progress) {
    add_rows(table, "1 g down", g * -Vec3::UnitY());
    progress.report(0.2, "sinking");
    add_rows(table, "5 g down", 5 * g * -Vec3::UnitY());
    add_rows(table, "5 g up", 5 * g * Vec3::UnitY());
    progress.report(0.5, "sinking");
    add_rows(table, "5 g right", 5 * g * Vec3::UnitX());
    add_rows(table, "5 g left", 5 * g * -Vec3::UnitX());
    add_rows(table, "5 g front", 5 * g * Vec3::UnitZ());
}

}  // namespace thigmo::papers
