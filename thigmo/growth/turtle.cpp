// The turtle's walk, based on [Prusinkiewicz1990] ch. 1 and on the way of the program cpfg.
#include "thigmo/growth/turtle.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/growth/turtle_walk.h"

namespace thigmo {
namespace turtle {
namespace {

void draw_line(Turtle& t, size_t module, bool corner) {
    if (t.bodies)
        warn_of_lines(t);
    else
        step(t, module, true, corner);
}

void open_bracket(Turtle& t, size_t module) {
    if (t.brackets.size() == nesting_limit)
        throw input_error(t.places.of(module), fmt::format("[ within {} others", nesting_limit),
                          "fewer open brackets");
    t.brackets.push_back(t.state);
    t.state.place = {no_row, t.state.place.bearer()};
    t.state.in_curve = false;
    t.state.path = t.state.path.inside();
}

void close_bracket(Turtle& t) {
    if (t.brackets.empty()) return t.warn_once(Oddity::bracket, "unmatched ] ignored");
    while (!t.polygons.empty() && t.polygons.back().depth == t.brackets.size()) {
        t.warn_once(Oddity::polygon_open, "unmatched {{ ignored");
        t.polygons.pop_back();
    }
    t.state.path.end(t.places);
    t.end_curve();
    t.state = std::move(t.brackets.back());
    t.brackets.pop_back();
}

/// The module that closes the bracket around `module`, or the end.
size_t end_of_branch(const Turtle& t, size_t module) {
    size_t depth = 0;
    for (; module < t.modules.size(); ++module) {
        const Command command = t.commands[t.modules.symbols[module]];
        if (command == Command::branch) ++depth;
        if (command == Command::branch_end && depth-- == 0) return module;
    }
    return module;
}

/// Does one module; returns the next.
size_t obey(Turtle& t, size_t module) {
    const Command command = t.commands[t.modules.symbols[module]];
    switch (command) {
        case Command::nothing:
            break;
        case Command::unknown_at:
            t.warn_once_of(t.modules.symbols[module], Oddity::unknown_module,
                           "{} draws nothing here", t.alphabet.name(t.modules.symbols[module]));
            break;
        case Command::draw:
            draw_line(t, module, true);
            break;
        case Command::draw_quiet:
            draw_line(t, module, false);
            break;
        case Command::move:
            step(t, module, false, true);
            break;
        case Command::move_quiet:
            step(t, module, false, false);
            break;
        case Command::branch:
            open_bracket(t, module);
            break;
        case Command::branch_end:
            close_bracket(t);
            break;
        case Command::shape:
            return draw_shape(t, module);
        case Command::cut:
            if (!t.settings.past_cut) return end_of_branch(t, module + 1);
            break;
        default:
            form_command(t, command, module);
    }
    return module + 1;
}

void finish(Turtle& t) {
    if (!t.brackets.empty()) t.warn_once(Oddity::bracket_open, "unmatched [ closed at the end");
    while (!t.brackets.empty()) close_bracket(t);
    if (!t.polygons.empty()) t.warn_once(Oddity::polygon_open, "unmatched {{ ignored");
    t.state.path.end(t.places);
    if (t.sketch.parts.empty())
        throw InputError(t.places.source + ": draws nothing, expected a module that draws, as F");
}

void require(bool holds, const std::string& source, const char* name, double value,
             const char* expected) {
    if (holds) return;
    throw InputError(fmt::format("{}: found {} {:g}, expected {}", source, name, value, expected));
}

void check_settings(const TurtleSettings& s, const std::string& source) {
    require(std::abs(s.angle_deg) <= 1e9, source, "angle", s.angle_deg, "an angle in degrees");
    require(std::abs(s.step) < turtle_world, source, "step", s.step, "a length in metres");
    require(s.width > 0 && s.width <= most_width, source, "width", s.width,
            "a diameter above 0 m and up to 10000 m");
    require(std::abs(s.elasticity) <= 1e6, source, "elasticity", s.elasticity, "a number");
    require(s.tropism.allFinite() && s.tropism.norm() < 1e6, source, "tropism", s.tropism.norm(),
            "a vector");
    require(s.tip_taper >= 0 && s.tip_taper <= 1, source, "tip taper", s.tip_taper,
            "a share from 0 to 1");
}

/// The palette's tables, and wood of some kind where it has none.
std::array<WoodPart, 3> copy_palette(const Palette& palette, Plant& plant) {
    plant.materials = palette.materials;
    plant.looks = palette.looks;
    plant.textures = palette.textures;
    plant.shapes = palette.shapes;
    std::array<WoodPart, 3> wood = palette.wood;
    for (WoodPart& part : wood) {
        if (!part.material.exists()) {
            if (plant.materials.empty()) {
                plant.materials.push_back({});
                plant.materials.back().name = "wood";
            }
            part.material = MaterialId(size_t{0});
        }
        if (!part.look.exists()) {
            if (plant.looks.empty()) {
                plant.looks.push_back({});
                plant.looks.back().name = "bark";
            }
            part.look = LookId(size_t{0});
        }
    }
    return wood;
}

std::vector<uint8_t> drawing_symbols(const std::vector<Command>& commands) {
    std::vector<uint8_t> drawing;
    for (const Command command : commands) drawing.push_back(draws(command) ? 1 : 0);
    return drawing;
}

}  // namespace

Turtle::Turtle(const ModuleString& string, const Alphabet& letters, const TurtleSettings& wanted,
               const Palette& parts, const ModulePlaces& where, Log& warnings)
    : modules(string),
      alphabet(letters),
      settings(wanted),
      palette(parts),
      places(where),
      log(warnings) {
    commands = commands_of(alphabet, settings.dialect, false);
    bodies = settings.bodies == BodyModules::on ||
             (settings.bodies == BodyModules::automatic &&
              holds_bodies(modules, alphabet, drawing_symbols(commands)));
    if (bodies) commands = commands_of(alphabet, settings.dialect, true);
    const bool abop = settings.dialect == Dialect::abop;
    width_increment = settings.width_increment.value_or(abop ? 0.1 * settings.width : 0.0);
    const double pull = settings.tropism.norm();
    tropism = abop || pull == 0 ? settings.tropism : Vec3(settings.tropism / pull);
    state.width = settings.width;
    state.elasticity = settings.elasticity;
}

}  // namespace turtle

Drawing draw_plant(const ModuleString& modules, const Alphabet& alphabet,
                   const TurtleSettings& settings, const Palette& palette,
                   const ModulePlaces& places) {
    using namespace turtle;
    check_settings(settings, places.source);
    Drawing drawing;
    Turtle t(modules, alphabet, settings, palette, places, drawing.log);
    const std::array<WoodPart, 3> wood = copy_palette(palette, t.plant);
    for (size_t module = 0; module < modules.size();) module = obey(t, module);
    finish(t);
    drawing.bodies = t.sketch.articulations.size();
    if (t.bodies)
        drawing.merged_bodies =
            merge_small_bodies(settings.min_body_mass, settings.min_body_length, t.sketch);
    if (t.bodies && !settings.moving_root) fix_roots(t.sketch);
    build_plant(t.sketch, wood, settings.tip_taper, t.plant);
    t.plant.name = places.source;
    drawing.plant = std::move(t.plant);
    return drawing;
}

}  // namespace thigmo
