// Branched plants, every domain reduced, against the same plants with all elements.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "samples/papers/solid_rods.h"
#include "samples/papers/zhao.h"

namespace thigmo::papers {
namespace {

constexpr size_t lowest = 5;
constexpr const char* full = "full elements, tied";

double percent(double value, double reference) {
    return 100 * (value / reference - 1);
}

void add_frequencies(const char* name, const Plant& plant, Table& table) {
    const std::vector<double> expected = fem_frequencies(plant, lowest),
                              frame = frame_frequencies(plant, lowest);
    const auto find = [&](BasisKind basis, Coupling coupling) {
        return reduced_frequencies(plant, undamped_reduced(basis, coupling), lowest);
    };
    const std::vector<double> ours = find(BasisKind::loaded, Coupling::exact),
                              paper = find(BasisKind::paper, Coupling::exact),
                              lumped = find(BasisKind::loaded, Coupling::lumped);
    for (size_t i = 0; i < lowest; ++i) {
        const std::string of = fmt::format("{}: f{} (Hz)", name, i + 1);
        table.rows.push_back(expect(of, ours[i], expected[i], 0.02, full)
                                 .set("paper_basis_percent", percent(paper[i], expected[i]))
                                 .set("lumped_percent", percent(lumped[i], expected[i])));
        table.rows.push_back(expect(of, ours[i], frame[i], 0.02, beams)
                                 .set("full_elements_percent", percent(expected[i], frame[i])));
    }
    table.rows.push_back(show(fmt::format("{}, the paper's basis: f1 off by (%)", name),
                              percent(paper[0], expected[0]), full));
    table.rows.push_back(show(fmt::format("{}, lumped: f1 off by (%)", name),
                              percent(lumped[0], expected[0]), full));
}

/// How far the tip of a rod along +X has come sideways while its base sped up that way.
double shaken_tip(const Plant& plant, const SimulatorSettings& settings, double acceleration,
                  double seconds) {
    Trial trial(plant, settings);
    trial.gravity.setZero();
    trial.base.acceleration = Vec3(0, acceleration, 0);
    if (!trial.run(seconds, 2e-3)) return NAN;
    return trial.end(SegmentId(plant.segments.size() - 1)).y();
}

/// The paper's system and interface forces: a base that accelerates drags the first domain, the
/// first the second, and the second holds the first back.
void add_two_domains(Table& table) {
    CutRod rod;
    rod.domains = 2;
    const Plant plant = make(rod);
    constexpr double acceleration = 20;
    for (const double seconds : {0.05, 0.1, 0.2}) {
        const double base = 0.5 * acceleration * seconds * seconds;
        const auto lag = [&](const SimulatorSettings& settings) {
            return base - shaken_tip(plant, settings, acceleration, seconds);
        };
        table.rows.push_back(
            expect(fmt::format("two domains, base speeds up: tip lags after {} s by (m)", seconds),
                   lag(undamped_reduced()), lag(undamped_fem()), 0.03, full)
                .set("lumped", lag(undamped_reduced(BasisKind::loaded, Coupling::lumped))));
    }
}

/// What each branch asks of the trunk, at rest under gravity and a force on the last tip.
void add_attachment_loads(Table& table) {
    const Plant plant = with_strong_damping(t_plant());
    const Vec3 gravity(0, -9.81, 0), force(0, 0, 1);
    FemSettings damped = undamped_fem();
    damped.damping = true;
    Trial reduced(plant, settling_reduced()), fem(plant, damped);
    if (!settle(reduced, gravity, force) || !settle(fem, gravity, force)) {
        table.rows.push_back(claim("T at rest", false, full));
        return;
    }
    std::vector<Wrench> ours, expected;
    reduced.simulator().attachment_loads(ours);
    fem.simulator().attachment_loads(expected);
    for (const DomainId domain : plant.domains.rows()) {
        const size_t base = plant.domains.segments[domain].front().value;
        const auto error = [&](const Vec3& a, const Vec3& b) {
            return 100 * (a - b).norm() / b.norm();
        };
        table.rows.push_back(
            bound_above(fmt::format("T, moment at the foot of domain {}: off by (%)", domain.value),
                        error(ours[base].moment, expected[base].moment), 3, full));
        table.rows.push_back(
            bound_above(fmt::format("T, force at the foot of domain {}: off by (%)", domain.value),
                        error(ours[base].force, expected[base].force), 3, full));
    }
}

}  // namespace

void zhao_branches(Table& table, Progress& progress) {
    add_frequencies("T", t_plant(), table);
    progress.report(0.3, "Y");
    add_frequencies("Y", y_plant(), table);
    progress.report(0.5, "two domains");
    add_two_domains(table);
    progress.report(0.8, "attachment loads");
    add_attachment_loads(table);
}

}  // namespace thigmo::papers
