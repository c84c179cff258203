// From triangles to a plant, step by step, [Zhao2013] table 1.
#include <fmt/format.h>

#include <array>

#include "samples/papers/stopwatch.h"
#include "samples/papers/zhao.h"
#include "samples/skeleton_score.h"
#include "thigmo/authoring/volumes.h"
#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::papers {
namespace {

/// A row of the paper's table, seconds with a person at the mouse, and the plant that stands for
/// its model here. Step 10, the reduced models, is none of these.
struct Example {
    const char* model;
    const char* species;
    double age;                     // years
    std::array<double, 8> printed;  // steps 1 to 8
};

constexpr std::array<Example, 4> examples = {{
    {"dahlia", "orchid", 3, {16, 40, 0.2, 0, 3, 27, 0.01, 0.45}},
    {"jasmine", "rose", 5, {29, 14, 0.6, 20, 3, 63, 0.09, 1.13}},
    {"white pine", "spruce", 12, {36, 3, 7, 10, 3, 60, 3.5, 17}},
    {"broadleaf", "oak", 12, {7, 10, 1.4, 0, 3, 269, 1.14, 3.3}},
}};

/// Steps of the paper that are one of ours, by the names in the profile.
struct Together {
    const char* name;
    size_t first, last;  // of the paper's, counted from 1; 0: the paper has no such step
    std::vector<const char*> ours;
};

std::vector<Together> steps() {
    return {
        {"1 pieces and what they are", 1, 1, {"join parts", "pieces", "forms", "roles", "rest"}},
        {"2 instances", 2, 2, {"blades", "instances"}},
        {"3 to 6 graph, gaps, root, loops", 3, 6, {"hierarchy"}},
        {"7 anchors and parents of leaves", 7, 7, {"anchors"}},
        {"8 voxels", 8, 8, {"voxels"}},
        {"9 fixed vertices", 0, 0, {"fixed vertices"}},
        {"11 stiffness", 0, 0, {"stiffness"}},
        {"centrelines (not in the paper)", 0, 0, {"centrelines"}},
        {"rows of the plant (not in the paper)", 0, 0, {"assemble"}}};
}

double seconds(const Profile& profile, const std::vector<const char*>& names) {
    double sum = 0;
    for (const Profile::Stage& stage : profile.stages)
        for (const char* name : names)
            if (stage.name == name) sum += stage.milliseconds / 1000;
    return sum;
}

Plant grow(const Example& example, Progress& progress) {
    const Species species = find_species(example.species);
    const double age = std::clamp(example.age, species.min_age, species.max_age);
    return grow_species(species, age, 1, progress);
}

void add_rows(const Example& example, Table& table, Progress& progress) {
    const Plant plant = grow(example, progress);
    const samples::LooseSoup loose = samples::loosen(plant);
    Authored authored;
    const Spent all = best_of(2, [&] {
        authored = author(loose.soup, {}, {}, progress);
        Plant& found = authored.plants.front().plant;
        Log log;
        authored.profile.time("voxels", [&] { build_volumes(found, {}, progress); });
        authored.profile.time("fixed vertices", [&] { return fix_vertices(found, {}, log); });
    });
    const AuthoredPlant& made = authored.plants.front();
    const samples::SkeletonScore score = samples::score(plant, loose, made);
    const std::string title = fmt::format("{} ({} here)", example.model, example.species);
    double printed = 0;
    for (const Together& step : steps()) {
        Row row =
            show(fmt::format("{}: {} (s)", title, step.name), seconds(authored.profile, step.ours));
        double there = 0;
        for (size_t i = step.first; i <= step.last && i > 0; ++i) there += example.printed[i - 1];
        if (step.first > 0) row.print(there);
        printed += there;
        table.rows.push_back(std::move(row));
    }
    table.rows.push_back(bound_above(fmt::format("{}: all (s of work)", title), all.work, printed,
                                     "the paper's steps 1 to 8, with a person")
                             .print(printed)
                             .set("wall_s", all.wall)
                             .set("triangles", uint64_t{authored.counts.triangles})
                             .set("domains", uint64_t{made.plant.domains.size()})
                             .set("loops", uint64_t{authored.counts.loops}));
    table.rows.push_back(bound_below(fmt::format("{}: parents right (%)", title),
                                     score.parents.percent(), 99,
                                     "the plant before it was loosened")
                             .set("branches", uint64_t{score.parents.all}));
    table.rows.push_back(bound_below(fmt::format("{}: leaves on their branch (%)", title),
                                     score.leaves.percent(), 99, "the plant before it was loosened")
                             .set("leaves", uint64_t{score.leaves.all})
                             .set("left_out", uint64_t{score.afloat + score.buried}));
}

}  // namespace

/// The paper's models are not to be had; plants of like kinds stand for them, taken apart into
/// shuffled triangles with gaps and debris. The printed seconds are of people at the mouse, ours of
/// nobody.
void zhao_pipeline(Table& table, Progress& progress) {
    for (size_t i = 0; i < examples.size(); ++i) {
        progress.report(static_cast<double>(i) / examples.size(), examples[i].model);
        add_rows(examples[i], table, progress);
    }
}

}  // namespace thigmo::papers
