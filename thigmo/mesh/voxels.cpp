// Voxels by triangle–box overlap, flood fill and bridges between parts.
#include "thigmo/mesh/voxels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

/// A grid of cells in the unit of cells; cell (0, 0, 0) is the cube 0 … 1.
struct Grid {
    std::array<size_t, 3> size;  // cells along each axis
    std::vector<uint8_t> cells;

    size_t row(size_t x, size_t y, size_t z) const { return (x * size[1] + y) * size[2] + z; }
    Voxel place(size_t row) const {
        return {static_cast<uint16_t>(row / size[2] / size[1]),
                static_cast<uint16_t>(row / size[2] % size[1]),
                static_cast<uint16_t>(row % size[2])};
    }
    /// Calls visit(row) for the cells that share a face with one.
    template <class Visit>
    void neighbours(size_t row, Visit visit) const {
        const std::array<size_t, 3> stride = {size[1] * size[2], size[2], 1};
        const Voxel at = place(row);
        for (size_t axis = 0; axis < 3; ++axis) {
            if (at[axis] > 0) visit(row - stride[axis]);
            if (at[axis] + size_t{1} < size[axis]) visit(row + stride[axis]);
        }
    }
};

enum Cell : uint8_t { empty, full, outside };

using Corners = std::array<Vec3, 3>;

/// Whether the axis keeps the triangle and a cube of half width 1/2 about the origin apart.
bool separates(const Vec3& axis, const Corners& t) {
    const double reach = 0.5 * axis.cwiseAbs().sum();
    const double a = axis.dot(t[0]), b = axis.dot(t[1]), c = axis.dot(t[2]);
    return std::min({a, b, c}) > reach || std::max({a, b, c}) < -reach;
}

/// Closed triangle against closed cube, by the thirteen axes that can separate them (Akenine-Möller
/// 2001). Edges of no length give axes of no length, which separate nothing.
bool overlaps(const Corners& triangle, const Vec3& centre) {
    const Corners t = {triangle[0] - centre, triangle[1] - centre, triangle[2] - centre};
    const Corners edges = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
    if (separates(edges[0].cross(edges[1]), t)) return false;
    for (int k = 0; k < 3; ++k) {
        if (separates(Vec3::Unit(k), t)) return false;
        for (const Vec3& edge : edges)
            if (separates(edge.cross(Vec3::Unit(k)), t)) return false;
    }
    return true;
}

/// Marks the cells that a triangle touches. Along the axis that it faces most, only those near its
/// plane are looked at.
void mark(const Corners& triangle, Grid& grid) {
    const Vec3 n = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[1]);
    Eigen::Index depth = 0;
    const double steepest = n.cwiseAbs().maxCoeff(&depth);
    std::array<size_t, 3> low{}, high{};
    for (int k = 0; k < 3; ++k) {
        const auto [least, most] = std::minmax({triangle[0][k], triangle[1][k], triangle[2][k]});
        const double last = static_cast<double>(grid.size[static_cast<size_t>(k)] - 1);
        low[static_cast<size_t>(k)] =
            static_cast<size_t>(std::clamp(std::ceil(least) - 1, 0.0, last));
        high[static_cast<size_t>(k)] = static_cast<size_t>(std::clamp(std::floor(most), 0.0, last));
    }
    const Eigen::Index u = (depth + 1) % 3, v = (depth + 2) % 3;
    const auto d = static_cast<size_t>(depth), du = static_cast<size_t>(u),
               dv = static_cast<size_t>(v);
    std::array<size_t, 3> at{};
    for (at[du] = low[du]; at[du] <= high[du]; ++at[du])
        for (at[dv] = low[dv]; at[dv] <= high[dv]; ++at[dv]) {
            size_t first = low[d], last = high[d];
            if (steepest > 0) {
                const double cu = static_cast<double>(at[du]) + 0.5 - triangle[0][u],
                             cv = static_cast<double>(at[dv]) + 0.5 - triangle[0][v];
                const double middle = triangle[0][depth] - (n[u] * cu + n[v] * cv) / n[depth];
                const double reach = 0.5 * (std::abs(n[u]) + std::abs(n[v])) / steepest + 1e-6;
                const double least = std::floor(middle - reach) - 1, most = middle + reach;
                if (least > static_cast<double>(last) || most < static_cast<double>(first))
                    continue;
                first = std::max(first, static_cast<size_t>(std::max(0.0, least)));
                last = std::min(last, static_cast<size_t>(most));
            }
            for (at[d] = first; at[d] <= last; ++at[d]) {
                uint8_t& cell = grid.cells[grid.row(at[0], at[1], at[2])];
                const Vec3 centre = Vec3(static_cast<double>(at[0]), static_cast<double>(at[1]),
                                         static_cast<double>(at[2])) +
                                    Vec3::Constant(0.5);
                if (cell == empty && overlaps(triangle, centre)) cell = full;
            }
        }
}

/// Fills what a flood from the grid's border does not reach.
void fill_inside(Grid& grid) {
    std::vector<size_t> open;
    const auto reach = [&](size_t row) {
        if (grid.cells[row] != empty) return;
        grid.cells[row] = outside;
        open.push_back(row);
    };
    for (size_t row = 0; row < grid.cells.size(); ++row) {
        const Voxel at = grid.place(row);
        for (size_t k = 0; k < 3; ++k)
            if (at[k] == 0 || at[k] + size_t{1} == grid.size[k]) reach(row);
    }
    while (!open.empty()) {
        const size_t row = open.back();
        open.pop_back();
        grid.neighbours(row, reach);
    }
    for (uint8_t& cell : grid.cells)
        if (cell == empty) cell = full;
}

/// Full cells that hang together by faces, and the way from every cell to the nearest of them.
struct Parts {
    std::vector<uint32_t> part;  // of every cell: its own, or the one that reached it first
    std::vector<size_t> from;    // the cell that it was reached from; itself inside a part
    std::vector<uint32_t> steps;
    uint32_t count = 0;
};

constexpr uint32_t no_part = UINT32_MAX;

Parts find_parts(const Grid& grid) {
    Parts parts{std::vector<uint32_t>(grid.cells.size(), no_part), {}, {}, 0};
    std::vector<size_t> open;
    for (size_t seed = 0; seed < grid.cells.size(); ++seed) {
        if (grid.cells[seed] != full || parts.part[seed] != no_part) continue;
        parts.part[seed] = parts.count;
        open.push_back(seed);
        while (!open.empty()) {
            const size_t row = open.back();
            open.pop_back();
            grid.neighbours(row, [&](size_t next) {
                if (grid.cells[next] != full || parts.part[next] != no_part) return;
                parts.part[next] = parts.count;
                open.push_back(next);
            });
        }
        ++parts.count;
    }
    return parts;
}

/// All parts grow by one cell at a time until they meet.
void grow_parts(const Grid& grid, Parts& parts) {
    parts.from.resize(grid.cells.size());
    parts.steps.resize(grid.cells.size(), 0);
    std::iota(parts.from.begin(), parts.from.end(), size_t{0});
    std::vector<size_t> queue;
    for (size_t row = 0; row < grid.cells.size(); ++row)
        if (grid.cells[row] == full) queue.push_back(row);
    for (size_t i = 0; i < queue.size(); ++i) {
        const size_t row = queue[i];
        grid.neighbours(row, [&](size_t next) {
            if (parts.part[next] != no_part) return;
            parts.part[next] = parts.part[row];
            parts.from[next] = row;
            parts.steps[next] = parts.steps[row] + 1;
            queue.push_back(next);
        });
    }
}

/// Joins the parts by the shortest lines between them, the shortest first.
void join_parts(Grid& grid) {
    Parts parts = find_parts(grid);
    if (parts.count < 2) return;
    grow_parts(grid, parts);
    struct Meeting {
        uint32_t steps;
        size_t a, b;
        auto operator<=>(const Meeting&) const = default;
    };
    std::vector<Meeting> meetings;
    for (size_t row = 0; row < grid.cells.size(); ++row)
        grid.neighbours(row, [&](size_t next) {
            if (row < next && parts.part[row] != parts.part[next])
                meetings.push_back({parts.steps[row] + parts.steps[next], row, next});
        });
    std::ranges::sort(meetings);
    std::vector<uint32_t> joined(parts.count);
    std::iota(joined.begin(), joined.end(), 0u);
    const auto root = [&](uint32_t part) {
        while (joined[part] != part) part = joined[part] = joined[joined[part]];
        return part;
    };
    for (const Meeting& meeting : meetings) {
        const uint32_t a = root(parts.part[meeting.a]), b = root(parts.part[meeting.b]);
        if (a == b) continue;
        joined[std::max(a, b)] = std::min(a, b);
        for (size_t row : {meeting.a, meeting.b})
            for (; grid.cells[row] != full; row = parts.from[row]) grid.cells[row] = full;
    }
}

/// The grid of so many cells that its border lies beyond the box on all sides.
Grid make_grid(const Vec3& sizes, double cell) {
    constexpr double most_cells = 1u << 28, most_along = 65535;
    Grid grid{};
    double count = 1;
    for (int k = 0; k < 3; ++k) {
        const double along = std::floor(sizes[k] / cell) + 1;
        count *= along;
        if (!(cell > 0) || !(along <= most_along) || !(count <= most_cells))
            throw InputError(fmt::format(
                "voxels: found a cell of {:g} m for a surface of {:g} × {:g} × {:g} m, expected a "
                "larger one: at most {:.0f} cells, {:.0f} along an axis",
                cell, sizes.x(), sizes.y(), sizes.z(), most_cells, most_along));
        grid.size[static_cast<size_t>(k)] = static_cast<size_t>(along);
    }
    grid.cells.resize(static_cast<size_t>(count), empty);
    return grid;
}

}  // namespace

VoxelMesh voxelise(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                   double cell) {
    VoxelMesh mesh{Vec3::Zero(), cell, {}};
    Box box;
    for (const Triangle& triangle : triangles)
        for (const uint32_t corner : triangle) box.extend(positions[corner]);
    if (box.isEmpty()) return mesh;
    Grid grid = make_grid(box.sizes(), cell);
    const Vec3 size(static_cast<double>(grid.size[0]), static_cast<double>(grid.size[1]),
                    static_cast<double>(grid.size[2]));
    mesh.origin = box.center() - 0.5 * cell * size;
    const auto in_grid = [&](uint32_t corner) -> Vec3 {
        return (positions[corner] - mesh.origin) / cell;
    };
    for (const auto& [a, b, c] : triangles) mark({in_grid(a), in_grid(b), in_grid(c)}, grid);
    fill_inside(grid);
    join_parts(grid);
    for (size_t row = 0; row < grid.cells.size(); ++row)
        if (grid.cells[row] == full) mesh.voxels.push_back(grid.place(row));
    return mesh;
}

VoxelCorners corners(const VoxelMesh& mesh) {
    VoxelCorners corners;
    const auto corner = [](const Voxel& voxel, size_t k) {
        return Voxel{static_cast<uint16_t>(voxel[0] + (k & 1)),
                     static_cast<uint16_t>(voxel[1] + (k >> 1 & 1)),
                     static_cast<uint16_t>(voxel[2] + (k >> 2))};
    };
    for (const Voxel& voxel : mesh.voxels)
        for (size_t k = 0; k < 8; ++k) corners.places.push_back(corner(voxel, k));
    std::ranges::sort(corners.places);
    corners.places.erase(std::unique(corners.places.begin(), corners.places.end()),
                         corners.places.end());
    for (const Voxel& voxel : mesh.voxels)
        for (auto& own = corners.of_voxel.emplace_back(); const size_t k : {0, 1, 2, 3, 4, 5, 6, 7})
            own[k] =
                static_cast<uint32_t>(std::ranges::lower_bound(corners.places, corner(voxel, k)) -
                                      corners.places.begin());
    return corners;
}

}  // namespace thigmo
