// Sums over the points of a brick.
#include "thigmo/mechanics/solid_forces.h"

namespace thigmo {
namespace {

using PointMatrices = Eigen::Matrix<double, 3, 3 * brick_points>;

PointMatrices gradients_of(const BrickSolid& brick, const BrickPlaces& x) {
    return x * brick.gradients;
}

Mat3 at(const PointMatrices& matrices, int q) {
    return matrices.middleCols<3>(3 * q);
}

}  // namespace

Elastic elastic(const SolidMaterial& material, const Vec3& axis) {
    const Across side = across(material);
    Elastic solid;
    solid.stiffness = elastic_stiffness(material, axis);
    solid.lame_shear = side.young / (2 * (1 + side.poisson));
    solid.lame_bulk = side.young * side.poisson / ((1 + side.poisson) * (1 - 2 * side.poisson));
    solid.fibre = material.young - side.young;
    solid.axis = axis;
    return solid;
}

BrickSolid build_brick(const SolidMesh& mesh, size_t brick) {
    BrickSolid solid;
    for (int q = 0; q < brick_points; ++q) {
        const auto k = static_cast<size_t>(q);
        const BrickPoint& point = strain_points(mesh, brick)[k];
        const BrickPlace place = place_in(mesh, brick, point.local);
        solid.gradients.middleCols<3>(3 * q) = place.gradients;
        solid.volume[k] = point.weight * place.volume;
        solid.elastic[k] = elastic(material_at(mesh, brick, point.local), place.axis);
    }
    return solid;
}

Eigen::Matrix<double, brick_nodes, brick_nodes> brick_mass(const SolidMesh& mesh, size_t brick) {
    Eigen::Matrix<double, brick_nodes, brick_nodes> sum;
    sum.setZero();
    for (const BrickPoint& point : mass_points(mesh, brick)) {
        const BrickPlace place = place_in(mesh, brick, point.local);
        const double mass =
            material_at(mesh, brick, point.local).density * point.weight * place.volume;
        sum += mass * place.values * place.values.transpose();
    }
    return sum;
}

BrickStresses linear_stresses(const BrickSolid& brick, const BrickPlaces& u) {
    const PointMatrices gradients = gradients_of(brick, u);
    BrickStresses stresses;
    for (int q = 0; q < brick_points; ++q) {
        const Mat3 H = at(gradients, q);
        stresses.col(q) = brick.elastic[static_cast<size_t>(q)].stiffness *
                          engineering_strain(0.5 * (H + H.transpose()));
    }
    return stresses;
}

double brick_energy(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                    const BrickPlaces& x) {
    const PointMatrices F = gradients_of(brick, x);
    double sum = 0;
    for (int q = 0; q < brick_points; ++q) {
        const auto k = static_cast<size_t>(q);
        sum += brick.volume[k] *
               respond_force(law, brick.elastic[k], at(F, q), stress_matrix(rest.col(q))).energy;
    }
    return sum;
}

BrickStresses green_stresses(const BrickSolid& brick, const BrickPlaces& x) {
    const PointMatrices F = gradients_of(brick, x);
    BrickStresses stresses;
    for (int q = 0; q < brick_points; ++q)
        stresses.col(q) = green_stress(brick.elastic[static_cast<size_t>(q)], at(F, q));
    return stresses;
}

BrickStresses green_stress_rates(const BrickSolid& brick, const BrickPlaces& x,
                                 const BrickPlaces& v) {
    const PointMatrices F = gradients_of(brick, x), rates = gradients_of(brick, v);
    BrickStresses stresses;
    for (int q = 0; q < brick_points; ++q)
        stresses.col(q) =
            green_stress_rate(brick.elastic[static_cast<size_t>(q)], at(F, q), at(rates, q));
    return stresses;
}

BrickPlaces brick_forces(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                         const BrickPlaces& x, double viscous) {
    const PointMatrices deformation = gradients_of(brick, x);
    PointMatrices stresses;
    for (int q = 0; q < brick_points; ++q) {
        const auto k = static_cast<size_t>(q);
        stresses.middleCols<3>(3 * q) =
            -brick.volume[k] * respond_force(law, brick.elastic[k], at(deformation, q),
                                             stress_matrix(rest.col(q)), viscous)
                                   .stress;
    }
    return stresses * brick.gradients.transpose();
}

void brick_stiffness(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                     const BrickPlaces& x, const BrickShares& shares, BrickMatrix& out) {
    const PointMatrices deformation = gradients_of(brick, x);
    // For each axis i of a force: rows 3q + j hold volume · ∂P_ij/∂x at point q.
    Eigen::Matrix<double, 3 * brick_points, brick_rows> by_place[3];
    for (int q = 0; q < brick_points; ++q) {
        const auto k = static_cast<size_t>(q);
        Mat9 A = respond(law, brick.elastic[k], at(deformation, q), stress_matrix(rest.col(q)),
                         shares.viscous)
                     .tangent;
        if (shares.positive) make_positive(A);
        A *= shares.scale * brick.volume[k];
        const auto G = brick.gradients.middleCols<3>(3 * q);
        for (int b = 0; b < brick_nodes; ++b) {
            Eigen::Matrix<double, 9, 3> H = A.leftCols<3>() * G(b, 0);
            H += A.middleCols<3>(3) * G(b, 1) + A.rightCols<3>() * G(b, 2);
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j)
                    by_place[i].block<1, 3>(3 * q + j, 3 * b) = H.row(3 * j + i);
        }
    }
    for (int i = 0; i < 3; ++i) {
        const Eigen::Matrix<double, brick_nodes, brick_rows> rows = brick.gradients * by_place[i];
        for (int a = 0; a < brick_nodes; ++a) out.row(3 * a + i) = rows.row(a);
    }
}

Mat3 brick_turn(const BrickSolid& brick, const BrickPlaces& x) {
    const PointMatrices F = gradients_of(brick, x);
    Mat3 mean = Mat3::Zero();
    double volume = 0;
    for (int q = 0; q < brick_points; ++q) {
        mean += brick.volume[static_cast<size_t>(q)] * at(F, q);
        volume += brick.volume[static_cast<size_t>(q)];
    }
    return polar_rotation(mean / volume);
}

}  // namespace thigmo
