// What every simulator is told of leaves, petals and fruits: how they hang on the wood.
#pragma once

#include <array>

namespace thigmo {

class Settings;

/// How a leaf, petal or fruit is held: on an elastic stalk joint about which it swings as a rigid
/// blade, or welded to the wood that carries it.
enum class LeafJoint { stalks, welded };
constexpr std::array<const char*, 2> leaf_joint_names = {"stalks", "welded"};

struct LeafSettings {
    LeafJoint joint = LeafJoint::stalks;
    int pieces = 1;        // 1: a leaf is rigid; more: it bends as so many pieces
    double stiffness = 1;  // of stalks and of leaves that bend, × this
};

/// InputError for what is out of range.
void check(const LeafSettings& leaf);

/// The keys leaves, leaf_pieces and leaf_stiffness over what the settings have. Keys and words of
/// older scenes are refused with their new names.
void read_leaves(const Settings& table, LeafSettings& leaf);

}  // namespace thigmo
