// thigmo measure: numbers from plants and motions; the first word says which.
#include "apps/cli/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"
#include "thigmo/base/nearest_word.h"

namespace thigmo::cli {

std::vector<Measure> measures() {
    return {measure_modes(), measure_sway(), measure_wind()};
}

void tell_file(const MeasureRequest& request, const Terminal& terminal) {
    if (!request.output.empty() && !request.json) terminal.print(request.output);
}

namespace {

/// InputError for an option that another measurement takes, and for a picture that is none.
void check_options(const Measure& chosen, const Options& options, const std::string& output) {
    for (const Measure& other : measures())
        for (const char* option : other.options)
            if (options.given(option) &&
                std::ranges::find(chosen.options, std::string_view(option)) == chosen.options.end())
                throw InputError(fmt::format("thigmo measure {}: found {}, expected it for {} only",
                                             chosen.word, option, other.word));
    const auto ends = [&](const char* ending) { return output.ends_with(ending); };
    if (options.given("--output") && std::ranges::none_of(chosen.endings, ends))
        throw InputError(fmt::format("--output: found '{}', expected a name that ends in {}",
                                     output, fmt::join(chosen.endings, ", ")));
}

Action declare(Options& options) {
    auto request = std::make_shared<MeasureRequest>();
    std::vector<MeasureAction> actions;
    options.argument("what", request->what, "modes, sway or wind");
    options.argument(
        "file", request->file,
        "a .plant file or a species for modes, a .csv of tracked points for sway, a speed, a word "
        "or a .csv of an anemometer for wind; several speeds with --on");
    options.flag("--json", request->json, "as JSON");
    options.option(
        "-o,--output", request->output,
        "what to draw: sway, wind: an .svg; modes: a .png or a .glb of the first four modes");
    for (const Measure& measure : measures()) actions.push_back(measure.declare(options));
    return [request, actions, &options](Terminal& terminal) {
        const std::vector<Measure> known = measures();
        std::vector<std::string> words;
        for (size_t i = 0; i < known.size(); ++i) {
            words.emplace_back(known[i].word);
            if (request->what != known[i].word) continue;
            check_options(known[i], options, request->output);
            return actions[i](*request, terminal);
        }
        throw InputError(fmt::format("thigmo measure: found '{}', expected {}{}", request->what,
                                     fmt::join(words, ", "), did_you_mean(request->what, words)));
    };
}

}  // namespace

Verb measure_verb() {
    return {"measure", "measure natural frequencies, sway and wind",
            "  thigmo grow oak --age 5 -o oak.plant\n"
            "  thigmo measure modes oak.plant --count 10\n"
            "  thigmo measure modes oak.plant --root --json\n"
            "  thigmo measure modes oak.plant --root -o modes.png\n"
            "  thigmo simulate oak.plant --for 60 -o tip.csv\n"
            "  thigmo measure sway tip.csv -o sway.svg\n"
            "  thigmo measure wind gale -o gale.svg\n"
            "  thigmo measure wind 2,4,8,14,20 --on oak.plant",
            declare};
}

}  // namespace thigmo::cli
