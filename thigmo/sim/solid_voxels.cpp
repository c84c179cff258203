// Bricks, their nodes and the sections of a solid of voxels.
#include "thigmo/sim/solid_voxels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "thigmo/mechanics/cut_brick.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/centreline.h"
#include "thigmo/sim/voxel_grid.h"
#include "thigmo/sim/wood.h"
#include "thigmo/sim/wood_bricks.h"

namespace thigmo {
namespace {

constexpr int stretches = 256;  // of the centreline, between stations
constexpr double most_lost = 0.02;

/// A place on the centreline.
struct LinePlace {
    Vec3 point, way;
    double along = 0, radius = 0;
};

std::vector<LinePlace> line_places(const Centreline& line) {
    std::vector<LinePlace> places;
    for (int i = 0; i <= stretches; ++i) {
        const double along = static_cast<double>(i) / stretches;
        const double low = std::max(0.0, along - 1e-3), high = std::min(1.0, along + 1e-3);
        places.push_back({line.point(along), (line.point(high) - line.point(low)).normalized(),
                          along, line.radius(along)});
    }
    return places;
}

size_t nearest_place(const std::vector<LinePlace>& places, const Vec3& point) {
    size_t best = 0;
    for (size_t i = 1; i < places.size(); ++i)
        if ((places[i].point - point).squaredNorm() < (places[best].point - point).squaredNorm())
            best = i;
    return best;
}

/// Whether a cloud is what the segments say: nearly all of it near the centreline, and as much.
bool is_tube(const SolidCloud& cloud, const Centreline& line,
             const std::vector<LinePlace>& places) {
    constexpr double wide = 1.35, most_outside = 0.1, least_filled = 0.65, most_filled = 1.5;
    const size_t stride = 1 + cloud.points.size() / 4000;
    double outside = 0, sum = 0;
    for (size_t i = 0; i < cloud.points.size(); i += stride) {
        const CloudPoint& point = cloud.points[i];
        const LinePlace& near = places[nearest_place(places, point.place)];
        const Vec3 arm = point.place - near.point;
        sum += point.volume;
        if ((arm - arm.dot(near.way) * near.way).norm() > wide * near.radius)
            outside += point.volume;
    }
    double frusta = 0;  // by the mean over stretches
    for (const LinePlace& place : places)
        frusta +=
            M_PI * place.radius * place.radius * line.length() / static_cast<double>(places.size());
    const double filled = cloud.volume / frusta;
    return outside < most_outside * sum && filled > least_filled && filled < most_filled;
}

/// A solid's bricks in the making.
class VoxelBuilder {
  public:
    VoxelBuilder(const Plant& plant, DomainId domain, const Centreline& line,
                 const std::vector<LinePlace>& places, const VoxelGrid& grid,
                 const StandingFactors& stiffer)
        : plant_(plant),
          domain_(domain),
          line_(line),
          places_(places),
          grid_(grid),
          stiffer_(stiffer) {}

    DomainSolid build() {
        choose_cells();
        number_nodes();
        for (const GridCell& cell : cells_) add_bricks(cell);
        add_stations();
        solid_.domain = domain_;
        solid_.segments = plant_.domains.segments[domain_];
        solid_.length = line_.length();
        solid_.ends = line_.ends();
        solid_.damping_ratio = plant_.materials[plant_.domains.material[domain_]].damping_ratio;
        solid_.voxels.origin = grid_.frame.origin;
        solid_.voxels.axes = grid_.frame.axes;
        return std::move(solid_);
    }

  private:
    bool is_held(const GridCell& cell) const { return grid_.cells.at(cell).is_held(); }

    /// Free cells, and held ones that the centreline passes, layer by layer; the tip's is last.
    void choose_cells() {
        std::set<GridCell> passed;
        for (const LinePlace& place : places_) passed.insert(grid_.frame.cell(place.point));
        for (const auto& [at, cell] : grid_.cells)
            if (!cell.is_held() || passed.contains(at)) cells_.push_back(at);
        std::ranges::stable_sort(cells_, {}, [](const GridCell& cell) { return cell[2]; });
        const GridCell tip = nearest_cell(places_.back().point);
        std::erase(cells_, tip);
        cells_.push_back(tip);
    }

    GridCell nearest_cell(const Vec3& point) const {
        const GridCell own = grid_.frame.cell(point);
        if (std::ranges::find(cells_, own) != cells_.end()) return own;
        GridCell best{};
        double least = INFINITY;
        for (const GridCell& cell : cells_) {
            const Vec3 local = grid_.frame.local(cell, point);
            const Vec3 off =
                (local - local.cwiseMax(-1).cwiseMin(1)).cwiseProduct(grid_.frame.edges);
            if (off.squaredNorm() < least) least = off.squaredNorm(), best = cell;
        }
        return best;
    }

    static GridCell half(const GridCell& cell, size_t b) {
        return {2 * cell[0] + static_cast<int>(b % 3), 2 * cell[1] + static_cast<int>(b / 3 % 3),
                2 * cell[2] + static_cast<int>(b / 9)};
    }

    /// Fixed nodes, those of held cells, first; the others layer by layer.
    void number_nodes() {
        std::set<GridCell> fixed, all;
        for (const auto& [at, cell] : grid_.cells)
            for (size_t b = 0; b < brick_nodes && cell.is_held(); ++b) fixed.insert(half(at, b));
        for (const GridCell& cell : cells_)
            for (size_t b = 0; b < brick_nodes; ++b) all.insert(half(cell, b));
        std::vector<GridCell> order;
        std::ranges::copy_if(all, std::back_inserter(order),
                             [&](const GridCell& node) { return fixed.contains(node); });
        solid_.mesh.fixed = static_cast<uint32_t>(order.size());
        std::ranges::copy_if(all, std::back_inserter(order),
                             [&](const GridCell& node) { return !fixed.contains(node); });
        std::stable_sort(order.begin() + solid_.mesh.fixed, order.end(),
                         [](const GridCell& a, const GridCell& b) { return a[2] < b[2]; });
        std::vector<uint32_t>& layers = solid_.voxels.layers;
        layers.push_back(0);
        for (uint32_t n = 0; n < order.size(); ++n) {
            if (n >= solid_.mesh.fixed && n > 0 &&
                (n == solid_.mesh.fixed || order[n][2] != order[n - 1][2]))
                layers.push_back(n);
            number_[order[n]] = n;
            solid_.mesh.nodes.push_back(grid_.frame.node(order[n]));
            solid_.voxels.node_along.push_back(
                places_[nearest_place(places_, solid_.mesh.nodes.back())].along);
        }
        layers.push_back(static_cast<uint32_t>(order.size()));
    }

    /// A brick, or three of the same nodes: each has eighteen of the points of its strains.
    void add_bricks(const GridCell& cell) {
        brick_of_[cell] = static_cast<uint32_t>(solid_.mesh.bricks.size());
        const FilledCell& filled = grid_.cells.at(cell);
        BrickNodes nodes;
        for (size_t b = 0; b < brick_nodes; ++b) nodes[b] = number_.at(half(cell, b));
        const LinePlace& near = places_[nearest_place(places_, centre_of(cell, filled))];
        const SegmentId segment = line_.segment(near.along);
        SolidMaterial material = wood_there(plant_, domain_, segment, near.along);
        make_stiffer(stiffer_.of_segment(plant_.segments.key[segment]), material);
        CutBrick cut;
        cut.axis = grid_.frame.local_step(near.way).normalized();
        cut.layer = static_cast<uint32_t>(cell[2] - lowest_layer());
        if (!is_held(cell)) cut.mass = mass_rule(filled.cloud);
        const std::vector<BrickPoint> points = strain_points_of(filled);
        for (size_t first = 0; first < points.size(); first += brick_points) {
            std::copy_n(points.begin() + static_cast<std::ptrdiff_t>(first), brick_points,
                        cut.strain.begin());
            solid_.mesh.bricks.push_back(nodes);
            solid_.mesh.materials.push_back(material);
            solid_.mesh.cut.push_back(cut);
            cut.mass.clear();
        }
    }

    /// A held cell only carries what is tied to it.
    static std::vector<BrickPoint> strain_points_of(const FilledCell& filled) {
        if (!filled.is_held()) return strain_rule(filled.cloud);
        constexpr double hardly = 1e-9;
        std::vector<BrickPoint> points(brick_strain_points().begin(), brick_strain_points().end());
        for (BrickPoint& point : points) point.weight *= hardly;
        return points;
    }

    int lowest_layer() const {
        return std::ranges::min(cells_, {}, [](const GridCell& cell) { return cell[2]; })[2];
    }

    Vec3 centre_of(const GridCell& cell, const FilledCell& filled) const {
        const GridCell middle = half(cell, 13);
        Vec3 sum = Vec3::Zero();
        double weight = 0;
        for (const BrickPoint& point : filled.cloud)
            sum += point.weight * point.local, weight += point.weight;
        if (!(weight > 0)) return grid_.frame.node(middle);
        return grid_.frame.node(middle) +
               grid_.frame.axes * (0.5 * grid_.frame.edges.cwiseProduct(sum / weight));
    }

    void add_stations() {
        constexpr double inner = 0.7, reach = 0.5;  // of the middle and of its sides, local
        for (const LinePlace& place : places_) {
            const GridCell cell = nearest_cell(place.point);
            VoxelSolid::Station station;
            station.brick = brick_of_.at(cell);
            station.local = grid_.frame.local(cell, place.point).cwiseMax(-inner).cwiseMin(inner);
            const Vec3 side = place.way.unitOrthogonal();
            station.axes << grid_.frame.local_step(side),
                grid_.frame.local_step(place.way.cross(side)), grid_.frame.local_step(place.way);
            for (Eigen::Index k = 0; k < 2; ++k)
                station.axes.col(k) *= reach / station.axes.col(k).cwiseAbs().maxCoeff();
            solid_.voxels.stations.push_back(station);
        }
    }

    const Plant& plant_;
    const DomainId domain_;
    const Centreline& line_;
    const std::vector<LinePlace>& places_;
    const VoxelGrid& grid_;
    const StandingFactors& stiffer_;
    std::vector<GridCell> cells_;
    std::map<GridCell, uint32_t> brick_of_;  // the first of every cell
    std::map<GridCell, uint32_t> number_;    // of nodes, by half edges
    DomainSolid solid_;
};

}  // namespace

std::optional<DomainSolid> voxel_solid(const Plant& plant, DomainId domain, SolidKind kind,
                                       const StandingFactors& stiffer) {
    if (kind == SolidKind::swept || plant.volumes.empty() ||
        plant.volumes[domain].mesh.voxels.empty())
        return {};
    const bool asked = kind == SolidKind::voxels;
    if (!asked && is_centreline_only(plant, domain)) return {};
    const SolidCloud cloud = make_cloud(plant, domain);
    const double least = plant.volumes[domain].mesh.cell;  // of its thickness
    if (cloud.points.empty() || !(2 * cloud.volume > least * cloud.area)) return {};
    const Centreline line(plant.segments, plant.domains.segments[domain],
                          least_radius(plant, domain));
    const std::vector<LinePlace> places = line_places(line);
    if (!asked && is_tube(cloud, line, places)) return {};
    const bool any_free =
        std::ranges::any_of(cloud.points, [](const CloudPoint& point) { return !point.held; });
    if (!any_free) return {};
    const VoxelGrid grid = make_grid(cloud, places.front().way);
    if (grid.lost > most_lost) return {};
    return VoxelBuilder(plant, domain, line, places, grid, stiffer).build();
}

SectionFit voxel_section(const DomainSolid& solid, double along) {
    const double place =
        std::clamp(along, 0.0, 1.0) * static_cast<double>(solid.voxels.stations.size() - 1);
    const VoxelSolid::Station& station =
        solid.voxels.stations[static_cast<size_t>(std::lround(place))];
    return fit_section(solid.mesh, station.brick, station.local, station.axes);
}

void warn_of_swept(const Plant& plant, SolidPlant& built) {
    size_t swept = 0, all = 0;
    std::string first;
    for (const DomainId domain : plant.domains.rows()) {
        const SolidId id = built.of_domain[domain];
        if (!id.exists()) continue;
        ++all;
        if (built.solids[id].voxels.exists()) continue;
        if (swept++ == 0) first = domain_name(plant, domain);
    }
    if (swept == 0) return;
    const bool authored = std::ranges::any_of(
        plant.volumes.values(), [](const Volume& own) { return !own.mesh.voxels.empty(); });
    built.log.warn(fmt::format(
        "solid: {} of {} flexible domains ({}{}) have no voxels that enclose a volume: they are "
        "swept along their centrelines; {}",
        swept, all, first, swept > 1 ? ", …" : "",
        authored ? "finer ones do: `thigmo author --voxels N` with a larger N"
                 : "`thigmo author` makes voxels"));
}

}  // namespace thigmo
