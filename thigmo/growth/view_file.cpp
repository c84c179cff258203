// View files: one `label: values` per line, with comments as in C.
#include "thigmo/growth/view_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "thigmo/growth/blanks.h"

namespace thigmo {
namespace {

using lsystem::is_blank, lsystem::trimmed;

/// Labels of cpfg that do not move the turtle.
constexpr std::array other_labels = {"viewpoint",
                                     "initial color",
                                     "color increment",
                                     "view reference point",
                                     "twist",
                                     "projection",
                                     "front distance",
                                     "back distance",
                                     "scale factor",
                                     "z buffer",
                                     "cue range",
                                     "shade mode",
                                     "light direction",
                                     "diffuse reflection",
                                     "surface ambient",
                                     "surface diffuse",
                                     "line",
                                     "surface",
                                     "box",
                                     "background color",
                                     "ambient light",
                                     "font",
                                     "polygonization level",
                                     "blob",
                                     "light",
                                     "texture",
                                     "render mode",
                                     "line style",
                                     "tapered lines",
                                     "contour sides",
                                     "viewing angle",
                                     "background scene",
                                     "interpretation step",
                                     "rayshade objects",
                                     "rayshade scale",
                                     "environment display",
                                     "function",
                                     "curve",
                                     "antialiasing",
                                     "function set",
                                     "min zoom",
                                     "max zoom",
                                     "generate on view change",
                                     "winfont",
                                     "concave polygons",
                                     "shadow map",
                                     "PS linecap",
                                     "window",
                                     "stationary view"};

/// Labels of cpfg that change what is drawn, and that are not followed here.
constexpr std::array missing_labels = {
    "initial scale", "scale multiplier", "tropism",           "torque",
    "contour",       "tsurface",         "twist of cylinders"};

template <class Labels>
bool holds(const Labels& labels, std::string_view label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// Comments become blanks, so that lines and columns stay.
std::string without_comments(std::string_view text) {
    std::string bare(text);
    for (size_t i = 0; i + 1 < bare.size(); ++i) {
        if (bare[i] != '/' || (bare[i + 1] != '*' && bare[i + 1] != '/')) continue;
        const std::string_view close = bare[i + 1] == '*' ? "*/" : "\n";
        size_t end = bare.find(close, i + 2);
        end = end == std::string::npos ? bare.size() : end + (close == "*/" ? 2 : 0);
        for (; i < end; ++i)
            if (bare[i] != '\n') bare[i] = ' ';
        if (i > 0) --i;
    }
    return bare;
}

struct Line {
    std::string_view text;
    size_t at = 0;  // how far it has been read
    TextPlace place;

    void skip_blanks() {
        while (at < text.size() && is_blank(text[at])) ++at;
    }
    TextPlace here() const {
        TextPlace place_here = place;
        place_here.column = static_cast<int>(at) + 1;
        return place_here;
    }
    std::string_view word() {
        skip_blanks();
        const size_t first = at;
        while (at < text.size() && !is_blank(text[at]) && text[at] != ',') ++at;
        return text.substr(first, at - first);
    }
};

double read_number(Line& line) {
    line.skip_blanks();
    if (line.at < line.text.size() && line.text[line.at] == ',') ++line.at;
    line.skip_blanks();
    const TextPlace place = line.here();
    std::string_view word = line.word();
    const std::string_view written = word;
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
        throw input_error(place,
                          written.empty() ? "the end of the line" : fmt::format("'{}'", written),
                          "a number");
    return value;
}

double read_above_zero(Line& line, const char* what) {
    line.skip_blanks();
    const TextPlace place = line.here();
    const double value = read_number(line);
    if (value > 0) return value;
    throw input_error(place, fmt::format("{} {:g}", what, value), "a number above 0");
}

/// In cpfg a width followed by a word starting with p counts pixels, which are no length.
void read_line_width(Line& line, TurtleSettings& settings) {
    const double width = read_above_zero(line, "line width");
    if (!line.word().starts_with('p')) settings.width = width;
}

void read_tropism(Line& line, TurtleSettings& settings) {
    for (double& x : settings.tropism) x = read_number(line);
}

bool read_switch(Line& line) {
    line.skip_blanks();
    const TextPlace place = line.here();
    const std::string_view word = line.word();
    if (word == "on" || word == "off") return word == "on";
    throw input_error(place, fmt::format("'{}'", word), "on or off");
}

void read_field(std::string_view label, Line& line, TurtleSettings& settings, Log& log) {
    if (label == "angle factor")
        settings.angle_deg = 360 / read_above_zero(line, "angle factor");
    else if (label == "angle increment")
        settings.angle_deg = read_number(line);
    else if (label == "initial line width")
        read_line_width(line, settings);
    else if (label == "line width increment")
        settings.width_increment = read_number(line);
    else if (label == "tropism direction")
        read_tropism(line, settings);
    else if (label == "initial elasticity")
        settings.elasticity = read_number(line);
    else if (label == "elasticity increment")
        settings.elasticity_increment = read_number(line);
    else if (label == "interpretation past %")
        settings.past_cut = read_switch(line);
    else if (holds(missing_labels, label))
        log.warn(fmt::format("{}: '{}' changes the plant in cpfg and is not followed here",
                             line.place.str(), label));
    else if (!holds(other_labels, label))
        log.warn(fmt::format("{}: '{}' is no field of a view file", line.place.str(), label));
}

}  // namespace

void read_view(std::string_view text, const std::string& file, TurtleSettings& settings, Log& log) {
    const std::string bare = without_comments(text);
    std::set<std::string_view> missing;  // reported already
    int number = 0;
    for (size_t first = 0; first < bare.size();) {
        const size_t end = std::min(bare.find('\n', first), bare.size());
        Line line{std::string_view(bare).substr(first, end - first), 0, {file, ++number, 1}};
        first = end + 1;
        line.skip_blanks();
        if (line.at == line.text.size() || line.text[line.at] == '#') continue;
        line.place.column = static_cast<int>(line.at) + 1;
        const size_t colon = line.text.find(':', line.at);
        if (colon == std::string_view::npos)
            throw input_error(line.place, fmt::format("'{}'", line.word()),
                              "a label that ends in ':'");
        const std::string_view label = line.text.substr(line.at, colon - line.at);
        line.at = colon + 1;
        const std::string_view rest = trimmed(line.text.substr(line.at));
        const bool no_scale = label.find("scale") != label.npos && (rest == "1" || rest == "1.0");
        if (holds(missing_labels, label) && (no_scale || !missing.insert(label).second)) continue;
        read_field(label, line, settings, log);
    }
}

}  // namespace thigmo
