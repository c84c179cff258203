// thigmo derive: the string that a grammar gives, or how many modules of each name it holds.
#include "thigmo/growth/derive.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/defines.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string grammar, output;
    std::vector<std::string> defines;
    std::optional<int> steps;
    uint64_t seed = 0;
    uint64_t limit = DeriveSettings().module_limit;
    bool json = false, interpreted = false;
};

std::string as_json(const ModuleString& modules, const Alphabet& alphabet) {
    std::vector<uint64_t> counts(alphabet.size(), 0);
    for (const Symbol symbol : modules.symbols) ++counts[symbol];
    Json names;
    for (Symbol symbol = 0; symbol < counts.size(); ++symbol)
        if (counts[symbol] > 0) names.set(alphabet.name(symbol), counts[symbol]);
    Json json;
    json.set("modules", uint64_t{modules.size()})
        .set("parameters", uint64_t{modules.parameters.size()})
        .set("counts", names);
    return json.text();
}

void run_request(const Request& request, Terminal& terminal) {
    if (request.steps && *request.steps < 0)
        throw InputError(fmt::format("--steps: found {}, expected 0 or more", *request.steps));
    if (request.limit == 0) throw InputError("--limit: found 0, expected 1 or more");
    GrammarSettings grammar_settings;
    grammar_settings.defines = parse_defines(request.defines);
    const Grammar grammar = load_grammar(request.grammar, grammar_settings);
    terminal.warn(grammar.log);
    DeriveSettings settings;
    settings.steps = request.steps;
    settings.seed = request.seed;
    settings.module_limit = request.limit;
    TerminalProgress progress = terminal.progress();
    Derivation derivation = derive(grammar, settings, progress);
    if (request.interpreted)
        derivation.modules = interpret(grammar, derivation, settings, progress, derivation.log);
    if (!terminal.quiet) terminal.tell(derivation.printed);
    terminal.warn(derivation.log);
    const std::string text = request.json ? as_json(derivation.modules, derivation.alphabet)
                                          : to_text(derivation.modules, derivation.alphabet);
    if (request.output.empty())
        terminal.print(text);
    else
        write_file(request.output, text + '\n');
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("grammar", request->grammar, "an L-system in the cpfg dialect (.l)");
    options.option("--steps", request->steps, "derivation steps; else the grammar's own length");
    options.option("--seed", request->seed, "of random choices");
    options.option("--limit", request->limit, "most modules and parameters of a string");
    options.option("-D,--define", request->defines, "constants to set: NAME=VALUE,NAME=VALUE");
    options.flag("--interpreted", request->interpreted,
                 "apply the homomorphism: the string that the turtle reads");
    options.flag("--json", request->json, "the number of modules, and of each name, as JSON");
    options.option("-o,--output", request->output, "write to this file");
    return [request](Terminal& terminal) { run_request(*request, terminal); };
}

}  // namespace

Verb derive_verb() {
    return {"derive", "derive the string of an L-system",
            "  thigmo derive species/fern.l -D AGE=5 --steps 4\n"
            "  thigmo derive species/fern.l -D AGE=5 --steps 12 --seed 3 --json\n"
            "  thigmo derive species/oak.l -D AGE=10 --limit 1000000 -o oak.txt",
            declare};
}

}  // namespace thigmo::cli
