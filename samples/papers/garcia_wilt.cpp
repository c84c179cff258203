// A rose whose modulus falls, [Garcia2023] 9.1.4; and a level stem, whose sag is known.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "samples/papers/elastica.h"
#include "samples/papers/garcia.h"
#include "samples/papers/rods.h"
#include "samples/papers/trial.h"
#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::papers {
namespace {

void set_stiffness(Trial& trial, double factor) {
    trial.simulator().set_stiffness(Column<DomainId, double>(trial.plant().domains.size(), factor));
}

void add_stem(Table& table) {
    Beam beam;
    beam.young = 4e9;
    Trial trial(rod(beam, 100, Vec3::UnitX()), settling());
    const SegmentId tip = last_segment(trial.plant());
    for (const double factor : {1.0, 0.1, 0.01, 1.0}) {
        set_stiffness(trial, factor);
        const bool settled = trial.settle();
        Elastica bent;
        bent.bending = factor * beam.bending();
        bent.load_y = beam.weight(9.81);
        table.rows.push_back(expect(fmt::format("level stem, E × {:g}: tip drop (m)", factor),
                                    settled ? -trial.end(tip).y() : NAN, solve(bent).y, 2e-4,
                                    "elastica by shooting"));
    }
}

SegmentId highest(const Plant& plant) {
    SegmentId top(size_t{0});
    for (const SegmentId segment : plant.segments.rows())
        if (plant.segments.end[segment].y() > plant.segments.end[top].y()) top = segment;
    return top;
}

void add_rose(Table& table, Progress& progress) {
    const Species species = find_species("rose");
    Progress silent;
    ArticulatedSettings settings = settling();
    settings.footing.shape = GivenShape::standing;
    Trial trial(grow_species(species, species.default_age, 1, silent), settings);
    const SegmentId top = highest(trial.plant());
    double before = 0;
    bool sinks = true;
    const std::array<double, 6> factors = {1, 0.5, 0.2, 0.1, 0.05, 1};
    for (size_t i = 0; i < factors.size(); ++i) {
        progress.report(static_cast<double>(i + 1) / 7, "wilting");
        set_stiffness(trial, factors[i]);
        if (!trial.run(5, 0.1)) sinks = false;
        const double drop = trial.plant().segments.end[top].y() - trial.end(top).y();
        const std::string name = fmt::format("rose, E × {:g}: top's drop (m)", factors[i]);
        if (factors[i] == 1)
            table.rows.push_back(expect(name, drop, 0, 1e-4,
                                        i == 0 ? "it stands as it grew" : "it stands up again"));
        else
            table.rows.push_back(show(name, drop));
        sinks = sinks && (factors[i] == 1 || drop > before);
        before = drop;
    }
    table.rows.push_back(
        claim("rose: every loss of stiffness lets the top sink further", sinks, "figure 9.7"));
}

}  // namespace

void garcia_wilt(Table& table, Progress& progress) {
    add_stem(table);
    add_rose(table, progress);
}

}  // namespace thigmo::papers
