// The steps of authoring, one after the other.
#include "thigmo/authoring/author.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/authoring/author_record.h"
#include "thigmo/authoring/merge.h"
#include "thigmo/authoring/overrule.h"
#include "thigmo/authoring/rest.h"
#include "thigmo/authoring/several.h"
#include "thigmo/authoring/stand_ins.h"
#include "thigmo/authoring/stiffness.h"
#include "thigmo/base/error.h"

namespace thigmo {
namespace {

/// Cards become limbs where there is no wood: they are blades no longer.
std::string replace_by_stand_ins(const SoupSurface& surface, std::optional<double> soil,
                                 Blades& blades, Limbs& limbs) {
    StandIns made = stand_in(surface, blades, soil);
    if (made.limbs.empty()) return {};
    limbs = std::move(made.limbs);
    for (const LimbId limb : limbs.rows()) {
        limbs[limb].name = fmt::format("card {}", limbs[limb].piece.value);
        limbs[limb].of_cards = true;
    }
    Blades left;
    for (const BladeId blade : blades.rows())
        if (!std::ranges::binary_search(made.taken, blade)) left.push_back(blades[blade]);
    blades = std::move(left);
    return made.reason;
}

void require_something(const Limbs& limbs, const Soup& soup, const Roles& roles) {
    if (!limbs.empty()) return;
    const bool props = std::ranges::all_of(
        roles.of, [](const PieceRole& role) { return role.role == Role::prop; });
    throw InputError(
        fmt::format("{}: found {}, expected a plant: branches, or leaves that stand on the ground",
                    soup.name, props ? "nothing but props" : "nothing to hold on to"));
}

/// The height that somebody says, else that of the lowest pot's soil, or of its rim.
std::optional<double> soil_of(const AuthorSettings& settings, const Roles& roles) {
    std::optional<double> soil = settings.ground;
    if (soil) return soil;
    for (const Pot& pot : roles.pots) {
        const double here = pot.soil.value_or(pot.room.max().y());
        soil = std::min(soil.value_or(here), here);
    }
    return soil;
}

/// Beyond these the numbers of a plant have no room, or no digits.
void require_size(const SoupSurface& surface, const Soup& soup) {
    constexpr double least = 1e-4, most = 1e5;  // m
    const double size = surface.diagonal;
    if (!(size >= least && size <= most))
        throw InputError(
            fmt::format("{}: found a mesh of {:.3g} m, expected {} … {} m from corner to corner",
                        soup.name, size, least, most));
    const double away =
        surface.box.min().cwiseAbs().cwiseMax(surface.box.max().cwiseAbs()).maxCoeff();
    if (away > most)
        throw InputError(
            fmt::format("{}: found a mesh {:.3g} m from its origin, expected at most "
                        "{} m",
                        soup.name, away, most));
}

void require_plant(const AuthorSettings& settings, size_t found, const Soup& soup) {
    if (!settings.plant || *settings.plant < found) return;
    throw InputError(fmt::format("{}: found plant {} asked for, expected 1 … {}", soup.name,
                                 *settings.plant + 1, found));
}

class Steps {
  public:
    explicit Steps(Progress& progress) : progress_(progress) {}

    template <class Work>
    auto operator()(const char* name, Work&& work) {
        progress_.report(done_, name);
        if (progress_.cancelled()) throw InputError("stopped");
        done_ = std::min(1.0, done_ + 0.09);
        return profile_.time(name, std::forward<Work>(work));
    }
    Profile take() { return std::move(profile_); }

  private:
    Progress& progress_;
    Profile profile_;
    double done_ = 0;
};

}  // namespace

Matter AuthorSettings::unknown_matter() {
    constexpr double young = 1e6, poisson = 0.45;
    Matter matter;
    matter.wood.name = "wood";
    matter.wood.young = young;
    matter.wood.shear = young / (2 * (1 + poisson));
    matter.wood.density = 1000;
    matter.leaf = matter.wood;
    matter.leaf.name = "leaf";
    matter.leaf.young = 2e7;
    matter.leaf.shear = 2e7 / (2 * (1 + poisson));
    matter.leaf.density = 700;
    matter.leaf.damping_ratio = 0.1;
    return matter;
}

Authored author(const Soup& soup, const AuthorSettings& settings, const Decisions& decisions,
                Progress& progress) {
    Steps step(progress);
    Authored authored;
    SoupSurface surface = step("join parts", [&] { return join_parts(soup, settings.scale); });
    require_size(surface, soup);
    const Pieces pieces = step("pieces", [&] { return find_pieces(surface); });
    const std::vector<Form> forms = step("forms", [&] { return find_forms(surface, pieces); });
    Roles roles = step("roles", [&] { return find_roles(soup, surface, pieces, forms); });
    overrule(decisions, surface, roles);
    Limbs limbs = step("centrelines", [&] { return find_limbs(surface, pieces, forms, roles); });
    Rest rest = step("rest", [&] { return settle_rest(surface, pieces, forms, limbs, roles); });
    Blades blades =
        step("blades", [&] { return find_blades(surface, pieces, forms, roles, rest.on_pieces); });
    const std::string stood_in =
        limbs.empty() ? replace_by_stand_ins(surface, soil_of(settings, roles), blades, limbs)
                      : std::string();
    require_something(limbs, soup, roles);
    overrule(decisions, surface, limbs);
    HierarchyOrders orders = orders_of(decisions, limbs);
    orders.ground = {settings.ground, roles.pots};
    Hierarchy hierarchy = step("hierarchy", [&] {
        return build_hierarchy(surface, orders, 0.05 * surface.diagonal, limbs);
    });
    const Instances instances = step(
        "instances", [&] { return find_instances(surface, soup, blades, settings.instances); });
    Anchors anchors = step("anchors", [&] {
        return find_anchors(surface, blades, instances, WoodNear(limbs),
                            anchors_of(decisions, surface, pieces, blades, instances));
    });
    const Blooms blooms =
        step("blooms", [&] { return find_blooms(limbs, blades, instances, anchors); });
    merge_limbs(merges_of(decisions, limbs), surface, limbs, hierarchy, anchors, rest);
    for (Limb& limb : limbs) blunt(surface.diagonal, limb.line);  // as tuned, so assembled
    const Parts parts{soup, surface, limbs, hierarchy, blades, instances, anchors, blooms, rest};
    Matter matter = settings.matter;
    if (settings.frequency)
        matter.stiffer = step("stiffness", [&] {
            return tune_limbs(limbs, hierarchy, foliage_mass(parts, matter), matter.wood,
                              *settings.frequency);
        });
    const Record record{parts, pieces, roles, decisions, stood_in};
    const auto found =
        step("plants", [&] { return find_plants(limbs, hierarchy, blades, anchors, roles.pots); });
    require_plant(settings, found.size(), soup);
    const std::vector<Rest> shares = share_rest(rest, pieces, limbs, found, roles.pots);
    step("assemble", [&] {
        for (size_t i = 0; i < found.size(); ++i) {
            if (settings.plant && *settings.plant != i) continue;
            const Parts own{soup,      surface, limbs,  hierarchy, blades,
                            instances, anchors, blooms, shares[i]};
            authored.plants.push_back(describe(record, assemble(own, matter, found[i])));
        }
    });
    authored.counts = count(record);
    authored.counts.plants = found.size();
    authored.decisions = decisions_text(record);
    authored.profile = step.take();
    return authored;
}

}  // namespace thigmo
