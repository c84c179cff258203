// Materials of OBJ files.
#include <map>

#include "thigmo/io/soup_scene.h"
#include "thigmo/io/soup_words.h"

namespace thigmo {
namespace {

/// What options before a picture's name take.
const std::map<std::string_view, int> option_words = {
    {"-blendu", 1}, {"-blendv", 1},  {"-bm", 1}, {"-boost", 1},  {"-cc", 1},
    {"-clamp", 1},  {"-imfchan", 1}, {"-mm", 2}, {"-texres", 1}, {"-type", 1},
    {"-s", 3},      {"-o", 3},       {"-t", 3}};

bool is_number(std::string_view word) {
    const float value = number_of(word);
    return value == value;
}

/// The name behind the options; of those that take three numbers one or two may be left out.
std::string picture_of(std::string_view line) {
    for (;;) {
        std::string_view rest = line;
        const auto option = option_words.find(take_word(rest));
        if (option == option_words.end()) return std::string(trimmed(line));
        for (int i = 0; i < option->second; ++i) {
            std::string_view after = rest;
            const std::string_view word = take_word(after);
            if (i > 0 && !is_number(word)) break;
            rest = after;
        }
        line = rest;
    }
}

void read_line(std::string_view word, std::string_view line, FileMaterial& material) {
    if (word == "Kd") {
        for (float& value : material.look.colour) value = number_of(take_word(line));
    } else if (word == "Pr") {
        material.look.roughness = number_of(take_word(line));
    } else if (word == "map_Kd") {
        material.picture = picture_of(line);
    } else if (word == "map_d" || word == "map_opacity") {
        material.opacity = picture_of(line);
    }
}

}  // namespace

std::deque<FileMaterial> read_mtl(std::string_view text) {
    std::deque<FileMaterial> materials;
    while (!text.empty()) {
        std::string_view line = take_line(text);
        const std::string_view word = take_word(line);
        if (word == "newmtl")
            materials.push_back(plain_material(trimmed(line)));
        else if (!materials.empty())
            read_line(word, line, materials.back());
    }
    return materials;
}

}  // namespace thigmo
