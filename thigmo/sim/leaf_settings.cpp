// Ranges of what is said of leaves, and its keys in a scene.
#include "thigmo/sim/leaf_settings.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/settings.h"

namespace thigmo {

void check(const LeafSettings& leaf) {
    if (leaf.pieces < 1 || leaf.pieces > 20)
        throw InputError(fmt::format("leaf_pieces: found {}, expected 1 to 20", leaf.pieces));
    if (!(std::isfinite(leaf.stiffness) && leaf.stiffness > 0))
        throw InputError(
            fmt::format("leaf_stiffness: found {:g}, expected more than 0", leaf.stiffness));
}

void read_leaves(const Settings& table, LeafSettings& leaf) {
    if (table.has("leaves") && table.is_text("leaves"))
        for (const char* old : {"coupled", "riding"})
            if (table.text("leaves") == old)
                table.refuse("leaves", fmt::format("\"stalks\" or \"welded\"; leaf_solve = \"{}\" "
                                                   "is what this was",
                                                   old));
    leaf.joint = table.choose("leaves", leaf_joint_names, leaf.joint);
    table.former("leaf_bodies", "the key leaf_pieces instead");
    leaf.pieces = table.whole("leaf_pieces", {1, 20}, leaf.pieces);
    leaf.stiffness = table.number("leaf_stiffness", {1e-6, 1e6}, leaf.stiffness);
}

}  // namespace thigmo
