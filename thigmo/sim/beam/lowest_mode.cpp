// Stodola's iteration: the inertia of a guess bends the branch into a better one.
#include "thigmo/sim/beam/lowest_mode.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace thigmo {
namespace {

/// Way and slope at every body and at the tip.
struct Form {
    std::vector<double> way, slope;
    double tip = 1;
};

struct Inertia {
    std::vector<double> force, moment;
};

Inertia inertia_of(std::span<const Carried> bodies, const Form& form) {
    Inertia inertia;
    for (size_t i = 0; i < bodies.size(); ++i) {
        const Carried& body = bodies[i];
        inertia.force.push_back(body.mass * form.way[i] + body.first * form.slope[i]);
        inertia.moment.push_back(body.first * form.way[i] + body.inertia * form.slope[i]);
    }
    return inertia;
}

double product(const Inertia& inertia, const Form& form) {
    double sum = 0;
    for (size_t i = 0; i < inertia.force.size(); ++i)
        sum += inertia.force[i] * form.way[i] + inertia.moment[i] * form.slope[i];
    return sum;
}

/// The branch bent by those forces and moments.
Form bent(std::span<const Piece> pieces, std::span<const Carried> bodies, const Inertia& inertia) {
    // Of everything beyond the place at hand: force, moment about the clamp.
    double force = 0, moment = 0;
    for (size_t i = 0; i < bodies.size(); ++i) {
        force += inertia.force[i];
        moment += inertia.force[i] * bodies[i].place + inertia.moment[i];
    }
    Form form{std::vector<double>(bodies.size()), std::vector<double>(bodies.size()), 0};
    size_t next = 0;
    double place = 0, way = 0, slope = 0;
    for (size_t p = 0; p < pieces.size(); ++p) {
        const Piece& piece = pieces[p];
        const double end = p + 1 == pieces.size() ? INFINITY : place + piece.length;
        const double per_length = piece.compliance / piece.length;
        double at = place;
        // From body to body, each taking off its load; over the rest of the piece at the end.
        const auto go_to = [&](double to) {
            const double step = to - at, here = moment - force * at;
            way += step * (slope + per_length * step * (here / 2 - force * step / 6));
            slope += per_length * step * (here - force * step / 2);
            at = to;
        };
        for (; next < bodies.size() && bodies[next].place < end; ++next) {
            go_to(std::min(bodies[next].place, place + piece.length));
            form.way[next] = way;
            form.slope[next] = slope;
            force -= inertia.force[next];
            moment -= inertia.force[next] * bodies[next].place + inertia.moment[next];
        }
        go_to(place + piece.length);
        place += piece.length;
    }
    form.tip = way;
    return form;
}

void scale(Form& form, double factor) {
    for (double& way : form.way) way *= factor;
    for (double& slope : form.slope) slope *= factor;
    form.tip *= factor;
}

}  // namespace

LowestMode lowest_mode(std::span<const Piece> pieces, std::span<const Carried> bodies) {
    double length = 0;
    for (const Piece& piece : pieces) length += piece.length;
    Form form;
    for (const Carried& body : bodies) {
        const double x = body.place / length;
        form.way.push_back(x * x);
        form.slope.push_back(2 * x / length);
    }
    LowestMode mode;
    for (int round = 0; round < 6; ++round) {
        const Inertia before = inertia_of(bodies, form);
        Form next = bent(pieces, bodies, before);
        const double square = product(inertia_of(bodies, next), next);
        mode.frequency = std::sqrt(product(before, next) / square) / (2 * std::numbers::pi);
        scale(next, 1 / next.tip);
        form = std::move(next);
    }
    const Inertia inertia = inertia_of(bodies, form);
    mode.mass = product(inertia, form);
    for (size_t i = 0; i < bodies.size(); ++i) {
        mode.participation += inertia.force[i] / mode.mass;
        mode.drag += bodies[i].drag * form.way[i] + bodies[i].drag_first * form.slope[i];
    }
    return mode;
}

}  // namespace thigmo
