// Joining parts: welding by a grid.
#include "thigmo/authoring/soup_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "thigmo/authoring/duplicates.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

/// Vertices by cell: an open table of the last vertex in each cell, and a chain to those before.
class Grid {
  public:
    Grid(size_t count, double cell, const Vec3& origin)
        : cell_(cell), origin_(origin), next_(count, none) {
        size_t size = 64;
        while (size < 2 * count) size *= 2;
        heads_.assign(size, none);
        keys_.resize(size);
    }

    /// Calls visit(vertex) for those kept near a point, until it says true.
    template <class Visit>
    bool find(const Vec3& point, double reach, Visit visit) const {
        const std::array<int64_t, 3> low = cell_of(point - Vec3::Constant(reach)),
                                     high = cell_of(point + Vec3::Constant(reach));
        for (int64_t x = low[0]; x <= high[0]; ++x)
            for (int64_t y = low[1]; y <= high[1]; ++y)
                for (int64_t z = low[2]; z <= high[2]; ++z)
                    for (uint32_t at = heads_[slot(key(x, y, z))]; at != none; at = next_[at])
                        if (visit(at)) return true;
        return false;
    }

    void keep(uint32_t vertex, const Vec3& point) {
        const auto [x, y, z] = cell_of(point);
        const uint64_t where = key(x, y, z);
        const size_t at = slot(where);
        keys_[at] = where;
        next_[vertex] = heads_[at];
        heads_[at] = vertex;
    }

  private:
    static constexpr uint32_t none = UINT32_MAX;

    std::array<int64_t, 3> cell_of(const Vec3& point) const {
        const Vec3 at = (point - origin_) / cell_;
        return {static_cast<int64_t>(std::floor(at.x())), static_cast<int64_t>(std::floor(at.y())),
                static_cast<int64_t>(std::floor(at.z()))};
    }
    static uint64_t key(int64_t x, int64_t y, int64_t z) {
        constexpr uint64_t mask = (uint64_t{1} << 21) - 1;
        return (static_cast<uint64_t>(x) & mask) | (static_cast<uint64_t>(y) & mask) << 21 |
               (static_cast<uint64_t>(z) & mask) << 42;
    }
    size_t slot(uint64_t where) const {
        size_t at = mix(where) & (heads_.size() - 1);
        while (heads_[at] != none && keys_[at] != where) at = (at + 1) & (heads_.size() - 1);
        return at;
    }

    double cell_;
    Vec3 origin_;
    std::vector<uint32_t> heads_, next_;
    std::vector<uint64_t> keys_;
};

std::vector<float> shortest_edges(const TriangleMesh& mesh) {
    std::vector<float> shortest(mesh.positions.size(), std::numeric_limits<float>::infinity());
    for (const Triangle& triangle : mesh.triangles)
        for (size_t corner = 0; corner < 3; ++corner) {
            const uint32_t a = triangle[corner], b = triangle[(corner + 1) % 3];
            const float length = (mesh.positions[a] - mesh.positions[b]).norm();
            if (length == 0) continue;
            shortest[a] = std::min(shortest[a], length);
            shortest[b] = std::min(shortest[b], length);
        }
    return shortest;
}

}  // namespace

std::array<Vec3, 3> corners(const SoupSurface& surface, uint32_t triangle) {
    const auto& [i, j, k] = surface.mesh.triangles[triangle];
    return {surface.mesh.positions[i].cast<double>(), surface.mesh.positions[j].cast<double>(),
            surface.mesh.positions[k].cast<double>()};
}

SoupSurface join_parts(const Soup& soup, double scale) {
    SoupSurface surface;
    for (size_t part = 0; part < soup.parts.size(); ++part) {
        const SoupPart& from = soup.parts[part];
        append(from.mesh, surface.mesh);
        surface.part.resize(surface.mesh.triangles.size(), static_cast<uint32_t>(part));
        surface.look.resize(surface.mesh.triangles.size(), from.look);
    }
    for (Vec3f& position : surface.mesh.positions) {
        position = (position.cast<double>() * scale).cast<float>();
        surface.box.extend(position.cast<double>());
    }
    surface.diagonal = surface.mesh.positions.empty() ? 0 : surface.box.diagonal().norm();
    weld(surface, {});
    return surface;
}

void weld(SoupSurface& surface, const Nearness& nearness) {
    const std::vector<Vec3f>& positions = surface.mesh.positions;
    surface.weld_tolerance = nearness.of_diagonal * surface.diagonal;
    surface.welded.resize(positions.size());
    const std::vector<float> shortest = shortest_edges(surface.mesh);
    const double cell = std::max(16 * surface.weld_tolerance, surface.diagonal / (1 << 20));
    Grid grid(positions.size(), cell > 0 ? cell : 1, surface.box.min());
    surface.near_misses = 0;
    for (uint32_t vertex = 0; vertex < positions.size(); ++vertex) {
        const Vec3 point = positions[vertex].cast<double>();
        uint32_t& found = surface.welded[vertex];
        found = vertex;
        bool missed = false;
        const auto is_here = [&](uint32_t other) {
            const double edge = nearness.of_edge * std::min(shortest[vertex], shortest[other]);
            const double reach = std::min(surface.weld_tolerance, edge);
            const double squared = (positions[other].cast<double>() - point).squaredNorm();
            if (squared <= reach * reach) {
                found = other;
                return true;
            }
            const double wide = std::min(10 * surface.weld_tolerance, edge);
            missed = missed || squared <= wide * wide;
            return false;
        };
        if (grid.find(point, surface.weld_tolerance, is_here)) continue;
        grid.keep(vertex, point);
        if (missed) ++surface.near_misses;
    }
    surface.duplicates = find_duplicates(surface);
}

}  // namespace thigmo
