// Domains of a few random nodes, and where their nodes and faces are, in 80-bit arithmetic and by a
// singular value decomposition: the reference that shares nothing with the kernels.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <vector>

#include "thigmo/base/random.h"
#include "thigmo/sim/reduced/moving_body.h"
#include "thigmo/sim/reduced/polar_frame.h"

namespace thigmo {

using Exact = long double;
using ExactVec = Eigen::Matrix<Exact, 3, 1>;
using ExactMat = Eigen::Matrix<Exact, 3, 3>;
using ExactModes = Eigen::Matrix<Exact, 3, Eigen::Dynamic>;
using ExactVector = Eigen::Matrix<Exact, Eigen::Dynamic, 1>;
using ExactMatrix = Eigen::Matrix<Exact, Eigen::Dynamic, Eigen::Dynamic>;

/// Nodes with weights: a body's masses (kg), or a face's shares of area.
struct MadeNodes {
    std::vector<Exact> weights;
    std::vector<ExactVec> X;
    std::vector<ExactModes> U;

    ExactVec place(size_t a, const ExactVector& q) const { return X[a] + U[a] * q; }
};

struct ExactFrame {
    ExactMat R = ExactMat::Identity();
    ExactVec x = ExactVec::Zero();
};

inline Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

inline ExactMat rotation(const ExactVec& turn) {
    const Exact angle = turn.norm();
    if (angle == 0) return ExactMat::Identity();
    return Eigen::AngleAxis<Exact>(angle, turn / angle).toRotationMatrix();
}

/// Axis times angle of a small rotation.
inline ExactVec turn_of(const ExactMat& R) {
    const ExactVec twice(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
    const Exact sine = twice.norm() / 2;
    return sine == 0 ? ExactVec::Zero().eval() : ExactVec(twice * (std::asin(sine) / (2 * sine)));
}

inline ExactMat exact_polar(const ExactMat& A) {
    const Eigen::JacobiSVD<ExactMat> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    ExactVec signs = ExactVec::Ones();
    signs[2] = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    return svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
}

/// Of the child mounted on a face, the body's own frame being `body`.
inline ExactFrame mounted_frame(const MadeNodes& face, const Mount& mount, const ExactVector& q,
                                const ExactFrame& body) {
    ExactVec c0 = ExactVec::Zero(), c = ExactVec::Zero();
    for (size_t a = 0; a < face.X.size(); ++a) {
        c0 += face.weights[a] * face.X[a];
        c += face.weights[a] * face.place(a, q);
    }
    ExactMat A = ExactMat::Zero();
    for (size_t a = 0; a < face.X.size(); ++a)
        A += face.weights[a] * (face.place(a, q) - c) * (face.X[a] - c0).transpose();
    const ExactMat Q = exact_polar(A);
    return {body.R * Q * mount.axes.cast<Exact>(),
            body.x + body.R * (c + Q * mount.origin.cast<Exact>())};
}

inline MovingFace face_of(const MadeNodes& nodes) {
    const auto r = nodes.U[0].cols();
    ExactVec c0 = ExactVec::Zero();
    ExactModes U = ExactModes::Zero(3, r);
    for (size_t a = 0; a < nodes.X.size(); ++a) {
        c0 += nodes.weights[a] * nodes.X[a];
        U += nodes.weights[a] * nodes.U[a];
    }
    ExactMat A0 = ExactMat::Zero();
    std::vector<Mat3> A(size_t(r), Mat3::Zero());
    for (size_t a = 0; a < nodes.X.size(); ++a) {
        const ExactVec X = nodes.X[a] - c0;
        A0 += nodes.weights[a] * X * X.transpose();
        for (Eigen::Index k = 0; k < r; ++k)
            A[size_t(k)] += (nodes.weights[a] * nodes.U[a].col(k) * X.transpose()).cast<double>();
    }
    return make_face(c0.cast<double>(), A0.cast<double>(), U.cast<double>(), A);
}

/// Nodes about `centre`, plane where `thickness` is 0; the first mode turns them about their own
/// centre by `turn`, wholly where its coordinate is 1, the others deform them by up to `modes`.
inline MadeNodes random_nodes(Random& random, int r, int count, const Vec3& centre,
                              double thickness, const Vec3& turn, double modes) {
    MadeNodes nodes;
    const ExactMat R = rotation(turn.cast<Exact>());
    for (int a = 0; a < count; ++a) {
        Vec3 local = random_matrix(random, 3, 1);
        local.z() *= thickness;
        nodes.weights.push_back(Exact(1) / count);
        nodes.X.push_back((centre + local).cast<Exact>());
        ExactModes U = (modes * random_matrix(random, 3, r)).cast<Exact>();
        U.col(0) = (R - ExactMat::Identity()) * local.cast<Exact>();
        nodes.U.push_back(U);
    }
    return nodes;
}

/// First and second derivative at 0, by differences of eighth order.
template <class F>
auto derivatives(const F& f, Exact h) {
    using Value = std::decay_t<decltype(f(h))>;
    constexpr std::array<Exact, 5> first = {0, 4 / 5.0L, -1 / 5.0L, 4 / 105.0L, -1 / 280.0L};
    constexpr std::array<Exact, 5> second = {-205 / 72.0L, 8 / 5.0L, -1 / 5.0L, 8 / 315.0L,
                                             -1 / 560.0L};
    const Value middle = f(Exact(0));
    std::pair<Value, Value> out{middle * 0, middle * (second[0] / (h * h))};
    for (int n = 1; n <= 4; ++n) {
        const Value ahead = f(n * h), behind = f(-n * h);
        out.first += (ahead - behind) * (first[size_t(n)] / h);
        out.second += (ahead + behind) * (second[size_t(n)] / (h * h));
    }
    return out;
}

}  // namespace thigmo
