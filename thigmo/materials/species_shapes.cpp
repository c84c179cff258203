// Keys of shapes and looks, their ranges and what they become.
#include "thigmo/materials/species_shapes.h"

#include <algorithm>
#include <numbers>

#include "thigmo/mesh/fruit.h"
#include "thigmo/mesh/leaf.h"

namespace thigmo {
namespace {

constexpr Range share{0, 1};
constexpr Range size{1e-4, 10};
constexpr Range turn{-720, 720};

double radians(const Settings& from, std::string_view key, double otherwise_deg) {
    return from.number(key, turn, otherwise_deg) * std::numbers::pi / 180;
}

LeafForm read_form(const Settings& from) {
    LeafForm form;
    form.length = from.number("length_m", size);
    form.width = from.number("width_m", size);
    form.widest = from.number("widest", {0.02, 0.98}, form.widest);
    form.base = from.number("base", {0.1, 4}, form.base);
    form.tip = from.number("tip", {0.1, 4}, form.tip);
    form.heart = from.number("heart", {0, 0.3}, 0);
    form.notch = from.number("notch", {0, 0.5}, 0);
    form.point = from.number("point", {0, 0.4}, 0);
    form.lobes = from.whole("lobes", {0, 20}, 0);
    form.lobe_depth = from.number("lobe_depth", share, 0);
    form.teeth = from.whole("teeth", {0, 100}, 0);
    form.tooth_depth = from.number("tooth_depth", share, 0);
    form.fine_teeth = from.whole("fine_teeth", {0, 10}, 0);
    form.veins = from.whole("veins", {0, 60}, 0);
    form.vein_angle = radians(from, "vein_angle_deg", 45);
    form.parallel = from.whole("parallel", {0, 1}, 0) == 1;
    return form;
}

LeafFace read_face(const Settings& from) {
    LeafFace face;
    face.colour = from.colour("colour");
    face.base = from.colour("base_colour", face.colour);
    face.tip = from.colour("tip_colour", face.colour);
    face.vein = from.colour("vein_colour", face.colour);
    face.edge = from.colour("edge_colour", 0.8f * face.colour);
    face.mottle = from.number("mottle", share, face.mottle);
    face.relief = from.number("relief", share, face.relief);
    face.vein_width = from.number("vein_width", {0, 10}, 1);
    face.spots = from.number("spots", share, 0);
    return face;
}

LeafBend read_bend(const Settings& from) {
    LeafBend bend;
    bend.rows = from.whole("rows", {1, 24}, bend.rows);
    bend.columns = std::max(1, 2 * from.whole("half_columns", {0, 8}, 1));
    bend.fold = radians(from, "fold_deg", 0);
    bend.cup = radians(from, "cup_deg", 0);
    bend.droop = radians(from, "droop_deg", 0);
    bend.curl = radians(from, "curl_deg", 0);
    bend.twist = radians(from, "twist_deg", 0);
    bend.ripple = from.number("ripple", share, 0);
    return bend;
}

SimpleLeaf read_blade(const Settings& from) {
    SimpleLeaf leaf;
    leaf.form = read_form(from);
    leaf.face = read_face(from);
    leaf.bend = read_bend(from);
    leaf.stalk = from.number("stalk_m", {0, 10}, 0);
    leaf.stalk_width = from.number("stalk_width_m", size, leaf.stalk_width);
    leaf.stalk_colour = from.colour("stalk_colour", leaf.face.vein);
    leaf.pixels = from.whole("pixels", {16, 1024}, 256);
    if (leaf.form.heart * leaf.form.length > leaf.stalk)
        throw input_error(from.place("heart"), "a heart that reaches below the stalk",
                          "heart × length_m at most stalk_m");
    return leaf;
}

CompoundLeaf read_compound(const Settings& from) {
    CompoundLeaf leaf;
    leaf.leaflet = read_blade(from);
    leaf.pairs = from.whole("pairs", {1, 30}, leaf.pairs);
    leaf.rachis = from.number("rachis_m", size);
    leaf.stalk = from.number("rachis_stalk_m", {0, 10}, 0);
    leaf.angle = radians(from, "leaflet_angle_deg", 63);
    leaf.smallest = from.number("smallest", share, leaf.smallest);
    return leaf;
}

Shoot read_shoot(const Settings& from) {
    Shoot shoot;
    shoot.needle = read_form(from);
    shoot.face = read_face(from);
    shoot.bend = read_bend(from);
    shoot.length = from.number("axis_m", size);
    shoot.axis_width = from.number("axis_width_m", size, shoot.axis_width);
    shoot.axis_colour = from.colour("axis_colour");
    shoot.needles = from.whole("needles", {1, 2000}, shoot.needles);
    shoot.base_angle = radians(from, "base_angle_deg", 70);
    shoot.tip_angle = radians(from, "tip_angle_deg", 30);
    shoot.base_size = from.number("base_size", share, 1);
    shoot.tip_size = from.number("tip_size", share, shoot.tip_size);
    shoot.bare = from.number("bare", {0, 0.9}, 0);
    shoot.irregular = from.number("irregular", share, shoot.irregular);
    shoot.cards = from.whole("cards", {1, 6}, shoot.cards);
    shoot.pixels = from.whole("pixels", {16, 1024}, 256);
    return shoot;
}

Fruit read_fruit(const Settings& from) {
    Fruit fruit;
    fruit.length = from.number("length_m", size);
    fruit.width = from.number("width_m", size);
    fruit.profile = from.pairs("profile", share);
    bool rises = fruit.profile.size() >= 3;
    for (size_t i = 1; rises && i < fruit.profile.size(); ++i)
        rises = fruit.profile[i].x() > fruit.profile[i - 1].x() &&
                (fruit.profile[i].y() > 0 || i + 1 == fruit.profile.size());
    if (!rises || fruit.profile.front().y() != 0 || fruit.profile.back().y() != 0)
        throw input_error(from.place("profile"), "an open or folded profile",
                          "at least three pairs, rising, the first and last of width 0");
    fruit.sides = 2 * from.whole("half_sides", {2, 16}, 4);
    fruit.skin = static_cast<FruitSkin>(from.word("skin", {"smooth", "scales", "fibres"}));
    fruit.scale_rows = from.whole("scale_rows", {0, 60}, 8);
    fruit.colour = from.colour("colour");
    fruit.tip = from.colour("tip_colour", fruit.colour);
    fruit.groove = from.colour("groove_colour", 0.5f * fruit.colour);
    fruit.cup = from.number("cup", share, 0);
    fruit.cup_colour = from.colour("cup_colour", fruit.colour);
    fruit.pixels = from.whole("pixels", {16, 1024}, 64);
    return fruit;
}

}  // namespace

Foliage read_foliage(const Settings& shape, uint64_t seed) {
    const size_t form = shape.word("form", {"blade", "compound", "shoot", "fruit"});
    if (form == 3) return build_fruit(read_fruit(shape), seed);
    Foliage foliage = form == 0   ? build_leaf(read_blade(shape), seed)
                      : form == 1 ? build_compound_leaf(read_compound(shape), seed)
                                  : build_shoot(read_shoot(shape), seed);
    foliage.thickness = shape.number("thickness_m", {1e-5, 0.05});
    return foliage;
}

Bark read_bark(const Settings& look) {
    Bark bark;
    bark.kind = static_cast<BarkKind>(look.word("bark", {bark_names.begin(), bark_names.end()}));
    bark.colour = look.colour("colour");
    bark.groove = look.colour("groove_colour");
    bark.across = look.whole("across", {1, 200}, bark.across);
    bark.along = look.whole("along", {1, 200}, bark.along);
    bark.depth = look.number("depth", share, bark.depth);
    bark.pixels = look.whole("pixels", {16, 1024}, bark.pixels);
    return bark;
}

}  // namespace thigmo
