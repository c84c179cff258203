// A rod that swings, [Garcia2023] 8.1: against elliptic functions, and as the thesis does it,
// against the same scheme by hand.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "samples/papers/elliptic.h"
#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"

namespace thigmo::papers {
namespace {

constexpr double length = 0.1, gravity = 9.81, dt = 1e-4;
constexpr double angle0 = std::numbers::pi / 2;       // from the vertical: level
constexpr double stiffness = 1.5 * gravity / length;  // ω₀² of a thin rod: mg(l/2) / (ml²/3)

double angle_of(const Trial& trial, size_t rod = 0) {
    const Vec3 d = trial.direction(SegmentId(rod));
    return std::atan2(d.x(), -d.y());
}

/// The pendulum of [Garcia2023] eqs. 8.3 and 8.5 by hand.
Swing by_hand(long long steps) {
    Swing swing{angle0, 0};
    for (long long i = 0; i < steps; ++i) {
        swing.velocity -= stiffness * std::sin(swing.angle) * dt;
        swing.angle += swing.velocity * dt;
    }
    return swing;
}

}  // namespace

void garcia_pendulum(Table& table, Progress& progress) {
    const std::array<Vec3, 1> level = {Vec3::UnitX()};
    Trial ours(pendulum_rods(length, level), undamped());
    Trial thesis(pendulum_rods(length, level), undamped(Integrator::semi_implicit_euler));
    const std::array<double, 1> turn = {angle0};
    Trial string(pendulum_of_string(length, turn), undamped());
    struct Moment {
        double t, tolerance;
    };
    // The thesis shows 0, 16 and 49 s; the phase error of a second-order step grows with time.
    double t = 0;
    for (const Moment moment : {Moment{0.1, 1e-6}, Moment{0.5, 1e-6}, Moment{1, 1e-5},
                                Moment{2, 1e-5}, Moment{16, 1e-4}, Moment{49, 1e-3}}) {
        ours.run(moment.t - t, dt);
        thesis.run(moment.t - t, dt);
        string.run(moment.t - t, dt);
        t = moment.t;
        progress.report(t / 49, "swinging");
        const Swing swing = pendulum(angle0, std::sqrt(stiffness), t);
        table.rows.push_back(expect(fmt::format("angle at {:g} s, rad", t), angle_of(ours),
                                    swing.angle, moment.tolerance, "elliptic functions"));
        table.rows.push_back(expect(fmt::format("from the string B J B at {:g} s, rad", t),
                                    angle_of(string, 1), swing.angle, moment.tolerance,
                                    "elliptic functions"));
        table.rows.push_back(expect(fmt::format("semi-implicit Euler at {:g} s, rad", t),
                                    angle_of(thesis), by_hand(std::llround(t / dt)).angle, 1e-7,
                                    "[Garcia2023] eqs. 8.3 and 8.5 by hand"));
    }
}

}  // namespace thigmo::papers
