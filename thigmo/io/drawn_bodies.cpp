// Moments of vertices by body, and shared joints fitted to them.
#include "thigmo/io/drawn_bodies.h"

#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

Spread spread_of(const Vec3f& point) {
    const Eigen::Vector4d x = point.cast<double>().homogeneous();
    return x * x.transpose();
}

void add_part(const DrawnPart& part, DrawnBodies& bodies) {
    std::vector<uint8_t> rigid(part.mesh.positions.size());
    for (const RigidRun& run : part.rigid)
        for (size_t i = run.first; i < run.first + run.count; ++i) {
            rigid[i] = 1;
            bodies.shapes[run.domain] += spread_of(part.mesh.positions[i]);
        }
    for (size_t i = 0; i < rigid.size(); ++i) {
        if (rigid[i] != 0) continue;
        const auto& [segments, weight] = part.bindings[i];
        const Spread spread = spread_of(part.mesh.positions[i]);
        bodies.segments[segments[0]] += static_cast<double>(weight) * spread;
        bodies.segments[segments[1]] += (1 - static_cast<double>(weight)) * spread;
    }
}

}  // namespace

DrawnBodies drawn_bodies(const Plant& plant, const std::vector<DrawnPart>& parts) {
    DrawnBodies bodies{Column<SegmentId, Spread>(plant.segments.size(), Spread::Zero()),
                       Column<DomainId, Spread>(plant.domains.size(), Spread::Zero())};
    for (const DrawnPart& part : parts) add_part(part, bodies);
    return bodies;
}

size_t rigid_shapes(const std::vector<DrawnPart>& parts) {
    size_t count = 0;
    for (const DrawnPart& part : parts) count += part.rigid.size();
    return count;
}

JointMotions::JointMotions(const Joints& joints, const DrawnBodies& bodies)
    : joints_(joints),
      bodies_(bodies),
      shared_(joints.size()),
      rest_(joints.size(), Spread::Zero()),
      moved_(joints.size()),
      motions_(joints.size()) {
    for (const SegmentId row : joints.of_segment.rows())
        segments_.push_back({joints.of_segment[row].joint, row.value});
    for (const DomainId row : joints.of_shape.rows())
        if (const JointId joint = joints.of_shape[row].joint;
            joint.exists() && joints.shape[joint].exists())
            shapes_.push_back({joint, row.value});
    Column<JointId, uint32_t> members(joints.size());
    for (const auto* list : {&segments_, &shapes_})
        for (const Member& member : *list) ++members[member.joint];
    for (const JointId joint : members.rows()) shared_[joint] = members[joint] > 1;
    const auto alone = [&](const Member& member) { return shared_[member.joint] == 0; };
    std::erase_if(segments_, alone);
    std::erase_if(shapes_, alone);
    for (const Member& member : segments_)
        rest_[member.joint] += bodies.segments[SegmentId(member.row)];
    for (const Member& member : shapes_) rest_[member.joint] += bodies.shapes[DomainId(member.row)];
}

const Column<JointId, Rigid>& JointMotions::at(const Pose& pose) {
    std::fill(moved_.begin(), moved_.end(), Matrix34::Zero());
    for (const auto& [joint, row] : segments_)
        moved_[joint] += matrix34(pose.segments[SegmentId(row)]) * bodies_.segments[SegmentId(row)];
    for (const auto& [joint, row] : shapes_)
        moved_[joint] += matrix34(pose.shapes[DomainId(row)]) * bodies_.shapes[DomainId(row)];
    parallel_chunks(motions_.size(), 64, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const JointId joint(row);
            const Rigid& near = motion(joints_, joint, pose);
            motions_[joint] =
                shared_[joint] != 0 ? fit_rigid(rest_[joint], moved_[joint], near) : near;
        }
    });
    return motions_;
}

}  // namespace thigmo
