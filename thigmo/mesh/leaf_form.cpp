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
    // Side veins leave the midrib at vein_angle and curve forward a little.
    const double lean = std::cos(form.vein_angle) / std::sin(form.vein_angle);
    const double q = t - lean * side / form.length * (1 + 0.25 * side / half);
    const double height = body_height(form, t, side / half);
    const double outline = envelope(form, height);
    double share = outline;
    if (form.lobes > 0) {
        const double wave = 0.5 + 0.5 * std::cos(2 * pi * form.lobes * q);
        const double fade = std::clamp(4 * (1 - height), 0.0, 1.0);
        share *= 1 - form.lobe_depth * fade * wave * std::sqrt(wave);
    }
    share -= toothing(form, q) * std::min(1.0, 1.6 * outline);
    if (form.point > 0 && t > 0) {
        const double fade = std::clamp((1 - t) / (2.5 * form.point), 0.0, 1.0);
        share = std::max(share, 0.3 * std::pow(fade, 1.4) * (t > 0.5 ? 1 : 0));
    }
    const double edge = half * share;
    return {edge - side, edge > 0 ? side / edge : 2.0, t, q * form.veins};
}

}  // namespace thigmo
