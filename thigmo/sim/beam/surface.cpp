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

/// Vertices within this share of a branch's length move with one station: none is further from it
/// than half of that, by which it errs by less than 1e-3 of the length where the tip turns by one
/// radian.
constexpr double reach = 1.0 / 20;

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

using Floats = std::array<float, flutter_block>;

/// Points of a block, by axis.
struct PointBlock {
    std::array<Floats, 3> axes;
    Vec3f operator[](size_t k) const { return {axes[0][k], axes[1][k], axes[2][k]}; }
};

/// `LeafTurn` of a block of vertices.
class TurnBlock {
  public:
    /// What the mean wind wants of a vertex; a leaf does not twist with it.
    void set_lean(size_t k, const Vec4f& lean) {
        lean_[0][k] = lean[0];
        lean_[1][k] = lean[2];
    }
    void find(const Flutter& flutter, const std::array<Vec4f, flutter_block>& gusts,
              FlutterFloats weights) {
        const float nod = -0.5f * flutter.strength.x(), swing = 0.5f * flutter.strength.y(),
                    twist = 0.5f * flutter.strength.z();
        for (size_t k = 0; k < flutter_block; ++k) {
            const float x = weights[k] * (lean_[0][k] + nod * gusts[k][0]),
                        y = weights[k] * (twist * gusts[k][2]),
                        z = weights[k] * (lean_[1][k] + swing * gusts[k][1]);
            h_[0][k] = x;
            h_[1][k] = y;
            h_[2][k] = z;
            share_[k] = 2 / (1 + x * x + y * y + z * z);
        }
    }
    void apply(FlutterFloats px, FlutterFloats py, FlutterFloats pz, PointBlock& out) const {
        for (size_t k = 0; k < flutter_block; ++k) {
            const float x = h_[0][k], y = h_[1][k], z = h_[2][k];
            const float ox = y * pz[k] - z * py[k], oy = z * px[k] - x * pz[k],
                        oz = x * py[k] - y * px[k];
            out.axes[0][k] = px[k] + share_[k] * (ox + (y * oz - z * oy));
            out.axes[1][k] = py[k] + share_[k] * (oy + (z * ox - x * oz));
            out.axes[2][k] = pz[k] + share_[k] * (oz + (x * oy - y * ox));
        }
    }

  private:
    std::array<Floats, 2> lean_{};
    std::array<Floats, 3> h_;
    Floats share_;
};

/// Moves keys to stations that several share, near to all of them.
void share_stations(std::vector<StationKey>& keys) {
    std::vector<uint32_t> rows;
    for (size_t i = 0; i < keys.size(); ++i)
        if (keys[i].branch.exists()) rows.push_back(static_cast<uint32_t>(i));
    std::ranges::sort(rows, {}, [&](uint32_t row) { return std::pair(keys[row], row); });
    for (size_t first = 0, end = 0; first < rows.size(); first = end) {
        const StationKey from = keys[rows[first]];
        double to = from.along;
        for (end = first; end < rows.size() && keys[rows[end]].branch == from.branch &&
                          keys[rows[end]].along <= from.along + reach;
             ++end)
            to = keys[rows[end]].along;
        // Bases and tips are stations anyway.
        double along = 0.5 * (from.along + to);
        if (to <= reach / 2) along = 0;
        if (from.along >= 1 - reach / 2) along = 1;
        for (size_t k = first; k < end; ++k) keys[rows[k]].along = along;
    }
}

}  // namespace

StationMotion<float> motion_of(const BeamInstance& instance) {
    const Placement& placement = instance.placement;
    const Eigen::Matrix3f turn =
        (placement.scale * placement.rotation.toRotationMatrix()).cast<float>();
    return {direction(turn.col(0)), direction(turn.col(1)), direction(turn.col(2)),
            direction(placement.position.cast<float>())};
}

BeamSurface::BeamSurface(const Plant& plant, const BeamPlant& beams, Bending bending,
                         std::span<const SurfaceVertex> vertices)
    : shears_(bending != Bending::true_length) {
    const Column<DomainId, Rider> riders = make_riders(plant);
    // Keys of stations by vertex; none on the ground.
    std::vector<StationKey> keys(vertices.size());
    for (size_t i = 0; i < vertices.size();) {
        const DomainId domain = vertices[i].domain;
        const Ride& ride = beams.rides[domain];
        const Nearest nearest(plant, domain);
        for (; i < vertices.size() && vertices[i].domain == domain; ++i)
            keys[i] = {ride.branch, is_branch(plant, domain)
                                        ? nearest.along(vertices[i].position.cast<double>())
                                        : ride.along};
    }
    share_stations(keys);
    std::vector<StationKey> wanted = keys;
    std::erase_if(wanted, [](const StationKey& key) { return !key.branch.exists(); });
    stations_ = Stations<float>(beams, bending, std::move(wanted));
    const auto flutters = [&](uint32_t row) { return riders[vertices[row].domain].flutters; };
    std::vector<uint32_t> rows(vertices.size());
    std::iota(rows.begin(), rows.end(), 0);
    const auto leaves = std::stable_partition(rows.begin(), rows.end(),
                                              [&](uint32_t row) { return !flutters(row); });
    vertices_.first_leaf = static_cast<size_t>(leaves - rows.begin());
    order_.resize(vertices.size());
    Column<DomainId, uint32_t> leaf_of(plant.domains.size(), UINT32_MAX);
    for (size_t k = 0; k < rows.size(); ++k) {
        const SurfaceVertex& vertex = vertices[rows[k]];
        const StationKey& key = keys[rows[k]];
        order_[rows[k]] = static_cast<uint32_t>(k);
        const auto still = static_cast<uint32_t>(stations_.size());
        const uint32_t station = key.branch.exists() ? stations_.find(key) : still;
        uint32_t leaf = UINT32_MAX;
        if (k >= vertices_.first_leaf) {
            leaf = leaf_of[vertex.domain];
            if (leaf == UINT32_MAX) {
                leaf = leaf_of[vertex.domain] = static_cast<uint32_t>(vertices_.leaves.size());
                vertices_.leaves.push_back(riders[vertex.domain].leaf);
                leaf_station_.push_back(station);
            }
        }
        add_vertex(vertex, station, leaf);
        if (vertex.bend != 1 && key.branch.exists())
            held_.push_back(
                {static_cast<uint32_t>(k), stations_.find({key.branch, 0}), vertex.bend});
    }
    for (Axes* axes : {&leaf_vertices_.place, &leaf_vertices_.arm, &leaf_vertices_.normal,
                       &leaf_vertices_.tangent})
        for (std::vector<float>& axis : *axes) axis.resize(axis.size() + flutter_block, 0);
    leaf_vertices_.flutter.resize(leaf_vertices_.flutter.size() + flutter_block, 0);
    motions_.resize(stations_.size() + 1);
    leaf_motions_.resize(vertices_.leaves.size());
}

void BeamSurface::add_vertex(const SurfaceVertex& vertex, uint32_t station, uint32_t leaf) {
    vertices_.positions.push_back(direction(vertex.position));
    vertices_.normals.push_back(direction(vertex.normal));
    vertices_.tangents.push_back(direction(vertex.tangent));
    vertices_.station.push_back(station);
    vertices_.leaf.push_back(leaf);
    if (leaf == UINT32_MAX) return;
    const Leaf& own = vertices_.leaves[leaf];
    const auto add = [](Axes& axes, float x, float y, float z) {
        axes[0].push_back(x);
        axes[1].push_back(y);
        axes[2].push_back(z);
    };
    const auto add_local = [&](Axes& axes, const Vec3f& v) {
        add(axes, own.across.dot(v), own.along.dot(v), own.out.dot(v));
    };
    const Vec3f& at = vertex.position;
    add(leaf_vertices_.place, at.x(), at.y(), at.z());
    add_local(leaf_vertices_.arm, at - own.pivot);
    add_local(leaf_vertices_.normal, vertex.normal);
    add_local(leaf_vertices_.tangent, vertex.tangent);
    leaf_vertices_.flutter.push_back(vertex.flutter * own.supple);
}

void BeamSurface::move_wood(size_t begin, size_t end, Quality quality, const Moved& out) const {
    const auto& [positions, normals, tangents, station, leaf, first_leaf, leaves] = vertices_;
    if (quality == Quality::positions) {
        for (size_t i = begin; i < end; ++i)
            out.positions[i] = motions_[station[i]].moved(positions[i]);
        return;
    }
    for (size_t i = begin; i < end; ++i) {
        const Motion& m = motions_[station[i]];
        out.positions[i] = m.moved(positions[i]);
        out.normals[i] =
            shears_ ? Vec4f(normals_of(m).turned(normals[i]).normalized()) : m.turned(normals[i]);
        out.tangents[i] = m.turned(tangents[i]);
    }
}

void BeamSurface::move_leaf_stalks(size_t begin, size_t end, const Flutter& flutter) {
    const Vec4f gust = direction(flutter.wind);
    for (size_t i = begin; i < end; ++i) {
        const Motion& m = motions_[leaf_station_[i]];
        const Leaf& leaf = vertices_.leaves[i];
        LeafMotion& now = leaf_motions_[i];
        now.motion = {m.turned(leaf.across), m.turned(leaf.along), m.turned(leaf.out),
                      m.moved(leaf.pivot)};
        const Vec3f wind(now.motion.x.dot(gust), now.motion.y.dot(gust), now.motion.z.dot(gust));
        now.lean = direction(lean_of(Leaf{}, wind));
    }
}

/// Blocks of one kind of work each: gusts, turns in the leaves' own axes, and the leaves' motion.
void BeamSurface::move_leaves(size_t begin, size_t end, const FlutterTexture& field,
                              const Flutter& flutter, Quality quality, const Moved& out) const {
    std::array<Vec4f, flutter_block> sampled{};
    TurnBlock turns;
    PointBlock turned;
    for (size_t first = begin; first < end; first += flutter_block) {
        const size_t count = std::min(flutter_block, end - first);
        const size_t row = first - vertices_.first_leaf;
        const auto block = [&](const std::vector<float>& axis) {
            return FlutterFloats(axis.data() + row, flutter_block);
        };
        const LeafVertices& own = leaf_vertices_;
        sample(field, flutter, block(own.place[0]), block(own.place[1]), block(own.place[2]), count,
               sampled.data());
        const uint32_t* leaf = vertices_.leaf.data() + first;
        for (size_t k = 0; k < count; ++k) turns.set_lean(k, leaf_motions_[leaf[k]].lean);
        turns.find(flutter, sampled, block(own.flutter));
        const auto turn = [&](const Axes& axes) {
            turns.apply(block(axes[0]), block(axes[1]), block(axes[2]), turned);
        };
        turn(own.arm);
        for (size_t k = 0; k < count; ++k)
            out.positions[first + k] = leaf_motions_[leaf[k]].motion.moved(turned[k]);
        if (quality == Quality::positions) continue;
        turn(own.normal);
        for (size_t k = 0; k < count; ++k) {
            const Motion& m = leaf_motions_[leaf[k]].motion;
            out.normals[first + k] =
                shears_ ? Vec4f(normals_of(m).turned(turned[k]).normalized()) : m.turned(turned[k]);
        }
        turn(own.tangent);
        for (size_t k = 0; k < count; ++k)
            out.tangents[first + k] = leaf_motions_[leaf[k]].motion.turned(turned[k]);
    }
}

/// Back towards where its branch's base takes it: ways there are linear in the place at rest, so
/// the place at rest is found from where its own station has taken it.
void BeamSurface::hold(const Held& held, Quality quality, const Moved& out) const {
    const Motion& here = motions_[vertices_.station[held.vertex]];
    const Motion& base = motions_[held.base];
    const Motion back = normals_of(here);  // its transpose undoes the turn
    const auto rest = [&](const Vec4f& v) {
        return Vec3f(back.x.dot(v), back.y.dot(v), back.z.dot(v));
    };
    const auto blend = [&](const Vec4f& from, const Vec4f& to) -> Vec4f {
        return from + held.bend * (to - from);
    };
    Vec4f& position = out.positions[held.vertex];
    position = blend(base.moved(rest(position - here.offset)), position);
    if (quality == Quality::positions) return;
    Vec4f &normal = out.normals[held.vertex], &tangent = out.tangents[held.vertex];
    // Normals by the blend of the turns themselves, as a shader has it.
    const Motion blended{blend(base.x, here.x), blend(base.y, here.y), blend(base.z, here.z),
                         Vec4f::Zero()};
    const Vec3f n = Vec3f(here.x.dot(normal), here.y.dot(normal), here.z.dot(normal));
    normal = normals_of(blended).turned(n).normalized();
    tangent = blended.turned(rest(tangent)).normalized();
}

void BeamSurface::move(std::span<const Bend> bends, const FlutterTexture& field,
                       const Flutter& flutter, Quality quality, const Moved& out) {
    stations_.move(bends, motions_);
    constexpr size_t grain = 512;
    steady_chunks(leaf_motions_.size(), grain,
                  [&](size_t begin, size_t end) { move_leaf_stalks(begin, end, flutter); });
    // Wood and leaves by themselves: so each thread moves what rides on the stations it has found.
    const size_t wood = vertices_.first_leaf;
    steady_chunks(wood, grain,
                  [&](size_t begin, size_t end) { move_wood(begin, end, quality, out); });
    steady_chunks(vertices_.size() - wood, grain, [&](size_t begin, size_t end) {
        move_leaves(wood + begin, wood + end, field, flutter, quality, out);
    });
    steady_chunks(held_.size(), grain, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) hold(held_[i], quality, out);
    });
}

}  // namespace thigmo
