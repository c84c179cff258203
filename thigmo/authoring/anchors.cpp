// Votes for anchors, and the nearest holder of each blade.
#include "thigmo/authoring/anchors.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/mesh/closest.h"

namespace thigmo {
namespace {

/// The wood nearest to an anchor; for one that floats, also to where the blade, prolonged
/// backwards, comes from.
WoodNear::Answer nearest_wood(const WoodNear& wood, const Vec3& anchor, const Vec3& centre,
                              double size) {
    WoodNear::Answer best = wood.nearest(anchor);
    if (best.to_skin < 0.1 * size) return best;
    const Vec3 back = (anchor - centre).stableNormalized();
    double least = best.to_axis;
    for (const double way : {0.25, 0.5, 0.75, 1.0}) {
        WoodNear::Answer there = wood.nearest(anchor + way * size * back);
        const double cost = there.to_axis + 0.4 * way * size;
        if (cost >= least) continue;
        least = cost;
        there.to_skin += way * size;
        best = there;
    }
    return best;
}

bool may_sit_on_others(const BladePart& blade) {
    return blade.role != Role::twig && !blade.solid;
}

/// Bodies that blades may sit on: twig cards, and lumps such as the heart of a flower.
class Carriers {
  public:
    Carriers(const SoupSurface& surface, const Blades& blades)
        : surface_(surface), blades_(blades) {
        std::vector<Box> boxes;
        for (const BladeId blade : blades.rows()) {
            if (may_sit_on_others(blades[blade])) continue;
            for (const uint32_t triangle : blades[blade].triangles) {
                Box& box = boxes.emplace_back();
                for (const Vec3& corner : corners(surface, triangle)) box.extend(corner);
                rows_.push_back({blade, triangle});
            }
        }
        tree_ = BoxTree(boxes);
    }

    /// The nearest one that is larger than the asker, nearer than `limit`.
    std::pair<BladeId, double> nearest(BladeId asker, const Vec3& point, double limit) const {
        const auto squared = [&](uint32_t item) {
            const BladeId blade = rows_[item].blade;
            if (blade == asker ||
                (!blades_[blade].solid && blades_[blade].size() < 1.5 * blades_[asker].size()))
                return INFINITY + 0.0;
            return (closest_on_triangle(point, corners(surface_, rows_[item].triangle)) - point)
                .squaredNorm();
        };
        const auto [item, found] = tree_.nearest(point, squared, limit * limit);
        return item == BoxTree::none ? std::pair(BladeId(), limit)
                                     : std::pair(rows_[item].blade, std::sqrt(found));
    }

  private:
    struct Row {
        BladeId blade;
        uint32_t triangle;
    };
    const SoupSurface& surface_;
    const Blades& blades_;
    std::vector<Row> rows_;
    BoxTree tree_;
};

/// The candidate with the least median of `gap(blade, place)` over at most 256 copies.
template <class Gap>
Anchor vote(const SoupSurface& surface, const Blades& blades, const Instances& instances,
            const std::vector<BladeId>& set, Gap gap) {
    std::vector<Anchor> list = anchor_candidates(blade_mesh(surface, blades[set.front()]));
    const size_t step = std::max<size_t>(1, set.size() / 256);
    std::vector<std::vector<double>> gaps(list.size());
    for (size_t i = 0; i < set.size(); i += step) {
        const BladeMesh mesh = blade_mesh(surface, blades[set[i]]);
        const double size = std::max(blades[set[i]].size(), 1e-12);
        for (size_t c = 0; c < list.size(); ++c)
            gaps[c].push_back(gap(set[i], anchor_place(mesh, instances.of[set[i]], list[c])) /
                              size);
    }
    size_t best = 0;
    for (size_t c = 0; c < list.size(); ++c) {
        const auto middle = gaps[c].begin() + static_cast<std::ptrdiff_t>(gaps[c].size() / 2);
        std::nth_element(gaps[c].begin(), middle, gaps[c].end());
        list[c].gap = *middle;
        if (list[c].gap < list[best].gap) best = c;
    }
    return list[best];
}

/// By the distance to wood; where that is far, to whatever else may hold; where all is far, the
/// centre.
Anchor choose_anchor(const SoupSurface& surface, const Blades& blades, const Instances& instances,
                     const std::vector<BladeId>& set, const WoodNear& wood,
                     const Carriers& carriers) {
    constexpr double floating = 0.25;
    const auto to_wood = [&](BladeId, const Vec3& place) {
        const auto answer = wood.nearest(place);
        // Inside the wood the deeper point is the truer one.
        return answer.to_skin + 0.1 * answer.to_axis;
    };
    Anchor best = vote(surface, blades, instances, set, to_wood);
    if (best.gap <= floating) return best;
    if (may_sit_on_others(blades[set.front()])) {
        const auto to_any = [&](BladeId blade, const Vec3& place) {
            return carriers.nearest(blade, place, to_wood(blade, place)).second;
        };
        const Anchor other = vote(surface, blades, instances, set, to_any);
        if (other.gap <= floating) return other;
    }
    best.at_centre = true;
    return best;
}

}  // namespace

Vec3 anchor_place(const BladeMesh& mesh, const Instance& instance, const Anchor& anchor) {
    const auto at = [&](uint32_t vertex) {
        return mesh.points[instance.vertex.empty() ? vertex : instance.vertex[vertex]];
    };
    return 0.5 * (at(anchor.vertices[0]) + at(anchor.vertices[1]));
}

std::vector<Anchor> anchor_candidates(const BladeMesh& mesh) {
    std::vector<std::array<uint32_t, 2>> places;
    for (uint32_t vertex = 0; vertex < mesh.points.size(); ++vertex)
        places.push_back({vertex, vertex});
    for (const auto& [i, j, k] : mesh.triangles)
        for (const auto& [a, b] : {std::pair(i, j), {j, k}, {k, i}})
            places.push_back({std::min(a, b), std::max(a, b)});
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    constexpr size_t most = 128;
    const size_t step = std::max<size_t>(1, places.size() / most);
    std::vector<Anchor> list;
    for (size_t i = 0; i < places.size(); i += step) list.push_back({false, places[i], 0, false});
    return list;
}

Anchors find_anchors(const SoupSurface& surface, const Blades& blades, const Instances& instances,
                     const WoodNear& wood, const std::vector<std::optional<Anchor>>& ordered) {
    const Carriers carriers(surface, blades);
    Anchors anchors;
    anchors.sets.resize(instances.sets.size());
    parallel_chunks(instances.sets.size(), 1, [&](size_t begin, size_t end) {
        for (size_t set = begin; set < end; ++set)
            anchors.sets[set] = set < ordered.size() && ordered[set]
                                    ? *ordered[set]
                                    : choose_anchor(surface, blades, instances, instances.sets[set],
                                                    wood, carriers);
    });
    anchors.of.resize(blades.size());
    parallel_chunks(blades.size(), 256, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const BladeId blade(row);
            const Instance& instance = instances.of[blade];
            const Anchor& anchor = anchors.sets[instance.set];
            HeldBlade& held = anchors.of[blade];
            held.anchor = anchor.at_centre
                              ? blades[blade].centre
                              : anchor_place(blade_mesh(surface, blades[blade]), instance, anchor);
            const double size = std::max(blades[blade].size(), 1e-12);
            const auto answer = nearest_wood(wood, held.anchor, blades[blade].centre, size);
            held.on = answer.place;
            held.gap = answer.to_skin;
            held.confidence = std::clamp(1 - held.gap / size, 0.1, 1.0);
            if (!may_sit_on_others(blades[blade])) continue;
            const auto [carrier, gap] =
                carriers.nearest(blade, held.anchor, std::min(0.5 * answer.to_skin, 0.3 * size));
            if (!carrier.exists()) continue;
            held.on_blade = carrier;
            held.gap = gap;
        }
    });
    return anchors;
}

}  // namespace thigmo
