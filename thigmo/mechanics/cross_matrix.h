// The cross product as a matrix.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

/// The matrix of v ×.
template <class Real>
Eigen::Matrix<Real, 3, 3> cross_matrix(const Eigen::Matrix<Real, 3, 1>& v) {
    Eigen::Matrix<Real, 3, 3> m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

}  // namespace thigmo
