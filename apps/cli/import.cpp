// thigmo import: a scanned tree, as a table of cylinders, to a plant.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"
#include "thigmo/io/qsm.h"
#include "thigmo/materials/species.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/palette.h"
#include "thigmo/plant/walk.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string table, output, species;
    std::optional<double> young, density, shear;
    bool json = false;
};

double positive(std::optional<double> value, const char* option) {
    if (!value) throw InputError(fmt::format("thigmo import: found no {}, expected one", option));
    if (!std::isfinite(*value) || *value <= 0)
        throw InputError(
            fmt::format("thigmo import: found {} {}, expected a number over 0", option, *value));
    return *value;
}

Material stated_wood(const Request& request, Log& log) {
    Material wood = generic_wood();
    if (!request.young && !request.density && !request.shear) {
        log.warn(
            fmt::format("no --species and no --young, so the wood is hardwood: --young {:g} "
                        "--density {:g} --shear {:g}",
                        wood.young, wood.density, wood.shear));
        return wood;
    }
    wood.young = positive(request.young, "--young");
    wood.density = positive(request.density, "--density");
    wood.shear = request.shear ? positive(request.shear, "--shear") : wood.young / 16;
    return wood;
}

Palette wood_palette(const Request& request, Log& log) {
    if (!request.species.empty()) {
        if (request.young || request.density || request.shear)
            throw InputError(
                "thigmo import: found --species beside --young, --density or --shear, expected "
                "one way to name the wood");
        return find_species(request.species).palette;
    }
    Palette palette;
    const MaterialId material = palette.materials.push_back(stated_wood(request, log));
    palette.wood.fill({material, palette.looks.push_back(generic_bark())});
    return palette;
}

/// What both ways of saying it say.
struct Result {
    const QsmImport& import;
    std::string output;
    double height, wood_volume, mass;

    double volume_change() const { return wood_volume / import.report.table_volume - 1; }
};

std::string as_text(const Result& result) {
    const auto& [plant, report, log] = result.import;
    const QsmGaps& gaps = report.gaps;
    std::string text = fmt::format(
        "{}: {} cylinders in {} domains, {:.2f} m high, {:.4g} m³ of wood, {:.4g} kg\n", plant.name,
        report.cylinders, plant.domains.size(), result.height, result.wood_volume, result.mass);
    if (gaps.count == 0)
        text += "gaps closed: none over 1 mm\n";
    else
        text += fmt::format(
            "gaps closed: {} over 1 mm, largest {:.4g} m before cylinder {}; wood {:+.2f} %\n",
            gaps.count, gaps.largest, gaps.largest_id, 100 * result.volume_change());
    text += fmt::format("origin: ({:.10g}, {:.10g}, {:.10g}) of the table, whose z is now y\n",
                        report.origin.x(), report.origin.y(), report.origin.z());
    return text + "written: " + result.output;
}

std::string as_json(const Result& result) {
    const auto& [plant, report, log] = result.import;
    Json json;
    json.set("name", plant.name)
        .set("cylinders", report.cylinders)
        .set("roots", report.roots)
        .set("domains", uint64_t{plant.domains.size()})
        .set("height_m", result.height)
        .set("wood_volume_m3", result.wood_volume)
        .set("table_volume_m3", report.table_volume)
        .set("mass_kg", result.mass)
        .set("gaps", report.gaps.count)
        .set("largest_gap_m", report.gaps.largest)
        .set("origin_m", report.origin)
        .set("output", result.output);
    return json.text();
}

void import_table(const Request& request, Terminal& terminal) {
    require_plant_name(request.output);
    const std::filesystem::path table(request.table);
    const std::string output =
        request.output.empty() ? table.stem().string() + ".plant" : request.output;
    QsmSettings settings;
    settings.name = table.stem().string();
    Log log;
    settings.palette = wood_palette(request, log);
    TerminalProgress progress = terminal.progress();
    const QsmImport import = import_qsm(read_file(table), request.table, settings, progress);
    check(import.plant, request.table);
    save_plant(import.plant, output);
    terminal.warn(log);
    terminal.warn(import.log);
    const Result result{import, output, bounds(import.plant).sizes().y(), wood_volume(import.plant),
                        mass(import.plant)};
    terminal.print(request.json ? as_json(result) : as_text(result));
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("table", request->table,
                     "a table of cylinders (QSM): TreeQSM text, or any table whose header names "
                     "start, axis and length or end, radius, parent");
    options.option("-o,--output", request->output,
                   "the .plant to write; the table's name with .plant unless given");
    options.option("--species", request->species, "wood and bark of a built-in plant");
    options.option("--young", request->young, "Young's modulus of the wood (Pa)");
    options.option("--density", request->density, "density of the wood (kg/m³)");
    options.option("--shear", request->shear, "its shear modulus (Pa); a 16th of --young if left");
    options.flag("--json", request->json, "the report as JSON");
    return [request](Terminal& terminal) { import_table(*request, terminal); };
}

}  // namespace

Verb import_verb() {
    return {"import", "turn a scanned tree (QSM) into a plant",
            "  thigmo import samples/scans/sapling.csv --species oak -o oak.plant\n"
            "  thigmo import samples/scans/sapling.csv --young 9.5e9 --density 801 --json",
            declare};
}

}  // namespace thigmo::cli
