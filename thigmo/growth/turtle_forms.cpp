// What the turtle draws besides lines: instances, polygons, generalised cylinders, bodies.
#include <algorithm>
#include <cmath>
#include <functional>

#include "thigmo/growth/turtle_walk.h"

namespace thigmo::turtle {
namespace {

void draw_instance(Turtle& t, const ShapePart& part, double scale, const TurtleFrame& frame,
                   const Vec3& position) {
    if (!(scale >= 1e-6 && scale < turtle_world))
        return t.warn_once(Oddity::size, "shape {} of size {} skipped", part.symbol, scale);
    SketchPart instance;
    instance.kind = part.kind;
    instance.shape = part.shape;
    instance.material = part.material;
    instance.look = part.look;
    instance.placement = {position, frame.shape_rotation(), scale};
    add_shape(instance, t.state.place, t.sketch);
}

void draw_disc(Turtle& t, size_t module) {
    const ShapePart part = {"disc", Kind::leaf, t.shapes.disc(), t.shapes.leaf_material(),
                            t.shapes.leaf_look()};
    draw_instance(t, part, t.value(module, 0, t.state.width), t.state.frame, t.state.position);
}

void draw_ball(Turtle& t, size_t module) {
    const ShapePart part = {"ball", Kind::fruit, t.shapes.ball(), t.shapes.fruit_material(),
                            t.shapes.fruit_look()};
    draw_instance(t, part, t.value(module, 0, t.state.width), t.state.frame, t.state.position);
}

void end_polygon(Turtle& t) {
    if (t.polygons.empty()) return t.warn_once(Oddity::polygon, "unmatched }} ignored");
    OpenPolygon polygon = std::move(t.polygons.back());
    t.polygons.pop_back();
    const Quat rotation = polygon.frame.shape_rotation();
    for (Vec3& corner : polygon.corners)
        corner = rotation.conjugate() * (corner - polygon.position);
    const ShapeId shape = t.shapes.polygon(polygon.corners);
    if (!shape.exists()) return t.warn_once(Oddity::polygon_area, "polygon without area skipped");
    draw_instance(t, {"polygon", Kind::leaf, shape, t.shapes.leaf_material(), t.shapes.leaf_look()},
                  1, polygon.frame, polygon.position);
}

CurvePoint curve_point(const TurtleState& state) {
    return {state.position, state.frame.heading, state.width};
}

void start_curve(Turtle& t) {
    if (t.bodies) return warn_of_lines(t);
    if (!t.state.in_curve) t.curves.emplace_back();
    t.curves.back() = curve_point(t.state);
    t.state.in_curve = true;
}

/// Hermite curve between control points; tangents along the headings, as long as the distance times
/// cpfg's coefficient 1.2 or what @Gt gave. The width changes evenly.
void draw_curve(Turtle& t, size_t module) {
    TurtleState& state = t.state;
    if (t.bodies) return warn_of_lines(t);
    if (!state.in_curve) return t.warn_once(Oddity::curve, "@Gc or @Ge without @Gs ignored");
    const CurvePoint from = t.curves.back(), to = curve_point(state);
    t.curves.back() = to;
    const double distance = (to.position - from.position).norm();
    if (distance < least_move) return;
    const double wanted = t.value(module, 0, t.settings.curve_segments);
    if (!(wanted <= 1000))
        t.warn_once(Oddity::strips, "generalised cylinder of more than 1000 strips cut short");
    const int count = wanted <= 1000 ? static_cast<int>(std::max(wanted, 1.0)) : 1000;
    const Vec3 t0 = distance * state.tangents[0] * from.heading;
    const Vec3 t1 = distance * state.tangents[1] * to.heading;
    Vec3 before = from.position;
    double width = from.width;
    for (int i = 1; i <= count; ++i) {
        const double s = static_cast<double>(i) / count, r = 1 - s;
        const Vec3 at = i == count ? to.position
                                   : Vec3(r * r * (1 + 2 * s) * from.position + r * r * s * t0 +
                                          s * s * (3 - 2 * s) * to.position - s * s * r * t1);
        const double next = from.width + s * (to.width - from.width);
        if ((at - before).norm() >= least_move)
            add_segment(before, at, width, next, state.place, t.sketch);
        else if (i == count)
            t.sketch.segments.back().end = at;
        else
            continue;
        before = at;
        width = next;
    }
}

void set_tangents(Turtle& t, size_t module) {
    const double first = t.value(module, 0, 1.2), second = t.value(module, 1, first);
    if (!(std::abs(first) <= 100 && std::abs(second) <= 100))
        return t.warn_once(Oddity::tangents, "@Gt beyond 100 skipped");
    t.state.tangents[0] = first;
    t.state.tangents[1] = second;
}

void draw_body(Turtle& t, size_t module) {
    TurtleState& state = t.state;
    state.path.body(module, t.places);
    const Body body = read_body(t.modules.parameters_of(module), state.width, t.places.of(module));
    Articulation stated = t.joint ? t.joint->stated : Articulation{};
    stated.frame = state.frame.body_rotation();
    stated.density = body.stated.density;
    stated.mass = body.stated.mass;
    stated.centre = body.stated.centre;
    stated.inertia = body.stated.inertia;
    const Vec3 to = state.position + stated.frame * body.reach;
    stay_in_the_world(t, to, module);
    add_segment(state.position, to, 2 * body.radius, 2 * body.radius, state.place, t.sketch);
    t.sketch.articulations.push_back(stated);
    state.position = to;
    t.joint.reset();
}

void draw_joint(Turtle& t, size_t module) {
    t.state.path.joint(module, t.places);
    t.joint = read_joint(t.modules.parameters_of(module), t.places.of(module));
    turn_by_rest(*t.joint, t.state.frame);
}

void open_polygon(Turtle& t, size_t module) {
    if (t.value(module, 0, 0) != 0)
        t.warn_once(Oddity::polygon_kind, "{{ with a parameter starts a plain polygon");
    if (t.polygons.size() == nesting_limit)
        throw input_error(t.places.of(module), fmt::format("{{ within {} others", nesting_limit),
                          "fewer open polygons");
    t.polygons.push_back({t.state.position, t.state.frame, t.brackets.size(), {}});
}

void place_at(Turtle& t, size_t module) {
    const Vec3 to(t.value(module, 0, 0), t.value(module, 1, 0), t.value(module, 2, 0));
    if (!to.allFinite()) return t.warn_once(Oddity::place, "@M to no place skipped");
    stay_in_the_world(t, to, module);
    t.state.position = to;
}

}  // namespace

size_t draw_shape(Turtle& t, size_t module) {
    std::string name = t.alphabet.name(t.modules.symbols[module]).substr(1);
    if (name.empty()) {
        if (++module == t.modules.size()) return module;
        name = t.alphabet.name(t.modules.symbols[module]);
    }
    const auto& parts = t.palette.parts;
    const auto part = std::find_if(parts.begin(), parts.end(),
                                   [&](const ShapePart& p) { return p.symbol == name; });
    if (part == parts.end()) {
        t.warn_once_of(t.modules.symbols[module], Oddity::unknown_shape,
                       "~{} draws nothing: no shape of that name", name);
        return module + 1;
    }
    const auto sizes = t.modules.parameters_of(module);
    if (std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) != sizes.end())
        t.warn_once_of(t.modules.symbols[module], Oddity::sizes,
                       "~{} of several sizes: the first counts for all axes", name);
    draw_instance(t, *part, t.value(module, 0, 1), t.state.frame, t.state.position);
    return module + 1;
}

void form_command(Turtle& t, Command command, size_t module) {
    switch (command) {
        case Command::disc:
            return draw_disc(t, module);
        case Command::ball:
            return draw_ball(t, module);
        case Command::curve_start:
            return start_curve(t);
        case Command::curve_point:
            return draw_curve(t, module);
        case Command::curve_end:
            draw_curve(t, module);
            return t.end_curve();
        case Command::curve_tangents:
            return set_tangents(t, module);
        case Command::polygon:
            return open_polygon(t, module);
        case Command::corner:
            if (!t.polygons.empty()) t.polygons.back().corners.push_back(t.state.position);
            return;
        case Command::polygon_end:
            return end_polygon(t);
        case Command::body:
            return draw_body(t, module);
        case Command::joint:
            return draw_joint(t, module);
        case Command::place:
            return place_at(t, module);
        default:
            return pen_command(t, command, module);
    }
}

}  // namespace thigmo::turtle
