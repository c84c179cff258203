// The tree of [Habel2009] sec. 8, by regular branching.
#include "samples/beam_tree.h"

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "thigmo/plant/walk.h"

namespace thigmo::samples {
namespace {

constexpr int children[] = {15, 10, 9};
constexpr double lengths[] = {8, 3, 1.2, 0.5}, radii[] = {0.15, 0.05, 0.015, 0.005};
constexpr int segments = 5;

class Tree {
  public:
    explicit Tree(Plant& plant) : plant_(plant) {}

    void grow(int order, DomainId parent, Attachment at, const Vec3& base, const Vec3& way) {
        const Kind kind = order == 0 ? Kind::trunk : order == 3 ? Kind::twig : Kind::branch;
        const DomainId own = add_domain(plant_, parent, at, kind);
        const auto first = static_cast<uint32_t>(plant_.segments.size());
        const double length = lengths[order] * (0.8 + 0.05 * (turns_ % 9));
        for (int i = 0; i < segments; ++i) {
            const auto at_share = [&](int k) {
                const double x = static_cast<double>(k) / segments;
                return Vec3(base + length * (x * way + 0.1 * x * x * Vec3::UnitY()));
            };
            const auto radius = [&](int k) { return radii[order] * (1 - 0.16 * k); };
            add_segment(plant_, at_share(i), at_share(i + 1), radius(i), radius(i + 1));
        }
        if (order == 3) return add_leaves(own, first);
        for (int i = 0; i < children[order]; ++i) {
            const double x = 0.3 + 0.7 * (i + 1.0) / children[order];
            const Attachment here = place(first, x);
            grow(order + 1, own, here, point(here), aside(way));
        }
    }

  private:
    static Attachment place(uint32_t first, double x) {
        const double at = std::min(x * segments, segments - 1e-9);
        const auto row = static_cast<uint32_t>(at);
        return {SegmentId(size_t{first} + row), at - row};
    }
    Vec3 point(const Attachment& at) const {
        const Vec3 &start = plant_.segments.start[at.segment],
                   &end = plant_.segments.end[at.segment];
        return start + at.along * (end - start);
    }
    /// The golden angle about the parent's axis, 50° away from it.
    Vec3 aside(const Vec3& way) {
        const Vec3 across = way.unitOrthogonal();
        const Eigen::AngleAxisd about(2.399963 * ++turns_, way);
        return Eigen::AngleAxisd(0.87, about * across) * way;
    }
    void add_leaves(DomainId twig, uint32_t first) {
        const int count = turns_ % 5 < 2 ? 8 : 7;
        for (int i = 0; i < count; ++i) {
            const Attachment here = place(first, (i + 1.0) / count);
            add_domain(plant_, twig, here, Kind::leaf);
            plant_.domains.material.back() = MaterialId(size_t{1});
            plant_.domains.look.back() = LookId(size_t{1});
            plant_.domains.shape.back() = ShapeId(size_t{0});
            const Quat turn(Eigen::AngleAxisd(2.399963 * i, Vec3(0.3, 1, 0.2).normalized()));
            plant_.domains.placement.back() = {point(here), turn, 0.5};
        }
    }

    Plant& plant_;
    int turns_ = 0;
};

/// About the start (at = 0) or the end of a segment.
void add_ring(const Plant& plant, SegmentId row, int at, int sides, DomainId domain,
              std::vector<SurfaceVertex>& out) {
    const Segments& rows = plant.segments;
    const Vec3& centre = at == 0 ? rows.start[row] : rows.end[row];
    const double radius = at == 0 ? rows.start_radius[row] : rows.end_radius[row];
    const Vec3 axis = (rows.end[row] - rows.start[row]).normalized();
    const Vec3 x = axis.unitOrthogonal(), y = axis.cross(x);
    for (int side = 0; side < sides; ++side) {
        const double angle = 2 * std::numbers::pi * side / sides;
        const Vec3 away = std::cos(angle) * x + std::sin(angle) * y;
        out.push_back({(centre + radius * away).cast<float>(), away.cast<float>(),
                       axis.cast<float>(), domain});
    }
}

}  // namespace

int beam_tree_sides(Kind kind) {
    return kind == Kind::trunk ? 24 : kind == Kind::branch ? 8 : 4;
}

Plant beam_tree() {
    Plant plant;
    start_plant(plant, "beam tree");
    add_leaf_shape(plant);
    Tree(plant).grow(0, DomainId::none(), {}, Vec3::Zero(), Vec3::UnitY());
    return plant;
}

std::vector<SurfaceVertex> beam_tree_vertices(const Plant& plant) {
    std::vector<SurfaceVertex> vertices;
    for (const DomainId domain : plant.domains.rows()) {
        const ShapeId shape = plant.domains.shape[domain];
        if (shape.exists()) {
            const Placement& placement = plant.domains.placement[domain];
            const Vec3f normal = (placement.rotation * Vec3::UnitZ()).cast<float>(),
                        tangent = (placement.rotation * Vec3::UnitX()).cast<float>();
            for (size_t corner = 0; corner < 4; ++corner)
                vertices.push_back(
                    {(placement * plant.shapes[shape].mesh.positions[corner].cast<double>())
                         .cast<float>(),
                     normal, tangent, domain});
            continue;
        }
        const Rows<SegmentId> run = plant.domains.segments[domain];
        const int sides = beam_tree_sides(plant.domains.kind[domain]);
        if (plant.domains.kind[domain] == Kind::branch)
            add_ring(plant, run.front(), 0, sides, domain, vertices);
        for (const SegmentId row : run) add_ring(plant, row, 1, sides, domain, vertices);
    }
    return vertices;
}

}  // namespace thigmo::samples
