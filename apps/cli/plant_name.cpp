// Plants by the name of a file or of a species.
#include "apps/cli/plant_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "thigmo/base/error.h"
#include "thigmo/base/nearest_word.h"
#include "thigmo/plant/file.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::cli {

void require_plant_name(const std::string& output) {
    const std::string suffix = std::filesystem::path(output).extension().string();
    if (!suffix.empty() && suffix != ".plant")
        throw InputError(
            fmt::format("{}: found '{}', expected .plant; thigmo export and thigmo "
                        "render write other formats",
                        output, suffix));
}

bool is_species_word(const std::string& word) {
    const std::filesystem::path path = word;
    if (path.has_extension() || path.has_parent_path() || std::filesystem::is_regular_file(path))
        return false;
    const std::vector<std::string> names = species_names();
    if (std::ranges::find(names, word) != names.end()) return true;
    if (std::filesystem::is_directory(path)) return false;
    const std::string_view near = nearest_word(word, names);
    throw InputError(
        fmt::format("{}: found no file and no species of that name, expected a .plant or one of "
                    "{}{}",
                    word, fmt::join(names, ", "),
                    near.empty() ? "" : fmt::format(" (did you mean {}?)", near)));
}

Plant load_or_grow(const std::string& word, const Terminal& terminal) {
    if (!is_species_word(word)) return load_plant(word);
    TerminalProgress progress = terminal.progress();
    return grow_species(find_species(word), GrowthSettings(), progress).plant;
}

SceneFile scene_of_word(const std::string& word) {
    SceneFile scene = scene_of_plant(word);
    if (!is_species_word(word)) return scene;
    ScenePlant& plant = scene.plants.front();
    plant.file.clear();
    plant.species = word;
    plant.seed = GrowthSettings().derivation.seed;
    return scene;
}

}  // namespace thigmo::cli
