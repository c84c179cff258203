// Runs, batches and blocks from the bodies' parents.
#include "thigmo/sim/articulated/layout.h"

#include <algorithm>
#include <numeric>

namespace thigmo {
namespace {

constexpr uint32_t none = Layout::none;
constexpr uint32_t shortest_chain = 12;  // bodies

struct Tree {
    std::vector<uint32_t> parent, size, height;
    std::vector<uint32_t> heir;   // the child that continues the run
    std::vector<uint32_t> block;  // 0 for the trunk block
};

/// What the rods' short form of the equations covers.
bool is_rod(const Bodies& bodies, BodyId i) {
    const bool leafy = !bodies.foliage.empty() && bodies.foliage[i] != 0;
    return !leafy && bodies.plate[i] == 0 && has_rod_form(bodies, i);
}

/// Who continues a run: the tallest child of the same kind, where its brothers are less than half
/// as tall. Elsewhere runs end, so that the runs of a fork are alike and share a batch.
void find_heirs(Tree& tree, const std::vector<uint8_t>& general) {
    const size_t n = tree.parent.size();
    std::vector<uint32_t> second(n, 0);  // height of the second tallest child
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t p = tree.parent[i];
        if (p == none) continue;
        const uint32_t best = tree.heir[p] == none ? 0 : tree.height[tree.heir[p]];
        const bool taller = tree.height[i] > best;
        second[p] = std::max(second[p], taller ? best : tree.height[i]);
        if (taller) tree.heir[p] = i;
    }
    for (uint32_t p = 0; p < n; ++p) {
        const uint32_t heir = tree.heir[p];
        if (heir == none) continue;
        if (general[heir] != general[p] || 2 * second[p] > tree.height[heir]) tree.heir[p] = none;
    }
}

Tree measure(const Bodies& bodies, const std::vector<uint8_t>& general) {
    const size_t n = bodies.size();
    Tree tree{.parent = std::vector<uint32_t>(n),
              .size = std::vector<uint32_t>(n, 1),
              .height = std::vector<uint32_t>(n, 1),
              .heir = std::vector<uint32_t>(n, none),
              .block = std::vector<uint32_t>(n, 0)};
    for (size_t i = n; i-- > 0;) {
        const uint32_t p = tree.parent[i] = bodies.parent[BodyId(i)].value;
        if (p == none) continue;
        THIGMO_ASSERT(p < i);
        tree.size[p] += tree.size[i];
        tree.height[p] = std::max(tree.height[p], tree.height[i] + 1);
    }
    find_heirs(tree, general);
    return tree;
}

/// Subtrees no larger than `limit` are packed into blocks in order; larger ones' bodies make the
/// trunk block.
size_t assign_blocks(Tree& tree, size_t limit) {
    const size_t n = tree.parent.size();
    if (n <= limit) return 1;
    uint32_t blocks = 0;
    size_t filled = limit;
    for (size_t i = 0; i < n; ++i) {
        const uint32_t p = tree.parent[i];
        if (p != none && tree.block[p] != 0) {
            tree.block[i] = tree.block[p];
        } else if (tree.size[i] <= limit) {
            if (filled + tree.size[i] > limit) {
                ++blocks;
                filled = 0;
            }
            filled += tree.size[i];
            tree.block[i] = blocks;
        }
    }
    return blocks + 1;
}

struct Run {
    uint32_t first = 0, length = 0, depth = 0, block = 0;
    bool general = false;
};

std::vector<Run> find_runs(const Tree& tree, const std::vector<uint8_t>& general) {
    const size_t n = tree.parent.size();
    std::vector<uint32_t> depth(n);  // runs above
    std::vector<Run> runs;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t p = tree.parent[i];
        const bool goes_on = p != none && tree.heir[p] == i && tree.block[p] == tree.block[i];
        depth[i] = p == none ? 0 : depth[p] + (goes_on ? 0 : 1);
        if (goes_on) continue;
        Run run{i, 0, depth[i], tree.block[i], general[i] != 0};
        for (uint32_t k = i; k != none && tree.block[k] == run.block; k = tree.heir[k])
            ++run.length;
        runs.push_back(run);
    }
    return runs;
}

void add_batch(Layout& layout, const Tree& tree, std::span<const Run> runs) {
    Batch batch{layout.row_count, 0, true, false};
    for (const Run& run : runs) {
        batch.length = std::max(batch.length, run.length);
        batch.rod &= !run.general;
    }
    const auto lanes = static_cast<uint32_t>(layout.lanes);
    batch.chain = lanes > 1 && runs.size() == 1 && batch.length >= shortest_chain;
    if (batch.chain) batch.length = (batch.length + lanes - 1) / lanes;
    layout.row_count += batch.length;
    layout.body.resize(layout.row_count * layout.lanes, none);
    layout.slot.resize(layout.row_count, -1);
    for (uint32_t lane = 0; lane < layout.lanes; ++lane) {
        LaneParent& parent = layout.parents.emplace_back();
        if (lane >= runs.size()) continue;
        const Run& run = runs[lane];
        uint32_t body = run.first;
        for (uint32_t k = 0; k < run.length; ++k, body = tree.heir[body]) {
            const uint32_t seat =
                batch.first * lanes + (batch.chain ? k : static_cast<uint32_t>(k * lanes + lane));
            layout.seat[body] = seat;
            layout.body[seat] = body;
        }
        parent.empty = false;
        const uint32_t p = tree.parent[run.first];
        if (p != none) {
            parent.row = static_cast<uint32_t>(layout.seat[p] / layout.lanes);
            parent.lane = static_cast<uint32_t>(layout.seat[p] % layout.lanes);
        }
        int32_t& slot = layout.slot[parent.row];
        if (slot < 0) slot = static_cast<int32_t>(layout.slot_count++);
        if (run.block != 0 && (p == none || tree.block[p] != run.block)) {
            parent.outbox = static_cast<int32_t>(layout.outbox.size());
            layout.outbox.push_back(parent);
        }
    }
    layout.batches.push_back(batch);
}

}  // namespace

bool has_rod_form(const Bodies& bodies, BodyId i) {
    constexpr double tolerance = 1e-12;
    const Vec3 c = bodies.centre[i], k = bodies.stiffness[i], d = bodies.damping[i];
    const Mat3& J = bodies.inertia[i];
    Mat3 rod = Mat3::Zero();
    rod.diagonal() = Vec3(J(0, 0), J(1, 1), J(1, 1));
    return c.tail<2>().norm() <= tolerance * c.norm() && k.y() == k.z() && d.y() == d.z() &&
           (J - rod).norm() <= tolerance * J.norm();
}

Layout lay_out(const Bodies& bodies, size_t lanes, size_t block) {
    Layout layout;
    layout.lanes = lanes;
    layout.general.resize(bodies.size());
    for (const BodyId i : bodies.rows()) layout.general[i.value] = is_rod(bodies, i) ? 0 : 1;
    Tree tree = measure(bodies, layout.general);
    const size_t blocks = assign_blocks(tree, block);
    std::vector<Run> runs = find_runs(tree, layout.general);
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
        return std::tuple(a.block, a.depth, a.general, b.length, a.first) <
               std::tuple(b.block, b.depth, b.general, a.length, b.first);
    });
    layout.seat.resize(bodies.size());
    layout.body.assign(lanes, none);
    layout.slot.assign(1, 0);
    layout.blocks.resize(blocks);
    size_t next = 0;
    for (size_t b = 0; b < blocks; ++b) {
        layout.blocks[b].first = static_cast<uint32_t>(layout.batches.size());
        while (next < runs.size() && runs[next].block == b) {
            size_t end = next + 1;
            while (end < runs.size() && end - next < lanes && runs[end].block == b &&
                   runs[end].depth == runs[next].depth && runs[end].general == runs[next].general)
                ++end;
            add_batch(layout, tree, std::span(runs).subspan(next, end - next));
            next = end;
        }
        layout.blocks[b].last = static_cast<uint32_t>(layout.batches.size());
    }
    return layout;
}

}  // namespace thigmo
