// Stress and viscosity from linear solves.
#include "thigmo/sim/fem/standing.h"

#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/block_cholesky.h"
#include "thigmo/mechanics/solid_matrices.h"

namespace thigmo {
namespace {

BlockMatrix rest_stiffness(const FemModel& model) {
    BlockMatrix matrix = model.pattern;
    for_runs(model.colours, [&](size_t begin, size_t end) {
        BrickMatrix K;
        for (size_t e = begin; e < end; ++e) {
            const FemBrick& brick = model.bricks[e];
            brick_stiffness(SolidLaw::stvk, brick.elastic, BrickStresses::Zero(),
                            gather(brick, model.rest), {}, K);
            add_brick(brick, K, matrix);
        }
    });
    if (const uint32_t row = model.base_row; row != UINT32_MAX) {
        double most = 0;  // holds the base where it is
        for (size_t i = 0; i < model.rows(); ++i)
            most = std::max(most, matrix.block(matrix.first[i])[0]);
        for (size_t k = 0; k < 3; ++k) matrix.block(matrix.first[row])[4 * k] += 1e6 * most;
    }
    return matrix;
}

}  // namespace

std::vector<Vec3> row_weights(const FemModel& model, const Vec3& gravity) {
    std::vector<Vec3> forces(model.rows(), Vec3::Zero());
    for (const FemBrick& brick : model.bricks)
        for (size_t b = 0; b < brick_nodes; ++b)
            model.ties.push(model.nodes[brick.node[b]],
                            brick.mass.row(static_cast<Eigen::Index>(b)).sum() * gravity, forces);
    for (const FemSeat& seat : model.blade_seats) {
        model.ties.push(seat.section.mean, seat.mass * gravity, forces);
        const Vec3 torque = (seat.moment - seat.mass * seat.arm).cross(gravity);
        for (int k = 0; k < 3; ++k)  // as in system_blades.cpp
            model.ties.push(seat.section.slope[static_cast<size_t>(k)],
                            seat.mass * seat.arm[k] * gravity + 0.5 * torque.cross(Vec3::Unit(k)),
                            forces);
    }
    return forces;
}

std::vector<Vec3> find_sag(const FemModel& model, const Vec3& gravity) {
    std::vector<Vec3> sag(model.nodes.size(), Vec3::Zero()), forces = row_weights(model, gravity);
    if (model.base_row != UINT32_MAX) forces[model.base_row].setZero();
    const BlockMatrix stiffness = rest_stiffness(model);
    BlockCholesky cholesky(stiffness, model.order.part_first);
    if (!cholesky.factor(stiffness)) return sag;
    std::vector<double> right(3 * forces.size()), u(right.size(), 0.0), product(right.size());
    for (int pass = 0; pass < 3; ++pass) {  // the later ones take away what rounding left
        multiply(stiffness, u, product);
        for (size_t i = 0; i < right.size(); ++i)
            right[i] = forces[i / 3][static_cast<Eigen::Index>(i % 3)] - product[i];
        cholesky.solve(right);
        for (size_t i = 0; i < u.size(); ++i) u[i] += right[i];
    }
    std::vector<Vec3> rows(forces.size());
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = Eigen::Map<const Vec3>(&u[3 * i]);
    if (model.base_row != UINT32_MAX) rows[model.base_row].setZero();
    for (size_t n = 0; n < sag.size(); ++n) sag[n] = model.ties.sum(model.nodes[n], rows);
    return sag;
}

std::vector<BrickStresses> sag_stresses(const FemModel& model, std::span<const Vec3> sag) {
    std::vector<BrickStresses> stresses;
    for (const FemBrick& brick : model.bricks)
        stresses.push_back(linear_stresses(brick.elastic, gather(brick, sag)));
    return stresses;
}

std::vector<double> find_viscosity(const FemModel& model) {
    const SolidPlant& plant = model.solids;
    const Column<SolidId, Solid> sums = carried_solids(plant);
    std::vector<std::vector<CarriedBody>> carried(plant.solids.size());
    const auto add = [&](const SolidSeat& seat, const Solid& body) {
        if (!seat.solid.exists()) return;
        CarriedBody on{section_at(plant.solids[seat.solid], seat.along), Mat6::Zero()};
        on.inertia = spatial_inertia(shifted(body, -on.section.centre));
        carried[seat.solid.value].push_back(on);
    };
    for (const SolidRider& rider : plant.riders) add(rider.seat, rider.solid);
    for (const SolidId id : plant.solids.rows()) add(plant.solids[id].seat, sums[id]);
    std::vector<double> beta(plant.solids.size(), 0.0);
    parallel_chunks(beta.size(), 1, [&](size_t begin, size_t end) {
        for (size_t s = begin; s < end; ++s) {
            const DomainSolid& solid = plant.solids[SolidId(s)];
            if (!(solid.damping_ratio > 0)) continue;
            const SolidMatrices matrices = assemble(solid.mesh, solid.mesh.fixed, carried[s]);
            const SolidModes modes = SolidSolver(matrices).lowest(1);
            if (modes.squared.size() > 0 && modes.squared[0] > 0)
                beta[s] = 2 * solid.damping_ratio / std::sqrt(modes.squared[0]);
        }
    });
    return beta;
}

}  // namespace thigmo
