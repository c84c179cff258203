// Frames on deforming faces, and the polar rotation they need.
#include "thigmo/sim/reduced/polar_frame.h"

#include <cmath>

#include "thigmo/base/assert.h"
#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

Vec3 axial(const Mat3& B) {
    return {B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)};
}

/// The cofactors: columns are cross products of A's.
Mat3 cofactors(const Mat3& A) {
    Mat3 out;
    for (int c = 0; c < 3; ++c) out.col(c) = A.col((c + 1) % 3).cross(A.col((c + 2) % 3));
    return out;
}

/// Inverse of tr(S) 1 − S for symmetric S.
Mat3 inverse_turning(const Mat3& S) {
    const Mat3 G = S.trace() * Mat3::Identity() - S;
    const Mat3 adjugate = cofactors(G);  // G is symmetric
    return adjugate / G.col(0).dot(adjugate.col(0));
}

Mat3 symmetric(const Mat3& B) {
    return 0.5 * (B + B.transpose());
}

/// Sum of the singular values of A, the least signed as its determinant: the largest root of
/// (λ² − |A|²)² − 8 λ det A − 4 |adj A|². Newton begins where it is if A is plane; the polynomial
/// is convex from there on, so that all further steps come down to the root.
double sum_of_stretches(double squares, double cofactor_squares, double det) {
    double lambda = std::sqrt(squares + 2 * std::sqrt(cofactor_squares));
    for (int iteration = 0; iteration < 60; ++iteration) {
        const double rest = lambda * lambda - squares;
        const double value = rest * rest - 8 * lambda * det - 4 * cofactor_squares;
        const double step = value / (4 * lambda * rest - 8 * det);
        lambda -= step;
        if (!(std::abs(step) > 1e-15 * lambda) || (iteration > 0 && step < 0)) break;
    }
    return lambda;
}

/// Rows of a face at a state.
struct FaceState {
    Vec3 centre, centre_rate;
    Mat3 A, A_rate;
};

/// What coordinates, or their rates, make of a face's centre and moment.
template <int B>
void sum_modes(const MovingFace& face, const Packs<B>& x, Vec3& centre, Mat3& A) {
    for (int a = 0; a < 3; ++a) {
        Four::Pack rows[4];
        for (int n = 0; n < 4; ++n)
            rows[n] = products(Packs<B>::of(face.of_modes.row(n == 0 ? a : 2 + 3 * a + n)), x);
        const Four::Pack sum = sums(rows[0], rows[1], rows[2], rows[3]);
        centre[a] = sum[0];
        for (int b = 0; b < 3; ++b) A(a, b) = sum[1 + b];
    }
}

template <int B>
bool place_blocks(const MovingFace& face, std::span<const double> q, Vec3& centre, Mat3& turn) {
    Mat3 A;
    sum_modes<B>(face, Packs<B>::of(q), centre, A);
    centre += face.centre;
    return nearest_rotation(face.moment + A, turn);
}

template <int B>
FaceState state_of(const MovingFace& face, const Packs<B>& q, const Packs<B>& qdot) {
    FaceState out;
    sum_modes<B>(face, q, out.centre, out.A);
    sum_modes<B>(face, qdot, out.centre_rate, out.A_rate);
    out.centre += face.centre;
    out.A += face.moment;
    return out;
}

/// J: Jθ_k = Q G⁻¹ ax(QᵀA_k) = P ax(A_kQᵀ) = Σ_c P [Q_c] A_k,c with P = Q G⁻¹ Qᵀ, c the columns;
/// below it U_c − [arm of the mount] Jθ, taken to the body's origin.
template <int B>
void fill_ride(const MovingFace& face, const Mat3& P, const Mat3& Q, const Vec3& lever,
               const Vec3& arm, Eigen::Map<Eigen::Matrix<double, 6, Eigen::Dynamic>>& ride) {
    Packs<B> J[6] = {};
    for (int c = 0; c < 3; ++c) {
        const Mat3 weights = P.lazyProduct(cross_matrix<double>(Q.col(c)));
        for (int a = 0; a < 3; ++a) {
            const auto row = Packs<B>::of(face.of_modes.row(3 + 3 * a + c));
            for (int axis = 0; axis < 3; ++axis) J[axis] += weights(axis, a) * row;
        }
    }
    const Vec3 back = arm - lever;  // [arm] Jθ − [lever] Jθ
    for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        J[3 + a] = Packs<B>::of(face.of_modes.row(a)) + back[b] * J[c] - back[c] * J[b];
    }
    for (int k = 0; k < face.size; ++k)
        for (int row = 0; row < 6; ++row) ride(row, k) = J[row][k];
}

template <int B>
bool mount_blocks(const MovingFace& face, const Mount& mount, std::span<const double> q,
                  std::span<const double> qdot, const Vec3& omega, MountedFrame& out,
                  Eigen::Map<Eigen::Matrix<double, 6, Eigen::Dynamic>>& ride) {
    const FaceState state = state_of<B>(face, Packs<B>::of(q), Packs<B>::of(qdot));
    Mat3 Q;
    if (!nearest_rotation(state.A, Q)) return false;
    const Mat3 S = symmetric(Q.transpose().lazyProduct(state.A)), inverse = inverse_turning(S);
    const Vec3 lever = Q * mount.origin;
    out.turn = Q.lazyProduct(mount.axes).transpose();
    out.arm = state.centre + lever;
    const Mat3 half = Q.lazyProduct(inverse);
    fill_ride<B>(face, half.lazyProduct(Q.transpose()), Q, lever, out.arm, ride);

    const Mat3 rate = Q.transpose().lazyProduct(state.A_rate);
    const Vec3 w = inverse * axial(rate);
    const Vec3 change = inverse * (2 * (rate * w - rate.trace() * w) - w.cross(S * w));
    const Vec3 spin = Q * w, spin_rate = Q * change;
    const Vec3 slide = state.centre_rate + spin.cross(lever);
    out.rate << spin, slide + out.arm.cross(spin);
    out.drift << out.turn * (spin_rate + omega.cross(spin)),
        out.turn * (spin_rate.cross(lever) + spin.cross(spin.cross(lever)) +
                    omega.cross(omega.cross(out.arm)) + 2 * omega.cross(slide));
    return true;
}

}  // namespace

MovingFace make_face(const Vec3& centre, const Mat3& moment,
                     const Eigen::Ref<const Eigen::Matrix<double, 3, Eigen::Dynamic>>& centre_modes,
                     std::span<const Mat3> moment_modes) {
    const int r = int(moment_modes.size());
    THIGMO_ASSERT(r >= 1 && r <= most_coordinates && centre_modes.cols() == r);
    MovingFace face{r, centre, moment, PaddedRows(12, r)};
    for (int k = 0; k < r; ++k)
        for (int a = 0; a < 3; ++a) {
            face.of_modes.add(a, k, centre_modes(a, k));
            for (int b = 0; b < 3; ++b)
                face.of_modes.add(3 + 3 * a + b, k, moment_modes[size_t(k)](a, b));
        }
    return face;
}

bool mount(const MovingFace& face, const Mount& mount, std::span<const double> q,
           std::span<const double> qdot, const Vec3& omega, MountedFrame& out,
           Eigen::Map<Eigen::Matrix<double, 6, Eigen::Dynamic>> ride) {
    THIGMO_ASSERT(int(q.size()) == face.size && int(qdot.size()) == face.size);
    THIGMO_ASSERT(ride.cols() == face.size);
    return with_blocks(face.of_modes.blocks(), [&]<int B>() {
        return mount_blocks<B>(face, mount, q, qdot, omega, out, ride);
    });
}

bool place_face(const MovingFace& face, std::span<const double> q, Vec3& centre, Mat3& turn) {
    THIGMO_ASSERT(int(q.size()) == face.size);
    return with_blocks(face.of_modes.blocks(),
                       [&]<int B>() { return place_blocks<B>(face, q, centre, turn); });
}

bool nearest_rotation(const Mat3& A, Mat3& Q) {
    const Mat3 cofactor = cofactors(A);
    const double det = A.col(0).dot(cofactor.col(0)), squares = A.squaredNorm();
    const double lambda = sum_of_stretches(squares, cofactor.squaredNorm(), det);
    const double kappa = 0.5 * (lambda * lambda - squares), zeta = kappa * lambda - det;
    // ζ is the product of all sums of two stretches: the less of it, the fewer digits λ leaves to
    // Q.
    const double cube = lambda * lambda * lambda;
    if (!(zeta > 1e-7 * cube)) return false;
    Q = ((kappa + squares) * A + lambda * cofactor - A * (A.transpose() * A)) / zeta;
    for (int step = 0; step < 4; ++step) {
        // Made orthogonal, then turned by Newton; both square the error.
        const Mat3 skew = Q.transpose().lazyProduct(Q) - Mat3::Identity();
        Q -= 0.5 * Q.lazyProduct(skew).eval();
        if (cube < 32 * zeta) break;
        const Mat3 B = Q.transpose() * A;
        const Mat3 turn = cross_matrix<double>(inverse_turning(symmetric(B)) * axial(B));
        Q += Q * (turn + 0.5 * turn * turn);
        if (skew.squaredNorm() + turn.squaredNorm() < 1e-16) break;
    }
    return true;
}

}  // namespace thigmo
