// The cheapest tree over all offers, and the loops that it breaks.
#include "thigmo/authoring/hierarchy.h"

#include <algorithm>

#include "thigmo/authoring/arborescence.h"
#include "thigmo/base/error.h"
#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

constexpr double loose_cost = 1000;
constexpr double widest_bridge = 4;  // of those that are closed first

struct Choice {
    std::vector<Offer> offers;     // all that were possible
    std::vector<uint32_t> chosen;  // per limb: an offer, or no_arc
};

std::vector<uint8_t> root_flags(const Roots& roots, size_t limbs) {
    std::vector<uint8_t> flags(limbs);
    for (const Root& root : roots.rows) flags[root.limb.value] = 1;
    return flags;
}

/// The parents that are told: by a person, else by the skin unless a person cuts them there.
class Told {
  public:
    Told(const Limbs& limbs, const HierarchyOrders& orders)
        : cuts_(orders.cuts), parent_(limbs.size()) {
        for (const auto& [a, b] : orders.cuts) cuts_.emplace_back(b, a);
        std::ranges::sort(cuts_);
        for (const LimbId limb : limbs.rows())
            if (const LimbId from = limbs[limb].grows_from.limb; !is_cut(limb, from))
                parent_[limb] = from;
        for (const auto& [child, parent] : orders.parents) parent_[child] = parent;
    }

    /// What they and cuts rule out.
    void strike(const Limbs& limbs, std::vector<Offer>& offers) const {
        std::erase_if(offers, [&](const Offer& offer) {
            const LimbId parent = parent_[offer.child];
            return is_cut(offer.child, offer.from.limb) ||
                   (parent.exists() && (parent != offer.from.limb || by_skin(limbs, offer.child)));
        });
    }

    /// For each where none is left that comes from its parent.
    void add(const Limbs& limbs, double bridge, std::vector<Offer>& offers) const {
        Column<LimbId, uint8_t> has(limbs.size());
        for (const Offer& offer : offers)
            if (parent_[offer.child] == offer.from.limb) has[offer.child] = 1;
        for (const LimbId limb : limbs.rows()) {
            if (!parent_[limb].exists() || has[limb] != 0) continue;
            if (by_skin(limbs, limb))
                offers.push_back({limb, limbs[limb].grows_from});
            else
                offers.push_back(offer_from(limbs, limb, parent_[limb], bridge));
        }
    }

  private:
    bool is_cut(LimbId child, LimbId parent) const {
        return std::ranges::binary_search(cuts_, std::pair(child, parent));
    }
    bool by_skin(const Limbs& limbs, LimbId limb) const {
        return parent_[limb] == limbs[limb].grows_from.limb;
    }

    std::vector<std::pair<LimbId, LimbId>> cuts_;
    Column<LimbId, LimbId> parent_;
};

std::vector<uint32_t> choose(size_t count, const Roots& roots, const std::vector<Offer>& offers) {
    const auto ground = static_cast<uint32_t>(count);
    const std::vector<uint8_t> is_root = root_flags(roots, count);
    std::vector<Arc> arcs;
    for (const Offer& offer : offers)
        arcs.push_back({offer.from.limb.value, offer.child.value,
                        is_root[offer.child.value] != 0 ? 2 * loose_cost : offer.cost});
    for (uint32_t limb = 0; limb < count; ++limb)
        arcs.push_back({ground, limb, is_root[limb] != 0 ? 0 : loose_cost});
    std::vector<uint32_t> chosen = cheapest_tree(count + 1, ground, arcs);
    chosen.pop_back();
    for (uint32_t& arc : chosen)
        if (arc >= offers.size()) arc = no_arc;
    return chosen;
}

/// The connected parts of the graph; roots count as one.
std::vector<uint32_t> parts_of(size_t count, const Roots& roots, const std::vector<Offer>& offers) {
    UnionFind sets(count);
    for (const Offer& offer : offers) sets.unite(offer.child.value, offer.from.limb.value);
    for (const Root& root : roots.rows) sets.unite(root.limb.value, roots.rows[0].limb.value);
    return sets.numbers();
}

size_t count_parts(const std::vector<uint32_t>& part) {
    return part.empty() ? 0 : *std::ranges::max_element(part) + size_t{1};
}

/// Per limb 0 where a root holds it, else the number, from 1, of what falls with it.
std::vector<uint32_t> falling(size_t count, const Roots& roots, const Choice& choice) {
    UnionFind sets(count);
    for (const uint32_t at : choice.chosen)
        if (at != no_arc)
            sets.unite(choice.offers[at].child.value, choice.offers[at].from.limb.value);
    for (const Root& root : roots.rows) sets.unite(root.limb.value, roots.rows[0].limb.value);
    std::vector<uint32_t> number = sets.numbers();
    const uint32_t held = roots.rows.empty() ? UINT32_MAX : number[roots.rows[0].limb.value];
    for (uint32_t& of : number) of = of == held ? 0 : of + (of < held ? 1 : 0);
    return number;
}

/// Chooses, and offers bridges to what falls until nothing does, or nothing is near enough: islands
/// reach each other first, then what they lie by, and over wider gaps only what no narrower one
/// holds. What falls may also turn about and hang from any of its limbs.
void choose_and_bridge(const Limbs& limbs, const Roots& roots, const Told& told, double bridge,
                       Choice& choice) {
    size_t before = SIZE_MAX;
    for (double reach = bridge;;) {
        choice.chosen = choose(limbs.size(), roots, choice.offers);
        const std::vector<uint32_t> falls = falling(limbs.size(), roots, choice);
        const size_t count = count_parts(falls);
        if (count < 2) return;
        if (count >= before && (reach *= 2) > widest_bridge * bridge) return;
        before = count;
        std::vector<Offer> more = find_bridges(limbs, falls, reach);
        for (const uint32_t at : choice.chosen)
            if (at != no_arc && falls[choice.offers[at].child.value] != 0)
                more.push_back(offer_from(limbs, choice.offers[at].from.limb,
                                          choice.offers[at].child, bridge));
        told.strike(limbs, more);
        choice.offers.insert(choice.offers.end(), more.begin(), more.end());
    }
}

/// Turns every line that is held by its far end, and places on it with it; whether any was.
bool turn_lines(const Roots& roots, Choice& choice, Limbs& limbs) {
    std::vector<uint8_t> turns(limbs.size());
    for (const LimbId limb : limbs.rows())
        if (const uint32_t at = choice.chosen[limb.value];
            at != no_arc && choice.offers[at].by_far_end)
            turns[limb.value] = 1;
    for (const Root& root : roots.rows)
        if (root.by_far_end) turns[root.limb.value] = 1;
    const auto move = [&](PlaceOnLimb& place) {
        if (place.limb.exists() && turns[place.limb.value] != 0)
            place.along = limbs[place.limb].line.length() - place.along;
    };
    for (Offer& offer : choice.offers) move(offer.from);
    for (Limb& limb : limbs) move(limb.grows_from);
    for (const LimbId limb : limbs.rows())
        if (turns[limb.value] != 0) limbs[limb].line.reverse();
    return std::ranges::find(turns, 1) != turns.end();
}

class Descent {
  public:
    explicit Descent(const Column<LimbId, Growing>& limbs) : limbs_(limbs) {}
    bool is_below(LimbId limb, LimbId top) const {
        while (limb.exists() && limb != top) limb = limbs_[limb].from.limb;
        return limb == top;
    }

  private:
    const Column<LimbId, Growing>& limbs_;
};

void find_runners_up(const std::vector<Offer>& offers, Column<LimbId, Growing>& limbs) {
    const Descent descent(limbs);
    for (const Offer& offer : offers) {
        Growing& growing = limbs[offer.child];
        if (offer.from.limb == growing.from.limb || growing.how == Holds::root) continue;
        if (growing.runner_up.exists() && offer.cost - growing.cost >= growing.margin) continue;
        if (descent.is_below(offer.from.limb, offer.child)) continue;
        growing.runner_up = offer.from.limb;
        growing.margin = offer.cost - growing.cost;
    }
}

/// The graph that a person would see: limbs that meet, and those held without meeting.
void find_loops(const std::vector<Meeting>& meetings, Hierarchy& hierarchy) {
    std::vector<uint8_t> holds;
    const auto is_held = [&](LimbId a, LimbId b) {
        return hierarchy.limbs[a].from.limb == b || hierarchy.limbs[b].from.limb == a;
    };
    std::vector<uint8_t> met(hierarchy.limbs.size());
    for (const Meeting& meeting : meetings) {
        hierarchy.links.push_back({meeting.a.value, meeting.b.value});
        holds.push_back(is_held(meeting.a, meeting.b));
        if (hierarchy.limbs[meeting.a].from.limb == meeting.b) met[meeting.a.value] = 1;
        if (hierarchy.limbs[meeting.b].from.limb == meeting.a) met[meeting.b.value] = 1;
    }
    for (const LimbId limb : hierarchy.limbs.rows())
        if (const LimbId from = hierarchy.limbs[limb].from.limb;
            from.exists() && met[limb.value] == 0) {
            hierarchy.links.push_back({limb.value, from.value});
            holds.push_back(1);
        }
    std::vector<uint32_t> roots;
    for (const LimbId limb : hierarchy.limbs.rows())
        if (!hierarchy.limbs[limb].from.limb.exists()) roots.push_back(limb.value);
    // Of the links of a cycle that hold nothing the newest goes, as it came last.
    const LoopChooser by_tree = [&](std::span<const uint32_t> cycle) {
        for (size_t i = cycle.size(); i-- > 0;)
            if (holds[cycle[i]] == 0) return i;
        return cycle.size() - 1;
    };
    hierarchy.loops = untangle(hierarchy.limbs.size(), roots, hierarchy.links, by_tree).loops;
}

/// Height of the middle of all triangles' area.
double area_height(const SoupSurface& surface) {
    double sum = 0, whole = 0;
    for (const auto& [i, j, k] : surface.mesh.triangles) {
        const Vec3f &a = surface.mesh.positions[i], &b = surface.mesh.positions[j],
                    &c = surface.mesh.positions[k];
        const double area = (b - a).cross(c - a).norm();
        sum += area * (a.y() + b.y() + c.y()) / 3;
        whole += area;
    }
    return whole > 0 ? sum / whole : 0;
}

/// Those that would have been proposed stand as they would have.
Roots ordered_roots(const Limbs& limbs, const std::vector<LimbId>& wanted, const Roots& proposed) {
    Roots roots;
    roots.reason = "by decision";
    size_t same = 0;
    for (const LimbId limb : wanted) {
        const auto known = std::ranges::find(proposed.rows, limb, &Root::limb);
        const Axis& line = limbs[limb].line;
        if (known != proposed.rows.end()) {
            ++same;
            roots.rows.push_back(*known);
        } else {
            roots.rows.push_back({limb, line.points.back().y() < line.points.front().y() &&
                                            line.reach.back() >= 0.8 * line.reach.front()});
        }
    }
    roots.hanging = proposed.hanging && same > 0;
    if (same == proposed.rows.size() && same == wanted.size()) roots.reason = proposed.reason;
    return roots;
}

/// Without those that are told to grow from another.
void strike_children(const HierarchyOrders& orders, Roots& roots) {
    std::erase_if(roots.rows, [&](const Root& root) {
        return std::ranges::any_of(orders.parents,
                                   [&](const auto& pair) { return pair.first == root.limb; });
    });
}

}  // namespace

Hierarchy build_hierarchy(const SoupSurface& surface, const HierarchyOrders& orders, double bridge,
                          Limbs& limbs) {
    const std::vector<Meeting> meetings = find_meetings(surface, limbs);
    Hierarchy hierarchy;
    hierarchy.meetings = meetings.size();
    hierarchy.roots = find_roots(limbs, orders.ground, area_height(surface));
    if (orders.roots.empty())
        strike_children(orders, hierarchy.roots);
    else
        hierarchy.roots = ordered_roots(limbs, orders.roots, hierarchy.roots);
    const Told told(limbs, orders);
    // Who is told to grow from another limb is no root.
    std::erase_if(hierarchy.roots.rows, [&](const Root& root) {
        return std::ranges::any_of(orders.parents,
                                   [&](const auto& pair) { return pair.first == root.limb; });
    });
    if (hierarchy.roots.rows.empty() && !limbs.empty())
        throw InputError(
            "decisions: found the only root growing from another limb, expected another one in "
            "roots");
    Roots roots = hierarchy.roots;
    Choice choice;
    size_t bridges_from = 0;
    for (int pass = 0; pass < 2; ++pass) {
        choice.offers = find_offers(limbs, meetings);
        told.strike(limbs, choice.offers);
        told.add(limbs, bridge, choice.offers);
        bridges_from = choice.offers.size();
        hierarchy.parts = count_parts(parts_of(limbs.size(), roots, choice.offers));
        choose_and_bridge(limbs, roots, told, bridge, choice);
        // Once all lines begin at their bases, what siblings share is judged rightly.
        if (!turn_lines(roots, choice, limbs)) break;
        for (Root& root : roots.rows) root.by_far_end = false;
    }
    hierarchy.limbs.resize(limbs.size());
    const std::vector<uint8_t> is_root = root_flags(roots, limbs.size());
    for (const LimbId limb : limbs.rows()) {
        Growing& growing = hierarchy.limbs[limb];
        const uint32_t at = choice.chosen[limb.value];
        if (at == no_arc) {
            growing.how = is_root[limb.value] != 0 ? Holds::root : Holds::loose;
            continue;
        }
        const Offer& offer = choice.offers[at];
        growing.how = at < bridges_from ? Holds::grown : Holds::bridged;
        growing.from = offer.from;
        growing.cost = offer.cost;
        growing.gap = offer.gap;
    }
    for (const auto& [child, parent] : orders.parents)
        hierarchy.limbs[child].ordered = hierarchy.limbs[child].from.limb == parent;
    find_runners_up(choice.offers, hierarchy.limbs);
    find_loops(meetings, hierarchy);
    return hierarchy;
}

}  // namespace thigmo
