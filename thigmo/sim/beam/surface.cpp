// Vertices bound to stations, and moved with them.
#include "thigmo/sim/beam/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// Stations of vertices lie on a raster: nearer ones move alike.
constexpr double raster = 128;

/// The share of a branch's length at which a point is nearest to its centreline.
class Nearest {
  public:
    Nearest(const Plant& plant, DomainId domain)
        : segments_(plant.segments), run_(plant.domains.segments[domain]) {
        for (const SegmentId row : run_) whole_ += length(segments_, row);
    }
    double along(const Vec3& point) const {
        double best = INFINITY, found = 0, before = 0;
        for (const SegmentId row : run_) {
            const Vec3 axis = segments_.end[row] - segments_.start[row];
            const double piece = axis.norm();
            const double t =
                std::clamp((point - segments_.start[row]).dot(axis) / (piece * piece), 0.0, 1.0);
            const double apart = (segments_.start[row] + t * axis - point).squaredNorm();
            if (apart < best) {
                best = apart;
                found = before + t * piece;
            }
            before += piece;
        }
        return found / whole_;
    }

  private:
    const Segments& segments_;
    Rows<SegmentId> run_;
    double whole_ = 0;
};

Vec4f direction(const Vec3f& v) {
    return {v.x(), v.y(), v.z(), 0};
}

}  // namespace

BeamSurface::BeamSurface(const Plant& plant, const BeamPlant& beams, Bending bending,
                         std::span<const SurfaceVertex> vertices) {
    const Riding riding = find_riders(plant, beams, bending);
    // Keys of stations by vertex; none on the ground.
    std::vector<StationKey> keys(vertices.size());
    std::vector<uint8_t> flutters(vertices.size(), 0);
    for (size_t i = 0; i < vertices.size();) {
        const DomainId domain = vertices[i].domain;
        const Ride& ride = beams.rides[domain];
        const bool bends = is_branch(plant, domain);
        const Nearest nearest(plant, domain);
        for (; i < vertices.size() && vertices[i].domain == domain; ++i) {
            double along = ride.along;
            if (bends)
                along = std::round(raster * nearest.along(vertices[i].position.cast<double>())) /
                        raster;
            keys[i] = {ride.branch, along};
            flutters[i] = !bends && riding.riders[domain].flutters;
        }
    }
    std::vector<StationKey> wanted = keys;
    std::erase_if(wanted, [](const StationKey& key) { return !key.branch.exists(); });
    stations_ = Stations<float>(beams, bending, std::move(wanted));
    std::vector<uint32_t> rows(vertices.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::ranges::stable_partition(rows, [&](uint32_t row) { return flutters[row] == 0; });
    order_.resize(vertices.size());
    Column<DomainId, uint32_t> leaf_of(plant.domains.size(), UINT32_MAX);
    vertices_.first_leaf = vertices.size();
    for (size_t k = 0; k < rows.size(); ++k) {
        const SurfaceVertex& vertex = vertices[rows[k]];
        const StationKey& key = keys[rows[k]];
        order_[rows[k]] = static_cast<uint32_t>(k);
        vertices_.positions.push_back(direction(vertex.position));
        vertices_.normals.push_back(direction(vertex.normal));
        vertices_.tangents.push_back(direction(vertex.tangent));
        // The last one never moves.
        vertices_.station.push_back(key.branch.exists() ? stations_.find(key)
                                                        : static_cast<uint32_t>(stations_.size()));
        uint32_t leaf = UINT32_MAX;
        if (flutters[rows[k]]) {
            vertices_.first_leaf = std::min(vertices_.first_leaf, k);
            if (leaf_of[vertex.domain] == UINT32_MAX) {
                leaf_of[vertex.domain] = static_cast<uint32_t>(vertices_.leaves.size());
                vertices_.leaves.push_back(riding.riders[vertex.domain].leaf);
            }
            leaf = leaf_of[vertex.domain];
        }
        vertices_.leaf.push_back(leaf);
    }
}

void BeamSurface::move_wood(size_t begin, size_t end, Quality quality, const Moved& out) const {
    for (size_t i = begin; i < end; ++i) {
        const Columns& m = columns_[vertices_.station[i]];
        const Vec4f& p = vertices_.positions[i];
        out.positions[i] = (m.offset + p[0] * m.x) + (p[1] * m.y + p[2] * m.z);
        if (quality == Quality::positions) continue;
        const Vec4f &n = vertices_.normals[i], &t = vertices_.tangents[i];
        out.normals[i] = n[0] * m.x + (n[1] * m.y + n[2] * m.z);
        out.tangents[i] = t[0] * m.x + (t[1] * m.y + t[2] * m.z);
    }
}

void BeamSurface::move_leaves(size_t begin, size_t end, const FlutterTexture& field,
                              const Flutter& flutter, Quality quality, const Moved& out) const {
    std::array<Vec4f, flutter_block> sampled;
    for (size_t i = begin; i < end; ++i) {
        const size_t in_block = (i - begin) % flutter_block;
        if (in_block == 0)
            sample(field, flutter,
                   std::span(vertices_.positions).subspan(i, std::min(flutter_block, end - i)),
                   sampled.data());
        const Columns& m = columns_[vertices_.station[i]];
        const Leaf& leaf = vertices_.leaves[vertices_.leaf[i]];
        const Vec4f gust = direction(flutter.wind);
        const Vec3f wind(m.x.dot(gust), m.y.dot(gust), m.z.dot(gust));
        const LeafTurn turn =
            turn_of(leaf, flutter, lean_of(leaf, wind), sampled[in_block].head<3>());
        const Vec3f at = vertices_.positions[i].head<3>();
        const Vec3f p = leaf.pivot + turn * Vec3f(at - leaf.pivot);
        out.positions[i] = (m.offset + p[0] * m.x) + (p[1] * m.y + p[2] * m.z);
        if (quality == Quality::positions) continue;
        const Vec3f n = turn * Vec3f(vertices_.normals[i].head<3>()),
                    t = turn * Vec3f(vertices_.tangents[i].head<3>());
        out.normals[i] = n[0] * m.x + (n[1] * m.y + n[2] * m.z);
        out.tangents[i] = t[0] * m.x + (t[1] * m.y + t[2] * m.z);
    }
}

void BeamSurface::move(std::span<const Bend> bends, const FlutterTexture& field,
                       const Flutter& flutter, Quality quality, const Moved& out) {
    stations_.move(bends, motions_);
    columns_.resize(motions_.size() + 1);
    constexpr size_t grain = 2048;
    parallel_chunks(motions_.size(), grain, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i)
            columns_[i] = {direction(motions_[i].turn.col(0)), direction(motions_[i].turn.col(1)),
                           direction(motions_[i].turn.col(2)), direction(motions_[i].offset)};
    });
    columns_.back() = {Vec4f::UnitX(), Vec4f::UnitY(), Vec4f::UnitZ(), Vec4f::Zero()};
    parallel_chunks(vertices_.size(), grain, [&](size_t begin, size_t end) {
        const size_t wood = std::clamp(vertices_.first_leaf, begin, end);
        move_wood(begin, wood, quality, out);
        move_leaves(wood, end, field, flutter, quality, out);
    });
}

}  // namespace thigmo
