// A point is no farther from its segment than along what holds it, however that bends.
#include "thigmo/scene/near_ground.h"

#include <algorithm>

#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

struct Hold {
    SegmentId segment;
    double reach = 0;  // from the segment's start to where the domain is attached
};

/// Of an organ; one on another organ is held by what holds that.
Hold hold_of(const Plant& plant, DomainId domain) {
    const Vec3 at = attachment_point(plant, domain);
    const SegmentId segment = plant.domains.attachment[domain].segment;
    if (segment.exists()) return {segment, (at - plant.segments.start[segment]).norm()};
    const DomainId parent = plant.domains.parent[domain];
    if (!parent.exists()) return {};
    Hold hold = hold_of(plant, parent);
    hold.reach += (at - attachment_point(plant, parent)).norm();
    return hold;
}

Hold hold_of(const Plant& plant, const ContactPoint& at) {
    if (at.table == Load::Table::segments) {
        const SegmentId segment(at.row);
        return {segment, (at.point - plant.segments.start[segment]).norm() + at.radius};
    }
    Hold hold = hold_of(plant, DomainId(at.row));
    hold.reach += (at.point - attachment_point(plant, DomainId(at.row))).norm() + at.radius;
    return hold;
}

}  // namespace

ContactGroups group_contacts(const Plant& plant, const ContactPoints& points) {
    // One for each segment, and the last for points without.
    ContactGroups groups(plant.segments.size() + 1);
    for (const SegmentId segment : plant.segments.rows()) groups[segment.value].segment = segment;
    for (uint32_t i = 0; i < points.size(); ++i) {
        const Hold hold = hold_of(plant, points[i]);
        ContactGroup& group = hold.segment.exists() ? groups[hold.segment.value] : groups.back();
        group.reach = std::max(group.reach, hold.reach);
        group.points.push_back(i);
    }
    std::erase_if(groups, [](const ContactGroup& group) { return group.points.empty(); });
    return groups;
}

void find_near_ground(const Plant& plant, const ContactPoints& points, const ContactGroups& groups,
                      const Simulator& simulator, double height, Pose& pose,
                      std::vector<uint32_t>& near) {
    simulator.pose_segments(pose);
    near.clear();
    for (const ContactGroup& group : groups) {
        const SegmentId segment = group.segment;
        const bool far =
            segment.exists() &&
            (pose.segments[segment] * plant.segments.start[segment]).y() > height + group.reach;
        if (!far) near.insert(near.end(), group.points.begin(), group.points.end());
    }
    std::ranges::sort(near);
    for (const uint32_t i : near)
        if (points[i].table == Load::Table::domains)
            pose.shapes[DomainId(points[i].row)] =
                simulator.row_motion(points[i].table, points[i].row);
}

}  // namespace thigmo
