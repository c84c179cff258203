// Frequencies by name, and those of subtrees as one elastic body.
#include "thigmo/scene/match.h"

#include <fmt/format.h>

#include <charconv>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/settings.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/names.h"
#include "thigmo/scene/place.h"
#include "thigmo/sim/fem/fem_modes.h"

namespace thigmo {
namespace {

constexpr Range possible_hz = {1e-4, 1e4};

DomainId domain_called(const Plant& plant, const std::string& name, const std::string& where) {
    PlaceName place;
    Key key = 0;
    const char* const end = name.data() + name.size();
    const auto [last, error] = std::from_chars(name.data(), end, key);
    if (error == std::errc() && last == end)
        place.key = key;
    else
        place.domain = name;
    return find_place(plant, place, where).domain;
}

bool bends(const Plant& plant, DomainId domain) {
    return plant.domains.flexible[domain] && !plant.domains.segments[domain].empty();
}

}  // namespace

Column<DomainId, double> read_frequencies(const Plant& plant, std::string_view text,
                                          const std::string& file) {
    const Settings table = Settings::parse(text, file);
    if (table.keys().empty())
        throw InputError(fmt::format("{}: found no line, expected NAME = HZ", file));
    Column<DomainId, double> frequencies(plant.domains.size(), 0.0);
    for (const std::string& name : table.keys()) {
        const DomainId domain = domain_called(plant, name, table.place(name).str());
        if (!bends(plant, domain)) table.refuse(name, "a domain that bends");
        frequencies[domain] = table.number(name, possible_hz);
    }
    return frequencies;
}

Column<DomainId, double> fem_frequencies(const Plant& plant, const FemSettings& settings,
                                         Progress& progress) {
    FemSettings unloaded = settings;
    unloaded.footing = {};
    unloaded.footing.shape = GivenShape::unloaded;
    unloaded.leaf.joint = LeafJoint::welded;  // a domain's own mode, not its leaves'
    Column<DomainId, double> frequencies(plant.domains.size(), 0.0);
    for (const DomainId domain : plant.domains.rows()) {
        if (!bends(plant, domain) || progress.cancelled()) continue;
        const FemModes found = find_fem_modes(take_subtree(plant, domain).plant, unloaded, 1);
        if (found.modes.empty())
            throw InputError(
                fmt::format("{}: found no frequency of full finite elements ({}), expected one",
                            domain_name(plant, domain), found.failure));
        frequencies[domain] = found.modes.front().frequency;
        progress.report(
            static_cast<double>(domain.value + 1) / static_cast<double>(plant.domains.size()),
            "frequencies by full finite elements");
    }
    return frequencies;
}

Log settle_matched(const Plant& plant, const std::string& match, SimulatorSettings& settings,
                   Progress& progress) {
    Column<DomainId, double> frequencies;
    const auto* const reduced = std::get_if<ReducedSettings>(&settings);
    if (!match.empty() && !reduced)
        throw InputError(fmt::format("match: found simulator {}, expected reduced",
                                     simulator_names[settings.index()]));
    if (match == "fem") {
        FemSettings fem;
        fem.wind_samples = reduced->wind_samples;
        fem.leaf = reduced->leaf;
        fem.damping = false;
        frequencies = fem_frequencies(plant, fem, progress);
    } else if (!match.empty()) {
        constexpr size_t largest = size_t{64} << 20;
        frequencies = read_frequencies(plant, read_file(match, largest), match);
    }
    return settle(plant, frequencies, settings, progress);
}

}  // namespace thigmo
