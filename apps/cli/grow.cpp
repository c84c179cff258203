// thigmo grow: a species, a grammar or a string of modules to a plant.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>

#include "apps/cli/defines.h"
#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"
#include "thigmo/growth/view_file.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;

struct Request {
    std::string what, string, output, view;
    std::string dialect = "cpfg", bodies = "auto", root = "fixed", tropism, palette;
    std::vector<std::string> defines;
    std::optional<double> age, angle, step, width, width_increment, elasticity;
    std::optional<int> steps;
    uint64_t seed = 0;
    uint64_t limit = DeriveSettings().module_limit;
    double min_mass = 0, min_length = 0;
    bool json = false;
};

double number(std::string_view text, const std::string& option) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    throw InputError(fmt::format("{}: found '{}', expected a number", option, text));
}

Vec3 read_vector(std::string_view text, const std::string& option) {
    if (std::count(text.begin(), text.end(), ',') != 2)
        throw InputError(fmt::format("{}: found '{}', expected x,y,z", option, text));
    Vec3 vector;
    for (double& x : vector) {
        const std::string_view word = text.substr(0, text.find(','));
        x = number(word, option);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return vector;
}

void require_not_negative(const char* option, double value) {
    if (!(value >= 0) || !std::isfinite(value))
        throw InputError(fmt::format("{}: found {}, expected 0 or more", option, value));
}

/// Defaults, then the view file, then the options.
TurtleSettings turtle_settings(const Request& request, const fs::path& beside, Log& log) {
    TurtleSettings turtle;
    fs::path view = request.view;
    if (view.empty() && !beside.empty()) view = fs::path(beside).replace_extension(".v");
    if (!request.view.empty() || (!view.empty() && fs::exists(view)))
        read_view(read_file(view), view.string(), turtle, log);
    turtle.dialect = request.dialect == "abop" ? Dialect::abop : Dialect::cpfg;
    turtle.bodies = request.bodies == "on"    ? BodyModules::on
                    : request.bodies == "off" ? BodyModules::off
                                              : BodyModules::automatic;
    turtle.moving_root = request.root == "moving";
    turtle.angle_deg = request.angle.value_or(turtle.angle_deg);
    turtle.step = request.step.value_or(turtle.step);
    turtle.width = request.width.value_or(turtle.width);
    if (request.width_increment) turtle.width_increment = request.width_increment;
    if (!request.tropism.empty()) turtle.tropism = read_vector(request.tropism, "--tropism");
    turtle.elasticity = request.elasticity.value_or(turtle.elasticity);
    require_not_negative("--min-mass", request.min_mass);
    require_not_negative("--min-length", request.min_length);
    turtle.min_body_mass = request.min_mass;
    turtle.min_body_length = request.min_length;
    return turtle;
}

GrowthSettings growth_settings(const Request& request, const fs::path& grammar, Log& log) {
    if (request.steps && *request.steps < 0)
        throw InputError(fmt::format("--steps: found {}, expected 0 or more", *request.steps));
    if (request.limit == 0) throw InputError("--limit: found 0, expected 1 or more");
    GrowthSettings settings;
    settings.derivation = {request.steps, request.seed, request.limit};
    settings.defines = parse_defines(request.defines);
    settings.turtle = turtle_settings(request, grammar, log);
    settings.age = request.age;
    return settings;
}

/// The shapes, looks and wood that a grammar or a string does not have itself.
Palette palette_of(const Request& request) {
    return request.palette.empty() ? default_palette() : find_species(request.palette).palette;
}

/// A module string that any program wrote: nothing is derived.
Growth draw_string(const Request& request, Log& log) {
    if (request.age || request.steps || !request.defines.empty())
        throw InputError(
            "--string: found --age, --steps or --define beside it, expected a string that needs "
            "no derivation");
    const TurtleSettings turtle = turtle_settings(request, request.string, log);
    return thigmo::draw_string(read_file(request.string), request.string, turtle,
                               palette_of(request));
}

/// A grammar file; with a species' table of the same name beside it, the species under work.
Growth grow_file(const Request& request, Progress& progress, Log& log) {
    const fs::path path = request.what;
    GrowthSettings settings = growth_settings(request, path, log);
    const fs::path table = fs::path(path).replace_extension(".toml");
    if (fs::exists(table)) {
        Species species = read_species(read_file(table), table.string());
        species.grammar = read_file(path);
        species.grammar_file = path.string();
        return grow_species(species, settings, progress);
    }
    if (request.age) settings.defines.emplace("AGE", *request.age);
    GrammarSettings reading;
    reading.defines = settings.defines;
    return grow_grammar(load_grammar(path.string(), reading), settings, palette_of(request),
                        path.stem().string(), progress);
}

bool is_species(const std::string& name) {
    const std::vector<std::string> names = species_names();
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// `log` takes the warnings of the view file.
Growth grow(const Request& request, Progress& progress, Log& log) {
    if (request.what.empty() == request.string.empty())
        throw InputError(
            "thigmo grow: expected a species, a grammar file or --string FILE, and one of them; "
            "see thigmo grow --help");
    if (!request.string.empty()) return draw_string(request, log);
    const bool file = request.what.ends_with(".l") ||
                      (!is_species(request.what) && fs::is_regular_file(request.what));
    if (file) return grow_file(request, progress, log);
    if (!request.palette.empty())
        throw InputError(
            fmt::format("--palette: found it beside the species {}, expected it "
                        "beside a grammar",
                        request.what));
    if (request.dialect != "cpfg")
        throw InputError(fmt::format("--dialect: found {}, expected cpfg, in which {} is written",
                                     request.dialect, request.what));
    const GrowthSettings settings = growth_settings(request, {}, log);
    return grow_species(find_species(request.what), settings, progress);
}

std::string as_json(const Growth& growth, const std::string& output) {
    const Box box = bounds(growth.plant);
    Json json;
    json.set("plant", growth.plant.name)
        .set("output", output)
        .set("height_m", box.sizes().y())
        .set("domains", uint64_t{growth.plant.domains.size()})
        .set("segments", uint64_t{growth.plant.segments.size()})
        .set("mass_kg", mass(growth.plant))
        .set("bodies", uint64_t{growth.bodies})
        .set("merged_bodies", uint64_t{growth.merged_bodies});
    return json.text();
}

std::string as_text(const Growth& growth, const std::string& output) {
    std::string bodies;
    if (growth.bodies > 0)
        bodies = fmt::format(", {} of {} bodies merged into their parents", growth.merged_bodies,
                             growth.bodies);
    return fmt::format("{}: {}, {:.3g} m high, {} domain{}, {:.4g} kg{}", output, growth.plant.name,
                       bounds(growth.plant).sizes().y(), growth.plant.domains.size(),
                       growth.plant.domains.size() == 1 ? "" : "s", mass(growth.plant), bodies);
}

void run(const Request& request, Terminal& terminal) {
    require_plant_name(request.output);
    TerminalProgress progress = terminal.progress();
    Log log;
    const Growth growth = grow(request, progress, log);
    if (!terminal.quiet) terminal.tell(growth.printed);
    terminal.warn(log);
    terminal.warn(growth.log);
    const std::string output =
        request.output.empty() ? growth.plant.name + ".plant" : request.output;
    save_plant(growth.plant, output);
    terminal.print(request.json ? as_json(growth, output) : as_text(growth, output));
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.optional_argument("plant", request->what, "a built-in species or a grammar file (.l)");
    options.option("--string", request->string, "draw the modules in this file instead");
    options.option("-o,--output", request->output, "the .plant file; NAME.plant unless given");
    options.option("--age", request->age, "years (AGE in the grammar)");
    options.option("--seed", request->seed, "another seed, another individual");
    options.option("--steps", request->steps, "derivation steps; the grammar's own unless given");
    options.option("-D,--define", request->defines, "NAME=VALUE, wins over the grammar's #define");
    options.option("--limit", request->limit, "most modules and parameters of a string");
    options.choice("--dialect", request->dialect, {"cpfg", "abop"}, "which symbols mean what");
    options.option("--view", request->view, "cpfg view file; the one beside the grammar if any");
    options.option("--angle", request->angle, "default turn, degrees (45)");
    options.option("--step", request->step, "default length of F, metres (1)");
    options.option("--width", request->width, "first diameter, metres (0.1)");
    options.option("--width-increment", request->width_increment, "of ! and #, metres");
    options.option("--tropism", request->tropism, "direction x,y,z to which axes bend");
    options.option("--elasticity", request->elasticity, "how much they bend per step (0)");
    options.option("--palette", request->palette,
                   "shapes, looks and wood of a grammar or string are those of this species");
    options.choice("--bodies", request->bodies, {"auto", "on", "off"},
                   "whether B and J are rigid bodies and joints");
    options.choice("--root", request->root, {"fixed", "moving"},
                   "whether the first B is the immovable root body, or moves like the others");
    options.option("--min-mass", request->min_mass, "kg: lighter bodies join their parents");
    options.option("--min-length", request->min_length, "metres: shorter bodies join them too");
    options.flag("--json", request->json, "as JSON");
    return [request](Terminal& terminal) { run(*request, terminal); };
}

}  // namespace

Verb grow_verb() {
    return {
        "grow", "grow a species, a grammar or a string of modules",
        "  thigmo grow oak --age 60 --seed 3\n"
        "  thigmo grow samples/lsystems/bush.l --steps 5 --angle 22.5 --step 0.1 --width 0.02\n"
        "  thigmo grow samples/lsystems/bush.l --tropism 0,-1,0 --elasticity 0.2 -o bent.plant\n"
        "  thigmo grow samples/lsystems/orchid.l --palette orchid -o flowers.plant\n"
        "  thigmo derive samples/lsystems/rose.l -o bodies.txt\n"
        "  thigmo grow --string bodies.txt --palette rose --min-length 0.005",
        declare};
}

}  // namespace thigmo::cli
