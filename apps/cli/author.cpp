// thigmo author: a mesh to a plant.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "apps/cli/author_report.h"
#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "thigmo/authoring/author.h"
#include "thigmo/authoring/volumes.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/file_set.h"
#include "thigmo/base/json.h"
#include "thigmo/base/part_folder.h"
#include "thigmo/io/soup_file.h"
#include "thigmo/materials/species.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/summary.h"
#include "thigmo/plant/walk.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string mesh, output, decisions, report, unit, up = "y", species;
    std::optional<double> height, ground, young, density, poisson, frequency;
    std::optional<int> plant;
    int voxels = 100;
    bool json = false;
};

double positive(double value, const char* option) {
    if (std::isfinite(value) && value > 0) return value;
    throw InputError(
        fmt::format("thigmo author: found {} {}, expected a number over 0", option, value));
}

struct Scale {
    double metres = 1;
    std::string reason;
};

double height_of(const Soup& soup) {
    Box box;
    for (const SoupPart& part : soup.parts)
        for (const Vec3f& position : part.mesh.positions) box.extend(position.cast<double>());
    return box.isEmpty() ? 0 : box.sizes().y();
}

/// Meshes carry no units: what was asked for, else what the file tells, else metres.
Scale scale_of(const Request& request, const Soup& soup) {
    const double own = height_of(soup);
    if (request.height) {
        if (!request.unit.empty())
            throw InputError("thigmo author: found --height beside --unit, expected one of them");
        if (!(own > 0))
            throw InputError(
                fmt::format("{}: found a mesh without height, expected one that --height can scale",
                            soup.name));
        return {positive(*request.height, "--height") / own, "--height"};
    }
    if (request.unit == "mm") return {0.001, "--unit"};
    if (request.unit == "cm") return {0.01, "--unit"};
    if (request.unit == "in") return {0.0254, "--unit"};
    if (request.unit == "ft") return {0.3048, "--unit"};
    if (request.unit == "m") return {1, "--unit"};
    if (soup.unit > 0) return {soup.unit, "the file's unit"};
    return {1, "metres assumed"};
}

/// Wood of a species, or what little is said of it.
void set_matter(const Request& request, AuthorSettings& settings) {
    Material& wood = settings.matter.wood;
    if (!request.species.empty()) {
        if (request.young || request.density || request.poisson || request.frequency)
            throw InputError(
                "thigmo author: found --species beside --young, --density, --poisson or "
                "--frequency, expected one way to name the wood");
        const Species species = find_species(request.species);
        wood = species.palette.materials[species.palette.wood[1].material];
        settings.frequency.reset();
        return;
    }
    const double poisson = request.poisson.value_or(0.45);
    if (!(poisson > -1 && poisson <= 0.5))
        throw InputError(
            fmt::format("thigmo author: found --poisson {}, expected -1 … 0.5", poisson));
    if (request.young) {
        wood.young = positive(*request.young, "--young");
        if (!request.frequency) settings.frequency.reset();
    }
    wood.shear = wood.young / (2 * (1 + poisson));
    if (request.density) wood.density = positive(*request.density, "--density");
    if (request.frequency) settings.frequency = positive(*request.frequency, "--frequency");
}

/// X.plant, or X_1.plant … where one file holds several.
std::string output_of(const std::string& output, size_t plant, size_t plants) {
    if (plants == 1) return output;
    const std::filesystem::path path(output);
    return (path.parent_path() / fmt::format("{}_{}.plant", path.stem().string(), plant + 1))
        .string();
}

std::string as_text(const Authored& authored, const AuthoredPlant& made, const Scale& scale,
                    const std::string& output) {
    const Summary summary = summarize(made.plant);
    const AuthorCounts& counts = authored.counts;
    std::string text = fmt::format(
        "{}: {} triangles in {} pieces; {} domains, {} flexible, {} orders, {:.2f} m high ({})\n",
        made.plant.name, counts.triangles, counts.pieces, summary.domains, summary.flexible_domains,
        summary.orders, bounds(made.plant).sizes().y(), scale.reason);
    text +=
        fmt::format("loops broken: {}; gaps joined: {}; leaves: {} of {} kinds, {} copies\n",
                    made.loops.size(), counts.bridged, counts.blades, counts.sets, counts.copies);
    for (const std::string& doubt : made.doubts) text += "doubt: " + doubt + "\n";
    return text + "written: " + output;
}

Json seconds_of(const Profile& profile) {
    Json steps;
    for (const auto& [name, milliseconds] : profile.stages) steps.set(name, milliseconds / 1e3);
    return steps;
}

/// One plant of the document; `own` has the steps that each plant takes by itself.
Json as_json(const AuthoredPlant& made, const Profile& own, const std::string& output) {
    const Summary summary = summarize(made.plant);
    Json json;
    json.set("name", made.plant.name)
        .set("domains", summary.domains)
        .set("flexible_domains", summary.flexible_domains)
        .set("height_m", bounds(made.plant).sizes().y())
        .set("loops", uint64_t{made.loops.size()})
        .set("doubts", made.doubts)
        .set("steps_s", seconds_of(own))
        .set("output", output);
    return json;
}

double sum(const Profile& profile) {
    double seconds = 0;
    for (const Profile::Stage& stage : profile.stages) seconds += stage.milliseconds / 1e3;
    return seconds;
}

/// What holds of the whole mesh, and its plants.
Json as_json(const Authored& authored, const Scale& scale, double seconds,
             const std::vector<Json>& plants) {
    const AuthorCounts& counts = authored.counts;
    Json json;
    json.set("triangles", uint64_t{counts.triangles})
        .set("pieces", uint64_t{counts.pieces})
        .set("height_by", scale.reason)
        .set("gaps_joined", uint64_t{counts.bridged})
        .set("blades", uint64_t{counts.blades})
        .set("sets", uint64_t{counts.sets})
        .set("copies", uint64_t{counts.copies})
        .set("seconds", seconds)
        .set("steps_s", seconds_of(authored.profile))
        .set("plants", plants);
    return json;
}

/// Into the folder, or into NAME_1 … within where one file holds several plants.
void report_plant(PartFolder& folder, const Soup& soup, double metres, const Authored& authored,
                  const Profile& profile, size_t row, Progress& progress) {
    const AuthoredPlant& made = authored.plants[row];
    const size_t plants = authored.plants.size();
    ReportSettings settings;
    if (plants > 1) {
        settings.within = fmt::format("plant_{}/", row + 1);
        settings.decisions_file = "../decisions.toml";
    }
    write_report(folder, {soup, metres, made, authored.counts, profile, plants}, settings,
                 progress);
}

/// The report's folder, before any work: an input of that name is refused then.
std::optional<PartFolder> open_report(const Request& request) {
    if (request.report.empty()) return std::nullopt;
    const std::filesystem::path own = std::filesystem::path(request.report) / "decisions.toml";
    std::error_code none;  // one of them is not there
    if (std::filesystem::equivalent(own, request.decisions, none))
        throw OverwriteError(fmt::format(
            "{}: found an input of this run as its output, expected another folder for --report, "
            "which writes a decisions.toml of its own",
            request.decisions));
    FileSet::note_output(own);
    return PartFolder(request.report, is_report_file);
}

void author_mesh(const Request& request, Terminal& terminal) {
    require_plant_name(request.output);
    const std::filesystem::path mesh(request.mesh);
    const std::string output =
        request.output.empty() ? mesh.stem().string() + ".plant" : request.output;
    std::optional<PartFolder> report = open_report(request);
    TerminalProgress progress = terminal.progress();
    SoupSettings reading;
    reading.up = request.up == "z" ? Up::z : request.up == "x" ? Up::x : Up::y;
    const Soup soup = read_soup(mesh, progress, reading);
    terminal.warn(soup.log);
    AuthorSettings settings;
    const Scale scale = scale_of(request, soup);
    settings.scale = scale.metres;
    settings.ground = request.ground;
    if (request.plant) {
        if (*request.plant < 1)
            throw InputError(
                fmt::format("thigmo author: found --plant {}, expected 1 or more", *request.plant));
        settings.plant = static_cast<size_t>(*request.plant - 1);
    }
    set_matter(request, settings);
    const Decisions decisions =
        request.decisions.empty() ? Decisions{}
                                  : read_decisions(read_file(request.decisions), request.decisions);
    Authored authored = author(soup, settings, decisions, progress);
    if (report) report->write("decisions.toml", authored.decisions);
    VolumeSettings volumes;
    volumes.resolution = request.voxels;
    volumes.ground = request.ground;
    std::vector<Json> plants;
    double seconds = sum(authored.profile);
    for (size_t row = 0; row < authored.plants.size(); ++row) {
        AuthoredPlant& made = authored.plants[row];
        Log log;
        Profile own;
        own.time("voxels", [&] { build_volumes(made.plant, volumes, progress); });
        own.time("fixed vertices", [&] { return fix_vertices(made.plant, volumes, log); });
        seconds += sum(own);
        for (const std::string& warning : log.warnings) made.doubts.push_back(warning);
        const std::string to =
            request.plant ? output : output_of(output, row, authored.plants.size());
        check(made.plant, request.mesh);
        save_plant(made.plant, to);
        if (report) {
            Profile profile = authored.profile;
            profile.stages.insert(profile.stages.end(), own.stages.begin(), own.stages.end());
            report_plant(*report, soup, scale.metres, authored, profile, row, progress);
        }
        if (request.json)
            plants.push_back(as_json(made, own, to));
        else
            terminal.print(as_text(authored, made, scale, to));
    }
    if (report) report->commit();
    if (request.json) terminal.print(as_json(authored, scale, seconds, plants).text());
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("mesh", request->mesh,
                     "triangles of a plant: OBJ, glTF, GLB, FBX, DAE, PLY, STL, 3DS, AC");
    options.option("-o,--output", request->output,
                   "the .plant to write; the mesh's name with .plant unless given; NAME_1.plant … "
                   "where the mesh holds several");
    options.option(
        "--report", request->report,
        "a folder for a page with pictures of every decision, and decisions.toml; not that "
        "of --decisions");
    options.option("--decisions", request->decisions,
                   "a decisions.toml, edited: what it says is done");
    options.option("--height", request->height,
                   "height of the plant (m); the mesh is scaled to it");
    options.choice("--unit", request->unit, {"m", "cm", "mm", "in", "ft"},
                   "unit of the mesh's numbers");
    options.choice("--up", request->up, {"y", "z", "x"},
                   "axis that is up, in files that do not say");
    options.option("--ground", request->ground,
                   "height of the soil (m); what is below does not move");
    options.option("--plant", request->plant, "which of several plants; 1 is the largest");
    options.option("--species", request->species, "wood of a built-in plant");
    options.option("--young", request->young, "Young's modulus of the wood (Pa)");
    options.option("--density", request->density, "density of the wood (kg/m³); 1000 if left");
    options.option("--poisson", request->poisson, "Poisson's ratio of the wood; 0.45 if left");
    options.option("--frequency", request->frequency,
                   "lowest frequency of the root with what it carries (Hz), to which the wood's "
                   "stiffness is set; 1 if nothing is said of the wood");
    options.option("--voxels", request->voxels, "along the longest edge of the plant's box");
    options.flag("--json", request->json, "what was made, as one JSON document");
    return [request](Terminal& terminal) { author_mesh(*request, terminal); };
}

}  // namespace

Verb author_verb() {
    return {"author", "turn a mesh into a plant",
            "  thigmo import samples/scans/sapling.csv --species oak -o scan.plant\n"
            "  thigmo export scan.plant -o oak.glb\n"
            "  thigmo author oak.glb -o oak.plant --report out/\n"
            "  thigmo author oak.glb --height 12 --species oak\n"
            "  thigmo author oak.glb --decisions out/decisions.toml",
            declare};
}

}  // namespace thigmo::cli
