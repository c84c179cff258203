// Stress and tangent of the elastic laws.
#include "thigmo/mechanics/constitutive.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>

#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

using Vec9 = Eigen::Matrix<double, 9, 1>;

/// The vector a with [a]× = B − Bᵀ.
Vec3 axial(const Mat3& B) {
    return {B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)};
}

Mat3 unit(int entry) {
    Mat3 dF = Mat3::Zero();
    dF.data()[entry] = 1;
    return dF;
}

void set_column(Mat9& tangent, int entry, const Mat3& dP) {
    tangent.col(entry) = Eigen::Map<const Vec9>(dP.data());
}

/// Adds δF·S to the tangent.
void add_geometric(const Mat3& S, Mat9& tangent) {
    for (int j = 0; j < 3; ++j)
        for (int l = 0; l < 3; ++l)
            for (int i = 0; i < 3; ++i) tangent(3 * j + i, 3 * l + i) += S(j, l);
}

/// Adds the stress at rest, whose energy is S₀:E.
void add_rest_stress(const Mat3& F, const Mat3& S0, bool tangent, SolidResponse& out) {
    out.energy += 0.5 * (S0.cwiseProduct(F.transpose() * F).sum() - S0.trace());
    out.stress += F * S0;
    if (tangent) add_geometric(S0, out.tangent);
}

/// ∂(strain column of E)/∂F.
Eigen::Matrix<double, 6, 9> strain_gradient(const Mat3& F) {
    Eigen::Matrix<double, 6, 9> D = Eigen::Matrix<double, 6, 9>::Zero();
    constexpr int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {2, 0}, {0, 1}};
    for (int row = 0; row < 6; ++row) {
        const int j = pairs[row][0], l = pairs[row][1];
        for (int k = 0; k < 3; ++k) {
            D(row, 3 * l + k) += F(k, j);
            if (row >= 3) D(row, 3 * j + k) += F(k, l);
        }
    }
    return D;
}

/// The same with a stiffness times `share`.
SolidResponse stvk(const Elastic& solid, const Mat3& F, const Mat3& S0, double share,
                   bool tangent) {
    SolidResponse out;
    const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
    const Vec6 e = engineering_strain(E), s = share * (solid.stiffness * e);
    out.energy = 0.5 * e.dot(s);
    const Mat3 S = stress_matrix(s);
    if (tangent) {
        const Eigen::Matrix<double, 6, 9> D = strain_gradient(F), CD = solid.stiffness * D;
        out.tangent.noalias() = share * D.transpose() * CD;
    }
    out.energy += S0.cwiseProduct(E).sum();
    out.stress = F * (S + S0);
    if (tangent) add_geometric(S + S0, out.tangent);
    return out;
}

/// With σ = C:(U−1), G = tr(U)1 − U and RᵀdF = dU + [w]U, w = G⁻¹ ax(RᵀdF):
///
///     P = R(σ − [z]),   z = G⁻¹ ax(σU)
///
/// z vanishes for isotropic solids, whose σ and U commute.
SolidResponse corotational(const Elastic& solid, const Mat3& F, const Mat3& S0, bool tangent) {
    SolidResponse out;
    const Mat3 R = polar_rotation(F);
    Mat3 U = R.transpose() * F;
    U = (0.5 * (U + U.transpose())).eval();
    const Vec6 e = engineering_strain(U - Mat3::Identity()), s = solid.stiffness * e;
    const Mat3 sigma = stress_matrix(s);
    const Mat3 G = U.trace() * Mat3::Identity() - U;
    const Mat3 inverse = G.inverse();
    const Vec3 z = inverse * axial(sigma * U);
    const Mat3 turned = sigma - cross_matrix(z);
    out.energy = 0.5 * e.dot(s);
    out.stress = R * turned;
    for (int entry = 0; tangent && entry < 9; ++entry) {
        const Mat3 B = R.transpose() * unit(entry);
        const Mat3 W = cross_matrix<double>(inverse * axial(B));
        const Mat3 dU = B - W * U;
        const Mat3 ds = stress_matrix(solid.stiffness * engineering_strain(dU));
        const Mat3 dG = dU.trace() * Mat3::Identity() - dU;
        const Vec3 dz = inverse * (axial(ds * U + sigma * dU) - dG * z);
        set_column(out.tangent, entry, R * (W * turned + ds - cross_matrix(dz)));
    }
    add_rest_stress(F, S0, tangent, out);
    return out;
}

/// ∂J/∂F, the cofactors.
Mat3 cofactors(const Mat3& F) {
    Mat3 c;
    c << F.col(1).cross(F.col(2)), F.col(2).cross(F.col(0)), F.col(0).cross(F.col(1));
    return c;
}

SolidResponse neo_hookean(const Elastic& solid, const Mat3& F, const Mat3& S0, bool tangent) {
    SolidResponse out;
    const double m = 4.0 / 3 * solid.lame_shear, l = solid.lame_bulk + 5.0 / 6 * solid.lame_shear;
    const double a = 1 + 0.75 * m / l;
    const double I = F.squaredNorm(), J = F.determinant();
    const Mat3 cof = cofactors(F);
    const Vec3 fibre = F * solid.axis;
    const double k = solid.fibre, length = fibre.norm();
    out.energy = 0.5 * m * (I - 3 - std::log((I + 1) / 4)) +
                 0.5 * l * ((J - a) * (J - a) - (1 - a) * (1 - a));
    out.stress = m * (1 - 1 / (I + 1)) * F + l * (J - a) * cof;
    if (length > 0) {
        out.energy += 0.5 * k * (length - 1) * (length - 1);
        out.stress += k * (1 - 1 / length) * fibre * solid.axis.transpose();
    }
    for (int entry = 0; tangent && entry < 9; ++entry) {
        const Mat3 dF = unit(entry);
        Mat3 dcof;
        dcof << dF.col(1).cross(F.col(2)) + F.col(1).cross(dF.col(2)),
            dF.col(2).cross(F.col(0)) + F.col(2).cross(dF.col(0)),
            dF.col(0).cross(F.col(1)) + F.col(0).cross(dF.col(1));
        const double dI = 2 * F.data()[entry];
        Mat3 dP = m * (1 - 1 / (I + 1)) * dF + m * dI / ((I + 1) * (I + 1)) * F +
                  l * cof.data()[entry] * cof + l * (J - a) * dcof;
        if (length > 0) {
            const Vec3 df = dF * solid.axis;
            const Vec3 change = (1 - 1 / length) * df + fibre.dot(df) / std::pow(length, 3) * fibre;
            dP += k * change * solid.axis.transpose();
        }
        set_column(out.tangent, entry, dP);
    }
    add_rest_stress(F, S0, tangent, out);
    return out;
}

SolidResponse any_law(SolidLaw law, const Elastic& solid, const Mat3& F, const Mat3& S0,
                      double viscous, bool tangent) {
    if (law == SolidLaw::stvk) return stvk(solid, F, S0, 1 + viscous, tangent);
    SolidResponse out = law == SolidLaw::corotational ? corotational(solid, F, S0, tangent)
                                                      : neo_hookean(solid, F, S0, tangent);
    if (viscous == 0) return out;
    const SolidResponse more = stvk(solid, F, Mat3::Zero(), viscous, tangent);
    out.energy += more.energy;
    out.stress += more.stress;
    out.tangent += more.tangent;
    return out;
}

}  // namespace

SolidResponse respond(SolidLaw law, const Elastic& solid, const Mat3& F, const Mat3& S0,
                      double viscous) {
    return any_law(law, solid, F, S0, viscous, true);
}

SolidResponse respond_force(SolidLaw law, const Elastic& solid, const Mat3& F, const Mat3& S0,
                            double viscous) {
    return any_law(law, solid, F, S0, viscous, false);
}

Vec6 green_stress(const Elastic& solid, const Mat3& F) {
    return solid.stiffness * engineering_strain(0.5 * (F.transpose() * F - Mat3::Identity()));
}

Vec6 green_stress_rate(const Elastic& solid, const Mat3& F, const Mat3& rate) {
    const Mat3 mixed = F.transpose() * rate;
    return solid.stiffness * engineering_strain(0.5 * (mixed + mixed.transpose()));
}

void make_positive(Mat9& tangent) {
    const Mat9 symmetric = 0.5 * (tangent + tangent.transpose());
    const Eigen::SelfAdjointEigenSolver<Mat9> eigen(symmetric);
    tangent = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
              eigen.eigenvectors().transpose();
}

Mat3 polar_rotation(const Mat3& F) {
    // Higham's iteration; an inverted gradient has no rotation near, and takes the long way.
    Mat3 R = F;
    for (int k = 0; k < 20 && R.determinant() > 1e-12; ++k) {
        const Mat3 next = 0.5 * (R + cofactors(R) / R.determinant());
        const double change = (next - R).squaredNorm();
        R = next;
        if (change < 1e-24) return R;
    }
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3 flip = Mat3::Identity();
    flip(2, 2) = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    return svd.matrixU() * flip * svd.matrixV().transpose();
}

Mat3 stress_matrix(const Vec6& s) {
    Mat3 m;
    m << s[0], s[5], s[4], s[5], s[1], s[3], s[4], s[3], s[2];
    return m;
}

}  // namespace thigmo
