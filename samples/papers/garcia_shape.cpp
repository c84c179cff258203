// Equal bending torques on stems of other radii and lengths, [Garcia2023] 9.2.2.
#include <fmt/format.h>

#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"

namespace thigmo::papers {
namespace {

constexpr double torque = 0.05;  // N m, at the tip
constexpr size_t segments = 100;

/// A herb's stem.
Beam stem() {
    Beam beam;
    beam.length = 0.3;
    beam.radius = 0.004;
    beam.young = 1e9;
    return beam;
}

/// How far the tip turns (rad); without gravity.
double tip_angle(const Beam& beam) {
    Trial trial(rod(beam, segments, Vec3::UnitY()), settling());
    trial.gravity.setZero();
    const SegmentId tip = last_segment(trial.plant());
    trial.pulls.push_back({tip, Vec3::Zero(), Vec3(0, 0, torque)});
    if (!trial.settle()) return NAN;
    const Quat turned = trial.rotation(tip);
    return 2 * std::atan2(turned.vec().norm(), turned.w());
}

}  // namespace

void garcia_shape(Table& table, Progress& progress) {
    const Beam beam = stem();
    const double angle = tip_angle(beam);
    table.rows.push_back(expect("tip's turn under a torque, rad", angle,
                                torque * beam.length / beam.bending(), 0.01, "ML/EI"));
    for (const double factor : {2.0, 4.0}) {
        progress.report(factor / 8, "bending");
        Beam thick = beam, tall = beam;
        thick.radius *= factor;
        tall.length *= factor;
        table.rows.push_back(expect(fmt::format("radius × {:g}: angle ×", factor),
                                    tip_angle(thick) / angle,
                                    1 / (factor * factor * factor * factor), 0.02, "I ∝ r⁴"));
        table.rows.push_back(expect(fmt::format("length × {:g}: angle ×", factor),
                                    tip_angle(tall) / angle, factor, 0.02, "ML/EI"));
    }
}

}  // namespace thigmo::papers
