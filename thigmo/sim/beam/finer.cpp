// Segments cut into pieces, and what grows on them moved to the right piece.
#include "thigmo/sim/beam/finer.h"

#include <algorithm>

#include "thigmo/sim/beam/branches.h"

namespace thigmo {
namespace {

/// Into how many pieces each segment of a domain is cut. Four joints bend a uniform cantilever to
/// within 3 %.
uint32_t cuts(const Plant& plant, DomainId domain) {
    constexpr uint32_t least = 4;
    const uint32_t count = plant.domains.segments[domain].size();
    return is_branch(plant, domain) ? (least + count - 1) / count : 1;
}

/// Adds the part of a segment between two shares of its length.
void add_piece(Plant& fine, const Plant& plant, SegmentId row, double from, double to) {
    const Segments& rows = plant.segments;
    const Vec3 reach = rows.end[row] - rows.start[row];
    const double wider = rows.end_radius[row] - rows.start_radius[row];
    fine.segments.key.push_back(rows.key[row]);
    fine.segments.start.push_back(rows.start[row] + from * reach);
    fine.segments.end.push_back(rows.start[row] + to * reach);
    fine.segments.start_radius.push_back(rows.start_radius[row] + from * wider);
    fine.segments.end_radius.push_back(rows.start_radius[row] + to * wider);
    if (!plant.articulations.empty()) fine.articulations.push_back(plant.articulations[row]);
}

}  // namespace

Plant cut_finer(const Plant& plant) {
    Plant fine = plant;
    fine.segments = {};
    fine.articulations = {};
    Column<SegmentId, uint32_t> first(plant.segments.size());  // piece of a segment
    for (const DomainId domain : plant.domains.rows()) {
        const uint32_t pieces = cuts(plant, domain);
        Rows<SegmentId>& run = fine.domains.segments[domain];
        run = {static_cast<uint32_t>(fine.segments.size()), run.size() * pieces};
        for (const SegmentId row : plant.domains.segments[domain]) {
            first[row] = static_cast<uint32_t>(fine.segments.size());
            for (uint32_t i = 0; i < pieces; ++i)
                add_piece(fine, plant, row, 1.0 * i / pieces, (i + 1.0) / pieces);
        }
        Attachment& at = fine.domains.attachment[domain];
        if (!at.segment.exists()) continue;
        const uint32_t of_parent = cuts(plant, plant.domains.parent[domain]);
        const double along = at.along * of_parent;
        const uint32_t piece = std::min(of_parent - 1, static_cast<uint32_t>(along));
        at = {SegmentId(first[at.segment] + piece), along - piece};
    }
    return fine;
}

}  // namespace thigmo
