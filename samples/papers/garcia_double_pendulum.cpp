// Two rods that swing, [Garcia2023] 8.2.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "samples/chains.h"
#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"

namespace thigmo::papers {
namespace {

constexpr const char* source = "Gauss collocation of the Lagrangian with 30 digits";

double angle_of(const Trial& trial, size_t rod) {
    const Vec3 d = trial.direction(SegmentId(rod));
    return std::atan2(d.x(), -d.y());
}

/// Angular velocity (rad/s) from the speed of the rod's end against that of its
/// joint.
double rate_of(Trial& trial, size_t rod) {
    const Vec3 d = trial.direction(SegmentId(rod));
    const auto velocity = [&](size_t r) {
        const SegmentId id(r);
        return trial.simulator().velocity(Load::Table::segments, id.value, trial.end(id));
    };
    const Vec3 relative = rod == 0 ? velocity(0) : Vec3(velocity(rod) - velocity(rod - 1));
    const SegmentId id(rod);
    const double length =
        (trial.plant().segments.end[id] - trial.plant().segments.start[id]).norm();
    return relative.dot(Vec3(-d.y(), d.x(), 0)) / length;
}

Vec3 at_angle(double theta) {
    return {std::sin(theta), -std::cos(theta), 0};
}

struct Moment {
    double t, theta1, theta2, omega1, omega2, tolerance;
};

/// Both rods level and let go, l = 0.1 m: the thesis's figure 8.4.
constexpr std::array<Moment, 5> level = {{
    {0.05, 1.414631430442636, 1.619781362651266, -6.13272028434365, 1.686482736885428, 1e-8},
    {0.1, 1.000790726084277, 1.631491569587025, -9.767765994186634, -2.897146363114957, 1e-8},
    {0.2, 0.232838605961623, 0.01048166731902851, -5.040464107038449, -25.88379784652771, 1e-7},
    {0.5, -0.9240496835734381, -2.199854232193175, 9.596798347920178, -1.358542504776456, 1e-8},
    {1.0, 0.131290534643778, 0.8316469459055901, -16.01718307610701, -1.246697520735239, 1e-5},
}};

/// Small angles, l = 1 m.
constexpr std::array<Moment, 4> small = {{
    {0.5, -0.03986756995476701, 0.1199707889116658, 0.03542305445993112, -0.4927979885823518, 1e-6},
    {1.0, -0.003194227856891339, -0.1365039880557462, -0.337113808701178, 0.5170019548236256, 1e-5},
    {2.0, 0.02251449734408265, 0.04950176789448442, -0.2953870883484502, 0.9592511073880574, 1e-5},
    {5.0, 7.987269260618774e-5, 0.107045578173083, 0.2348025216457462, -0.8100949931286787, 1e-3},
}};

/// `first` is the segment of the upper rod; what comes before it stands still.
void add_rows(Table& table, Progress& progress, Trial& trial, const char* name,
              std::span<const Moment> moments, double dt, size_t first = 0) {
    double t = 0;
    for (const Moment& moment : moments) {
        trial.run(moment.t - t, dt);
        t = moment.t;
        progress.report(t / moments.back().t, name);
        const auto add = [&](const char* what, double ours, double expected) {
            table.rows.push_back(expect(fmt::format("{}: {} at {:g} s", name, what, t), ours,
                                        expected, moment.tolerance, source));
        };
        add("θ₁ (rad)", angle_of(trial, first), moment.theta1);
        add("θ₂ (rad)", angle_of(trial, first + 1), moment.theta2);
        add("ω₁ (rad/s)", rate_of(trial, first), moment.omega1);
        add("ω₂ (rad/s)", rate_of(trial, first + 1), moment.omega2);
    }
}

/// The same on revolute joints in generalised coordinates, which the thesis
/// has: relative angles.
void add_revolute(Table& table, const Moment& moment, double dt) {
    JointTree tree = samples::double_pendulum();
    const std::array<double, 2> angles = {std::numbers::pi / 2, 0}, still = {0, 0};
    tree.set_state(angles, still);
    bool well = true;
    for (long long i = std::llround(moment.t / dt); i > 0 && well; --i)
        well = tree.step(Integrator::tr_bdf2, dt, {});
    const auto add = [&](const char* what, double ours, double expected) {
        table.rows.push_back(expect(fmt::format("revolute joints: {} at {:g} s", what, moment.t),
                                    well ? ours : NAN, expected, moment.tolerance, source));
    };
    add("θ₁ (rad)", tree.angles()[0], moment.theta1);
    add("θ₂ (rad)", tree.angles()[0] + tree.angles()[1], moment.theta2);
}

}  // namespace

void garcia_double_pendulum(Table& table, Progress& progress) {
    const std::array<Vec3, 2> directions = {Vec3::UnitX(), Vec3::UnitX()};
    {
        // The velocity after one short step from rest gives the acceleration: its
        // error is O(dt²).
        Trial trial(pendulum_rods(0.1, directions), undamped());
        constexpr double dt = 1e-6;
        trial.step(dt);
        table.rows.push_back(expect("θ₁″ when let go (rad/s²)", rate_of(trial, 0) / dt,
                                    -9.0 / 7 * 9.81 / 0.1, 1e-8, "−(9/7) g/l")
                                 .print(-126.12857413787080));
        table.rows.push_back(expect("θ₂″ when let go (rad/s²)", rate_of(trial, 1) / dt,
                                    3.0 / 7 * 9.81 / 0.1, 1e-8, "(3/7) g/l"));
    }
    Trial chaotic(pendulum_rods(0.1, directions), undamped());
    add_rows(table, progress, chaotic, "level", level, 2e-6);
    const std::array<double, 2> turns = {std::numbers::pi / 2, 0};
    Trial string(pendulum_of_string(0.1, turns), undamped());
    add_rows(table, progress, string, "from a string", std::span(level).first(3), 2e-6, 1);
    add_revolute(table, level[3], 2e-6);
    const std::array<Vec3, 2> hanging = {at_angle(0.1), at_angle(-0.05)};
    Trial gentle(pendulum_rods(1, hanging), undamped());
    add_rows(table, progress, gentle, "small", small, 5e-5);
}

}  // namespace thigmo::papers
