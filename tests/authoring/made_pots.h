// Small soups of plants in pots, made by code.
#pragma once

#include "thigmo/plant/soup.h"

namespace thigmo::made {

/// A slender stem with two leaves near its tip, filed as green.
void add_stem(Soup& soup, const Vec3& from, const Vec3& to, double base = 0.012,
              double tip = 0.006);

/// A vase with a belly and a neck, in which three stems stand that cross in the neck; one thickens
/// towards its flower.
Soup vase_of_stems();

/// A box of five boards, 1.6 m long, and four stems in it, 40 cm apart.
Soup planter_of_stems();

/// A basket with a bow that hangs at 2 m, with three vines that rise over its rim and trail down.
Soup basket_of_vines();

/// Two pots side by side, of stems whose crowns overlap.
Soup two_pots();

}  // namespace thigmo::made
