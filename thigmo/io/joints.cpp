// Merging of segments into joints.
#include "thigmo/io/joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "thigmo/base/error.h"
#include "thigmo/io/drawn_parts.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// Segments that start a joint, and how far each segment's start lies from its joint's.
struct Merge {
    Column<SegmentId, SegmentId> leader;
    Column<SegmentId, double> distance;
    size_t leaders = 0;
};

/// From the start of its parent to the start of each segment (m).
Column<SegmentId, double> steps(const Plant& plant, const Column<SegmentId, SegmentId>& parents) {
    Column<SegmentId, double> lengths(parents.size());
    for (const SegmentId segment : parents.rows())
        if (const SegmentId parent = parents[segment]; parent.exists())
            lengths[segment] =
                (plant.segments.start[segment] - plant.segments.start[parent]).norm();
    return lengths;
}

Merge merge(const Column<SegmentId, SegmentId>& parents, const Column<SegmentId, double>& lengths,
            double threshold) {
    Merge merged{Column<SegmentId, SegmentId>(parents.size()),
                 Column<SegmentId, double>(parents.size()), 0};
    for (const SegmentId segment : parents.rows()) {
        const SegmentId parent = parents[segment];
        const double distance = parent.exists() ? merged.distance[parent] + lengths[segment] : 0.0;
        const bool leads = !parent.exists() || distance > threshold;
        merged.leader[segment] = leads ? segment : merged.leader[parent];
        merged.distance[segment] = leads ? 0 : distance;
        merged.leaders += leads;
    }
    return merged;
}

/// Merges by the least threshold that leaves at most `most` joints, to a millionth.
Merge merge_to(const Column<SegmentId, SegmentId>& parents,
               const Column<SegmentId, double>& lengths, size_t most) {
    if (parents.size() <= most) return merge(parents, lengths, -1);
    double low = 0, high = 0;
    for (const double length : lengths) high += length;
    while (high - low > 1e-6 * high) {
        const double middle = 0.5 * (low + high);
        (merge(parents, lengths, middle).leaders <= most ? high : low) = middle;
    }
    return merge(parents, lengths, high);
}

/// Bones point along +Y: the segment's frame with its heading there and its left along -X.
const Quat bone_axes(Eigen::AngleAxisd(-0.5 * std::numbers::pi, Vec3::UnitZ()));

}  // namespace

void check_joint_limit(const Plant& plant, size_t most) {
    const Column<SegmentId, SegmentId> parents = segment_parents(plant);
    const auto stems =
        static_cast<size_t>(std::count(parents.begin(), parents.end(), SegmentId::none()));
    if (most >= stems && most > 0) return;
    throw InputError(
        fmt::format("{}: found a limit of {} joints, expected at least {}: one for every stem that "
                    "rises from the ground",
                    title(plant), most, std::max<size_t>(stems, 1)));
}

Rigid rest_frame(const Plant& plant, const Column<SegmentId, Quat>& frames, SegmentId segment) {
    return {frames[segment] * bone_axes, plant.segments.start[segment]};
}

Joints build_joints(const Plant& plant, size_t most) {
    const Column<SegmentId, SegmentId> parents = segment_parents(plant);
    const Column<SegmentId, std::string> names = segment_names(plant);
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    check_joint_limit(plant, most);
    const Merge merged = merge_to(parents, steps(plant, parents), most);
    Joints joints;
    joints.of_segment.resize(parents.size());
    for (const SegmentId segment : parents.rows()) {
        const SegmentId up = parents[segment];
        const JointId parent = up.exists() ? joints.of_segment[up].joint : JointId::none();
        joints.merge_error = std::max(joints.merge_error, merged.distance[segment]);
        joints.of_segment[segment].joint = parent;
        if (merged.leader[segment] != segment) continue;
        joints.shape.push_back(DomainId::none());
        joints.parent.push_back(parent);
        joints.name.push_back(names[segment]);
        joints.rest.push_back(rest_frame(plant, frames, segment));
        joints.of_segment[segment].joint = joints.segment.push_back(segment);
    }
    return joints;
}

ShapeNames::ShapeNames(const Plant& plant) {
    const Domains& domains = plant.domains;
    for (const DomainId domain : domains.rows())
        if (!domains.segments[domain].empty()) ++count_[static_cast<size_t>(domains.kind[domain])];
}

std::string ShapeNames::next(const Plant& plant, DomainId domain) {
    const auto kind = static_cast<size_t>(plant.domains.kind[domain]);
    return fmt::format("{}_{}", kind_names[kind], ++count_[kind]);
}

void add_shape_joints(const Plant& plant, Joints& joints) {
    const Domains& domains = plant.domains;
    ShapeNames names(plant);
    joints.of_shape.resize(domains.size());
    for (const DomainId domain : domains.rows()) {
        if (!domains.shape[domain].exists() || bends_with(plant, domain).exists()) continue;
        const SegmentId carried_by = carrier(plant, domain);
        joints.of_shape[domain].joint = joints.segment.push_back(SegmentId::none());
        joints.shape.push_back(domain);
        joints.parent.push_back(carried_by.exists() ? joints.of_segment[carried_by].joint
                                                    : JointId::none());
        joints.name.push_back(names.next(plant, domain));
        const Placement& placement = domains.placement[domain];
        joints.rest.push_back({placement.rotation, placement.position});
    }
}

Joints drop_joints(const Joints& joints, const Column<JointId, uint8_t>& drop) {
    Joints kept;
    kept.of_segment = joints.of_segment;  // segments come first and stay
    kept.of_shape.resize(joints.of_shape.size());
    kept.merge_error = joints.merge_error;
    for (const JointId joint : joints.segment.rows()) {
        const DomainId shape = joints.shape[joint];
        if (shape.exists() && drop[joint] != 0) continue;
        const JointId row = kept.segment.push_back(joints.segment[joint]);
        kept.shape.push_back(shape);
        kept.parent.push_back(joints.parent[joint]);
        kept.name.push_back(joints.name[joint]);
        kept.rest.push_back(joints.rest[joint]);
        if (shape.exists()) kept.of_shape[shape].joint = row;
    }
    return kept;
}

Rigid relative(const Rigid& above, const Rigid& frame) {
    const Quat back = above.rotation.conjugate();
    return {(back * frame.rotation).normalized(), back * (frame.translation - above.translation)};
}

Rigid local_rest(const Joints& joints, JointId joint) {
    const JointId parent = joints.parent[joint];
    return relative(parent.exists() ? joints.rest[parent] : Rigid{}, joints.rest[joint]);
}

Column<SegmentId, std::string> segment_names(const Plant& plant) {
    const Domains& domains = plant.domains;
    std::array<size_t, kind_names.size()> total{}, count{};
    for (const DomainId domain : domains.rows())
        if (!domains.segments[domain].empty()) ++total[static_cast<size_t>(domains.kind[domain])];
    Column<SegmentId, std::string> names(plant.segments.size());
    for (const DomainId domain : domains.rows()) {
        const Rows<SegmentId> own = domains.segments[domain];
        if (own.empty()) continue;
        const auto kind = static_cast<size_t>(domains.kind[domain]);
        std::string name = kind_names[kind];
        if (total[kind] > 1 || domains.kind[domain] != Kind::trunk)
            name += fmt::format("_{}", ++count[kind]);
        for (const SegmentId segment : own)
            names[segment] = segment == own.front()
                                 ? name
                                 : fmt::format("{}.seg_{}", name, segment.value - own.first + 1);
    }
    return names;
}

}  // namespace thigmo
