// Chu–Liu–Edmonds, one round of contractions after another.
#include "thigmo/authoring/arborescence.h"

#include <limits>

namespace thigmo {
namespace {

struct Way {
    Arc arc;          // between nodes of this round
    uint32_t before;  // its number in the round before
};

struct Round {
    size_t nodes;
    uint32_t root;
    std::vector<Way> ways;
    std::vector<uint32_t> best;   // per node: its cheapest way in
    std::vector<uint32_t> group;  // per node: its node in the next round
};

void choose(Round& round) {
    round.best.assign(round.nodes, no_arc);
    for (uint32_t i = 0; i < round.ways.size(); ++i) {
        const auto& [from, to, cost] = round.ways[i].arc;
        if (to == round.root || from == to) continue;
        uint32_t& best = round.best[to];
        if (best == no_arc || cost < round.ways[best].arc.cost) best = i;
    }
}

/// Numbers the cycles of the chosen ways first, then the other nodes; the count of groups.
size_t contract(Round& round) {
    constexpr uint32_t none = UINT32_MAX;
    round.group.assign(round.nodes, none);
    std::vector<uint32_t> seen(round.nodes, none);
    uint32_t groups = 0;
    for (uint32_t start = 0; start < round.nodes; ++start) {
        uint32_t at = start;
        while (seen[at] == none && round.best[at] != no_arc) {
            seen[at] = start;
            at = round.ways[round.best[at]].arc.from;
        }
        if (seen[at] != start || round.best[at] == no_arc || round.group[at] != none) continue;
        for (uint32_t on = at; round.group[on] == none; on = round.ways[round.best[on]].arc.from)
            round.group[on] = groups;
        ++groups;
    }
    const bool has_cycle = groups > 0;
    for (uint32_t& group : round.group)
        if (group == none) group = groups++;
    return has_cycle ? groups : 0;
}

Round next_round(const Round& round, size_t groups, std::vector<uint8_t>& in_cycle) {
    std::vector<uint32_t> members(groups);
    for (const uint32_t group : round.group) ++members[group];
    in_cycle.assign(round.nodes, 0);
    for (size_t node = 0; node < round.nodes; ++node)
        in_cycle[node] = members[round.group[node]] > 1;
    Round next{groups, round.group[round.root], {}, {}, {}};
    for (uint32_t i = 0; i < round.ways.size(); ++i) {
        const auto& [from, to, cost] = round.ways[i].arc;
        const uint32_t a = round.group[from], b = round.group[to];
        if (a == b) continue;
        const double saved = in_cycle[to] != 0 ? round.ways[round.best[to]].arc.cost : 0;
        next.ways.push_back({{a, b, cost - saved}, i});
    }
    return next;
}

/// Per node whether any way leads there from the root.
std::vector<uint8_t> reached(size_t nodes, uint32_t root, std::span<const Arc> arcs) {
    std::vector<uint32_t> first(nodes + 1);
    for (const Arc& arc : arcs) ++first[arc.from + 1];
    for (size_t node = 0; node < nodes; ++node) first[node + 1] += first[node];
    std::vector<uint32_t> to(arcs.size()), next(first.begin(), first.end() - 1);
    for (const Arc& arc : arcs) to[next[arc.from]++] = arc.to;
    std::vector<uint8_t> is_reached(nodes);
    is_reached[root] = 1;
    std::vector<uint32_t> open{root};
    while (!open.empty()) {
        const uint32_t node = open.back();
        open.pop_back();
        for (uint32_t at = first[node]; at < first[node + 1]; ++at) {
            if (is_reached[to[at]] != 0) continue;
            is_reached[to[at]] = 1;
            open.push_back(to[at]);
        }
    }
    return is_reached;
}

}  // namespace

std::vector<uint32_t> cheapest_tree(size_t nodes, uint32_t root, std::span<const Arc> arcs) {
    std::vector<Round> rounds{{nodes, root, {}, {}, {}}};
    const std::vector<uint8_t> is_reached = reached(nodes, root, arcs);
    for (uint32_t i = 0; i < arcs.size(); ++i)
        if (is_reached[arcs[i].from] != 0) rounds.back().ways.push_back({arcs[i], i});
    std::vector<std::vector<uint8_t>> in_cycle;
    for (;;) {
        choose(rounds.back());
        const size_t groups = contract(rounds.back());
        if (groups == 0) break;
        in_cycle.emplace_back();
        Round next = next_round(rounds.back(), groups, in_cycle.back());
        rounds.push_back(std::move(next));
    }
    // Back: the way chosen into a contracted cycle replaces that of the node which it enters.
    std::vector<uint32_t> chosen = rounds.back().best;
    for (size_t i = rounds.size() - 1; i-- > 0;) {
        const Round& round = rounds[i];
        std::vector<uint32_t> wider(round.nodes, no_arc);
        for (size_t node = 0; node < round.nodes; ++node)
            if (in_cycle[i][node] != 0) wider[node] = round.best[node];
        for (const uint32_t way : chosen) {
            if (way == no_arc) continue;
            const uint32_t before = rounds[i + 1].ways[way].before;
            wider[round.ways[before].arc.to] = before;
        }
        chosen = std::move(wider);
    }
    for (uint32_t& way : chosen)
        if (way != no_arc) way = rounds[0].ways[way].before;
    return chosen;
}

}  // namespace thigmo
