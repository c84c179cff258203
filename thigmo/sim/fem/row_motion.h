// How a row of the plant moves as a rigid body, read off the bricks.
#pragma once

#include "thigmo/sim/fem/system.h"
#include "thigmo/sim/small_motion.h"

namespace thigmo {

/// x ↦ place + rotation·(X − reference).
struct RowMotion {
    Quat rotation = Quat::Identity();
    Vec3 place = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();

    Rigid rigid(const Vec3& reference) const { return {rotation, place - rotation * reference}; }
    Vec3 velocity_at(const Vec3& point) const { return velocity + spin.cross(point - place); }
};

/// Of a section about its centre: the polar rotation of its affine motion.
RowMotion section_motion_now(const FemSystem& system, const FemSection& section);

/// Of a segment about its start: turned as the section in its middle, and on until its ends lie in
/// the right direction.
RowMotion segment_motion(const FemSystem& system, const FemSegment& segment, const Vec3& rest_way);

/// The couple of forces on the columns of F that does the work of a torque.
std::array<Vec3, 3> torque_couple(const Mat3& F, const Vec3& torque);

/// Of a segment about its start.
SmallMotion segment_sag(const FemModel& model, const FemSegment& segment, const Vec3& rest_way,
                        std::span<const Vec3> row_sag);

}  // namespace thigmo
