// All formats by name.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "tests/fuzz/format.h"
#include "tests/fuzz/fuzz.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/io/soup_file.h"

namespace thigmo::fuzz {
namespace {

using Make = Format (*)();

/// Those that are no meshes, and the parts of a mesh that come on their own.
constexpr std::pair<const char*, Make> others[] = {{"mtl", [] { return mesh_format("mtl"); }},
                                                   {"stream", stream_format},
                                                   {"picture", picture_format},
                                                   {"plant", plant_format},
                                                   {"models", models_format},
                                                   {"grammar", grammar_format},
                                                   {"modules", modules_format},
                                                   {"view", view_format},
                                                   {"species", species_format},
                                                   {"scene", scene_format},
                                                   {"wind", wind_format},
                                                   {"decisions", decisions_format},
                                                   {"match", match_format},
                                                   {"qsm", qsm_format},
                                                   {"tracks", tracks_format}};

}  // namespace

std::vector<std::string> format_names() {
    std::vector<std::string> names(soup_formats.begin(), soup_formats.end());
    for (const auto& [name, make] : others) names.push_back(name);
    return names;
}

Format make_format(std::string_view name) {
    for (const auto& [known, make] : others)
        if (known == name) {
            Format format = make();
            format.name = name;
            return format;
        }
    if (std::ranges::find(soup_formats, name) == soup_formats.end())
        broken(fmt::format("found format '{}', expected one of {}", name,
                           fmt::join(format_names(), " ")));
    return mesh_format(name);
}

bool accepts(const std::function<void()>& use) {
    try {
        use();
        return true;
    } catch (const InputError& error) {
        const std::string_view text = error.what();
        if (text.empty() || text.find('\n') != text.npos)
            broken(fmt::format("not one line: {}", text));
        return false;
    }
}

void write_seeds(const std::filesystem::path& folder) {
    for (const std::string& name : format_names()) {
        const Format format = make_format(name);
        std::filesystem::create_directories(folder / name);
        for (size_t i = 0; i < format.seeds.size(); ++i) {
            try {
                format.use(format.seeds[i]);
            } catch (const InputError& error) {
                broken(fmt::format("seed {} of {} is refused: {}", i, name, error.what()));
            }
            write_file(folder / name / fmt::format("seed_{}", i), format.seeds[i]);
        }
        fmt::print("{}\n", name);
    }
}

}  // namespace thigmo::fuzz
