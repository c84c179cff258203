// thigmo prepare: all reduced models of a plant, into the file beside it.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "apps/cli/plant_name.h"
#include "apps/cli/plant_settings.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"
#include "thigmo/base/parallel.h"
#include "thigmo/sim/reduced/models_file.h"
#include "thigmo/sim/reduced/prepare_models.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string plant, output, basis;
    std::vector<std::string> settings;
    int threads = 0;
    bool json = false;
};

/// What was made, and what it took.
struct Preparation {
    PreparedModels made;
    double seconds = 0;
    size_t bytes = 0;  // of the file
    double megabytes() const { return 1e-6 * static_cast<double>(bytes); }
    double kilobytes_each() const {
        return made.models == 0
                   ? 0
                   : 1e-3 * static_cast<double>(bytes) / static_cast<double>(made.models);
    }
};

std::string as_json(const std::string& output, const Preparation& done) {
    Json json;
    json.set("file", output)
        .set("domains", static_cast<uint64_t>(done.made.domains))
        .set("flexible_domains", static_cast<uint64_t>(done.made.flexible))
        .set("models", static_cast<uint64_t>(done.made.models))
        .set("dofs", static_cast<uint64_t>(done.made.coordinates))
        .set("seconds", done.seconds)
        .set("kb_per_model", done.kilobytes_each())
        .set("mb", done.megabytes());
    return json.text();
}

std::string as_text(const std::string& output, const Preparation& done) {
    std::string text;
    const auto row = [&](const char* name, const std::string& value) {
        text += fmt::format("{:<17}{:>10}\n", name, value);
    };
    row("domains", fmt::to_string(done.made.domains));
    row("flexible", fmt::to_string(done.made.flexible));
    row("models, shared", fmt::to_string(done.made.models));
    row("DOFs", fmt::to_string(done.made.coordinates));
    row("seconds", fmt::format("{:.2f}", done.seconds));
    row("kB per model", fmt::format("{:.1f}", done.kilobytes_each()));
    row("MB in all", fmt::format("{:.2f}", done.megabytes()));
    return text + output;
}

void prepare_plant(const Request& request, Terminal& terminal) {
    if (request.threads < 0 || request.threads > 4096)
        throw InputError(fmt::format("--threads: found {}, expected 0 to 4096", request.threads));
    const std::string output =
        request.output.empty() ? models_path(request.plant).string() : request.output;
    if (!output.ends_with(".models"))
        throw InputError(fmt::format("--output: found '{}', expected a .models file", output));
    const ThreadLimit limit(static_cast<size_t>(request.threads));
    SimulatorSettings settings = ReducedSettings();
    set_all(request.settings, settings);
    auto& reduced = std::get<ReducedSettings>(settings);
    if (!request.basis.empty()) set_all({"basis=" + request.basis}, settings);
    const Plant plant =
        prepare(load_plant_file(request.plant, "beside which simulate finds the models"), settings);
    TerminalProgress progress = terminal.progress();
    const auto start = std::chrono::steady_clock::now();
    Preparation done;
    done.made = prepare_models(plant, reduced, progress);
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (progress.cancelled()) throw InputError("stopped");
    terminal.warn(done.made.log);
    const std::string bytes = encode_models(*reduced.models);
    write_file(output, bytes);
    done.bytes = bytes.size();
    terminal.print(request.json ? as_json(output, done) : as_text(output, done));
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("plant", request->plant, "a .plant file");
    options.option("-o,--output", request->output,
                   "what to write; else X.models beside X.plant, where simulate finds it");
    options.choice("--basis", request->basis, {basis_kind_names.begin(), basis_kind_names.end()},
                   "shapes under load, or the paper's");
    options.option("--set", request->settings,
                   "a setting, again and again, as simulate will have it: modes=4, leaf_pieces=3");
    options.option("--threads", request->threads, "0: as many as the machine has");
    options.flag("--json", request->json, "what was done, as JSON");
    return [request](Terminal& terminal) { prepare_plant(*request, terminal); };
}

}  // namespace

Verb prepare_verb() {
    return {"prepare", "compute a plant's models for the reduced simulator",
            "  thigmo grow oak --age 3 -o oak.plant\n"
            "  thigmo prepare oak.plant\n"
            "  thigmo prepare oak.plant --set modes=[8,6,4] --json\n"
            "  thigmo prepare oak.plant --basis paper -o paper.models",
            declare};
}

}  // namespace thigmo::cli
