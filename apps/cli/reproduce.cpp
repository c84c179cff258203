// thigmo reproduce: a paper's table beside ours.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "apps/cli/paper_table.h"
#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "samples/papers/experiments.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string name, output;
    std::vector<std::string> plants;
    bool list = false, json = false;
};

std::string list_as_text() {
    std::string text;
    for (const papers::Experiment& experiment : papers::experiments())
        text += fmt::format("{}{:<24} {:<24} {}", text.empty() ? "" : "\n", experiment.name,
                            experiment.paper, experiment.summary);
    return text;
}

std::string list_as_json() {
    std::vector<Json> rows;
    for (const papers::Experiment& experiment : papers::experiments()) {
        Json row;
        row.set("name", experiment.name)
            .set("paper", experiment.paper)
            .set("summary", experiment.summary);
        rows.push_back(std::move(row));
    }
    Json json;
    json.set("experiments", rows);
    return json.text();
}

void require_picture(const papers::Experiment& experiment, const std::string& output) {
    if (!experiment.draws)
        throw InputError(fmt::format("--output: found '{}', expected none: {} has no picture",
                                     output, experiment.name));
    if (!output.ends_with(".svg"))
        throw InputError(
            fmt::format("--output: found '{}', expected a name that ends in .svg", output));
}

/// The reader's own plants instead of the paper's.
papers::Table reproduce_on(const papers::Experiment& experiment, const Request& request,
                           Progress& progress, const Terminal& terminal) {
    if (!experiment.run_on)
        throw InputError(fmt::format("--plant: found '{}', expected none: {} has plants of its own",
                                     request.plants[0], experiment.name));
    papers::Table table;
    table.name = experiment.name;
    table.paper = experiment.paper;
    for (const std::string& file : request.plants)
        experiment.run_on(std::filesystem::path(file).stem().string(), load_or_grow(file, terminal),
                          table, progress);
    return table;
}

void reproduce(const Request& request, Terminal& terminal) {
    const papers::Experiment experiment = papers::find_experiment(request.name);
    if (!request.output.empty()) require_picture(experiment, request.output);
    TerminalProgress progress = terminal.progress();
    const papers::Table table = request.plants.empty()
                                    ? papers::reproduce(experiment, progress)
                                    : reproduce_on(experiment, request, progress, terminal);
    if (!request.output.empty()) write_file(request.output, table.svg);
    print(table, request.json, terminal);
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.optional_argument("name", request->name, "what to reproduce, see --list");
    options.flag("--list", request->list, "what there is");
    options.flag("--json", request->json, "as JSON");
    options.option("--plant", request->plants,
                   "a .plant or a species instead, for zhao-figure10; may be given again");
    options.option("-o,--output", request->output, "a picture of it (.svg), where there is one");
    return [request](Terminal& terminal) {
        if (request->list)
            terminal.print(request->json ? list_as_json() : list_as_text());
        else if (request->name.empty())
            throw InputError("reproduce: found no name, expected one of thigmo reproduce --list");
        else
            reproduce(*request, terminal);
    };
}

}  // namespace

Verb reproduce_verb() {
    return {"reproduce", "print a paper's table beside ours",
            "  thigmo reproduce --list\n"
            "  thigmo reproduce garcia-cantilever\n"
            "  thigmo reproduce garcia-pull -o path.svg --json\n"
            "  thigmo grow oak --age 3 -o mine.plant\n"
            "  thigmo reproduce zhao-figure10 --plant mine.plant",
            declare};
}

}  // namespace thigmo::cli
