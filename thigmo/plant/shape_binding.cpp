// Nearest segments by a tree of boxes over the centreline.
#include "thigmo/plant/shape_binding.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

/// The place on a centreline that is nearest to a point.
struct Nearest {
    SegmentId segment;
    double share = 0;  // 0 at the segment's start … 1 at its end
    double squared_distance = std::numeric_limits<double>::infinity();
};

/// Boxes around runs of a centreline, a binary heap: each but the lowest holds two others.
class SegmentBoxes {
  public:
    SegmentBoxes(const Segments& segments, Rows<SegmentId> run)
        : segments_(segments),
          run_(run),
          leaves_(std::bit_ceil((size_t{run.count} + run_length - 1) / run_length)),
          boxes_(2 * leaves_) {
        for (const SegmentId segment : run) {
            Box& box = boxes_[leaves_ + (segment.value - run.first) / run_length];
            box.extend(segments.start[segment]);
            box.extend(segments.end[segment]);
        }
        for (size_t node = leaves_ - 1; node > 0; --node)
            boxes_[node] = boxes_[2 * node].merged(boxes_[2 * node + 1]);
    }

    Nearest find(const Vec3& point) const {
        Nearest best{run_.front()};
        search(1, point, best);
        return best;
    }

  private:
    static constexpr uint32_t run_length = 8;  // segments in the smallest boxes

    double distance(size_t node, const Vec3& point) const {
        return boxes_[node].isEmpty() ? std::numeric_limits<double>::infinity()
                                      : boxes_[node].squaredExteriorDistance(point);
    }

    void search(size_t node, const Vec3& point, Nearest& best) const {
        if (node >= leaves_) return search_run(node - leaves_, point, best);
        size_t near = 2 * node, far = near + 1;
        double near_distance = distance(near, point), far_distance = distance(far, point);
        if (far_distance < near_distance) {
            std::swap(near, far);
            std::swap(near_distance, far_distance);
        }
        if (near_distance < best.squared_distance) search(near, point, best);
        if (far_distance < best.squared_distance) search(far, point, best);
    }

    void search_run(size_t leaf, const Vec3& point, Nearest& best) const {
        const auto first = static_cast<uint32_t>(leaf) * run_length;
        const uint32_t last = std::min(first + run_length, run_.count);
        for (uint32_t i = first; i < last; ++i) {
            const SegmentId segment(run_.first + i);
            const Vec3 start = segments_.start[segment], axis = segments_.end[segment] - start;
            const double share =
                std::clamp((point - start).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
            const double squared = (start + share * axis - point).squaredNorm();
            if (squared < best.squared_distance) best = {segment, share, squared};
        }
    }

    const Segments& segments_;
    Rows<SegmentId> run_;
    size_t leaves_;
    std::vector<Box> boxes_;
};

Binding blend(Rows<SegmentId> run, const Nearest& at) {
    const SegmentId own = at.segment;
    if (at.share < 0.5 && own != run.front())
        return {{own, SegmentId(own.value - 1)}, static_cast<float>(0.5 + at.share)};
    if (at.share >= 0.5 && own != run.back())
        return {{own, SegmentId(own.value + 1)}, static_cast<float>(1.5 - at.share)};
    return {{own, own}, 1};
}

}  // namespace

DomainId nearest_with_segments(const Plant& plant, DomainId domain) {
    while (domain.exists() && plant.domains.segments[domain].empty())
        domain = plant.domains.parent[domain];
    return domain;
}

DomainId bends_with(const Plant& plant, DomainId domain) {
    if (plant.domains.flexible[domain] == 0 || !plant.domains.shape[domain].exists())
        return DomainId::none();
    return nearest_with_segments(plant, domain);
}

void place_shape(const Plant& plant, DomainId domain, const Rigid& motion,
                 std::span<Vec3f> positions, std::span<Vec3f> normals) {
    const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
    const Placement& placement = plant.domains.placement[domain];
    const Mat3 turn = (motion.rotation * placement.rotation).toRotationMatrix();
    const Mat3 grow = placement.scale * turn;
    const Vec3 place = motion * placement.position;
    for (size_t i = 0; i < mesh.positions.size(); ++i) {
        positions[i] = (grow * mesh.positions[i].cast<double>() + place).cast<float>();
        normals[i] = (turn * mesh.normals[i].cast<double>()).normalized().cast<float>();
    }
}

std::vector<Binding> bind_to_segments(const Plant& plant, DomainId domain,
                                      std::span<const Vec3f> points) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    const SegmentBoxes boxes(plant.segments, run);
    std::vector<Binding> bindings(points.size());
    parallel_chunks(points.size(), 1024, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i)
            bindings[i] = blend(run, boxes.find(points[i].cast<double>()));
    });
    return bindings;
}

}  // namespace thigmo
