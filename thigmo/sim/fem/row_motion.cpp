// Polar rotations of sections and chords of segments.
#include "thigmo/sim/fem/row_motion.h"

#include <Eigen/LU>

namespace thigmo {
namespace {

Mat3 columns(const std::array<Vec3, 3>& c) {
    Mat3 m;
    m << c[0], c[1], c[2];
    return m;
}

Vec3 axial(const Mat3& B) {
    return {B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)};
}

/// tr(U)1 − U of U = RᵀF.
Mat3 turning_stiffness(const Mat3& R, const Mat3& F) {
    const Mat3 U = R.transpose() * F;
    return U.trace() * Mat3::Identity() - 0.5 * (U + U.transpose());
}

}  // namespace

RowMotion section_motion_now(const FemSystem& system, const FemSection& section) {
    std::array<Vec3, 3> now, rate;
    for (size_t k = 0; k < 3; ++k) {
        now[k] = system.position(section.slope[k]);
        rate[k] = system.velocity(section.slope[k]);
    }
    const Mat3 F = columns(now), R = polar_rotation(F);
    RowMotion motion;
    motion.rotation = Quat(R).normalized();
    motion.place = system.position(section.mean);
    motion.velocity = system.velocity(section.mean);
    motion.spin = R * turning_stiffness(R, F).inverse() * axial(R.transpose() * columns(rate));
    return motion;
}

RowMotion segment_motion(const FemSystem& system, const FemSegment& segment, const Vec3& rest_way) {
    RowMotion motion = section_motion_now(system, segment.middle);
    const Vec3 start = system.position(segment.start), way = system.position(segment.end) - start;
    const Vec3 v = system.velocity(segment.start), rate = system.velocity(segment.end) - v;
    motion.rotation =
        (Quat::FromTwoVectors(motion.rotation * rest_way, way) * motion.rotation).normalized();
    motion.place = start;
    motion.velocity = v;
    motion.spin += way.cross(rate - motion.spin.cross(way)) / way.squaredNorm();
    return motion;
}

std::array<Vec3, 3> torque_couple(const Mat3& F, const Vec3& torque) {
    const Mat3 R = polar_rotation(F);
    const Vec3 turned = turning_stiffness(R, F).inverse() * (R.transpose() * torque);
    std::array<Vec3, 3> couple;
    for (int k = 0; k < 3; ++k) couple[static_cast<size_t>(k)] = R * turned.cross(Vec3::Unit(k));
    return couple;
}

SmallMotion segment_sag(const FemModel& model, const FemSegment& segment, const Vec3& rest_way,
                        std::span<const Vec3> row_sag) {
    std::array<Vec3, 3> slope;
    for (size_t k = 0; k < 3; ++k) slope[k] = model.ties.sum(segment.middle.slope[k], row_sag);
    SmallMotion sag{model.ties.sum(segment.start, row_sag), 0.5 * axial(columns(slope))};
    const Vec3 change = model.ties.sum(segment.end, row_sag) - sag.shift;
    sag.turn += rest_way.cross(change - sag.turn.cross(rest_way)) / rest_way.squaredNorm();
    return sag;
}

}  // namespace thigmo
