// linear_modes.h for articulated bodies.
#include "thigmo/sim/articulated/modes.h"
#include "thigmo/sim/articulated/outboard.h"
#include "thigmo/sim/linear_modes.h"

namespace thigmo {
namespace {

/// Where joints are, and how small turns of all bodies move them.
struct JointMotion {
    Column<BodyId, Vec3> at, displacement;
};

JointMotion joint_motion(const Bodies& bodies, const Column<BodyId, Vec3>& turn) {
    JointMotion motion{Column<BodyId, Vec3>(bodies.size(), Vec3::Zero()),
                       Column<BodyId, Vec3>(bodies.size(), Vec3::Zero())};
    for (const BodyId body : bodies.rows()) {
        const Vec3 arm = given_arm(bodies, body);
        const BodyId parent = bodies.parent[body];
        motion.at[body] = arm;
        if (!parent.exists()) continue;
        motion.at[body] += motion.at[parent];
        motion.displacement[body] = motion.displacement[parent] + turn[parent].cross(arm);
    }
    return motion;
}

/// Displacement of every segment's end, by the body that it goes with.
Column<SegmentId, Vec3> end_displacements(const Plant& plant, const Bodies& bodies,
                                          const Column<BodyId, Vec3>& turn) {
    const JointMotion joints = joint_motion(bodies, turn);
    Column<SegmentId, Vec3> ends(plant.segments.size(), Vec3::Zero());
    for (const SegmentId row : plant.segments.rows()) {
        const BodyId body = bodies.at_end[row];
        if (!body.exists()) continue;  // goes with the base
        ends[row] =
            joints.displacement[body] + turn[body].cross(plant.segments.end[row] - joints.at[body]);
    }
    return ends;
}

Vec3 momentum(const Bodies& bodies, const Column<BodyId, Vec3>& turn) {
    const JointMotion joints = joint_motion(bodies, turn);
    Vec3 sum = Vec3::Zero();
    for (const BodyId body : bodies.rows())
        sum +=
            bodies.mass[body] * (joints.displacement[body] +
                                 turn[body].cross(Vec3(bodies.given[body] * bodies.centre[body])));
    return sum;
}

/// Turn of a joint in its own axes.
Vec3 bend_of(const Bodies& bodies, const Column<BodyId, Vec3>& turn, BodyId body) {
    const BodyId parent = bodies.parent[body];
    const Vec3 below = parent.exists() ? turn[parent] : Vec3(Vec3::Zero());
    return bodies.given[body].conjugate() * (turn[body] - below);
}

Eigen::MatrixXd modal_damping(const Bodies& bodies, const std::vector<Mode>& modes) {
    const auto count = static_cast<Eigen::Index>(modes.size());
    Eigen::MatrixXd damping = Eigen::MatrixXd::Zero(count, count);
    Eigen::Matrix<double, 3, Eigen::Dynamic> bends(3, count);
    for (const BodyId body : bodies.rows()) {
        for (Eigen::Index k = 0; k < count; ++k)
            bends.col(k) = bend_of(bodies, modes[static_cast<size_t>(k)].turn, body);
        damping.noalias() += bends.transpose() * bodies.damping[body].asDiagonal() * bends;
    }
    return damping;
}

}  // namespace

LinearModes linear_modes(const Plant& plant, const ArticulatedSettings& settings, size_t count) {
    const Bodies bodies = build_bodies(plant, settings);
    const Modes modes = find_modes(bodies, count);
    LinearModes found;
    found.failure = modes.failure;
    for (const Mode& mode : modes.modes)
        found.modes.push_back({mode.frequency, end_displacements(plant, bodies, mode.turn),
                               momentum(bodies, mode.turn)});
    found.damping = modal_damping(bodies, modes.modes);
    return found;
}

Column<SegmentId, Vec3> linear_sag(const Plant& plant, const ArticulatedSettings& settings,
                                   const Vec3& gravity) {
    const Bodies bodies = build_bodies(plant, settings);
    const Column<BodyId, Solid> outboard = outboard_solids(bodies);
    Column<BodyId, Vec3> turn(bodies.size(), Vec3::Zero());
    for (const BodyId body : bodies.rows()) {
        const Vec3 moment = bodies.given[body].conjugate() * outboard[body].first.cross(gravity);
        turn[body] = bodies.given[body] * moment.cwiseQuotient(bodies.stiffness[body]);
        if (const BodyId parent = bodies.parent[body]; parent.exists()) turn[body] += turn[parent];
    }
    return end_displacements(plant, bodies, turn);
}

}  // namespace thigmo
