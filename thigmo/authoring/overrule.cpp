// Decisions looked up by name and number.
#include "thigmo/authoring/overrule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

/// Limbs by their names.
class LimbNames {
  public:
    explicit LimbNames(const Limbs& limbs) {
        for (const LimbId limb : limbs.rows()) rows_.emplace(limbs[limb].name, limb);
    }
    LimbId find(const std::string& name, const std::string& where) const {
        if (const auto at = rows_.find(name); at != rows_.end()) return at->second;
        throw InputError(
            fmt::format("{}: found limb \"{}\", expected the name of a branch (one of {})", where,
                        name, rows_.size()));
    }

  private:
    std::unordered_map<std::string, LimbId> rows_;
};

void require_no_circle(const HierarchyOrders& orders, const Decisions& decisions,
                       const Limbs& limbs) {
    std::map<LimbId, LimbId> parent(orders.parents.begin(), orders.parents.end());
    for (size_t i = 0; i < orders.parents.size(); ++i) {
        LimbId at = orders.parents[i].first;
        for (size_t steps = 0; steps <= parent.size(); ++steps) {
            const auto up = parent.find(at);
            if (up == parent.end()) break;
            at = up->second;
            if (at != orders.parents[i].first) continue;
            throw InputError(fmt::format(
                "{}: found limb \"{}\" growing from itself in a circle, expected a tree",
                decisions.limbs[i].where, limbs[at].name));
        }
    }
}

/// A limb that is told to grow is no root, and holds to what it is not cut from.
void require_one_way(const HierarchyOrders& orders, const Decisions& decisions,
                     const Limbs& limbs) {
    for (size_t i = 0; i < orders.parents.size(); ++i) {
        const auto& [child, parent] = orders.parents[i];
        for (size_t j = 0; j < i; ++j)
            if (orders.parents[j].first == child)
                throw InputError(fmt::format("{}: found limb \"{}\" a second time, expected once",
                                             decisions.limbs[i].where, limbs[child].name));
        const std::pair down(child, parent), up(parent, child);
        const auto is_cut = [&](const auto& cut) { return cut == down || cut == up; };
        const bool is_root = std::ranges::find(orders.roots, child) != orders.roots.end();
        if (!is_root && std::ranges::none_of(orders.cuts, is_cut)) continue;
        throw InputError(
            fmt::format("{}: found limb \"{}\" growing from \"{}\" and {}, expected one of the two",
                        decisions.limbs[i].where, limbs[child].name, limbs[parent].name,
                        is_root ? "among the roots" : "cut from it"));
    }
}

}  // namespace

void overrule(const Decisions& decisions, const SoupSurface& surface, Roles& roles) {
    const size_t triangles = surface.mesh.triangles.size();
    if (decisions.triangles && *decisions.triangles != triangles)
        throw InputError(fmt::format(
            "decisions: found those of a mesh with {} triangles, expected {} as this one has",
            *decisions.triangles, triangles));
    std::set<PieceId> seen;
    for (const auto& [piece, role, where] : decisions.pieces) {
        if (piece.value >= roles.of.size())
            throw InputError(fmt::format("{}: found piece {}, expected less than {}", where,
                                         piece.value, roles.of.size()));
        if (!seen.insert(piece).second)
            throw InputError(
                fmt::format("{}: found piece {} a second time, expected once", where, piece.value));
        PieceRole& own = roles.of[piece.value];
        if (own.role != role) own = {role, 1, "by decision", true};
    }
    std::erase_if(roles.pots, [&](const Pot& pot) {
        return std::ranges::none_of(
            pot.pieces, [&](PieceId piece) { return roles.of[piece.value].role == Role::prop; });
    });
}

void overrule(const Decisions& decisions, const SoupSurface& surface, Limbs& limbs) {
    for (const auto& [name, along, where] : decisions.splits)
        split_limb(surface, LimbNames(limbs).find(name, where), along, limbs);
}

HierarchyOrders orders_of(const Decisions& decisions, const Limbs& limbs) {
    HierarchyOrders orders;
    const LimbNames names(limbs);
    for (const std::string& name : decisions.roots)
        orders.roots.push_back(names.find(name, decisions.roots_where));
    for (const auto& [limb, parent, where] : decisions.limbs)
        orders.parents.emplace_back(names.find(limb, where), names.find(parent, where));
    for (const auto& [a, b, where] : decisions.cuts)
        orders.cuts.emplace_back(names.find(a, where), names.find(b, where));
    require_no_circle(orders, decisions, limbs);
    require_one_way(orders, decisions, limbs);
    return orders;
}

std::vector<std::optional<Anchor>> anchors_of(const Decisions& decisions,
                                              const SoupSurface& surface, const Pieces& pieces,
                                              const Blades& blades, const Instances& instances) {
    std::vector<std::optional<Anchor>> anchors(instances.sets.size());
    if (decisions.anchors.empty()) return anchors;
    std::vector<BladeId> blade_of(pieces.size());
    for (const BladeId blade : blades.rows())
        for (const PieceId piece : blades[blade].pieces) blade_of[piece.value] = blade;
    for (const auto& [piece, at_centre, point, where] : decisions.anchors) {
        const BladeId blade = piece.value < pieces.size() ? blade_of[piece.value] : BladeId();
        if (!blade.exists())
            throw InputError(fmt::format("{}: found an anchor of piece {}, expected a twig or leaf",
                                         where, piece.value));
        const Instance& instance = instances.of[blade];
        Anchor anchor;
        anchor.ordered = true;
        anchor.at_centre = at_centre;
        if (!at_centre) {
            const BladeMesh first =
                blade_mesh(surface, blades[instances.sets[instance.set].front()]);
            const BladeMesh own = blade_mesh(surface, blades[blade]);
            double least = INFINITY;
            for (const Anchor& candidate : anchor_candidates(first)) {
                const double here = (anchor_place(own, instance, candidate) - point).norm();
                if (here >= least) continue;
                least = here;
                anchor.vertices = candidate.vertices;
            }
        }
        anchors[instance.set] = anchor;
    }
    return anchors;
}

std::vector<LimbId> merges_of(const Decisions& decisions, const Limbs& limbs) {
    std::vector<LimbId> merges;
    const LimbNames names(limbs);
    for (const auto& [name, where] : decisions.merges) merges.push_back(names.find(name, where));
    return merges;
}

}  // namespace thigmo
