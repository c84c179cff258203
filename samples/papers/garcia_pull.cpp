// A herb that is pulled at its tip, held and let go, [Garcia2023] 9.1.3.
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "samples/papers/elastica.h"
#include "samples/papers/garcia.h"
#include "samples/papers/herb.h"
#include "samples/papers/oscillation.h"
#include "samples/papers/trial.h"
#include "thigmo/io/plot.h"

namespace thigmo::papers {
namespace {

constexpr double dt = 1e-3;
constexpr double force = 1.2;                     // N, sideways
constexpr double ramp = 0.5, held = 6, free = 3;  // s

/// The pulled stem: upright under gravity, with the force across its tip.
ElasticaTip expected_tip() {
    Elastica stem;
    stem.length = herb_stem().length;
    stem.bending = herb_stem().bending();
    stem.load_x = -herb_stem().weight(9.81);
    stem.force_y = force;
    return solve(stem);
}

struct Path {
    std::vector<Vec3> tip;  // every dt
    size_t let_go = 0;
    std::vector<Vec3> held;  // joints of the stem just before
};

std::vector<Vec3> stem_of(const Trial& trial) {
    std::vector<Vec3> points = {Vec3::Zero()};
    for (const SegmentId segment : trial.plant().segments.rows())
        points.push_back(trial.end(segment));
    return points;
}

Path pull_hold_release() {
    Trial trial(herb(), ArticulatedSettings());
    const SegmentId tip = last_segment(trial.plant());
    Path path;
    for (double t = 0; t < ramp + held + free; t += dt) {
        trial.pulls.clear();
        if (t < ramp + held)
            trial.pulls = {{tip, Vec3(force * std::min(1.0, t / ramp), 0, 0), Vec3::Zero()}};
        else if (path.let_go == 0) {
            path.let_go = path.tip.size();
            path.held = stem_of(trial);
        }
        if (!trial.step(dt)) break;
        path.tip.push_back(trial.end(tip));
    }
    return path;
}

PlotSeries line(const char* name, std::span<const Vec3> points, bool dashed) {
    PlotSeries series;
    series.name = name;
    series.dashed = dashed;
    for (const Vec3& point : points) {
        series.x.push_back(point.x());
        series.y.push_back(point.y());
    }
    return series;
}

std::string draw(const Path& path) {
    const std::span<const Vec3> tip(path.tip);
    Plot plot;
    plot.title = "A herb that is pulled at its tip, held and let go";
    plot.x.label = "across (m)";
    plot.y.label = "up (m)";
    plot.same_scale = true;
    const std::vector<Vec3> upright = {Vec3::Zero(), Vec3(0, herb_stem().length, 0)};
    plot.series = {line("path when let go", tip.subspan(path.let_go), false),
                   line("path when pulled", tip.first(path.let_go), false),
                   line("stem, upright", upright, true), line("stem, held", path.held, true)};
    return draw_svg(plot);
}

}  // namespace

void garcia_pull(Table& table, Progress& progress) {
    const Path path = pull_hold_release();
    progress.report(0.9, "pulling");
    const double frequency = ringing_frequency();
    if (path.let_go == 0) {
        table.rows.push_back(claim("every step succeeds", false, "a step failed"));
        return;
    }
    table.svg = draw(path);
    const ElasticaTip expected = expected_tip();
    const Vec3 pulled = path.tip[path.let_go - 1];
    table.rows.push_back(expect("how far the held tip is pulled (m)", pulled.x(), expected.y, 1e-3,
                                "elastica by shooting"));
    table.rows.push_back(
        expect("how high it is then (m)", pulled.y(), expected.x, 1e-3, "elastica by shooting"));
    // After eight periods the swing is small and the higher modes have gone.
    std::vector<double> rings;
    for (size_t i = path.let_go + static_cast<size_t>(8 / (frequency * dt)); i < path.tip.size();
         ++i)
        rings.push_back(path.tip[i].x());
    const Oscillation oscillation = fit_oscillation(rings, dt, frequency);
    table.rows.push_back(expect("frequency after the release (Hz)", oscillation.frequency,
                                frequency, 2e-3,
                                "Euler–Bernoulli, less what gravity and damping take"));
    table.rows.push_back(expect("damping ratio after the release", oscillation.damping_ratio,
                                herb_damping_ratio, 0.05, "the stem's material"));
    double over = 0;
    for (size_t i = path.let_go; i < path.tip.size(); ++i) over = std::min(over, path.tip[i].x());
    table.rows.push_back(
        claim("it swings over to the other side", over < -0.3 * pulled.x(), "figure 9.6"));
    table.rows.push_back(expect("where it ends (m)", path.tip.back().x(), 0, 1e-4, "upright"));
}

}  // namespace thigmo::papers
