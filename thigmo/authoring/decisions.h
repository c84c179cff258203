// Decisions: all that a person may overrule, as data and as a file that is written, edited and read
// back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/authoring/roles.h"

namespace thigmo {

/// Limbs go by name, `12` or `12.3`; pieces by number, as counted by their first triangles.
struct Decisions {
    struct PieceIs {
        PieceId piece;
        Role role;
        std::string where;  // file:line:column, for messages
    };
    struct LimbFrom {
        std::string limb, parent;
        std::string where;
    };
    struct Cut {
        std::string a, b;
        std::string where;
    };
    struct AnchorAt {
        PieceId piece;  // any of the set's
        bool at_centre = false;
        Vec3 point = Vec3::Zero();  // on that piece (m); the nearest vertex or middle of an edge
        std::string where;
    };
    struct Split {
        std::string limb;
        double along = 0;  // share of its length
        std::string where;
    };
    struct Merge {
        std::string limb;  // takes in all that grows from it
        std::string where;
    };
    std::optional<uint64_t> triangles;  // of the mesh that they were made for
    std::vector<std::string> roots;
    std::string roots_where;
    std::vector<PieceIs> pieces;
    std::vector<LimbFrom> limbs;
    std::vector<Cut> cuts;
    std::vector<AnchorAt> anchors;
    std::vector<Split> splits;
    std::vector<Merge> merges;
};

/// InputError with line and column.
Decisions read_decisions(std::string_view text, const std::string& file);

}  // namespace thigmo
