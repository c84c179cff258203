// thigmo compare: two simulators beside each other, branch by branch.
#include <fmt/format.h>

#include <memory>

#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"
#include "thigmo/base/json.h"
#include "thigmo/scene/compare.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string first, second, file;
    int count = 20;
    bool json = false;
};

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
            .set("second_sway_m", branch.second.sway);
        rows.push_back(std::move(row));
    }
    Json json;
    json.set("first", request.first)
        .set("second", request.second)
        .set("median_frequency_deviation", found.frequency_deviation)
        .set("median_sway_deviation", found.sway_deviation)
        .set("branches", rows);
    return json.text();
}

std::string as_text(const Request& request, const Comparison& found) {
    std::string text = fmt::format(
        "branches shaken at their base by white noise, {} and {}\n"
        "branch            order  length m        Hz              sway at it, mm\n",
        request.first, request.second);
    for (const BranchComparison& row : found.branches)
        text += fmt::format(
            "{:<16}  {:>5}  {:>8.3f}  {:>7.3f} {:>7.3f}  {:>+5.0f}%  {:>7.2f} {:>7.2f}"
            "  {:>+5.0f}%\n",
            row.name, row.order, row.length, row.first.frequency, row.second.frequency,
            100 * (row.second.frequency / row.first.frequency - 1), 1e3 * row.first.sway,
            1e3 * row.second.sway, 100 * (row.second.sway / row.first.sway - 1));
    return text + fmt::format("median deviation: frequency {:.1f} %, sway {:.1f} %",
                              100 * found.frequency_deviation, 100 * found.sway_deviation);
}

void compare(const Request& request, Terminal& terminal) {
    if (request.count < 1 || request.count > 1000)
        throw InputError(
            fmt::format("thigmo compare: found --count {}, expected 1 to 1000", request.count));
    const SimulatorSettings first = settings_for(request.first, {}),
                            second = settings_for(request.second, {});
    const Plant plant = load_or_grow(request.file, terminal);
    TerminalProgress progress = terminal.progress();
    const Comparison found =
        compare_branches(plant, first, second, static_cast<size_t>(request.count), progress);
    terminal.print(request.json ? as_json(request, found) : as_text(request, found));
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("first", request->first, "a simulator, see thigmo simulate --help");
    options.argument("second", request->second, "another one");
    options.argument("plant", request->file, "a .plant file or a species");
    options.option("--count", request->count, "how many branches");
    options.flag("--json", request->json, "as JSON");
    return [request](Terminal& terminal) { compare(*request, terminal); };
}

}  // namespace

Verb compare_verb() {
    return {"compare", "show how far two simulators differ",
            "  thigmo compare beam articulated oak.plant\n"
            "  thigmo compare beam articulated oak.plant --count 40 --json",
            declare};
}

}  // namespace thigmo::cli
