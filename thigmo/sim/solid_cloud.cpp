// Lines through voxels, inside the surface and inside what holds it.
#include "thigmo/sim/solid_cloud.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "thigmo/mesh/inside.h"
#include "thigmo/plant/domain_surface.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

constexpr int parts = 4;  // lines along a voxel's edge

double area_of(const DomainSurface& surface) {
    double sum = 0;
    for (const auto& [a, b, c] : surface.triangles)
        sum += 0.5 * (surface.positions[b] - surface.positions[a])
                         .cross(surface.positions[c] - surface.positions[a])
                         .norm();
    return sum;
}

/// Lines of an axis through all voxels, four a voxel along each of the two others: those of
/// Chebyshev's rule of equal weights, which has a whole voxel's moments up to the fifth.
LineGrid lines_of(const VoxelMesh& mesh, int axis) {
    constexpr std::array<double, parts> places = {0.1026728, 0.4062038, 0.5937962, 0.8973272};
    Voxel most{};
    for (const Voxel& voxel : mesh.voxels)
        for (size_t k = 0; k < 3; ++k) most[k] = std::max(most[k], voxel[k]);
    LineGrid grid{axis, {}, {}};
    for (const int side : {1, 2}) {
        const int along = (axis + side) % 3;
        for (int i = 0; i <= most[static_cast<size_t>(along)]; ++i)
            for (const double place : places)
                (side == 1 ? grid.u : grid.v)
                    .push_back(mesh.origin[along] + mesh.cell * (i + place));
    }
    return grid;
}

/// A level at or below which a root is held, or at or above which one that hangs is.
struct HeldLevel {
    double y = 0;
    bool above = false;

    bool holds(const Vec3& place) const { return above ? place.y() >= y : place.y() <= y; }
};

class CloudMaker {
  public:
    CloudMaker(const Plant& plant, DomainId domain)
        : plant_(plant),
          domain_(domain),
          volume_(plant.volumes[domain]),
          mesh_(volume_.mesh),
          corners_(thigmo::corners(mesh_)) {}

    SolidCloud make() {
        const DomainSurface surface = domain_surface(plant_, domain_);
        if (mesh_.voxels.empty() || surface.triangles.empty()) return {};
        for (int axis = 0; axis < 3; ++axis) {
            grids_[size_t(axis)] = lines_of(mesh_, axis);
            own_[size_t(axis)] =
                find_inside(surface.positions, surface.triangles, grids_[size_t(axis)]);
        }
        if (!is_closed()) return {};
        find_held();
        fill();
        constexpr double least = 0.1;  // of what voxels hold; less says that it is no part of it
        if (!level_ && !(held_ > least * held_voxels_)) {
            parent_ = {};
            find_beginning();
            fill();
        }
        cloud_.step = mesh_.cell / parts;
        cloud_.area = area_of(surface);
        find_seat();
        return std::move(cloud_);
    }

  private:
    /// Whether lines along all three axes find the same volume: what is open has none.
    bool is_closed() const {
        std::array<double, 3> volumes{};
        for (size_t axis = 0; axis < 3; ++axis)
            for (const Stretches& line : own_[axis])
                for (const auto& [from, to] : line) volumes[axis] += face() * (to - from);
        constexpr double alike = 0.2;
        return std::ranges::max(volumes) < (1 + alike) * std::ranges::min(volumes);
    }

    /// Where a line passes a voxel.
    struct VoxelLine {
        size_t row = 0;
        double low = 0, high = 0;
        Vec3 foot = Vec3::Zero();  // where it has 0 along its axis
    };

    VoxelLine line_through(const Voxel& voxel, int axis, int i, int j) const {
        const auto w = static_cast<size_t>(axis), u = (w + 1) % 3, v = (w + 2) % 3;
        const LineGrid& grid = grids_[w];
        const size_t row_u = size_t{parts} * voxel[u] + size_t(i),
                     row_v = size_t{parts} * voxel[v] + size_t(j);
        VoxelLine line{grid.row(row_u, row_v), 0, 0, Vec3::Zero()};
        line.low = mesh_.origin[axis] + mesh_.cell * voxel[w];
        line.high = line.low + mesh_.cell;
        line.foot[static_cast<Eigen::Index>(u)] = grid.u[row_u];
        line.foot[static_cast<Eigen::Index>(v)] = grid.v[row_v];
        return line;
    }

    template <class Visit>
    void lines_through(const Voxel& voxel, int axis, const Visit& visit) const {
        for (int i = 0; i < parts; ++i)
            for (int j = 0; j < parts; ++j) visit(line_through(voxel, axis, i, j));
    }

    bool uses_parent(uint32_t v) const { return held_voxel_[v] != 0 && !parent_[0].empty(); }

    /// The axis whose lines cross surfaces most often within a voxel; none where no line does.
    std::optional<int> best_axis(uint32_t v) const {
        std::array<int, 3> crossings{};
        const Voxel& voxel = mesh_.voxels[v];
        for (int axis = 0; axis < 3; ++axis)
            lines_through(voxel, axis, [&](const VoxelLine& line) {
                const auto count = [&](const Stretches& stretches) {
                    for (const std::array<double, 2>& stretch : stretches)
                        for (const double end : stretch)
                            crossings[size_t(axis)] += end > line.low && end < line.high;
                };
                count(own_[size_t(axis)][line.row]);
                if (uses_parent(v)) count(parent_[size_t(axis)][line.row]);
            });
        const double low = mesh_.corner_at(voxel).y();
        if (level_ && level_->y > low && level_->y < low + mesh_.cell)
            crossings[1] += parts * parts;
        if (std::ranges::max(crossings) == 0) return {};
        return static_cast<int>(std::ranges::max_element(crossings) - crossings.begin());
    }

    void fill() {
        cloud_ = {};
        held_ = held_voxels_ = 0;
        for (uint32_t v = 0; v < mesh_.voxels.size(); ++v) {
            if (const std::optional<int> axis = best_axis(v))
                fill_cut(v, *axis);
            else
                fill_even(v);
        }
    }

    /// A voxel that is all inside, or all outside: eight points have its moments up to the third.
    void fill_even(uint32_t v) {
        const VoxelLine line = line_through(mesh_.voxels[v], 2, 0, 0);
        const Stretches own = {{line.low, line.high}};
        if (common(own, own_[2][line.row]).empty()) return;
        const bool held = !common(own, holds_on(v, 2, line)).empty();
        const Vec3 middle = mesh_.corner_at(mesh_.voxels[v]) + Vec3::Constant(0.5 * mesh_.cell);
        const double volume = std::pow(mesh_.cell, 3), side = mesh_.cell / std::sqrt(12.0);
        for (const double x : {-side, side})
            for (const double y : {-side, side})
                for (const double z : {-side, side})
                    cloud_.points.push_back({middle + Vec3(x, y, z), volume / 8, held});
        cloud_.volume += volume;
        if (held) held_ += volume;
        if (held_voxel_[v] != 0) held_voxels_ += volume;
    }

    void fill_cut(uint32_t v, int axis) {
        lines_through(mesh_.voxels[v], axis, [&](const VoxelLine& line) {
            const Stretches own = between(own_[size_t(axis)][line.row], line.low, line.high);
            const Stretches holds = holds_on(v, axis, line);
            add(common(own, holds), axis, line, true);
            add(without(own, holds), axis, line, false);
            if (held_voxel_[v] != 0)
                for (const auto& [from, to] : own) held_voxels_ += face() * (to - from);
            for (const std::array<double, 2>& stretch : holds)
                for (const double end : stretch) add_to_seat(end, axis, line, own);
        });
    }

    /// Where a line is in what holds the domain.
    Stretches holds_on(uint32_t v, int axis, const VoxelLine& line) const {
        const Stretches all = {{-INFINITY, INFINITY}};
        if (level_ && axis == 1)
            return level_->above ? Stretches{{level_->y, INFINITY}}
                                 : Stretches{{-INFINITY, level_->y}};
        if (level_) return level_->holds(line.foot) ? all : Stretches{};
        if (held_voxel_[v] == 0) return {};
        if (!beginning_) return uses_parent(v) ? parent_[size_t(axis)][line.row] : Stretches{};
        const auto& [start, way] = *beginning_;
        if (way[axis] == 0) return way.dot(line.foot - start) < 0 ? all : Stretches{};
        const double end = way.dot(start - line.foot) / way[axis];  // of what is before it
        return way[axis] > 0 ? Stretches{{-INFINITY, end}} : Stretches{{end, INFINITY}};
    }

    /// Where the centreline begins, or so much further on that a little of the volume is before.
    void find_beginning() {
        const SegmentId first = plant_.domains.segments[domain_].front();
        const Vec3 start = plant_.segments.start[first],
                   way = (plant_.segments.end[first] - start).normalized();
        std::vector<std::pair<double, double>> along;  // places and volumes
        for (const CloudPoint& point : cloud_.points)
            along.emplace_back(way.dot(point.place - start), point.volume);
        std::ranges::sort(along);
        constexpr double little = 0.02;
        double before = 0, offset = 0;
        for (const auto& [place, volume] : along) {
            if ((before += volume) > little * cloud_.volume) break;
            offset = std::max(0.0, place);
        }
        beginning_ = {start + offset * way, way};
    }

    double face() const { return mesh_.cell * mesh_.cell / (parts * parts); }

    /// Two points a stretch, with its moments up to the third.
    void add(const Stretches& stretches, int axis, const VoxelLine& line, bool held) {
        for (const auto& [from, to] : stretches) {
            const double volume = face() * (to - from);
            for (const double side : {-1 / std::sqrt(12.0), 1 / std::sqrt(12.0)}) {
                Vec3 place = line.foot;
                place[axis] = 0.5 * (from + to) + side * (to - from);
                cloud_.points.push_back({place, 0.5 * volume, held});
            }
            cloud_.volume += volume;
            if (held) held_ += volume;
        }
    }

    /// A place where what holds the domain ends within it.
    void add_to_seat(double at, int axis, const VoxelLine& line, const Stretches& own) {
        for (const auto& [from, to] : own)
            if (at > from && at < to) {
                Vec3 place = line.foot;
                place[axis] = at;
                ends_.push_back(place);
            }
    }

    /// Where the fixed corners are all those below a level, or all above one.
    std::optional<HeldLevel> find_level() const {
        if (plant_.domains.parent[domain_].exists() || volume_.fixed.empty()) return {};
        uint16_t least = UINT16_MAX, most = 0;
        for (const uint32_t corner : volume_.fixed) {
            least = std::min(least, corners_.places[corner][1]);
            most = std::max(most, corners_.places[corner][1]);
        }
        size_t below = 0, above = 0;
        for (const Voxel& place : corners_.places) {
            below += place[1] <= most;
            above += place[1] >= least;
        }
        // The ground's own level where the corners agree with it, else the middle of the two
        // layers of corners that it is between.
        constexpr double ground_share = 0.02;
        const Box whole = grown_bounds(plant_);
        const double reach = ground_share * whole.sizes().y();
        const auto height = [&](double layer) { return mesh_.origin.y() + mesh_.cell * layer; };
        if (below == volume_.fixed.size()) {
            const double ground = whole.min().y() + reach;
            const bool agrees = ground >= height(most) && ground < height(most + 1.0);
            return HeldLevel{agrees ? ground : height(most + 0.5), false};
        }
        if (above == volume_.fixed.size()) {
            const double top = whole.max().y() - reach;
            const bool agrees = top <= height(least) && top > height(least - 1.0);
            return HeldLevel{agrees ? top : height(least - 0.5), true};
        }
        return {};
    }

    void find_held() {
        level_ = find_level();
        std::vector<uint8_t> fixed(corners_.places.size(), 0);
        for (const uint32_t corner : volume_.fixed) fixed[corner] = 1;
        for (const std::array<uint32_t, 8>& eight : corners_.of_voxel)
            held_voxel_.push_back(
                std::ranges::all_of(eight, [&](uint32_t corner) { return fixed[corner] != 0; }));
        const DomainId parent = plant_.domains.parent[domain_];
        if (!parent.exists()) return;
        const DomainSurface surface = domain_surface(plant_, parent);
        if (surface.triangles.empty()) return;
        for (size_t axis = 0; axis < 3; ++axis)
            parent_[axis] = find_inside(surface.positions, surface.triangles, grids_[axis]);
    }

    /// The mean of where the held part ends.
    void find_seat() {
        if (beginning_) ends_ = {beginning_->first};
        if (ends_.empty())
            ends_ = {plant_.segments.start[plant_.domains.segments[domain_].front()]};
        for (const Vec3& end : ends_) cloud_.seat += end / static_cast<double>(ends_.size());
        if (!level_) return;
        cloud_.seat.y() = level_->y;
        cloud_.up = Vec3(0, level_->above ? -1 : 1, 0);
    }

    const Plant& plant_;
    const DomainId domain_;
    const Volume& volume_;
    const VoxelMesh& mesh_;
    const VoxelCorners corners_;
    std::array<LineGrid, 3> grids_;
    std::array<std::vector<Stretches>, 3> own_, parent_;  // by axis and line
    std::vector<uint8_t> held_voxel_;                     // all eight corners are fixed
    std::optional<HeldLevel> level_;
    /// A place and a way: what the parent holds nothing of is held before that.
    std::optional<std::pair<Vec3, Vec3>> beginning_;
    SolidCloud cloud_;
    double held_ = 0, held_voxels_ = 0;  // m³: that is held, and in voxels that are
    std::vector<Vec3> ends_;             // of what holds the domain, within it
};

}  // namespace

SolidCloud make_cloud(const Plant& plant, DomainId domain) {
    if (plant.volumes.empty()) return {};
    return CloudMaker(plant, domain).make();
}

}  // namespace thigmo
