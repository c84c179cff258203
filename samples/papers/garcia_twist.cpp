// A T-shaped plant that is twisted and let go, [Garcia2023] 9.2.1.
#include <cmath>

#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"

namespace thigmo::papers {
namespace {

constexpr size_t segments = 100;

Beam stem() {
    Beam beam;
    beam.length = 0.4;
    beam.radius = 0.004;
    beam.young = 1e9;
    return beam;
}

/// The stem upright, one long lateral to either side of its top as in figure 9.14. (Short stout
/// ones spring back past their base a little before that is through its quarter period.)
Plant tee() {
    Plant plant = rod(stem(), segments, Vec3::UnitY());
    Beam lateral = stem();
    lateral.length = 0.3;
    lateral.radius = 0.0015;
    for (const double side : {-1.0, 1.0})
        add_rod(plant, DomainId(size_t{0}), lateral, 10, Vec3(side, 0, 0));
    return plant;
}

/// How far the stem's top has turned about the vertical.
double top_twist(const Trial& trial) {
    const Quat turned = trial.rotation(last_segment(trial.plant()));
    return 2 * std::atan2(turned.y(), turned.w());
}

/// How far a lateral's tip has turned about the stem, seen from above.
double tip_twist(const Trial& trial, DomainId lateral) {
    const SegmentId tip = last_segment(trial.plant(), lateral);
    const Vec3 rest = trial.plant().segments.end[tip], now = trial.end(tip);
    return std::atan2(rest.z() * now.x() - rest.x() * now.z(),
                      rest.x() * now.x() + rest.z() * now.z());
}

void twist_at_the_tip(Trial& trial, double torque) {
    trial.pulls = {{last_segment(trial.plant()), Vec3::Zero(), Vec3(0, torque, 0)}};
}

void twist_everywhere(Trial& trial, double torque) {
    trial.pulls.clear();
    for (const SegmentId segment : trial.plant().domains.segments[DomainId(size_t{0})])
        trial.pulls.push_back({segment, Vec3::Zero(), Vec3(0, torque / segments, 0)});
}

}  // namespace

void garcia_twist(Table& table, Progress& progress) {
    const Beam beam = stem();
    const double torque = beam.torsion() / beam.length;  // turns the tip by 1 rad
    {
        ArticulatedSettings settings = settling();
        settings.footing.shape = GivenShape::standing;
        Trial trial(tee(), settings);
        twist_at_the_tip(trial, torque);
        trial.settle(1e-10);
        table.rows.push_back(expect("twist by a torque at the tip (rad)", top_twist(trial),
                                    torque * beam.length / beam.torsion(), 0.01, "TL/GJ"));
        progress.report(0.3, "twisting");
        twist_everywhere(trial, torque);
        trial.settle(1e-10);
        table.rows.push_back(expect("twist by as much torque spread along the stem (rad)",
                                    top_twist(trial), torque * beam.length / (2 * beam.torsion()),
                                    0.01, "TL/2GJ"));
    }
    // Held until still, with the plant's own damping, then let go.
    Trial trial(tee(), ArticulatedSettings());
    constexpr double dt = 5e-4;
    twist_everywhere(trial, torque);
    trial.run(10, 0.01);
    progress.report(0.9, "twisting");
    const double held = top_twist(trial);
    trial.pulls.clear();
    double least_lag = 1, most_lag = -1, t = 0;
    // A quarter period is over when the stem's top passes where it rests.
    for (; top_twist(trial) > 0 && t < 1 && trial.step(dt); t += dt)
        for (const size_t lateral : {1, 2}) {
            const double lag = (tip_twist(trial, DomainId(lateral)) - top_twist(trial)) / held;
            least_lag = std::min(least_lag, lag);
            most_lag = std::max(most_lag, lag);
        }
    table.rows.push_back(show("quarter period after the release (s)", t));
    table.rows.push_back(show("most that a lateral's tip lags its base, of the twist", most_lag));
    table.rows.push_back(claim("each lateral's tip lags its base for the first quarter period",
                               least_lag >= 0 && most_lag > 0, "figure 9.14, inertia"));
}

}  // namespace thigmo::papers
