// Centrelines through shapes, once per shape, placed in every instance.
#include "thigmo/plant/bend_leaves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/shape_binding.h"

namespace thigmo {
namespace {

/// In the shape's own space: points from base to tip, and the radius of each piece between them.
struct Spine {
    std::vector<Vec3> points;
    std::vector<double> radii;
};

/// Points spread evenly over the surface, each with the area that it stands for.
struct Sample {
    Vec3 point;
    double area;
};

std::vector<Sample> sample(const TriangleMesh& mesh) {
    constexpr double wanted = 2000;
    const int m = std::max(
        1, static_cast<int>(std::sqrt(wanted / static_cast<double>(mesh.triangles.size()))));
    std::vector<Sample> samples;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = mesh.positions[i].cast<double>();
        const Vec3 u = (mesh.positions[j].cast<double>() - a) / m,
                   v = (mesh.positions[k].cast<double>() - a) / m;
        const double area = 0.5 * u.cross(v).norm();
        for (int x = 0; x < m; ++x)
            for (int y = 0; y < m - x; ++y) {
                samples.push_back({a + x * u + y * v + (u + v) / 3, area});
                if (y < m - x - 1) samples.push_back({a + x * u + y * v + 2 * (u + v) / 3, area});
            }
    }
    return samples;
}

/// The middle of what lies between two distances from the base; `otherwise` where there is nothing.
Vec3 middle(const std::vector<Sample>& samples, double from, double to, const Vec3& otherwise) {
    Vec3 sum = Vec3::Zero();
    double area = 0;
    for (const Sample& s : samples)
        if (const double away = s.point.norm(); away >= from && away <= to) {
            sum += s.area * s.point;
            area += s.area;
        }
    return area > 0 ? Vec3(sum / area) : otherwise;
}

/// Through the middle of the surface at equal distances from the base.
std::vector<Vec3> spine_points(const std::vector<Sample>& samples, double reach, int pieces) {
    const double step = reach / pieces;
    const Vec3 axis = middle(samples, 0, reach, Vec3::UnitY()).normalized();
    std::vector<Vec3> points = {Vec3::Zero()};
    for (int i = 1; i <= pieces; ++i) {
        const double at = i * step;
        const Vec3 straight = at * axis;
        Vec3 there = middle(samples, at - 0.25 * step, at + 0.25 * step, straight);
        // What lies at one distance is a bow, whose middle is nearer; only its direction counts.
        there = there.norm() > 0.1 * at ? Vec3(at * there.normalized()) : straight;
        if ((there - points.back()).norm() < 0.5 * step) there = points.back() + step * axis;
        points.push_back(there);
    }
    return points;
}

Spine make_spine(const Shape& shape, int pieces) {
    const std::vector<Sample> samples = sample(shape.mesh);
    double reach = shape.thickness, whole = 0;
    for (const Vec3f& position : shape.mesh.positions)
        reach = std::max(reach, position.cast<double>().norm());
    for (const Sample& s : samples) whole += s.area;
    Spine spine{spine_points(samples, reach, pieces), {}};
    const double step = reach / pieces;
    std::vector<double> areas(static_cast<size_t>(pieces), 0.0);
    for (const Sample& s : samples) {
        const auto at = static_cast<size_t>(s.point.norm() / step);
        if (whole > 0) areas[std::min(at, areas.size() - 1)] += s.area * shape.area / whole;
    }
    // A bare stretch is a stalk: as wide as the blade is thick, at least.
    for (const double area : areas) {
        const double width = std::max(area / step, shape.thickness);
        const double t3 = std::pow(shape.thickness, 3);
        spine.radii.push_back(std::pow(width * t3 / (3 * std::numbers::pi), 0.25));
    }
    return spine;
}

std::vector<uint8_t> which_bend(const Plant& plant) {
    const Domains& domains = plant.domains;
    std::vector<uint8_t> bends(domains.size(), 0);
    for (const DomainId domain : domains.rows()) {
        const Kind kind = domains.kind[domain];
        bends[domain.value] = (kind == Kind::leaf || kind == Kind::petal) &&
                              domains.segments[domain].empty() && domains.shape[domain].exists();
        if (const DomainId parent = domains.parent[domain]; parent.exists())
            bends[parent.value] = 0;
    }
    return bends;
}

class Bender {
  public:
    Bender(const Plant& plant, int pieces, std::vector<uint8_t> bends)
        : old_(plant), bends_(std::move(bends)), spines_(plant.shapes.size()) {
        for (const DomainId domain : plant.domains.rows()) {
            if (bends_[domain.value] == 0) continue;
            Spine& spine = spines_[plant.domains.shape[domain]];
            if (spine.points.empty())
                spine = make_spine(plant.shapes[plant.domains.shape[domain]], pieces);
        }
        taken_.insert(plant.segments.key.begin(), plant.segments.key.end());
        edit_.plant = plant;
        edit_.plant.segments = {};
        edit_.plant.articulations = {};
        edit_.remap.domains.resize(plant.domains.size());
        edit_.remap.segments.resize(plant.segments.size());
    }

    Edit bend() {
        for (const DomainId domain : old_.domains.rows()) {
            edit_.remap.domains[domain] = domain;
            Rows<SegmentId>& run = edit_.plant.domains.segments[domain];
            const auto first = static_cast<uint32_t>(edit_.plant.segments.size());
            for (const SegmentId segment : old_.domains.segments[domain]) keep(segment);
            if (bends_[domain.value] != 0) add_spine(domain);
            run = {first, static_cast<uint32_t>(edit_.plant.segments.size()) - first};
        }
        for (Attachment& attachment : edit_.plant.domains.attachment)
            if (attachment.segment.exists())
                attachment.segment = edit_.remap.segments[attachment.segment];
        return std::move(edit_);
    }

  private:
    void keep(SegmentId segment) {
        edit_.remap.segments[segment] = SegmentId(edit_.plant.segments.size());
        for_columns(old_.segments.columns(), edit_.plant.segments.columns(),
                    [segment](const auto& from, auto& to) { to.push_back(from[segment]); });
        if (!old_.articulations.empty())
            edit_.plant.articulations.push_back(old_.articulations[segment]);
    }

    void add_spine(DomainId domain) {
        const Placement& placement = old_.domains.placement[domain];
        const Spine& spine = spines_[old_.domains.shape[domain]];
        Segments& to = edit_.plant.segments;
        for (size_t i = 0; i < spine.radii.size(); ++i) {
            Key key = mix(old_.domains.key[domain], i + 1);
            while (!taken_.insert(key).second) key = mix(key, 1);
            to.key.push_back(key);
            to.start.push_back(placement * spine.points[i]);
            to.end.push_back(placement * spine.points[i + 1]);
            to.start_radius.push_back(placement.scale * spine.radii[i]);
            to.end_radius.push_back(placement.scale * spine.radii[i]);
            if (old_.articulations.empty()) continue;
            Articulation stated;
            stated.frame =
                Quat::FromTwoVectors(Vec3::UnitX(), to.end.back() - to.start.back()).normalized();
            edit_.plant.articulations.push_back(stated);
        }
        edit_.plant.domains.flexible[domain] = 1;
    }

    const Plant& old_;
    std::vector<uint8_t> bends_;  // per domain
    Column<ShapeId, Spine> spines_;
    std::unordered_set<Key> taken_;
    Edit edit_;
};

}  // namespace

Edit bend_leaves(const Plant& plant, int pieces) {
    std::vector<DomainId> all;
    for (const DomainId domain : plant.domains.rows()) all.push_back(domain);
    return bend_leaves(plant, pieces, all);
}

Edit bend_leaves(const Plant& plant, int pieces, std::span<const DomainId> some) {
    if (pieces < 1 || pieces > 100)
        throw InputError(
            fmt::format("leaves of {} bodies each, expected 1 to 100 along a leaf", pieces));
    const std::vector<uint8_t> can = which_bend(plant);
    std::vector<uint8_t> bends(can.size());
    for (const DomainId domain : some) bends[domain.value] = can[domain.value];
    return Bender(plant, pieces, std::move(bends)).bend();
}

Plant skin_leaves(Plant plant, std::span<const uint8_t> orders) {
    if (orders.empty()) return plant;
    const std::vector<uint8_t> can = which_bend(plant);
    for (const DomainId domain : plant.domains.rows()) {
        if (can[domain.value] == 0) continue;
        const DomainId branch = nearest_with_segments(plant, domain);
        if (!branch.exists()) continue;
        const size_t order = std::min<size_t>(plant.domains.order[branch], orders.size() - 1);
        if (orders[order] != 0) plant.domains.flexible[domain] = 1;
    }
    return plant;
}

}  // namespace thigmo
