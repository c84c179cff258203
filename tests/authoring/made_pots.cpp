// Vessels with plants in them.
#include "tests/authoring/made_pots.h"

#include <cmath>
#include <numbers>

#include "tests/authoring/made_soup.h"

namespace thigmo::made {
namespace {

TriangleMesh at(const TriangleMesh& mesh, const Vec3& place) {
    return moved(mesh, {place, Quat::Identity(), 1});
}

/// Half a circle from one side of a rim to the other.
Tube bow(const Vec3& centre, double radius, double thickness) {
    Tube tube;
    for (int i = 0; i <= 16; ++i) {
        const double angle = std::numbers::pi * i / 16;
        tube.points.push_back(centre + radius * Vec3(std::cos(angle), 1.5 * std::sin(angle), 0));
        tube.radii.push_back(thickness);
    }
    tube.base = tube.tip = End::capped;
    return tube;
}

}  // namespace

void add_stem(Soup& soup, const Vec3& from, const Vec3& to, double base, double tip) {
    add(soup, mesh_of(straight(from, to, base, tip, 17)), "stem", "green");
    for (const double share : {0.8, 0.95})
        add(soup, card(from + share * (to - from), {0.04, 0, 0}, {0, 0.02, 0.09}), "leaf", "green");
}

Soup vase_of_stems() {
    Soup soup;
    soup.name = "vase";
    add(soup,
        lathe(Vec3::Zero(),
              {{0, 0},
               {0.06, 0},
               {0.12, 0.12},
               {0.1, 0.22},
               {0.05, 0.32},
               {0.06, 0.4},
               {0.055, 0.4},
               {0.045, 0.32},
               {0.09, 0.22},
               {0.11, 0.12},
               {0.05, 0.02},
               {0, 0.02}},
              24),
        "Vase.001", "glass");
    for (int i = 0; i < 3; ++i) {
        const double angle = 2 * std::numbers::pi * i / 3;
        const Vec3 out(std::cos(angle), 0, std::sin(angle));
        const Vec3 foot = 0.08 * out + Vec3(0, 0.1, 0), head = -0.25 * out + Vec3(0, 1.1, 0);
        if (i == 0)
            add_stem(soup, foot, head, 0.004, 0.008);
        else
            add_stem(soup, foot, head, 0.006, 0.004);
        add(soup, ball(head, 0.03), "flower", "red");
    }
    return soup;
}

Soup planter_of_stems() {
    Soup soup;
    soup.name = "planter";
    const Vec3 along(1.59, 0, 0), across(0, 0, 0.3), up(0, 0.3, 0);  // no two share an edge
    for (const TriangleMesh& board : {card({0, 0, 0.15}, along, up), card({0, 0, -0.15}, along, up),
                                      card({0.8, 0, 0}, across, up), card({-0.8, 0, 0}, across, up),
                                      card({0, 0, -0.14}, along, {0, 0, 0.28})})
        add(soup, board, "planter box", "boards");
    for (int i = 0; i < 4; ++i)
        add_stem(soup, {-0.6 + 0.4 * i, 0.05, 0}, {-0.6 + 0.4 * i, 1.5, 0.05});
    return soup;
}

Soup basket_of_vines() {
    Soup soup;
    soup.name = "basket";
    const Vec3 place(0, 2, 0);
    add(soup, at(pot(0.2, 0.2), place), "Basket", "willow");
    add(soup, mesh_of(bow(place + Vec3(0, 0.19, 0), 0.19, 0.01)), "Basket bow", "willow");
    for (int i = 0; i < 3; ++i) {
        const double angle = 0.4 + 2 * std::numbers::pi * i / 3;
        const Vec3 out(std::cos(angle), 0, std::sin(angle));
        Tube vine;
        for (int k = 0; k <= 24; ++k) {
            const double share = k / 24.0;
            const double far = 0.1 + 0.25 * std::min(1.0, 3 * share);
            const double rise = 1.2 * share - 3.2 * share * share;
            vine.points.push_back(place + far * out + Vec3(0, 0.15 + rise, 0));
            vine.radii.push_back(0.008 - 0.005 * share);
        }
        add(soup, mesh_of(vine), "vine", "green");
        for (const size_t k : {8u, 14u, 20u})
            add(soup, card(vine.points[k], {0.04, 0, 0}, {0, -0.06, 0.03}), "leaf", "green");
    }
    return soup;
}

Soup two_pots() {
    Soup soup;
    soup.name = "pots";
    for (const double side : {-1.0, 1.0}) {
        const Vec3 place(0.22 * side, 0, 0);
        add(soup, at(pot(0.2, 0.3), place), side < 0 ? "pot_left" : "pot_right", "clay");
        for (int i = 0; i < 3; ++i)
            add_stem(soup, place + Vec3(0.05 * (i - 1), 0.2, 0),
                     place + Vec3(0.6 * (i - 1) - 0.1 * side, 1.2, 0.4 * (i - 1)));
    }
    return soup;
}

}  // namespace thigmo::made
