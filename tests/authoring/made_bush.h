// A bush with one of everything that a person may decide.
#pragma once

#include "tests/authoring/made_soup.h"

namespace thigmo::made {

/// A trunk (0) with a fork of two limbs (1, 2) that meet each other, a twig (3) on one of them, a
/// branch held over a gap (4), leaves (5 … 8) and a fruit (9).
inline Soup bush() {
    Soup soup;
    soup.name = "bush";
    const auto tube = [&](const Vec3& from, const Vec3& to, double base, double tip) {
        Tube pointed = straight(from, to, base, tip, 17);
        pointed.tip = End::pointed;
        add(soup, mesh_of(pointed), "", "bark");
    };
    tube({0, 0, 0}, {0, 3, 0}, 0.1, 0.06);
    tube({0, 2.9, 0}, {0.9, 4.5, 0}, 0.055, 0.02);
    tube({0, 2.9, 0}, {-0.7, 4.5, 0}, 0.05, 0.02);
    tube({0.5, 3.79, 0}, {0.6, 4.4, 0.8}, 0.015, 0.005);
    tube({0.55, 1.64, 0}, {1.5, 2.03, 0}, 0.03, 0.01);
    for (int i = 0; i < 4; ++i)
        add(soup, card(Vec3(0.9 + 0.12 * i, 1.79 + 0.05 * i, 0), {0.02, 0, 0}, {0, 0.02, 0.12}), "",
            "leaf");
    add(soup, ball({-0.7, 4.55, 0}, 0.07), "", "fruit");
    return soup;
}

}  // namespace thigmo::made
