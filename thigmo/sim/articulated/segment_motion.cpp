// A segment's motion from those of its ends.
#include "thigmo/sim/articulated/segment_motion.h"

namespace thigmo {

Rigid between(const Rigid& lower, const Rigid& upper, const Vec3& start, const Vec3& end) {
    const Vec3 a = lower * start, b = upper * end;
    Eigen::Vector4d sum = lower.rotation.coeffs();
    sum += (sum.dot(upper.rotation.coeffs()) < 0 ? -1.0 : 1.0) * upper.rotation.coeffs();
    Quat half;
    half.coeffs() = sum.normalized();
    const Vec3 along = half * (end - start), line = b - a;
    const double lengths = along.norm() * line.norm();
    Quat onto;  // twice the half angle's: 1 + cos, axis × sin
    onto.w() = lengths + along.dot(line);
    onto.vec() = along.cross(line);
    Rigid motion;
    motion.rotation = onto.w() > 1e-12 * lengths ? Quat(onto.normalized() * half) : half;
    motion.translation = 0.5 * (a + b) - motion.rotation * Vec3(0.5 * (start + end));
    return motion;
}

}  // namespace thigmo
