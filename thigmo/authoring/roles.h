// What every piece is: branch, twig, leaf, debris or prop, with the reason and how sure it is.
//
// Based on [Zhao2013], sec. 4.1, whose users tag pieces as F, R1 or R2 by hand. Shape decides;
// names only break ties, as artists file stems under "leaves".
#pragma once

#include <array>
#include <string>
#include <vector>

#include "thigmo/authoring/pots.h"
#include "thigmo/plant/soup.h"

namespace thigmo {

/// Branches are the paper's F, twigs its R1 (cards that others may sit on), leaves its R2 (leaves,
/// petals, fruit). Debris is drawn and carried along; props (pot, soil, fireflies) stay where they
/// are.
enum class Role : uint8_t { branch, twig, leaf, debris, prop };
constexpr std::array<const char*, 5> role_names = {"branch", "twig", "leaf", "debris", "prop"};

struct PieceRole {
    Role role = Role::leaf;
    double confidence = 1;  // 0 a coin's toss … 1
    std::string reason;
    bool ordered = false;  // by a person
};

struct Roles {
    std::vector<PieceRole> of;  // per piece
    std::vector<Pot> pots;
};

Roles find_roles(const Soup& soup, const SoupSurface& surface, const Pieces& pieces,
                 const std::vector<Form>& forms);

}  // namespace thigmo
