// thigmo species: the built-in plants.
#include <fmt/format.h>

#include <memory>

#include "apps/cli/verbs.h"
#include "thigmo/base/json.h"
#include "thigmo/materials/species.h"

namespace thigmo::cli {
namespace {

std::string as_json(const std::vector<SpeciesHead>& all) {
    std::vector<Json> rows;
    for (const SpeciesHead& species : all) {
        Json row;
        row.set("name", species.name)
            .set("latin", species.latin)
            .set("height_m", species.height)
            .set("age_years", species.default_age)
            .set("min_age_years", species.min_age)
            .set("max_age_years", species.max_age);
        rows.push_back(std::move(row));
    }
    Json json;
    json.set("species", rows);
    return json.text();
}

std::string as_text(const std::vector<SpeciesHead>& all) {
    std::string text = fmt::format("{:<8} {:<26} {:>9} {:>12}", "name", "latin", "height", "age");
    for (const SpeciesHead& species : all)
        text += fmt::format("\n{:<8} {:<26} {:>7.4g} m {:>6.4g} years", species.name, species.latin,
                            species.height, species.default_age);
    return text;
}

Action declare(Options& options) {
    auto json = std::make_shared<bool>(false);
    options.flag("--json", *json, "as JSON");
    return [json](Terminal& terminal) {
        const std::vector<SpeciesHead> all = list_species();
        terminal.print(*json ? as_json(all) : as_text(all));
    };
}

}  // namespace

Verb species_verb() {
    return {"species", "list the built-in plants",
            "  thigmo species\n"
            "  thigmo species --json",
            declare};
}

}  // namespace thigmo::cli
