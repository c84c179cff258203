// Outlines: an envelope, cut by lobes, edged by teeth, both slanted with the side veins.
#include "thigmo/mesh/leaf_form.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

double fraction(double x) {
    return x - std::floor(x);
}

/// Half width as a share of its largest, 0 outside 0…1.
double envelope(const LeafForm& form, double t) {
    if (t <= 0 || t >= 1) return 0;
    if (t < form.widest) return std::pow(std::sin(0.5 * pi * t / form.widest), form.base);
    return std::pow(std::cos(0.5 * pi * (t - form.widest) / (1 - form.widest)), form.tip);
}

/// The outline's own height: the blade below its point, stretched so that ears reach back.
double body_height(const LeafForm& form, double t, double across) {
    const double side = std::min(1.0, across);
    const double ears = form.heart * std::sin(pi * std::min(1.0, 1.3 * side));
    const double cut = form.notch * (1 - std::min(1.0, 2.2 * side));
    return (t + ears) / (1 - form.point + ears - cut);
}

/// What teeth take off, as a share of the half width: each rises towards the tip and breaks off.
double toothing(const LeafForm& form, double q) {
    if (form.teeth == 0) return 0;
    const double step = fraction(q * form.teeth);
    double cut = 1 - step;
    if (form.fine_teeth > 0) cut += 0.33 * (1 - fraction(q * form.teeth * form.fine_teeth));
    return form.tooth_depth * cut;
}

}  // namespace

double reach_below(const LeafForm& form) {
    return form.heart * form.length;
}

LeafPoint look_up(const LeafForm& form, double x, double y) {
    const double half = 0.5 * form.width;
    const double t = y / form.length;
    const double side = std::abs(x);
    // Side veins leave the midrib at vein_angle and curve forward, in lobes outward, a little.
    const double lean = std::cos(form.vein_angle) / std::sin(form.vein_angle);
    const double curve = form.lobes > 0 ? -0.15 : 0.25;
    const double q = t - lean * side / form.length * (1 + curve * side / half);
    const double height = body_height(form, t, side / half);
    const double outline = envelope(form, height);
    double share = outline;
    if (form.lobes > 0) {
        // Round lobes with narrower bays between them; whole numbers of q·lobes lie in a bay.
        const double lobe = std::pow(std::abs(std::sin(pi * form.lobes * q)), 0.65);
        const double fade = std::clamp(5 * (1 - height), 0.0, 1.0);
        share *= 1 - form.lobe_depth * fade * (1 - lobe);
    }
    // The base of a toothed leaf is entire.
    const double toothed = std::clamp((height - 0.4 * form.widest) / (0.5 * form.widest), 0.0, 1.0);
    share -= toothing(form, q) * toothed * std::min(1.0, 1.6 * outline);
    if (form.point > 0 && t > 0) {
        const double fade = std::clamp((1 - t) / (2.5 * form.point), 0.0, 1.0);
        share = std::max(share, 0.3 * std::pow(fade, 1.4) * (t > 0.5 ? 1 : 0));
    }
    const double edge = half * share;
    return {edge - side, edge > 0 ? side / edge : 2.0, t, q * form.veins};
}

}  // namespace thigmo
