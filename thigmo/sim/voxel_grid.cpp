// Axes, sizes and cells of a grid of bricks.
#include "thigmo/sim/voxel_grid.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

namespace thigmo {
namespace {

constexpr size_t most_cells = 150;
constexpr double nearly_empty = 0.08;  // of a cell
constexpr double beyond = 1.7;         // local coordinates up to which a neighbour takes points

/// ζ from the seat to the middle of the free part, or up from a level that holds it; ξ where that
/// is widest across.
GridFrame find_axes(const SolidCloud& cloud, const Vec3& start_way) {
    Vec3 centre = Vec3::Zero();
    double volume = 0;
    for (const CloudPoint& point : cloud.points)
        if (!point.held) centre += point.volume * point.place, volume += point.volume;
    centre /= volume;
    Mat3 spread = Mat3::Zero();
    for (const CloudPoint& point : cloud.points)
        if (!point.held)
            spread +=
                point.volume / volume * (point.place - centre) * (point.place - centre).transpose();
    GridFrame frame;
    frame.origin = cloud.seat;
    const Vec3 way = centre - cloud.seat;
    const bool aside = way.squaredNorm() > 0.01 * spread.trace();
    Vec3 axis = aside ? Vec3(way.normalized()) : start_way;
    if (!cloud.up.isZero(0)) axis = cloud.up;
    const Mat3 across = Mat3::Identity() - axis * axis.transpose();
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(across * spread * across);
    Vec3 wide = solver.eigenvectors().col(2);
    // What is as wide as thick has no direction of its own.
    if (solver.eigenvalues()[2] < 1.2 * solver.eigenvalues()[1]) {
        Eigen::Index least = 0;
        axis.cwiseAbs().minCoeff(&least);
        wide = across * Vec3::Unit(least);
    }
    wide = (wide - wide.dot(axis) * axis).normalized();
    frame.axes << wide, axis.cross(wide), axis;
    return frame;
}

/// Cells of this size that hold free points, of some of them.
size_t count_cells(const SolidCloud& cloud, const GridFrame& frame) {
    const size_t stride = 1 + cloud.points.size() / 30000;
    std::set<GridCell> cells;
    for (size_t i = 0; i < cloud.points.size(); i += stride)
        if (!cloud.points[i].held) cells.insert(frame.cell(cloud.points[i].place));
    return cells.size();
}

/// Edges no longer than the solid is thick, 4 V/A, as far as the number of cells allows.
void find_edges(const SolidCloud& cloud, GridFrame& frame) {
    Vec3 low = Vec3::Constant(INFINITY), high = -low;
    for (const CloudPoint& point : cloud.points)
        if (!point.held) {
            const Vec3 at = frame.axes.transpose() * (point.place - frame.origin);
            low = low.cwiseMin(at);
            high = high.cwiseMax(at);
        }
    low.array() -= 0.5 * cloud.step;
    high.array() += 0.5 * cloud.step;
    low.z() = 0;  // cells end where the free part begins
    high.z() = std::max(high.z(), cloud.step);
    const Vec3 sizes = high - low;
    const double thick = 4 * cloud.volume / cloud.area;
    Vec3 counts(1, 1, sizes.z() > thick ? 4 : 2);
    frame.low = low;
    frame.edges = sizes.cwiseQuotient(counts);
    for (Eigen::Index longest = 0; frame.edges.maxCoeff(&longest) > 1.05 * thick;) {
        GridFrame finer = frame;
        counts[longest] += 1;
        finer.edges[longest] = sizes[longest] / counts[longest];
        if (count_cells(cloud, finer) > most_cells) break;
        frame = finer;
    }
}

const std::array<GridCell, 6>& faces() {
    static const std::array<GridCell, 6> all = {
        {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}}};
    return all;
}

GridCell beside(const GridCell& cell, const GridCell& way) {
    return {cell[0] + way[0], cell[1] + way[1], cell[2] + way[2]};
}

void fill(const SolidCloud& cloud, VoxelGrid& grid) {
    const double unit = grid.frame.local_volume();
    for (const CloudPoint& point : cloud.points) {
        const GridCell at = grid.frame.cell(point.place);
        FilledCell& cell = grid.cells[at];
        (point.held ? cell.held : cell.free) += point.volume;
        if (!point.held)
            cell.cloud.push_back({grid.frame.local(at, point.place), point.volume / unit});
    }
}

/// The fullest free cell face to face with one that takes all its points.
FilledCell* taker_of(VoxelGrid& grid, const GridCell& at, const FilledCell& cell, GridCell& way) {
    FilledCell* best = nullptr;
    for (const GridCell& face : faces()) {
        const auto found = grid.cells.find(beside(at, face));
        if (found == grid.cells.end() || found->second.is_held()) continue;
        if (found->second.free < nearly_empty * grid.frame.edges.prod()) continue;
        const bool near = std::ranges::all_of(cell.cloud, [&](const BrickPoint& point) {
            for (size_t k = 0; k < 3; ++k)
                if (std::abs(point.local[static_cast<Eigen::Index>(k)] - 2 * face[k]) > beyond)
                    return false;
            return true;
        });
        if (near && (!best || found->second.free > best->free)) {
            best = &found->second;
            way = face;
        }
    }
    return best;
}

void merge_small(VoxelGrid& grid) {
    std::vector<GridCell> gone;
    for (auto& [at, cell] : grid.cells) {
        if (cell.is_held() || cell.free >= nearly_empty * grid.frame.edges.prod()) continue;
        GridCell way{};
        FilledCell* const taker = taker_of(grid, at, cell, way);
        if (!taker) continue;
        for (BrickPoint point : cell.cloud) {
            point.local -= 2 * Vec3(way[0], way[1], way[2]);
            taker->cloud.push_back(point);
        }
        taker->free += cell.free;
        gone.push_back(at);
    }
    for (const GridCell& at : gone) grid.cells.erase(at);
}

/// Free cells that hang together with held ones, face by face.
void keep_hanging(VoxelGrid& grid) {
    std::set<GridCell> reached;
    std::vector<GridCell> open;
    const auto reach = [&](const GridCell& at) {
        const auto found = grid.cells.find(at);
        if (found == grid.cells.end() || found->second.is_held()) return;
        if (reached.insert(at).second) open.push_back(at);
    };
    for (const auto& [at, cell] : grid.cells)
        if (cell.is_held())
            for (const GridCell& face : faces()) reach(beside(at, face));
    while (!open.empty()) {
        const GridCell at = open.back();
        open.pop_back();
        for (const GridCell& face : faces()) reach(beside(at, face));
    }
    double all = 0, lost = 0;
    for (const auto& [at, cell] : grid.cells)
        if (!cell.is_held()) {
            all += cell.free;
            if (!reached.contains(at)) lost += cell.free;
        }
    grid.lost = all > 0 ? lost / all : 1;
    std::erase_if(grid.cells, [&](const auto& entry) {
        return !entry.second.is_held() && !reached.contains(entry.first);
    });
}

/// Where nothing is held: cells below those about the seat are.
void hold_some(VoxelGrid& grid) {
    for (const auto& [at, cell] : grid.cells)
        if (cell.is_held()) return;
    const GridCell seat =
        grid.frame.cell(grid.frame.origin + 0.5 * grid.frame.edges.z() * grid.frame.axes.col(2));
    for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j)
            if (grid.cells.contains({seat[0] + i, seat[1] + j, seat[2]})) {
                FilledCell& below = grid.cells[{seat[0] + i, seat[1] + j, seat[2] - 1}];
                below.held = below.free + 1e-3 * grid.frame.edges.prod();
            }
}

}  // namespace

GridCell GridFrame::cell(const Vec3& place) const {
    const Vec3 at = (axes.transpose() * (place - origin) - low).cwiseQuotient(edges);
    return {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y())),
            static_cast<int>(std::floor(at.z()))};
}

Vec3 GridFrame::local(const GridCell& cell, const Vec3& place) const {
    const Vec3 at = (axes.transpose() * (place - origin) - low).cwiseQuotient(edges);
    return 2 * (at - Vec3(cell[0], cell[1], cell[2])) - Vec3::Ones();
}

Vec3 GridFrame::node(const GridCell& halves) const {
    return origin + axes * (low + 0.5 * edges.cwiseProduct(Vec3(halves[0], halves[1], halves[2])));
}

Vec3 GridFrame::local_step(const Vec3& step) const {
    return 2 * (axes.transpose() * step).cwiseQuotient(edges);
}

VoxelGrid make_grid(const SolidCloud& cloud, const Vec3& start_way) {
    VoxelGrid grid;
    grid.frame = find_axes(cloud, start_way);
    find_edges(cloud, grid.frame);
    fill(cloud, grid);
    hold_some(grid);
    VoxelGrid merged = grid;
    merge_small(merged);
    keep_hanging(merged);
    // A thin part that passes from cell to cell over an edge hangs by the small cells there.
    if (merged.lost == 0) return merged;
    keep_hanging(grid);
    return grid;
}

}  // namespace thigmo
