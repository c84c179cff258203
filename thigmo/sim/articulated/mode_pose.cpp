// Mode shapes as poses; of modes.h.
#include "thigmo/sim/articulated/modes.h"
#include "thigmo/sim/articulated/segment_motion.h"

namespace thigmo {
namespace {

/// How every body of the bent plant has moved.
Column<BodyId, Rigid> body_motions(const Bodies& bodies, const Mode& mode, double amplitude) {
    Column<BodyId, Vec3> start(bodies.size()), moved(bodies.size());
    Column<BodyId, Rigid> motions(bodies.size());
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        start[body] = moved[body] = bodies.offset[body];
        if (parent.exists()) {
            const Vec3 arm = bodies.given[parent] * bodies.offset[body];
            start[body] = start[parent] + arm;
            moved[body] = moved[parent] + motions[parent].rotation * arm;
        }
        const Vec3 turn = amplitude * mode.turn[body];
        const double angle = turn.norm();
        const Quat rotation =
            angle > 0 ? Quat(Eigen::AngleAxisd(angle, turn / angle)) : Quat(Quat::Identity());
        motions[body] = {rotation, moved[body] - rotation * start[body]};
    }
    return motions;
}

/// The body that a domain's shape goes with: its own, or the one of the wood that carries it.
BodyId body_of_shape(const Plant& plant, const Bodies& bodies, DomainId domain) {
    for (; domain.exists(); domain = plant.domains.parent[domain]) {
        if (bodies.of_domain[domain].exists()) return bodies.of_domain[domain];
        const Rows<SegmentId> own = plant.domains.segments[domain];
        const SegmentId segment =
            own.empty() ? plant.domains.attachment[domain].segment : own.front();
        if (segment.exists()) return bodies.at_end[segment];
    }
    return BodyId::none();
}

}  // namespace

Pose mode_pose(const Plant& plant, const Bodies& bodies, const Mode& mode, double amplitude) {
    const Column<BodyId, Rigid> motions = body_motions(bodies, mode, amplitude);
    const auto motion = [&](BodyId body) { return body.exists() ? motions[body] : Rigid{}; };
    Pose pose = rest_pose(plant);
    for (const SegmentId segment : plant.segments.rows()) {
        const Rigid lower = motion(bodies.at_start[segment]),
                    upper = motion(bodies.at_end[segment]);
        pose.segments[segment] = between(SegmentEnds{&lower, &upper, &plant.segments.start[segment],
                                                     &plant.segments.end[segment]});
    }
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.shape[domain].exists())
            pose.shapes[domain] = motion(body_of_shape(plant, bodies, domain));
    return pose;
}

}  // namespace thigmo
