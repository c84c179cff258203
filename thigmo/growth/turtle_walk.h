// The turtle as it walks: its state, its strokes so far, and what its commands share.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "thigmo/growth/articulated.h"
#include "thigmo/growth/turtle.h"
#include "thigmo/growth/turtle_commands.h"
#include "thigmo/growth/turtle_frame.h"
#include "thigmo/growth/turtle_shapes.h"
#include "thigmo/growth/turtle_sketch.h"

namespace thigmo::turtle {

constexpr double turtle_world = 1e6;  // m: the turtle stays nearer to the origin
constexpr double least_move = 1e-9;   // m: a shorter step is none
constexpr double least_width = 1e-7;  // m, as in cpfg
constexpr double most_width = 1e4;    // m

constexpr size_t nesting_limit = 1'000'000;  // open brackets or polygons

/// What is reported once, however often it comes.
enum class Oddity : uint8_t {
    unknown_module,
    unknown_shape,
    lines_beside_bodies,
    bracket,
    bracket_open,
    polygon,
    polygon_open,
    polygon_kind,
    polygon_area,
    turn,
    width,
    no_width,
    elasticity,
    length,
    size,
    sizes,
    aim,
    place,
    tangents,
    curve,
    strips,
};

/// A generalised cylinder's last control point.
struct CurvePoint {
    Vec3 position, heading;
    double width = 0;
};

/// What a bracket saves. Small: a string may open a million of them.
struct TurtleState {
    Vec3 position = Vec3::Zero();
    TurtleFrame frame;
    double width = 0, elasticity = 0;
    double tangents[2] = {1.2, 1.2};  // cpfg's tangent lengths per distance
    SketchPlace place;
    PathRule path;
    bool in_curve = false;  // a generalised cylinder is open, the last of Turtle::curves
};

struct OpenPolygon {
    Vec3 position;
    TurtleFrame frame;
    size_t depth = 0;  // of brackets
    std::vector<Vec3> corners;
};

struct Turtle {
    Turtle(const ModuleString& modules, const Alphabet& alphabet, const TurtleSettings& settings,
           const Palette& palette, const ModulePlaces& places, Log& log);

    const ModuleString& modules;
    const Alphabet& alphabet;
    const TurtleSettings& settings;
    const Palette& palette;
    const ModulePlaces& places;
    Log& log;
    std::vector<Command> commands;
    double width_increment = 0;
    bool bodies = false;
    Vec3 tropism = Vec3::Zero();

    Plant plant;  // its tables while drawing
    ShapeMaker shapes{palette, plant};
    Sketch sketch;
    TurtleState state;
    std::vector<TurtleState> brackets;
    std::vector<OpenPolygon> polygons;
    std::vector<CurvePoint> curves;  // of the state, and of the states in brackets that have one
    std::optional<Joint> joint;      // waits for its body; no path has two such (PathRule)
    std::set<std::pair<Oddity, Symbol>> warned;

    template <class... Values>
    void warn_once(Oddity oddity, fmt::format_string<Values...> text, Values&&... values) {
        warn_once_of(Alphabet::unknown, oddity, text, std::forward<Values>(values)...);
    }
    /// Once per name.
    template <class... Values>
    void warn_once_of(Symbol name, Oddity oddity, fmt::format_string<Values...> text,
                      Values&&... values) {
        if (!warned.emplace(oddity, name).second) return;
        log.warn(places.source + ": " + fmt::format(text, std::forward<Values>(values)...));
    }
    void end_curve() {
        if (std::exchange(state.in_curve, false)) curves.pop_back();
    }
    double value(size_t module, size_t i, double otherwise) const {
        const auto values = modules.parameters_of(module);
        return i < values.size() ? values[i] : otherwise;
    }
};

/// Lines and bodies in one string: the lines draw nothing.
void warn_of_lines(Turtle& t);

/// InputError when the position is beyond the world.
void stay_in_the_world(const Turtle& t, const Vec3& position, size_t module);

/// F, f, G and g.
void step(Turtle& t, size_t module, bool draws, bool corner);

/// ~X, where X is the next module or part of the name; returns the module after it.
size_t draw_shape(Turtle& t, size_t module);

/// Shapes, curves, polygons, bodies and joints, and whatever pen_command knows.
void form_command(Turtle& t, Command command, size_t module);

/// Turns, widths, elasticity; nothing for any other command.
void pen_command(Turtle& t, Command command, size_t module);

}  // namespace thigmo::turtle
