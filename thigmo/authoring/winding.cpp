// Winding alike: from triangle to triangle over the edges that join two.
#include "thigmo/authoring/winding.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace thigmo {
namespace {

/// A side of a triangle, and the way in which that goes along it.
struct Side {
    uint64_t edge;
    uint32_t triangle;
    bool upwards;  // from the lower to the higher corner
};

/// A triangle beyond an edge, and whether the two go along it in one direction.
struct Beyond {
    uint32_t triangle = UINT32_MAX;
    bool against = false;
};
using Neighbours = std::array<Beyond, 3>;

std::vector<Neighbours> neighbours_of(std::span<const Triangle> triangles) {
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (uint32_t triangle = 0; triangle < triangles.size(); ++triangle)
        for (size_t side = 0; side < 3; ++side) {
            const uint32_t a = triangles[triangle][side], b = triangles[triangle][(side + 1) % 3];
            sides.push_back({uint64_t{std::min(a, b)} << 32 | std::max(a, b), triangle, a < b});
        }
    std::ranges::stable_sort(sides, {}, &Side::edge);
    std::vector<Neighbours> neighbours(triangles.size());
    std::vector<uint8_t> count(triangles.size());
    for (size_t first = 0; first < sides.size();) {
        size_t last = first + 1;
        while (last < sides.size() && sides[last].edge == sides[first].edge) ++last;
        if (last - first == 2) {
            const Side &one = sides[first], &two = sides[first + 1];
            const bool against = one.upwards == two.upwards;
            neighbours[one.triangle][count[one.triangle]++] = {two.triangle, against};
            neighbours[two.triangle][count[two.triangle]++] = {one.triangle, against};
        }
        first = last;
    }
    return neighbours;
}

}  // namespace

void wind_alike(std::span<const Vec3> points, std::vector<Triangle>& triangles) {
    const std::vector<Neighbours> neighbours = neighbours_of(triangles);
    const auto area = [&](uint32_t triangle) {
        const auto& [i, j, k] = triangles[triangle];
        return (points[j] - points[i]).cross(points[k] - points[i]).norm();
    };
    enum : uint8_t { unseen, kept, turned };
    std::vector<uint8_t> state(triangles.size(), unseen);
    std::vector<uint32_t> skin;  // reached from one triangle
    for (uint32_t start = 0; start < triangles.size(); ++start) {
        if (state[start] != unseen) continue;
        skin.assign(1, start);
        state[start] = kept;
        double more = 0;  // area that is kept, less what is turned
        for (size_t at = 0; at < skin.size(); ++at) {
            const uint32_t here = skin[at];
            more += state[here] == kept ? area(here) : -area(here);
            for (const auto& [next, against] : neighbours[here]) {
                if (next == UINT32_MAX || state[next] != unseen) continue;
                state[next] = (state[here] == kept) != against ? kept : turned;
                skin.push_back(next);
            }
        }
        const uint8_t wrong = more < 0 ? kept : turned;
        for (const uint32_t triangle : skin)
            if (state[triangle] == wrong) std::swap(triangles[triangle][1], triangles[triangle][2]);
    }
}

}  // namespace thigmo
