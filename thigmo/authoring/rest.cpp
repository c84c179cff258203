// Debris and props.
#include "thigmo/authoring/rest.h"

#include <algorithm>
#include <map>

#include "thigmo/authoring/wood_near.h"

namespace thigmo {
namespace {

Vec3 middle(const SoupSurface& surface, std::span<const uint32_t> triangles) {
    Vec3 sum = Vec3::Zero();
    for (const uint32_t triangle : triangles)
        for (const uint32_t corner : surface.mesh.triangles[triangle])
            sum += surface.mesh.positions[corner].cast<double>();
    return sum / (3.0 * static_cast<double>(triangles.size()));
}

}  // namespace

Rest settle_rest(const SoupSurface& surface, const Pieces& pieces, const std::vector<Form>& forms,
                 const Limbs& limbs, Roles& roles) {
    const WoodNear wood(limbs);
    double whole = 0;
    for (const Form& form : forms) whole += form.area;
    std::map<uint32_t, std::vector<uint32_t>> props;  // by part
    Rest rest;
    std::vector<uint8_t> has_limb(pieces.size());
    std::vector<LimbId> limb_of(surface.mesh.triangles.size());
    for (const LimbId limb : limbs.rows()) {
        has_limb[limbs[limb].piece.value] = 1;
        for (const uint32_t triangle : limbs[limb].triangles) limb_of[triangle] = limb;
    }
    for (const PieceId piece : pieces.rows()) {
        PieceRole& role = roles.of[piece.value];
        const auto triangles = pieces[piece];
        if (role.role == Role::branch && has_limb[piece.value] == 0) {
            role.role = Role::leaf;
            role.reason = "has no length along which it could bend";
        }
        if (role.role == Role::prop) {
            std::vector<uint32_t>& all = props[surface.part[triangles.front()]];
            all.insert(all.end(), triangles.begin(), triangles.end());
        }
        if (role.role != Role::debris) continue;
        // Duplicates alone: the piece of those that stand for them.
        const PieceId outer = pieces.of[surface.duplicates[triangles.front()]];
        const Role outer_role = roles.of[outer.value].role;
        const bool is_back = outer != piece;
        if (is_back && has_limb[outer.value] != 0) {
            for (const uint32_t triangle : triangles)
                rest.on_limbs.emplace_back(limb_of[surface.duplicates[triangle]], triangle);
            continue;
        }
        if (is_back && (outer_role == Role::leaf || outer_role == Role::twig)) {
            if (kind_of(forms[outer.value], whole) == FormKind::sheet)
                role.role = Role::leaf;
            else
                for (const uint32_t triangle : triangles)
                    rest.on_pieces.emplace_back(outer, triangle);
            continue;
        }
        const LimbId limb = wood.nearest(middle(surface, triangles)).place.limb;
        const bool alike = limb.exists() && surface.look[limbs[limb].triangles.front()] ==
                                                surface.look[triangles.front()];
        if (!alike) {
            role.role = Role::leaf;
            continue;
        }
        for (const uint32_t triangle : triangles) rest.on_limbs.emplace_back(limb, triangle);
    }
    std::ranges::sort(rest.on_limbs);
    std::ranges::sort(rest.on_pieces);
    for (auto& [part, triangles] : props) rest.props.push_back(std::move(triangles));
    return rest;
}

}  // namespace thigmo
