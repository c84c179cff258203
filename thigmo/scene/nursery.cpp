// Growth and materials joined.
#include "thigmo/scene/nursery.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "thigmo/plant/check.h"

namespace thigmo {

Growth draw_string(std::string_view text, const std::string& file, const TurtleSettings& settings,
                   const Palette& palette) {
    if (text.find("Axiom:") != std::string_view::npos ||
        text.find("axiom:") != std::string_view::npos)
        throw InputError(
            fmt::format("{}: found a grammar, expected a string of modules (thigmo grow "
                        "FILE.l derives a grammar)",
                        file));
    Alphabet alphabet;
    ModulePlaces places;
    const ModuleString modules = parse_modules(text, file, alphabet, &places);
    Drawing drawing = draw_plant(modules, alphabet, settings, palette, places);
    drawing.plant.name = std::filesystem::path(file).stem().string();
    check(drawing.plant, file);
    return {std::move(drawing.plant),
            std::move(drawing.log),
            {},
            drawing.bodies,
            drawing.merged_bodies};
}

Growth grow_grammar(const Grammar& grammar, const GrowthSettings& settings, const Palette& palette,
                    const std::string& name, Progress& progress) {
    Growth growth;
    growth.log = grammar.log;
    Derivation derivation = derive(grammar, settings.derivation, progress);
    for (std::string& warning : derivation.log.warnings) growth.log.warn(std::move(warning));
    const ModuleString modules =
        interpret(grammar, derivation, settings.derivation, progress, growth.log);
    growth.printed = std::move(derivation.printed);
    derivation.modules = {};
    Drawing drawing =
        draw_plant(modules, derivation.alphabet, settings.turtle, palette, {grammar.file, {}});
    for (std::string& warning : drawing.log.warnings) growth.log.warn(std::move(warning));
    growth.plant = std::move(drawing.plant);
    growth.bodies = drawing.bodies;
    growth.merged_bodies = drawing.merged_bodies;
    growth.plant.name = name;
    check(growth.plant, grammar.file);
    return growth;
}

Growth grow_species(const Species& species, const GrowthSettings& settings, Progress& progress) {
    if (settings.defines.contains("AGE"))
        throw InputError(
            fmt::format("{}: found AGE among the defines, expected it as the age", species.name));
    const double age = settings.age.value_or(species.default_age);
    if (!(age >= species.min_age && age <= species.max_age))
        throw InputError(fmt::format("{}: found an age of {:g} years, expected {:g} to {:g}",
                                     species.name, age, species.min_age, species.max_age));
    if (species.grammar.empty())
        throw InputError(
            fmt::format("{}: found no grammar, expected {}", species.name, species.grammar_file));
    GrammarSettings reading;
    reading.defines = settings.defines;
    reading.defines.emplace("AGE", age);
    const Grammar grammar = parse_grammar(species.grammar, species.grammar_file, reading);
    return grow_grammar(grammar, settings, species.palette, species.name, progress);
}

Plant grow_species(const Species& species, double age, uint64_t seed, Progress& progress) {
    GrowthSettings settings;
    settings.derivation.seed = seed;
    settings.age = age;
    return grow_species(species, settings, progress).plant;
}

}  // namespace thigmo
