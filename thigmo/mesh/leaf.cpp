// Each kind of leaf: a picture, its card, and the area that the alpha leaves.
#include "thigmo/mesh/leaf.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

constexpr double border = 1.03;       // of the picture around what is painted, along
constexpr double side_border = 1.06;  // and across, where blades of grass have few pixels

Foliage on_card(const LeafCanvas& canvas, const LeafBend& bend, int cards) {
    Foliage foliage;
    foliage.image = canvas.picture();
    const double low = canvas.low(), high = canvas.high(), width = canvas.width();
    const TriangleMesh card = build_card(foliage.image, width, low, high, bend);
    foliage.mesh = cards > 1 ? crossed(card, cards) : card;
    foliage.area = cards * coverage(foliage.image) * width * (high - low);
    return foliage;
}

/// A leaflet at a place, with a short stalk of its own.
void paint_leaflet(LeafCanvas& canvas, const SimpleLeaf& leaf, const BladePlace& place,
                   uint64_t seed) {
    const Vec2 way(std::sin(place.angle), std::cos(place.angle));
    const Vec2 base = place.base + leaf.stalk * place.size * way;
    if (leaf.stalk > 0)
        canvas.paint_stroke(place.base, base + 0.02 * leaf.form.length * way, leaf.stalk_width,
                            leaf.stalk_width, leaf.stalk_colour);
    canvas.paint_blade(leaf.form, leaf.face, {base, place.angle, place.size}, seed);
}

}  // namespace

Foliage build_leaf(const SimpleLeaf& leaf, uint64_t seed) {
    const LeafForm& form = leaf.form;
    const double below = std::max(0.0, reach_below(form) - leaf.stalk);
    const double length = leaf.stalk + form.length;
    LeafCanvas canvas(side_border * form.width, -below - (border - 1) * length, border * length,
                      leaf.pixels);
    if (leaf.stalk > 0)
        canvas.paint_stroke({0, 0.65 * leaf.stalk_width}, {0, leaf.stalk + 0.05 * form.length},
                            1.3 * leaf.stalk_width, leaf.stalk_width, leaf.stalk_colour);
    canvas.paint_blade(form, leaf.face, {{0, leaf.stalk}, 0, 1}, seed);
    return on_card(canvas, leaf.bend, 1);
}

Foliage build_compound_leaf(const CompoundLeaf& leaf, uint64_t seed) {
    const SimpleLeaf& leaflet = leaf.leaflet;
    const double reach = leaflet.stalk + leaflet.form.length;
    const double end = leaf.stalk + leaf.rachis;
    const double side = reach * std::sin(leaf.angle) + 0.5 * leaflet.form.width;
    const double high = end + reach;
    LeafCanvas canvas(2 * side_border * side, (1 - border) * high, border * high, leaflet.pixels);
    canvas.paint_stroke({0, 0.7 * leaflet.stalk_width}, {0, end}, 1.4 * leaflet.stalk_width,
                        leaflet.stalk_width, leaflet.stalk_colour);
    for (int pair = 0; pair < leaf.pairs; ++pair) {
        const double at = static_cast<double>(pair) / leaf.pairs;
        const double size = leaf.smallest + (1 - leaf.smallest) * at;
        for (const double sign : {-1.0, 1.0})
            paint_leaflet(canvas, leaflet,
                          {{0, leaf.stalk + at * leaf.rachis}, sign * leaf.angle, size},
                          mix(seed, static_cast<uint64_t>(2 * pair + (sign > 0))));
    }
    paint_leaflet(canvas, leaflet, {{0, end}, 0, 1}, mix(seed, 99));
    return on_card(canvas, leaflet.bend, 1);
}

Foliage build_shoot(const Shoot& shoot, uint64_t seed) {
    const double reach = shoot.needle.length * std::max(shoot.base_size, shoot.tip_size);
    const double widest = std::max(shoot.base_angle, shoot.tip_angle) + shoot.irregular;
    const double side = reach * std::sin(std::min(widest, 0.5 * std::numbers::pi)) +
                        0.5 * shoot.needle.width * std::abs(std::cos(widest));
    const double high = shoot.length + reach * shoot.tip_size;
    LeafCanvas canvas(2 * side_border * side, (1 - border) * high, border * high, shoot.pixels);
    Random random(seed);
    canvas.paint_stroke({0, 0.5 * shoot.axis_width}, {0, shoot.length}, shoot.axis_width,
                        0.6 * shoot.axis_width, shoot.axis_colour);
    for (int i = 0; i < shoot.needles; ++i) {
        const double t = (i + random.uniform()) / shoot.needles;
        // The last needles close around the tip.
        const double closing = std::min(1.0, 12 * (1 - t) + 0.15);
        const double angle =
            closing * (shoot.base_angle + t * (shoot.tip_angle - shoot.base_angle)) +
            shoot.irregular * random.uniform(-1, 1);
        const double size = shoot.base_size + t * (shoot.tip_size - shoot.base_size) -
                            shoot.irregular * random.uniform();
        LeafFace face = shoot.face;
        face.colour *= static_cast<float>(random.uniform(0.8, 1.15));
        face.tip *= static_cast<float>(random.uniform(0.9, 1.1));
        const double y = (shoot.bare + (1 - shoot.bare) * t) * shoot.length;
        canvas.paint_blade(shoot.needle, face,
                           {{0, y}, (i % 2 == 0 ? -1 : 1) * angle, std::max(0.1, size)},
                           mix(seed, static_cast<uint64_t>(i)));
    }
    return on_card(canvas, shoot.bend, shoot.cards);
}

}  // namespace thigmo
