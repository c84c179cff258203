// Friction against the velocity with which a solve ends.
#include "thigmo/sim/slide.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>

namespace thigmo {

Eigen::Vector2d slide(const Eigen::Matrix2d& S, const Eigen::Vector2d& f, const Eigen::Vector2d& v,
                      double c1, double friction) {
    const double h = std::max(c1, 1e-9);  // an explicit solve ends at once
    const double most = h * friction;
    const Eigen::Vector2d p = S * v + h * f;
    if (p.norm() <= most) return -v / h;
    Eigen::Vector2d z = Eigen::Vector2d::Zero();
    double y = 0;
    for (int k = 0; k < 30 && most > 0; ++k) {
        const Eigen::Matrix2d inverse = (Eigen::Matrix2d::Identity() + y * S).inverse();
        z = inverse * p;
        const double excess = z.norm() / most - 1;
        if (!(excess > 1e-14)) break;
        y += excess * z.squaredNorm() / z.dot(inverse * S * z);
    }
    return S.ldlt().solve(f - z / h);
}

}  // namespace thigmo
