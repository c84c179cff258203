// A chain of bricks swept along a centreline.
#pragma once

#include <span>

#include "thigmo/mechanics/solid_mesh.h"

namespace thigmo {

/// Of a chain: where its centreline passes, and how far the solid reaches on either side (m).
struct SweptSection {
    Vec3 centre = Vec3::Zero();
    double half_width = 0;
    double half_thickness = 0;
};

enum class SectionOutline : uint8_t { ellipse, rectangle };

/// One brick per two sections and material: sections at 0, ½ and 1 of every brick, so two more than
/// twice the bricks less one; nodes 9s … 9s + 8 are section s's. Sections stand across the
/// centreline, or halve the angle where bricks meet at one, and are carried along it without twist;
/// `width` is where the first one is wide, as far as that is across. An ellipse has the true second
/// moments of area, and its area to 0.1 %.
SolidMesh sweep(std::span<const SweptSection> sections, SectionOutline outline, const Vec3& width,
                std::span<const SolidMaterial> materials);

/// Bricks that are folded somewhere that counts: see is_sound.
std::vector<uint32_t> folded_bricks(const SolidMesh& mesh);

/// Whether no brick is folded anywhere that counts: where a centreline turns sharper than the
/// solid is thick, its sections cross.
bool is_sound(const SolidMesh& mesh);

}  // namespace thigmo
