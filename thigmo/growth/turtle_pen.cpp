// Steps and turns, and what the pen draws with.
#include <algorithm>
#include <cmath>

#include "thigmo/growth/turtle_walk.h"

namespace thigmo::turtle {
namespace {

void bend(Turtle& t) {
    if (t.state.elasticity == 0) return;
    if (t.settings.dialect == Dialect::abop)
        bend_abop(t.state.frame, t.tropism, t.state.elasticity);
    else
        bend_cpfg(t.state.frame, t.tropism, t.state.elasticity);
}

void turn(Turtle& t, size_t module, Vec3& a, Vec3& b, double sign) {
    const double degrees = t.value(module, 0, t.settings.angle_deg);
    if (!(std::abs(degrees) <= 1e9))
        return t.warn_once(Oddity::turn, "turn by {} degrees skipped", degrees);
    rotate_towards(a, b, sign * radians(degrees));
}

void set_width(Turtle& t, size_t module, double sign) {
    const double width = t.value(module, 0, t.state.width + sign * t.width_increment);
    const Symbol symbol = t.modules.symbols[module];
    if (!(width <= most_width) || std::isinf(width))
        return t.warn_once(Oddity::width, "width {} skipped", width);
    if (width < 0 && !t.modules.parameters_of(module).empty())
        throw input_error(t.places.of(module),
                          fmt::format("{} of width {:g} m", t.alphabet.name(symbol), width),
                          "0 or more");
    if (width < least_width)
        t.warn_once(Oddity::no_width,
                    "{} of width {:g} m: what it draws is a line, too thin to be simulated",
                    t.alphabet.name(symbol), std::max(width, 0.0));
    t.state.width = std::max(width, least_width);
}

void set_elasticity(Turtle& t, size_t module) {
    const double e = t.value(module, 0, t.state.elasticity + t.settings.elasticity_increment);
    if (!(std::abs(e) <= 1e6)) return t.warn_once(Oddity::elasticity, "elasticity {} skipped", e);
    t.state.elasticity = e;
}

/// @R(x, y, z): the shortest turn to that heading.
void aim_at(Turtle& t, size_t module) {
    const Vec3 to(t.value(module, 0, 0), t.value(module, 1, 0), t.value(module, 2, 0));
    if (!to.allFinite() || to.norm() < 1e-12)
        return t.warn_once(Oddity::aim, "@R to no direction skipped");
    const Quat shortest = Quat::FromTwoVectors(t.state.frame.heading, to);
    for (Vec3* v : {&t.state.frame.heading, &t.state.frame.left, &t.state.frame.up})
        *v = shortest * *v;
}

void turn_command(Turtle& t, Command command, size_t module) {
    TurtleFrame& f = t.state.frame;
    switch (command) {
        case Command::turn_left:
            return turn(t, module, f.heading, f.left, 1);
        case Command::turn_right:
            return turn(t, module, f.heading, f.left, -1);
        case Command::pitch_down:
            return turn(t, module, f.heading, f.up, -1);
        case Command::pitch_up:
            return turn(t, module, f.heading, f.up, 1);
        case Command::roll_left:
            return turn(t, module, f.left, f.up, 1);
        case Command::roll_right:
            return turn(t, module, f.left, f.up, -1);
        case Command::turn_around:
            return rotate_towards(f.heading, f.left, 0, -1);
        case Command::roll_level:
            return roll_level(f);
        case Command::aim:
            return aim_at(t, module);
        default:
            return;
    }
}

}  // namespace

void warn_of_lines(Turtle& t) {
    t.warn_once(Oddity::lines_beside_bodies,
                "lines beside bodies B draw nothing and move nothing (--bodies off draws them)");
}

void stay_in_the_world(const Turtle& t, const Vec3& position, size_t module) {
    if (position.cwiseAbs().maxCoeff() < turtle_world) return;
    throw InputError(
        fmt::format("{}: the turtle goes {:.3g} m from the origin, expected less than "
                    "{:g} m (smaller steps or fewer derivations)",
                    t.places.of(module).str(), position.norm(), turtle_world));
}

void step(Turtle& t, size_t module, bool draws, bool corner) {
    TurtleState& state = t.state;
    const double length = t.value(module, 0, t.settings.step);
    if (!std::isfinite(length)) {
        const Symbol symbol = t.modules.symbols[module];
        t.warn_once_of(symbol, Oddity::length, "{} of length {} skipped", t.alphabet.name(symbol),
                       length);
        return;
    }
    // In a polygon a step is an edge, in a generalised cylinder the way to a control point.
    const bool wood = draws && t.polygons.empty() && !state.in_curve;
    if (wood && length < 0)
        throw input_error(
            t.places.of(module),
            fmt::format("{} of length {:g} m", t.alphabet.name(t.modules.symbols[module]), length),
            "0 or more");
    const Vec3 from = state.position;
    const Vec3 to = from + length * state.frame.heading;
    if ((to - from).norm() >= least_move) {
        stay_in_the_world(t, to, module);
        state.position = to;
        if (wood) add_segment(from, to, state.width, -1, state.place, t.sketch);
    }
    bend(t);
    if (corner && !t.polygons.empty()) t.polygons.back().corners.push_back(state.position);
}

void pen_command(Turtle& t, Command command, size_t module) {
    switch (command) {
        case Command::thicker:
            return set_width(t, module, 1);
        case Command::thinner:
            return set_width(t, module, -1);
        case Command::elasticity:
            return set_elasticity(t, module);
        default:
            return turn_command(t, command, module);
    }
}

}  // namespace thigmo::turtle
