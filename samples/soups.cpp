// Tubes trimmed and moved apart, leaves as they stand, in one soup.
#include "samples/soups.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "thigmo/base/random.h"
#include "thigmo/mesh/tube.h"
#include "thigmo/plant/centreline.h"
#include "thigmo/plant/walk.h"

namespace thigmo::samples {
namespace {

/// What one domain is drawn as.
struct Piece {
    DomainId domain;  // none: debris
    LookId look;
    TriangleMesh mesh;
};

/// How far a point stands outside the bark of a domain (m); below 0 inside.
double outside(const Plant& plant, DomainId domain, const Vec3& point) {
    double least = INFINITY;
    for (const SegmentId id : plant.domains.segments[domain]) {
        const Segments& s = plant.segments;
        const Vec3 way = s.end[id] - s.start[id];
        const double at = std::clamp((point - s.start[id]).dot(way) / way.squaredNorm(), 0.0, 1.0);
        const double radius = s.start_radius[id] + at * (s.end_radius[id] - s.start_radius[id]);
        least = std::min(least, (point - s.start[id] - at * way).norm() - radius);
    }
    return least;
}

TubeRing between(const TubeRing& a, const TubeRing& b, double at) {
    return {a.centre + at * (b.centre - a.centre),
            (a.tangent + at * (b.tangent - a.tangent)).normalized(),
            a.radius + at * (b.radius - a.radius), a.along + at * (b.along - a.along)};
}

/// Takes off what is inside the parent; a branch that never leaves it stays whole.
void trim(const Plant& plant, DomainId parent, std::vector<TubeRing>& rings) {
    const auto is_out = [&](const TubeRing& ring) {
        return outside(plant, parent, ring.centre) >= 0;
    };
    const auto first = std::ranges::find_if(rings, is_out);
    if (first == rings.begin() || first == rings.end()) return;
    double in = 0, out = 1;
    for (int i = 0; i < 30; ++i) {
        const double middle = 0.5 * (in + out);
        (is_out(between(*(first - 1), *first, middle)) ? out : in) = middle;
    }
    const TubeRing base = between(*(first - 1), *first, out);
    // A ring too near the next would make slivers.
    const bool apart = (first->centre - base.centre).norm() > 0.05 * base.radius;
    rings.erase(rings.begin(), first);
    if (apart) rings.insert(rings.begin(), base);
}

/// Rings put between those that stand farther apart than `most` (m).
void fill_up(double most, std::vector<TubeRing>& rings) {
    std::vector<TubeRing> finer = {rings.front()};
    for (size_t i = 1; i < rings.size(); ++i) {
        const double parts = std::ceil((rings[i].centre - rings[i - 1].centre).norm() / most);
        for (double part = 1; part < parts; ++part)
            finer.push_back(between(rings[i - 1], rings[i], part / parts));
        finer.push_back(rings[i]);
    }
    rings = std::move(finer);
}

TriangleMesh tube_mesh(const std::vector<TubeRing>& rings, const Vec3& tip, uint32_t sides,
                       bool open) {
    TriangleMesh mesh;
    const size_t vertices = tube_vertices(rings.size(), sides);
    mesh.positions.resize(vertices);
    mesh.normals.resize(vertices);
    mesh.uvs.resize(vertices);
    mesh.triangles.resize(tube_triangles(rings.size(), sides));
    sweep_tube({rings, tip, sides}, 0, 0, mesh);
    if (!open || rings.size() < 2) return mesh;
    // The fans at both ends, and their two vertices.
    mesh.triangles.erase(mesh.triangles.end() - sides, mesh.triangles.end());
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + sides);
    const auto strip = [](auto& column) {
        column.pop_back();
        column.erase(column.begin());
    };
    strip(mesh.positions);
    strip(mesh.normals);
    strip(mesh.uvs);
    for (Triangle& corners : mesh.triangles)
        for (uint32_t& corner : corners) --corner;
    return mesh;
}

TriangleMesh placed_shape(const Plant& plant, DomainId domain, const Vec3& offset) {
    TriangleMesh mesh = plant.shapes[plant.domains.shape[domain]].mesh;
    const Placement& placement = plant.domains.placement[domain];
    for (Vec3f& p : mesh.positions) p = (placement * p.cast<double>() + offset).cast<float>();
    for (Vec3f& n : mesh.normals) n = (placement.rotation * n.cast<double>()).cast<float>();
    return mesh;
}

/// Makes the pieces of a plant, parents before children.
class Loosening {
  public:
    Loosening(const Plant& plant, const LooseSettings& settings, LooseSoup& loose)
        : plant_(plant), settings_(settings), loose_(loose), offset_(plant.domains.size()) {
        loose_.domains.resize(plant.domains.size());
    }

    std::vector<Piece> pieces() {
        std::vector<Piece> pieces;
        for (const DomainId domain : plant_.domains.rows()) {
            const DomainId parent = plant_.domains.parent[domain];
            offset_[domain] = parent.exists() ? offset_[parent] : Vec3::Zero();
            TriangleMesh mesh = plant_.domains.shape[domain].exists()
                                    ? placed_shape(plant_, domain, offset_[domain])
                                    : tube(domain, parent);
            if (!mesh.triangles.empty())
                pieces.push_back({domain, plant_.domains.look[domain], std::move(mesh)});
        }
        return pieces;
    }

  private:
    TriangleMesh tube(DomainId domain, DomainId parent) {
        trace_centreline(plant_, domain, settings_.tubes, line_);
        std::vector<TubeRing>& rings = line_.rings;
        if (rings.empty()) return {};
        Random random(mix(settings_.seed, plant_.domains.key[domain]));
        const bool open = random.uniform() < settings_.open;
        const double share = random.uniform();
        if (parent.exists() && settings_.trimmed) {
            trim(plant_, parent, rings);
            offset_[domain] += share * settings_.gap * rings.front().radius * rings.front().tangent;
        }
        fill_up(settings_.ring_length, rings);
        LooseDomain& truth = loose_.domains[domain];
        for (TubeRing& ring : rings) {
            ring.centre += offset_[domain];
            truth.centreline.push_back(ring.centre);
            truth.radii.push_back(ring.radius);
        }
        return tube_mesh(rings, line_.tip + offset_[domain],
                         count_sides(line_.largest_radius, settings_.tubes), open);
    }

    const Plant& plant_;
    const LooseSettings& settings_;
    LooseSoup& loose_;
    Column<DomainId, Vec3> offset_;
    Centreline line_;
};

/// Equal-sided triangles anywhere in the box, of any piece's look.
void add_debris(double share, Random& random, std::vector<Piece>& pieces) {
    Box box;
    for (const Piece& piece : pieces) box.extend(bounds(piece.mesh));
    const auto anywhere = [&] {
        return Vec3(random.uniform(), random.uniform(), random.uniform());
    };
    const size_t whole = pieces.size();
    const auto count = static_cast<size_t>(share * static_cast<double>(whole));
    for (size_t i = 0; i < count; ++i) {
        const double size = 1e-3 * box.diagonal().norm();
        const Vec3 middle = box.min() + box.sizes().cwiseProduct(anywhere());
        const Vec3 normal = (anywhere() - Vec3::Constant(0.5)).normalized();
        const Vec3 x = any_normal(normal), y = normal.cross(x);
        Piece piece = {{}, pieces[random.below(whole)].look, {}};
        for (const Vec3& corner : {x, Vec3(-0.5 * x + 0.866 * y), Vec3(-0.5 * x - 0.866 * y)})
            piece.mesh.positions.push_back((middle + 0.5 * size * corner).cast<float>());
        piece.mesh.normals.assign(3, normal.cast<float>());
        piece.mesh.uvs.assign(3, Vec2f::Zero());
        piece.mesh.triangles = {{0, 1, 2}};
        pieces.push_back(std::move(piece));
    }
}

void unweld(TriangleMesh& mesh) {
    TriangleMesh loose;
    for (const Triangle& corners : mesh.triangles) {
        const auto first = static_cast<uint32_t>(loose.positions.size());
        for (const uint32_t corner : corners) {
            loose.positions.push_back(mesh.positions[corner]);
            loose.normals.push_back(mesh.normals[corner]);
            loose.uvs.push_back(mesh.uvs[corner]);
        }
        loose.triangles.push_back({first, first + 1, first + 2});
    }
    mesh = std::move(loose);
}

/// The pieces of one look in one part; `owners` gets the domain of every triangle.
SoupPart join_pieces(const std::vector<Piece>& pieces, LookId look, const LooseSettings& settings,
                     Random& random, std::vector<DomainId>& owners) {
    TriangleMesh joined;
    std::vector<DomainId> domains;
    for (const Piece& piece : pieces) {
        if (piece.look != look) continue;
        append(piece.mesh, joined);
        domains.insert(domains.end(), piece.mesh.triangles.size(), piece.domain);
    }
    std::vector<uint32_t> order(joined.triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    if (settings.shuffled)
        for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    const std::vector<Triangle> triangles = joined.triangles;
    for (size_t i = 0; i < order.size(); ++i) {
        joined.triangles[i] = triangles[order[i]];
        owners.push_back(domains[order[i]]);
    }
    if (settings.unwelded) unweld(joined);
    SoupPart part;
    part.look = look;
    part.mesh = std::move(joined);
    return part;
}

/// What is not drawn carries nothing that can be seen.
void find_drawn_parents(const Plant& plant, Column<DomainId, LooseDomain>& domains) {
    for (const DomainId domain : domains.rows()) {
        DomainId parent = plant.domains.parent[domain];
        while (parent.exists() && domains[parent].triangles.empty())
            parent = plant.domains.parent[parent];
        domains[domain].parent = parent;
    }
}

}  // namespace

LooseSoup loosen(const Plant& plant, const LooseSettings& settings) {
    LooseSoup loose;
    loose.soup.name = plant.name;
    loose.soup.looks = plant.looks;
    loose.soup.textures = plant.textures;
    loose.soup.unit = 1;
    std::vector<Piece> pieces = Loosening(plant, settings, loose).pieces();
    Random random(settings.seed);
    add_debris(settings.debris, random, pieces);
    std::vector<DomainId> owners;
    for (const LookId look : plant.looks.rows()) {
        SoupPart part = join_pieces(pieces, look, settings, random, owners);
        part.node = part.name = plant.looks[look].name;
        if (!part.mesh.triangles.empty()) loose.soup.parts.push_back(std::move(part));
    }
    for (uint32_t i = 0; i < owners.size(); ++i)
        (owners[i].exists() ? loose.domains[owners[i]].triangles : loose.debris).push_back(i);
    find_drawn_parents(plant, loose.domains);
    return loose;
}

}  // namespace thigmo::samples
