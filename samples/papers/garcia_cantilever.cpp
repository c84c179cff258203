// A beam that sags under its own weight, [Garcia2023] 8.3, and beams that sag far.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "samples/papers/elastica.h"
#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/sim/articulated/thesis.h"

namespace thigmo::papers {
namespace {

/// The tip of a settled beam: how far out, how far down (m), and how far its end has turned.
ElasticaTip settled(const Beam& beam, size_t bodies) {
    Trial trial(rod(beam, bodies, Vec3::UnitX()), settling());
    const SegmentId tip = last_segment(trial.plant());
    if (!trial.settle()) return {NAN, NAN, NAN, NAN};
    const Vec3 at = trial.end(tip), d = trial.direction(tip);
    return {at.x(), -at.y(), std::atan2(-d.y(), d.x()), NAN};
}

/// The thesis pitches its base by the literal 1.5708 in single precision where π/2 was meant.
const double thesis_pitch = 1.5708f - std::numbers::pi / 2;

/// Height of the settled tip of a plant in the thesis's own model, in the plane of this normal.
double thesis_tip(const Plant& plant, const Vec3& normal) {
    ArticulatedSettings settings = undamped();
    settings.model = ArticulatedModel::thesis;
    Bodies rods = build_bodies(plant, settings);
    make_cylinders(plant, rods);
    settings.planar = true;
    settings.plane_normal = normal;
    JointTree tree(thesis_joints(rods, settings));
    if (!settle(tree, Vec3(0, -9.81, 0))) return NAN;
    const BodyId last(rods.size() - 1);
    return (tree.frame(last.value) * Vec3(rods.length[last], 0, 0)).y();
}

/// The tip's drop of a rod in the thesis's own model, settled.
double thesis_drop(size_t bodies) {
    const Vec3 level(std::cos(thesis_pitch), -std::sin(thesis_pitch), 0);
    return -thesis_tip(rod(Beam(), bodies, level), Vec3::UnitZ());
}

/// The beam as a string: a root body that is level but for the thesis's pitch, and links like it.
Plant cantilever_of_string(size_t bodies) {
    const Beam beam;
    const std::string body = fmt::format("B({},{},{})", beam.length / static_cast<double>(bodies),
                                         beam.radius, beam.density);
    std::string text = fmt::format("&({}){}", 90 + thesis_pitch * 180 / std::numbers::pi, body);
    for (size_t i = 0; i < bodies; ++i)
        text += fmt::format("J({},0,0,0,0,0,0,0){}", beam.young, body);
    return draw_string(text, "cantilever", {}).plant;
}

/// How far the tip stands below the end of the string's root body.
double string_drop(size_t bodies) {
    const Plant plant = cantilever_of_string(bodies);
    return plant.segments.end[SegmentId(size_t{0})].y() - thesis_tip(plant, Vec3::UnitX());
}

/// Printed tips, and how near the thesis's model comes to them: half of the last digit. The last
/// printed one is 4e-7 m off for a reason unknown; the chain's own equilibrium, computed apart,
/// stands for it.
struct Printed {
    size_t bodies;
    double tip, thesis, tolerance;
};
constexpr std::array<Printed, 5> printed = {{{10, 0.0067664, 0.0067664, 7.4e-6},
                                             {25, 0.0060488, 0.0060488, 8.2e-6},
                                             {100, 0.0057051, 0.0057051, 8.7e-6},
                                             {250, 0.0056376, 0.0056376, 8.8e-6},
                                             {500, 0.0056155, 0.00561513596971, 1e-8}}};

/// Golden elasticas under their own weight: modulus, then what its tip does.
struct Sagged {
    double young, drop, out, angle;
};
constexpr std::array<Sagged, 4> sagged = {{
    {1e9, 0.0451991306248, 0.998831844044, 0.0602892433627},
    {71516017.1333, 0.5, 0.843856531891, 0.703449516273},
    {4e7, 0.674690234894, 0.687110947989, 1.00330250809},
    {1e7, 0.88785426093, 0.30270757834, 1.48384252152},
}};

}  // namespace

void garcia_cantilever(Table& table, Progress& progress) {
    for (const Printed& row : printed) {
        const double n = static_cast<double>(row.bodies);
        progress.report(n / 600, "sagging");
        const double thesis = thesis_drop(row.bodies);
        table.rows.push_back(expect(fmt::format("tip drop, {} bodies (m)", row.bodies),
                                    settled(Beam(), row.bodies).y, 0.00558913809668,
                                    0.011 * 100 / (n * n), "elastica; second order: 1.1 %·(10/n)²")
                                 .print(row.tip)
                                 .set("bodies", uint64_t{row.bodies})
                                 .set("thesis", thesis));
        table.rows.push_back(expect(fmt::format("the thesis's model with {} (m)", row.bodies),
                                    thesis, row.thesis, row.tolerance,
                                    row.thesis == row.tip ? "as printed, to its last digit"
                                                          : "equilibrium of the chain, by Newton")
                                 .print(row.tip));
        table.rows.push_back(expect(fmt::format("the same from a string of {} (m)", row.bodies + 1),
                                    string_drop(row.bodies), row.thesis, row.tolerance,
                                    "a B that stands still, and as many JB as bodies")
                                 .print(row.tip));
    }
    for (const Sagged& row : sagged) {
        Beam beam;
        beam.young = row.young;
        const ElasticaTip tip = settled(beam, 200);
        const auto add = [&](const char* what, double ours, double expected) {
            table.rows.push_back(expect(fmt::format("E = {:.9g} Pa: {}", row.young, what), ours,
                                        expected, 1e-4, "elastica by collocation, 12 digits"));
        };
        add("drop", tip.y, row.drop);
        add("reach", tip.x, row.out);
    }
}

}  // namespace thigmo::papers
