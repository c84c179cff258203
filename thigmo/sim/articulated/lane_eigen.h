// Single lanes to Eigen's types and back.
#pragma once

#include "thigmo/base/vector.h"
#include "thigmo/sim/articulated/lane_math.h"

namespace thigmo {

inline Vec<double> lanes_of(const Vec3& v) {
    return {v.x(), v.y(), v.z()};
}
inline Turn<double> lanes_of(const Quat& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}
inline Vec3 eigen(const Vec<double>& v) {
    return {v.x, v.y, v.z};
}
inline Quat eigen(const Turn<double>& q) {
    return {q.w, q.v.x, q.v.y, q.v.z};
}

}  // namespace thigmo
