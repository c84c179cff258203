// thigmo measure: numbers from plants and motions; the first word says which.
#include "apps/cli/measure.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"

namespace thigmo::cli {

std::vector<Measure> measures() {
    return {measure_modes(), measure_sway(), measure_wind()};
}

namespace {

Action declare(Options& options) {
    auto request = std::make_shared<MeasureRequest>();
    std::vector<std::string> words;
    std::vector<MeasureAction> actions;
    options.argument("what", request->what, "modes, sway or wind");
    options.argument(
        "file", request->file,
        "a .plant file for modes, a .csv of tracked points for sway, a speed, a word or "
        "a .csv of an anemometer for wind");
    options.flag("--json", request->json, "as JSON");
    options.option("-o,--output", request->output, "sway, wind: an .svg to draw");
    for (const Measure& measure : measures()) {
        words.emplace_back(measure.word);
        actions.push_back(measure.declare(options));
    }
    return [request, words, actions](Terminal& terminal) {
        std::string known;
        for (size_t i = 0; i < words.size(); ++i) {
            if (request->what == words[i]) return actions[i](*request, terminal);
            known += (i > 0 ? ", " : "") + words[i];
        }
        throw InputError(
            fmt::format("thigmo measure: found '{}', expected {}", request->what, known));
    };
}

}  // namespace

Verb measure_verb() {
    return {"measure", "measure natural frequencies, sway and wind",
            "  thigmo measure modes oak.plant --count 10\n"
            "  thigmo measure modes oak.plant --gravity --json\n"
            "  thigmo measure sway out.csv -o sway.svg\n"
            "  thigmo measure wind gale -o gale.svg",
            declare};
}

}  // namespace thigmo::cli
