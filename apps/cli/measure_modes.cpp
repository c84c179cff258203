// thigmo measure modes: a plant's natural frequencies and what moves in them.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/cli/measure.h"
#include "apps/cli/mode_shapes.h"
#include "apps/cli/plant_name.h"
#include "thigmo/base/error.h"
#include "thigmo/base/json.h"
#include "thigmo/plant/names.h"
#include "thigmo/sim/articulated/modes.h"

namespace thigmo::cli {
namespace {

struct Request {
    int count = 10;
    bool weightless = false, welded = false, root = false;
    double junction = 1;
};

std::string tip_of(const Plant& plant, const Bodies& bodies, const Mode& mode) {
    return domain_name(plant, bodies.domain[mode.furthest]);
}

std::string failure_of(const Plant& plant, const Modes& found, const std::string& file) {
    const std::string said = file + ": " + found.failure;
    if (!found.buckles.exists()) return said;
    return fmt::format("{}: it buckles at {}", said, domain_name(plant, found.buckles));
}

size_t root_mode(const Modes& found) {
    size_t best = 0;
    for (size_t i = 0; i < found.modes.size(); ++i)
        if (found.modes[i].root_moment_share > found.modes[best].root_moment_share) best = i;
    return best;
}

std::string as_json(const Plant& plant, const Bodies& bodies, const Modes& found,
                    const Request& request) {
    std::vector<double> frequencies, shares;
    std::vector<Json> rows;
    for (const Mode& mode : found.modes) {
        frequencies.push_back(mode.frequency);
        shares.push_back(mode.root_moment_share);
        Json row;
        row.set("frequency_hz", mode.frequency)
            .set("frequency_within", mode.within)
            .set("root_moment_share", mode.root_moment_share)
            .set("twist_share", mode.twist_share)
            .set("domain", domain_name(plant, mode.domain))
            .set("domain_share", mode.domain_share)
            .set("furthest_domain", tip_of(plant, bodies, mode));
        rows.push_back(std::move(row));
    }
    Json json;
    json.set("name", plant.name)
        .set("bodies", uint64_t{bodies.size()})
        .set("weight", !request.weightless)
        .set("leaves", request.welded ? "welded" : "stalks")
        .set("frequencies_hz", frequencies)
        .set("root_moment_share", shares)
        .set("root_mode", uint64_t{root_mode(found)})
        .set("modes", rows);
    if (found.sway.share > 0)
        json.set("stem_sway_hz", found.sway.frequency).set("stem_sway_share", found.sway.share);
    return json.text();
}

std::string as_text(const Plant& plant, const Bodies& bodies, const Modes& found) {
    std::string text = fmt::format("{}, {} bodies\n", plant.name, bodies.size());
    text += " mode        Hz  root moment  twisting  most of the motion  furthest tip\n";
    size_t row = 0;
    for (const Mode& mode : found.modes)
        text += fmt::format(
            "{:>5}  {:>8.4f}  {:>10.1f}%  {:>7.1f}%  {:<18}  {}\n", ++row, mode.frequency,
            100 * mode.root_moment_share, 100 * mode.twist_share,
            fmt::format("{}, {:.0f}%", domain_name(plant, mode.domain), 100 * mode.domain_share),
            tip_of(plant, bodies, mode));
    if (found.sway.share > 0)
        return text + fmt::format(
                          "pulled aside at half its height and let go, the plant sways at {:.4f} "
                          "Hz: {:.0f} "
                          "% of the displacement is in modes within 10 % of that",
                          found.sway.frequency, 100 * found.sway.share);
    const size_t root = root_mode(found);
    // Twigs that sway alone are slower than a stout trunk, and may fill the list.
    if (found.modes[root].root_moment_share < 0.01)
        return text + fmt::format(
                          "the root feels none of these: the trunk sways faster than {:.4f} "
                          "Hz; --root finds the modes that it feels",
                          found.modes.back().frequency);
    return text + fmt::format("the root feels mode {} most: {:.4f} Hz", root + 1,
                              found.modes[root].frequency);
}

void check(const Request& request) {
    if (request.count < 1 || request.count > 1000)
        throw InputError(fmt::format("thigmo measure modes: found --count {}, expected 1 to 1000",
                                     request.count));
    if (!(request.junction > 0 && request.junction <= 1e6))
        throw InputError(fmt::format(
            "thigmo measure modes: found --junction {}, expected a number over 0, at most 1e6",
            request.junction));
}

ArticulatedSettings settings_of(const Request& request) {
    ArticulatedSettings settings;
    settings.junction = request.junction;
    settings.footing.shape = request.weightless ? GivenShape::unloaded : GivenShape::standing;
    if (request.welded) settings.leaf.joint = LeafJoint::welded;
    return settings;
}

void measure(const Request& request, const MeasureRequest& common, Terminal& terminal) {
    check(request);
    const Plant plant = load_or_grow(common.file, terminal);
    const ArticulatedSettings settings = settings_of(request);
    const Bodies bodies = build_bodies(plant, settings);
    terminal.warn(bodies.log);
    std::optional<Vec3> gravity;
    if (!request.weightless) gravity = settings.footing.gravity;
    const auto find = request.root ? find_root_modes : find_modes;
    const Modes found = find(bodies, static_cast<size_t>(request.count), gravity);
    if (!found.failure.empty()) throw NumericsError(failure_of(plant, found, common.file));
    terminal.print(common.json ? as_json(plant, bodies, found, request)
                               : as_text(plant, bodies, found));
    TerminalProgress progress = terminal.progress();
    if (common.output.empty()) return;
    draw_modes(plant, bodies, found, common.output, progress);
    tell_file(common, terminal);
}

MeasureAction declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.option("--count", request->count, "modes: how many, the lowest ones");
    options.flag("--root", request->root,
                 "modes: those that move the foot most, instead of the lowest ones");
    options.flag("--weightless", request->weightless, "modes: without the plant's weight");
    options.flag("--welded", request->welded,
                 "modes: leaves go with their twigs; else they swing on their stalks");
    options.former("--gravity",
                   "thigmo measure modes: found --gravity, expected nothing: the weight counts "
                   "unless --weightless leaves it out");
    options.former("--leaves",
                   "thigmo measure modes: found --leaves, expected nothing: leaves swing on their "
                   "stalks unless --welded fixes them to their twigs");
    options.option("--junction", request->junction,
                   "modes: stiffness where branches leave their parents, times this");
    return [request](const MeasureRequest& common, Terminal& terminal) {
        measure(*request, common, terminal);
    };
}

}  // namespace

Measure measure_modes() {
    return {"modes",
            declare,
            {"--count", "--root", "--weightless", "--welded", "--junction", "--output"},
            {".png", ".glb", ".gltf"}};
}

}  // namespace thigmo::cli
