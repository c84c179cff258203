// Where each body stands among the rows: runs of bodies side by side in lanes, in blocks of whole
// subtrees.
//
// A run leads from a body to its tallest child and on to a tip. Runs of one depth and nearly one
// length share a batch: row k of a batch holds the k-th body of every run, so along it a body's
// parent is the row before, in the same lane. What leaves a run sideways is gathered from and added
// to the parent's row. Blocks can be walked at the same time; the trunk block holds their parents.
#pragma once

#include <cstdint>
#include <vector>

#include "thigmo/sim/articulated/bodies.h"

namespace thigmo {

struct Batch {
    uint32_t first = 0;   // row of the runs' first bodies
    uint32_t length = 0;  // rows
    bool rod = true;      // all of them
    bool chain = false;   // one long run: lanes hold consecutive bodies of it
};

/// Of a lane of a batch: where its first body's parent stands, and where what it carries goes.
struct LaneParent {
    uint32_t row = 0;
    uint32_t lane = 0;
    bool empty = true;
    int32_t outbox = -1;  // across blocks: a place of its own, added up later in a fixed order
};

struct Block {
    uint32_t first = 0, last = 0;  // batches, parents before children
};

struct Layout {
    static constexpr uint32_t none = UINT32_MAX;
    size_t lanes = 1;
    uint32_t row_count = 1;  // row 0 is the base
    uint32_t slot_count = 1;
    std::vector<Batch> batches{};
    std::vector<LaneParent> parents{};  // batch · lanes + lane
    std::vector<Block> blocks{};        // block 0 holds the parents of the others
    std::vector<uint32_t> seat{};       // of each body: row · lanes + lane
    std::vector<uint32_t> body{};       // of each seat; none where it is empty
    std::vector<int32_t> slot{};        // of each row: where its side children add up, or -1
    std::vector<LaneParent> outbox{};   // whom each place of the outbox goes to
    std::vector<uint8_t> general{};     // of each body: no rod
};

/// Whether inertia, stiffness and damping are the same about all axes across the body. Within
/// rounding: a frame that is stated leaves a frustum a rod.
bool has_rod_form(const Bodies& bodies, BodyId body);

/// Bodies whose subtrees are smaller than `block` are laid out in blocks of about that many.
Layout lay_out(const Bodies& bodies, size_t lanes, size_t block = 1024);

}  // namespace thigmo
