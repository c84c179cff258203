// What each symbol tells the turtle, per dialect.
#pragma once

#include <vector>

#include "thigmo/growth/turtle.h"

namespace thigmo::turtle {

enum class Command : uint8_t {
    nothing,
    unknown_at,  // an @ module that means nothing here
    draw,        // F
    draw_quiet,  // G: no corner of a polygon
    move,        // f
    move_quiet,  // g
    turn_left,
    turn_right,
    pitch_down,
    pitch_up,
    roll_left,
    roll_right,
    turn_around,
    roll_level,
    thicker,
    thinner,
    elasticity,
    shape,  // ~, followed by the shape's letter
    disc,
    ball,
    curve_start,
    curve_point,
    curve_end,
    curve_tangents,
    place,   // @M
    aim,     // @R
    branch,  // [
    branch_end,
    polygon,  // {
    corner,   // .
    polygon_end,
    cut,
    body,  // B
    joint  // J
};

/// Whether a command leaves something behind or leads a line: not for bodies and joints.
bool draws(Command command);

/// The command of every symbol of the alphabet.
std::vector<Command> commands_of(const Alphabet& alphabet, Dialect dialect, bool bodies);

}  // namespace thigmo::turtle
