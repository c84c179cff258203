// thigmo compare: two simulators beside each other, branch by branch.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "samples/frame_judge.h"
#include "thigmo/base/error.h"
#include "thigmo/base/json.h"
#include "thigmo/scene/compare.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string first, second, file, leaves = "stalks";
    int count = 20;
    bool json = false;
};

/// Log ratio of the second to the first in per cent; for small ones how much more the second is.
double percent(double first, double second) {
    return 100 * log_ratio(first, second);
}

Json as_json(const Deviation& deviation) {
    Json json;
    json.set("median", 100 * deviation.median)
        .set("upper_quartile", 100 * deviation.upper_quartile)
        .set("worst", 100 * deviation.worst);
    return json;
}

std::string as_json(const Request& request, const Comparison& found) {
    std::vector<Json> rows;
    for (const BranchComparison& branch : found.branches) {
        Json row;
        row.set("branch", branch.name)
            .set("order", uint64_t(branch.order))
            .set("length_m", branch.length)
            .set("first_frequency_hz", branch.first.frequency)
            .set("second_frequency_hz", branch.second.frequency)
            .set("first_sway_m", branch.first.sway)
            .set("frame_frequency_hz", branch.referee)
            .set("first_likeness", branch.first.likeness)
            .set("second_likeness", branch.second.likeness)
            .set("second_sway_m", branch.second.sway)
            .set("frequency_log_ratio_percent",
                 percent(branch.first.frequency, branch.second.frequency))
            .set("sway_log_ratio_percent", percent(branch.first.sway, branch.second.sway));
        rows.push_back(std::move(row));
    }
    Json json;
    json.set("first", request.first)
        .set("second", request.second)
        .set("frequency_deviation_percent", as_json(found.frequency))
        .set("sway_deviation_percent", as_json(found.sway))
        .set("branches", rows);
    return json.text();
}

/// A row of the table's foot, under the columns of deviations.
std::string foot(const char* name, double frequency, double sway) {
    return fmt::format("\n{:<60}  {:>6.1f}%  {:>15}  {:>6.1f}%", name, 100 * frequency, "",
                       100 * sway);
}

std::string as_text(const Request& request, const Comparison& found) {
    std::string text = fmt::format(
        "branches shaken at their base by white noise, {} and {}; a frame of beams beside them\n"
        "deviations are 100 ln(second/first) %, of the same size whichever is first\n"
        "branch            order  length m    frame       Hz               sway of the tip, mm",
        request.first, request.second);
    for (const BranchComparison& row : found.branches)
        text += fmt::format(
            "\n{:<16}  {:>5}  {:>8.3f}  {:>7.3f}  {:>7.3f} {:>7.3f}  {:>+6.1f}%  {:>7.2f} {:>7.2f}"
            "  {:>+6.1f}%",
            row.name, row.order, row.length, row.referee, row.first.frequency, row.second.frequency,
            percent(row.first.frequency, row.second.frequency), 1e3 * row.first.sway,
            1e3 * row.second.sway, percent(row.first.sway, row.second.sway));
    text += foot("median deviation", found.frequency.median, found.sway.median);
    text += foot("upper quartile", found.frequency.upper_quartile, found.sway.upper_quartile);
    return text + foot("worst", found.frequency.worst, found.sway.worst);
}

/// With solids' shear where both are solids; leaves as in both.
Referee frame_of(const SimulatorSettings& first, const SimulatorSettings& second) {
    const bool solid = samples::is_solid(first) && samples::is_solid(second);
    const SimulatorSettings like = solid ? first : settings_for("articulated", second);
    return [like](const Plant& plant) { return samples::frame_modes(plant, like, 60); };
}

LeafJoint leaf_joint(const std::string& word) {
    for (size_t i = 0; i < leaf_joint_names.size(); ++i)
        if (word == leaf_joint_names[i]) return static_cast<LeafJoint>(i);
    const bool solve = std::ranges::find(leaf_solve_names, word) != leaf_solve_names.end();
    throw InputError(fmt::format(
        "thigmo compare: found --leaves {}, expected stalks or welded{}", word,
        solve ? fmt::format("; leaf_solve = \"{}\" in a scene is what this was", word) : ""));
}

void compare(const Request& request, Terminal& terminal) {
    if (request.count < 1 || request.count > 1000)
        throw InputError(
            fmt::format("thigmo compare: found --count {}, expected 1 to 1000", request.count));
    SimulatorSettings first = settings_for(request.first, {}),
                      second = settings_for(request.second, {});
    leaf(first).joint = leaf(second).joint = leaf_joint(request.leaves);
    const Plant plant = load_or_grow(request.file, terminal);
    TerminalProgress progress = terminal.progress();
    const Comparison found =
        compare_branches(plant, first, second, static_cast<size_t>(request.count), progress,
                         frame_of(first, second));
    terminal.print(request.json ? as_json(request, found) : as_text(request, found));
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("first", request->first, "a simulator, see thigmo simulate --help");
    options.argument("second", request->second, "another one");
    options.argument("plant", request->file, "a .plant file or a species");
    options.option("--count", request->count, "how many branches");
    options.option("--leaves", request->leaves, "how leaves hang: stalks or welded");
    options.flag("--json", request->json, "as JSON");
    return [request](Terminal& terminal) { compare(*request, terminal); };
}

}  // namespace

Verb compare_verb() {
    return {"compare", "show how far two simulators differ, as 100 ln(second/first) %",
            "  thigmo grow oak --age 5 -o oak.plant\n"
            "  thigmo compare beam articulated oak.plant\n"
            "  thigmo compare beam articulated oak.plant --count 40 --json",
            declare};
}

}  // namespace thigmo::cli
